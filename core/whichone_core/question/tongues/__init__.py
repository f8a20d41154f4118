"""The languages besides English in which questions are understood, each described by data.

How to add a language, "xx":

1. Write 60 questions that people would ask, with what should be understood of each, into
   `tests/tongues/held_out_xx.py`, before any rule; never look at which of them fail.
2. Add its nouns to `whichone_core/nouns/xx.tsv` and its name to `languages.LANGUAGES`.
3. Write `xx.py` with a `TONGUE` in the shape of `tongue.Tongue`, and its rules in
   `xx_requests.py`: the same requests in the same order as in `es_requests`, the special before
   the general.  Everything in it is folded (`folding.fold`): small, without accents.
4. Name it in `TONGUES` below.
5. High stakes come first: medicine and poison, allergens, electricity, dates, money.  A word that
   fires once too often costs a second picture; one that is missing can hurt somebody.
6. Beside it: replies (`answering/replying`), numbers and signs (`speech/tongues`), the spelling
   alphabet (`speech/spelling`), cues of a model's sentences (`prompting/cues_in_languages`), words
   of packages (the patterns in `text/`, which hold for all languages at once), sentences and
   grammar of answers (`answering/tongue`); and translate the catalogues.
7. Write at least 150 questions to develop with (`tests/tongues/asked_xx.py`), until they are all
   understood, then count the held-out ones once: `python -m tests.bench tongues`.
"""

from __future__ import annotations

from whichone_core.question.tongues.de import TONGUE as _GERMAN
from whichone_core.question.tongues.es import TONGUE as _SPANISH
from whichone_core.question.tongues.tongue import Tongue

TONGUES: dict[str, Tongue] = {tongue.code: tongue for tongue in (_SPANISH, _GERMAN)}
