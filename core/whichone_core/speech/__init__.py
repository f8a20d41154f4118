"""From written answers to plain words that a voice can say."""
