"""Trusting a model: pictures with known answers, and whether it fits into memory."""
