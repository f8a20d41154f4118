"""A model on a server: anything that speaks as OpenAI's chat interface does.

    engine -> wire -> openai SDK -> Ollama, LM Studio, llama-server, vLLM, a hosted model

Used only where the user chose it; what leaves the computer, and where to, is said first
(`address.py`).  The wording, the control words and the reading of answers are the local
engine's.
"""
