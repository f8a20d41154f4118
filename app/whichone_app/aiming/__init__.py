"""Aiming a live camera without seeing its picture: read, look, advise, and take the picture."""
