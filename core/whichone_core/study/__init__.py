"""Studies: who takes part, what they agreed to, what is kept of it and in which form."""
