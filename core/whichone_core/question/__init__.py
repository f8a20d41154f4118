"""What a question asks for, understood without a language model."""
