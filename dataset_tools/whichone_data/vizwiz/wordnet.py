"""The synonyms of a word, from a folder of WordNet's own database files.

METEOR counts synonyms as matches.  NLTK's WordNet is a download; the files that Debian's
`wordnet-base` puts into /usr/share/wordnet are not, and are all that METEOR needs.  The two
classes have the few methods by which NLTK's METEOR asks (`synsets`, `lemmas`, `name`).

Formats: wndb(5WN).  An index line is "lemma pos synset_cnt p_cnt [pointer ...] sense_cnt
tagsense_cnt offset ..."; a data line at an offset is "offset file type w_cnt word id ...",
where w_cnt is hexadecimal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from whichone_core.errors import SetupError

FOLDER = Path("/usr/share/wordnet")
PARTS = ("noun", "verb", "adj", "adv")
# WordNet's rules of detachment (morphy(7WN)): an ending and what stands in its place.
ENDINGS = {
    "noun": "s: ses:s xes:x zes:z ches:ch shes:sh men:man ies:y",
    "verb": "s: ies:y es:e es: ed:e ed: ing:e ing:",
    "adj": "er: est: er:e est:e",
    "adv": "",
}


@dataclass(frozen=True, slots=True)
class Lemma:
    """A word of a synset, with "_" for blanks."""

    word: str

    def name(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class Synset:
    """Words of one meaning."""

    words: tuple[str, ...]

    def lemmas(self) -> list[Lemma]:
        return [Lemma(word) for word in self.words]


class NoWordNet:
    """A WordNet that knows no word: METEOR then matches exact words and stems alone."""

    name = "without synonyms"

    def synsets(self, word: str) -> list[Synset]:
        return []


class WordNetFolder:
    """WordNet's database files, read once, looked up by base form."""

    name = "with WordNet's synonyms"

    def __init__(self, folder: Path = FOLDER) -> None:
        """Raises SetupError where the folder has no WordNet files."""
        try:
            self._index = {part: _index(folder / f"index.{part}") for part in PARTS}
            self._irregular = {part: _irregular(folder / f"{part}.exc") for part in PARTS}
            self._data = {part: (folder / f"data.{part}").read_bytes() for part in PARTS}
        except OSError as error:
            raise SetupError(
                f"{folder} holds no WordNet.",
                remedy="On Debian and Ubuntu, install wordnet-base, or leave the option out.",
                cause=str(error),
            ) from error
        self.synsets = cache(self._synsets)

    def _synsets(self, word: str) -> list[Synset]:
        return [
            self._synset(part, offset)
            for part in PARTS
            for base in dict.fromkeys(self._bases(word.lower(), part))
            for offset in self._index[part][base]
        ]

    def _bases(self, word: str, part: str) -> Iterator[str]:
        """The word itself and its base forms, as far as the index knows them."""
        forms = [word, *self._irregular[part].get(word, ())]
        for pair in ENDINGS[part].split():
            ending, _, instead = pair.partition(":")
            if word.endswith(ending):
                forms.append(word[: -len(ending)] + instead)
        yield from (form for form in forms if form in self._index[part])

    def _synset(self, part: str, offset: int) -> Synset:
        data = self._data[part]
        fields = data[offset : data.index(b"\n", offset)].decode("ascii").split(" ")
        count = int(fields[3], 16)
        return Synset(tuple(word.partition("(")[0] for word in fields[4 : 4 + 2 * count : 2]))


def _index(path: Path) -> dict[str, tuple[int, ...]]:
    entries = {}
    for line in path.read_text(encoding="ascii").splitlines():
        if not line.startswith(" "):
            fields = line.split()
            entries[fields[0]] = tuple(int(field) for field in fields[-int(fields[2]) :])
    return entries


def _irregular(path: Path) -> dict[str, tuple[str, ...]]:
    lines = (line.split() for line in path.read_text(encoding="ascii").splitlines())
    return {fields[0]: tuple(fields[1:]) for fields in lines if fields}
