"""A model's files: GGUF, what stands beside them, and the disk that they lie on."""
