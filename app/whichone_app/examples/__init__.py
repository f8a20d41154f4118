"""Example pictures that the project drew itself, free to use under its licence."""
