"""Markup out of a text, its words kept: Markdown, HTML, tables, fences, addresses, controls.

Each function is pure, takes and gives text, and never raises.  They work on whole sentences
or paragraphs: cleaning single tokens of a stream leaks half a marker (field report 36).
"""

from __future__ import annotations

import html
import re
import unicodedata

from whichone_core.speech.tongues import words_used

_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[^\n`]*$", re.MULTILINE)
_TABLE_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*$")
_RULE = re.compile(r"^[ \t]*(?:[-*_=][ \t]*){3,}$")
_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+(.*?)[ \t#]*$")
_QUOTE = re.compile(
    r"^[ \t]*(?:>[ \t]?)+(?!=?[ \t]*(?!\d{1,3}[.)][ \t])-?(?:[$€£¥][ \t]?)?[.,]?\d)"
)
""" "> quoted", not "> 12 years"; "> 1. First" is a list that is quoted."""

_BULLET = re.compile(r"^[ \t]*[-*+•‣▪●◦·][ \t]+(?:\[[ xX]\][ \t]+)?")
_NUMBERED = re.compile(r"^[ \t]*(\d{1,3})[.)][ \t]+(?=\S)")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_BREAK = re.compile(r"<(?:br|/p|/div|/li|/tr|/h[1-6])\b[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9-]*(?:\s[^<>]*)?/?>")
_AUTOLINK = re.compile(r"<((?:https?://|mailto:|www\.)[^<>\s]+)>", re.IGNORECASE)
_IMAGE_OR_LINK = re.compile(r"!?\[([^\[\]]*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+\"[^\"]*\")?\)")
_URL = re.compile(
    r"(?:https?|ftp)://(?:[^\s/@<>]*@)?([^\s/?#:<>\"'()\[\]]+)[^\s<>\"]*", re.IGNORECASE
)
_BARE_URL = re.compile(r"\bwww\.([\w.-]+\.[a-z]{2,})(?:[:/?#][^\s<>\"]*)?", re.IGNORECASE)
_PATH_URL = re.compile(
    r"\b((?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|io|co|uk|de|fr|eu|ca|au|us|nl|it|es))/[^\s<>\"]*",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"(?:mailto:)?\b([\w.+-]+)@((?:[\w-]+\.)+[a-z]{2,})\b", re.IGNORECASE)
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|~<>])")
_STRONG = re.compile(r"(?<!\w)(_{1,3})(?=\S)([^_\n]*(?:(?<=\w)_(?=\w)[^_\n]*)*)(?<=\S)\1(?!\w)")
_KEEP_CONTROLS = "\n\t"
_END = ".!?…:;,"
_CLOSING = ".,;:!?)]}"


def without_controls(text: str) -> str:
    """Without control, format, bidi, surrogate and private characters; line ends as \\n.

    A zero-width joiner glues emoji and, like a soft hyphen, has no sound of its own.
    """
    text = re.sub(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]", "\n", text)
    return "".join(
        character
        for character in text
        if character in _KEEP_CONTROLS or unicodedata.category(character)[0] != "C"
    )


def without_html(text: str) -> str:
    """Without HTML tags and comments, entities as their characters, <br> as a line end."""
    text = _AUTOLINK.sub(r"\1", _COMMENT.sub(" ", text))
    return html.unescape(_TAG.sub("", _BREAK.sub("\n", text)))


def without_addresses(text: str) -> str:
    """Links as their words, web addresses as their domain, e-mail as "a at b dot c"."""
    text = _IMAGE_OR_LINK.sub(r"\1", text)
    text = _URL.sub(_domain, text)  # before e-mail: "https://user:password@host"
    text = _EMAIL.sub(_email, text)
    for pattern in (_BARE_URL, _PATH_URL):
        text = pattern.sub(_domain, text)
    return text


def _domain(found: re.Match[str]) -> str:
    """The domain, without "www.", and the punctuation that only follows the address."""
    whole = found[0]
    tail = whole[len(whole.rstrip(_CLOSING)) :]
    domain = found[1].strip(".").removeprefix("www.").removeprefix("WWW.")
    return domain.rstrip(_CLOSING) + tail


def _email(found: re.Match[str]) -> str:
    words = words_used()
    dot = f" {words.dot} "
    name = found[1].strip(".").replace(".", dot).replace("+", f" {words.plus} ")
    return f"{name} {words.at} {found[2].replace('.', dot)}"


def without_emphasis(text: str) -> str:
    """Without bold, italic, strike and code markers; snake_case keeps its underscores."""
    text = _ESCAPE.sub(r"\1", text)
    text = _STRONG.sub(r"\2", text)
    text = re.sub(r"(?<=\d) ?[*] ?(?=\d)", f" {words_used().times} ", text)
    text = re.sub(r"~~+|[*`]+", "", text)
    return re.sub(r"(?<!\w)_+|_+(?!\w)", "", text)


def joined_lines(text: str) -> str:
    """One line: a heading, a list item and a table row end like sentences, others with a comma.

    A line break on a label is a pause; a text without any pause cannot be followed.
    """
    text = _FENCE.sub("", text)
    spoken = ""
    ends_block = False
    for line in text.split("\n"):
        words, is_block = _line(line)
        if not words:
            ends_block = ends_block or not line.strip()
            continue
        if spoken:
            spoken += _pause(spoken, is_block or ends_block)
        spoken += words
        ends_block = is_block
    return spoken


def _pause(spoken: str, is_end: bool) -> str:
    if spoken[-1] in _END:
        return " "
    return ". " if is_end else ", "


def _line(line: str) -> tuple[str, bool]:
    """A line's words, and whether it is a block of its own (heading, item, row)."""
    line = _QUOTE.sub("", line)
    if _TABLE_RULE.match(line) or _RULE.match(line):
        return "", True
    if heading := _HEADING.match(line):
        return heading[1].strip(), True
    if line.count("|") >= 2 or line.lstrip().startswith("|"):
        cells = (cell.strip() for cell in line.split("|"))
        return ", ".join(cell for cell in cells if cell), True
    if _BULLET.match(line):
        return _BULLET.sub("", line).strip(), True
    if _NUMBERED.match(line):
        return _NUMBERED.sub(r"\1: ", line).strip(), True
    return line.strip(), False
