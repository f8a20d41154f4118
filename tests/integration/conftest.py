"""What tests of several files use: what training left, and a hub to pull models from."""

from tests.pulling import puller as puller
from tests.tiny_training import trained as trained
