"""Speech in: the microphone, where an utterance begins and ends, and what was said."""
