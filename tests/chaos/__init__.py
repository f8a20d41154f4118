"""Random kills, cancels, hangs and bad inputs against a model's worker: `make chaos`."""
