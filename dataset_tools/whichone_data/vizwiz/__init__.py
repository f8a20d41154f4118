"""VizWiz-LF, rebuilt: what the sentences of long answers do, and how good the answers are.

"Long-Form Answers to Visual Questions from Blind and Low Vision People" (COLM 2024).  The
released answers are read from a folder that the reader names; none of them ship here.
"""
