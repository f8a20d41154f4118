"""The study mode of the window, for researchers (docs/study.md)."""
