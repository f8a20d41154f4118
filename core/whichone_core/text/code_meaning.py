"""What a bar code or QR code says, in plain words; nothing in it is ever opened or dialled.

A code is untrusted text that a blind person can't see before acting on it, so the words say
what kind of content it is and, for a web address, which site it really leads to.  A Wi-Fi
password is kept out of the sentence: it would be spoken aloud in company.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlsplit

from whichone_core.text.dates import Month, say_date
from whichone_core.text.textfields.values import spell
from whichone_core.types import Code


class CodeKind(StrEnum):
    """What the content of a code is for."""

    WEB = "web address"
    WIFI = "Wi-Fi network"
    PHONE = "phone number"
    MAIL = "e-mail address"
    MESSAGE = "text message"
    CONTACT = "contact"
    EVENT = "calendar entry"
    PLACE = "place on a map"
    SECRET = "sign-in secret"
    PRODUCT = "product number"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class CodeMeaning:
    """A code in words.

    name: how people call the format ("QR code", "EAN-13 product code").
    sentence: one plain sentence as written; spoken: the same for the ear, digits one by one.
    details: more sentences, for when more is asked; the first one holds a Wi-Fi password.
    """

    kind: CodeKind
    name: str
    sentence: str
    spoken: str
    details: tuple[str, ...] = ()


_NAMES = {
    "QR Code": "QR code",
    "Micro QR Code": "small QR code",
    "rMQR Code": "QR code",
    "EAN-13": "EAN-13 product code",
    "EAN-8": "EAN-8 product code",
    "UPC-A": "UPC product code",
    "UPC-E": "UPC product code",
    "ISBN": "book number code",
    "Data Matrix": "Data Matrix code",
    "PDF417": "PDF417 code",
    "Aztec": "Aztec code",
}
_RETAIL = frozenset({"EAN-13", "EAN-8", "UPC-A", "UPC-E", "ISBN"})


def format_name(format: str) -> str:
    """zxing's name of a format as people say it; linear ones become "... bar code"."""
    return _NAMES.get(format, f"{format} bar code")


def describe_code(code: Code) -> CodeMeaning:
    """What the code holds; a code of no known kind is plain text.  Never fails."""
    text = code.text.strip()
    name = format_name(code.format)
    if code.format in _RETAIL:
        return _product(name, text)
    if re.match(r"\(\d{2,4}\)", text):
        return _goods(name, text)
    for prefix, describe in _KINDS.items():
        if text.upper().startswith(prefix):
            return describe(name, text)
    return _plain(name, text)


def _said(kind: CodeKind, name: str, before: str, value: str, spoken: str = "") -> CodeMeaning:
    start = f"{_article(name)} {name} with {before} "
    return CodeMeaning(kind, name, f"{start}{value}.", f"{start}{spoken or value}.")


def _article(name: str) -> str:
    return "An" if re.match(r"(?i)[aeio]|itf", name) else "A"


def _product(name: str, text: str) -> CodeMeaning:
    if len(text) == 13 and text.startswith(("978", "979")):
        return _said(CodeKind.PRODUCT, name, "the book number", text, spell(text))
    return _said(CodeKind.PRODUCT, name, "the number", text, spell(text))


def _plain(name: str, text: str) -> CodeMeaning:
    one_line = " ".join(text.split())
    spoken = spell(one_line) if re.fullmatch(r"[\dA-Z -]*\d[\dA-Z -]*", one_line) else one_line
    return _said(CodeKind.TEXT, name, "the text", one_line, spoken)


def _web(name: str, text: str) -> CodeMeaning:
    try:
        host = urlsplit(text).hostname or text
    except ValueError:  # a malformed address, such as an unclosed bracket
        return _plain(name, text)
    start = f"{_article(name)} {name} with a web address at {host}"
    details = [f"The whole address is {text}."]
    if "xn--" in host or not host.isascii():
        details.insert(0, "Take care: the address uses look-alike letters.")
    if "@" in urlsplit(text).netloc:
        details.insert(0, "Take care: the address starts with another name to mislead.")
    spoken_host = host.removeprefix("www.").replace(".", " dot ")
    return CodeMeaning(
        CodeKind.WEB,
        name,
        f"{start}.",
        f"{_article(name)} {name} with a web address at {spoken_host}.",
        tuple(details),
    )


def _fields(text: str) -> dict[str, str]:
    """The "KEY:value;" pairs of Wi-Fi and MECARD codes, with backslash escapes undone."""
    pairs = re.findall(r"([A-Za-z-]+):((?:\\.|[^;\\])*);?", text.split(":", 1)[1])
    return {key.upper(): re.sub(r"\\(.)", r"\1", value) for key, value in pairs}


