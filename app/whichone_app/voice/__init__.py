"""Voices that speak: adapters of the Speaker port."""
