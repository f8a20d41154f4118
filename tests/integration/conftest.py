"""One trained model for all tests that look at what training left."""

from tests.tiny_training import trained as trained
