"""The built-in engine: reads, detects, measures, and answers without a language model."""
