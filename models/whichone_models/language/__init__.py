"""What engines with a language model share: from its text to the parts of an answer."""
