"""AQuA's tables for any engine and prompting: `whichone-eval`."""
