"""Keeping models: the store, and what is made of their files on this computer."""
