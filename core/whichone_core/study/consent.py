"""The text that a participant agrees to: read from Markdown, known by its hash.

The first line that starts with "Version:" names the version.  The researcher gives the file
with the setting `study_consent`; without one the template that comes with WhichOne is read, in
the language that is used.  A text says its language by its name, `consent.de.md`; otherwise it
counts as one of the language that is used, in which it is read aloud.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from whichone_core.catalogue import _
from whichone_core.errors import SetupError
from whichone_core.languages import LANGUAGES, language_used
from whichone_core.records import harmless

_HERE = Path(__file__)
MOST_BYTES = 100_000
_VERSION = re.compile(r"^[^\w\n]*versi[oó]n[^\w\n]+(\w.*)$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ConsentText:
    """A consent text.  sha256: of its UTF-8, in hex; version: as the text itself says.

    language: the code of the language that it is in.  is_template: nobody's own, with
    gaps.
    """

    text: str
    language: str = "en"
    is_template: bool = False

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.text.encode("utf-8")).hexdigest()

    @property
    def version(self) -> str:
        found = _VERSION.search(self.text)
        return found[1].strip() if found else self.sha256[:8]

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """What is shown and read aloud, one paragraph a line, without Markdown's marks."""
        parts = (" ".join(part.split()) for part in re.split(r"\n\s*\n", self.text))
        return tuple(plain for part in parts if (plain := _plain(part)))


def template() -> Path:
    """The text that comes with WhichOne, in the language that is used."""
    return _HERE.with_name(f"consent.{language_used()}.md")


def load_consent(path: Path | None = None) -> ConsentText:
    """The researcher's text, or the template.  Raises SetupError."""
    file = path or template()
    try:
        if file.exists() and not file.is_file():
            raise ValueError("neither a pipe nor a device is waited for")
        with file.open("rb") as stream:
            text = stream.read(MOST_BYTES + 1).decode("utf-8-sig")
    except (OSError, ValueError) as error:  # also a name that no file can have
        raise SetupError(
            _("The consent text {path} cannot be read.", path=path),
            remedy=_("Give a Markdown file in UTF-8 in the setting study_consent."),
            cause=str(error),
        ) from error
    if not text.strip() or len(text) > MOST_BYTES:
        raise SetupError(
            _("The consent text {path} is empty or too long.", path=path),
            remedy=_("A participant has to be able to listen to all of it."),
        )
    whole = harmless(text.replace("\r\n", "\n"))
    return ConsentText(whole, _language_of(file), is_template=path is None)


def _language_of(file: Path) -> str:
    """What a name like consent.de.md says, or the language that is used."""
    code = Path(file.stem).suffix.removeprefix(".")
    return code if code in LANGUAGES else language_used()


def _plain(paragraph: str) -> str:
    bare = re.sub(r"^[#>*\-\s]+", "", paragraph)
    bare = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", bare)
    return re.sub(r"[*_`]+", "", bare).strip()
