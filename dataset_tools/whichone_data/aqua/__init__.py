"""AQuA, rebuilt: from boxes of COCO or Open Images to levels, samples and questions.

"AQuA: Toward Strategic Response Generation for Ambiguous Visual Questions" (ICLR 2026, arXiv
2603.07394).  Annotations and pictures are read from where the reader keeps them; none ship
here.
"""
