"""The values that travel through WhichOne: one picture, one question, one answer.

    pictures -> quality, evidence      what a camera saw, and what was measured in it
    questions                          what was asked, and what was understood of it
    strategies -> answers              how it was decided to answer, and the answer
    cancelling                         that it is wanted no more

Everything here is frozen, but for the one request to stop.  Poor quality, "I can't tell" and a
cancelled question are values, never exceptions (see `errors.py` for what is one).
"""
