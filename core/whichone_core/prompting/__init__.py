"""What a language model is told, and how its words are understood."""