def _wifi(name: str, text: str) -> CodeMeaning:
    fields = _fields(text)
    network, password = fields.get("S", ""), fields.get("P", "")
    if not network:
        return _plain(name, text)
    start = f'{_article(name)} {name} for the Wi-Fi network "{network}"'
    sentence = f"{start}, with its password." if password else f"{start}, without a password."
    details = (f"The password is {password}.",) if password else ()
    return CodeMeaning(CodeKind.WIFI, name, sentence, sentence, details)


def _phone(name: str, text: str) -> CodeMeaning:
    number = text.split(":", 1)[1]
    return _said(CodeKind.PHONE, name, "the phone number", number, spell(number))


def _mail(name: str, text: str) -> CodeMeaning:
    address = _fields(text).get("TO", "") if text.upper().startswith("MATMSG:") else ""
    address = address or text.split(":", 1)[1].split("?")[0]
    spoken = address.replace("@", " at ").replace(".", " dot ")
    return _said(CodeKind.MAIL, name, "the e-mail address", address, spoken)


def _message(name: str, text: str) -> CodeMeaning:
    number, _, body = text.split(":", 1)[1].partition(":")
    meaning = _said(CodeKind.MESSAGE, name, "a text message to", number, spell(number))
    details = (f"The message is: {body}",) if body else ()
    return CodeMeaning(meaning.kind, name, meaning.sentence, meaning.spoken, details)


def _contact(name: str, text: str) -> CodeMeaning:
    if text.upper().startswith("MECARD"):
        fields = _fields(text)
        who = " ".join(reversed(fields.get("N", "").split(",")))
        phone, mail = fields.get("TEL", ""), fields.get("EMAIL", "")
    else:
        who, phone, mail = (_card_line(text, key) for key in ("FN", "TEL", "EMAIL"))
        who = who or " ".join(_card_line(text, "N").split(";")[1::-1])
    who = who.strip() or "no name"
    details = [f"The phone number is {spell(phone)}."] if phone else []
    details += [f"The e-mail address is {mail}."] if mail else []
    meaning = _said(CodeKind.CONTACT, name, "the contact card of", who)
    return CodeMeaning(meaning.kind, name, meaning.sentence, meaning.spoken, tuple(details))


def _card_line(text: str, key: str) -> str:
    """The first value of a vCard or iCalendar property, its parameters skipped."""
    found = re.search(rf"(?mi)^{key}(?:;[^:\r\n]*)?:(.*?)\r?$", text)
    return re.sub(r"\\(.)", r"\1", found.group(1)).strip() if found else ""


def _event(name: str, text: str) -> CodeMeaning:
    what = _card_line(text, "SUMMARY") or "no title"
    return _said(CodeKind.EVENT, name, "the calendar entry", what)


def _place(name: str, text: str) -> CodeMeaning:
    return _said(CodeKind.PLACE, name, "a place on a map at", text.split(":", 1)[1].split("?")[0])


def _secret(name: str, text: str) -> CodeMeaning:
    sentence = f"{_article(name)} {name} with a secret key for signing in. Keep it private."
    return CodeMeaning(CodeKind.SECRET, name, sentence, sentence)


def _goods(name: str, text: str) -> CodeMeaning:
    """GS1 element strings: (01) product, (17) expiry, (10) batch (GS1 General Specifications)."""
    fields = dict(re.findall(r"\((\d{2,4})\)([^(]+)", text))
    number = fields.get("01", "")
    if not number:
        return _plain(name, text)
    meaning = _said(CodeKind.PRODUCT, name, "the product number", number, spell(number))
    details = []
    expiry = re.fullmatch(r"(\d\d)(\d\d)(\d\d)", fields.get("17", "").strip())
    if expiry:
        year, month, day = (int(part) for part in expiry.groups())
        if 1 <= month <= 12 and day <= 31:
            said = say_date(2000 + year, Month(month), day or None)
            details.append(f"The expiry date in the code is {said}.")
    if "10" in fields:
        details.append(f"The batch is {spell(fields['10'])}.")
    return CodeMeaning(meaning.kind, name, meaning.sentence, meaning.spoken, tuple(details))


_KINDS: dict[str, Callable[[str, str], CodeMeaning]] = {
    "HTTP://": _web,
    "HTTPS://": _web,
    "WIFI:": _wifi,
    "TEL:": _phone,
    "MAILTO:": _mail,
    "MATMSG:": _mail,
    "SMSTO:": _message,
    "SMS:": _message,
    "BEGIN:VCARD": _contact,
    "MECARD:": _contact,
    "BEGIN:VEVENT": _event,
    "BEGIN:VCALENDAR": _event,
    "GEO:": _place,
    "OTPAUTH:": _secret,
}
