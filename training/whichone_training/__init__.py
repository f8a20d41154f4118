"""Training and evaluation of the strategy-tuned model: SFT, GRPO, export."""
