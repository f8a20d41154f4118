"""Questions in other languages than English, with what should be understood of each.

The held-out ones were written before any rule of their language and were never tuned on: what
they say about the rules is only counted (`python -m tests.bench tongues`).
"""
