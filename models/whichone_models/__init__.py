"""Everything that can look at a picture and answer: the engines behind `VisionModel`."""
