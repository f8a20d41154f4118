"""What a bar code or QR code says, in plain words; nothing in it is ever opened or dialled.

A code is untrusted text that a blind person can't see before acting on it, so the words say
what kind of content it is and, for a web address, which site it really leads to.  A Wi-Fi
password is kept out of the sentence: it would be spoken aloud in company.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import urlsplit

from whichone_core.catalogue import _, _p
from whichone_core.languages import N_
from whichone_core.text.dates import Month, say_date
from whichone_core.text.textfields.values import spell
from whichone_core.types.evidence import Code


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
_WITH_ARTICLE = {
    "QR code": N_("A QR code"),
    "small QR code": N_("A small QR code"),
    "EAN-13 product code": N_("An EAN-13 product code"),
    "EAN-8 product code": N_("An EAN-8 product code"),
    "UPC product code": N_("A UPC product code"),
    "book number code": N_("A book number code"),
    "Data Matrix code": N_("A Data Matrix code"),
    "PDF417 code": N_("A PDF417 code"),
    "Aztec code": N_("An Aztec code"),
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


def _said(kind: CodeKind, name: str, frame: str, value: str, spoken: str = "") -> CodeMeaning:
    """A frame of {code} and {value}, marked for translation."""
    code = _code(name)
    return CodeMeaning(
        kind, name, _(frame, code=code, value=value), _(frame, code=code, value=spoken or value)
    )


def _code(name: str) -> str:
    """A code's name with its article, in the user's language."""
    if name in _WITH_ARTICLE:
        return _(_WITH_ARTICLE[name])
    format = name.removesuffix(" bar code")
    if re.match(r"(?i)[aeio]|itf", name):
        return _("An {format} bar code", format=format)
    return _("A {format} bar code", format=format)


def _product(name: str, text: str) -> CodeMeaning:
    if len(text) == 13 and text.startswith(("978", "979")):
        return _said(
            CodeKind.PRODUCT, name, N_("{code} with the book number {value}."), text, spell(text)
        )
    return _said(CodeKind.PRODUCT, name, N_("{code} with the number {value}."), text, spell(text))


def _plain(name: str, text: str) -> CodeMeaning:
    one_line = " ".join(text.split())
    spoken = spell(one_line) if re.fullmatch(r"[\dA-Z -]*\d[\dA-Z -]*", one_line) else one_line
    return _said(CodeKind.TEXT, name, N_("{code} with the text {value}."), one_line, spoken)


def _web(name: str, text: str) -> CodeMeaning:
    try:
        host = urlsplit(text).hostname or text
    except ValueError:  # a malformed address, such as an unclosed bracket
        return _plain(name, text)
    details = [_("The whole address is {address}.", address=text)]
    if "xn--" in host or not host.isascii():
        details.insert(0, _("Take care: the address uses look-alike letters."))
    if "@" in urlsplit(text).netloc:
        details.insert(0, _("Take care: the address starts with another name to mislead."))
    frame = N_("{code} with a web address at {value}.")
    meaning = _said(CodeKind.WEB, name, frame, host, _dotted(host.removeprefix("www.")))
    return replace(meaning, details=tuple(details))


def _dotted(text: str) -> str:
    """Points as they are said in addresses."""
    dot = _("dot")
    return text.replace(".", f" {dot} ")


def _fields(text: str) -> dict[str, str]:
    """The "KEY:value;" pairs of Wi-Fi and MECARD codes, with backslash escapes undone."""
    pairs = re.findall(r"([A-Za-z-]+):((?:\\.|[^;\\])*);?", text.split(":", 1)[1])
    return {key.upper(): re.sub(r"\\(.)", r"\1", value) for key, value in pairs}


def _wifi(name: str, text: str) -> CodeMeaning:
    fields = _fields(text)
    network, password = fields.get("S", ""), fields.get("P", "")
    if not network:
        return _plain(name, text)
    frame = (
        N_('{code} for the Wi-Fi network "{value}", with its password.')
        if password
        else N_('{code} for the Wi-Fi network "{value}", without a password.')
    )
    details = (_("The password is {password}.", password=password),) if password else ()
    return replace(_said(CodeKind.WIFI, name, frame, network), details=details)


def _phone(name: str, text: str) -> CodeMeaning:
    number = text.split(":", 1)[1]
    return _said(
        CodeKind.PHONE, name, N_("{code} with the phone number {value}."), number, spell(number)
    )


def _mail(name: str, text: str) -> CodeMeaning:
    address = _fields(text).get("TO", "") if text.upper().startswith("MATMSG:") else ""
    address = address or text.split(":", 1)[1].split("?")[0]
    at = _p("in an e-mail address", "at")
    spoken = _dotted(address.replace("@", f" {at} "))
    return _said(
        CodeKind.MAIL, name, N_("{code} with the e-mail address {value}."), address, spoken
    )


def _message(name: str, text: str) -> CodeMeaning:
    number, _colon, body = text.split(":", 1)[1].partition(":")
    meaning = _said(
        CodeKind.MESSAGE, name, N_("{code} with a text message to {value}."), number, spell(number)
    )
    details = (_("The message is: {message}", message=body),) if body else ()
    return replace(meaning, details=details)


def _contact(name: str, text: str) -> CodeMeaning:
    if text.upper().startswith("MECARD"):
        fields = _fields(text)
        who = " ".join(reversed(fields.get("N", "").split(",")))
        phone, mail = fields.get("TEL", ""), fields.get("EMAIL", "")
    else:
        who, phone, mail = (_card_line(text, key) for key in ("FN", "TEL", "EMAIL"))
        who = who or " ".join(_card_line(text, "N").split(";")[1::-1])
    who = who.strip() or _("no name")
    details = [_("The phone number is {number}.", number=spell(phone))] if phone else []
    details += [_("The e-mail address is {address}.", address=mail)] if mail else []
    meaning = _said(CodeKind.CONTACT, name, N_("{code} with the contact card of {value}."), who)
    return replace(meaning, details=tuple(details))


def _card_line(text: str, key: str) -> str:
    """The first value of a vCard or iCalendar property, its parameters skipped."""
    found = re.search(rf"(?mi)^{key}(?:;[^:\r\n]*)?:(.*?)\r?$", text)
    return re.sub(r"\\(.)", r"\1", found.group(1)).strip() if found else ""


def _event(name: str, text: str) -> CodeMeaning:
    what = _card_line(text, "SUMMARY") or _("no title")
    return _said(CodeKind.EVENT, name, N_("{code} with the calendar entry {value}."), what)


def _place(name: str, text: str) -> CodeMeaning:
    return _said(
        CodeKind.PLACE,
        name,
        N_("{code} with a place on a map at {value}."),
        text.split(":", 1)[1].split("?")[0],
    )


def _secret(name: str, text: str) -> CodeMeaning:
    frame = N_("{code} with a secret key for signing in. Keep it private.")
    return _said(CodeKind.SECRET, name, frame, "")


def _goods(name: str, text: str) -> CodeMeaning:
    """GS1 element strings: (01) product, (17) expiry, (10) batch (GS1 General Specifications)."""
    fields = dict(re.findall(r"\((\d{2,4})\)([^(]+)", text))
    number = fields.get("01", "")
    if not number:
        return _plain(name, text)
    meaning = _said(
        CodeKind.PRODUCT, name, N_("{code} with the product number {value}."), number, spell(number)
    )
    details = []
    expiry = re.fullmatch(r"(\d\d)(\d\d)(\d\d)", fields.get("17", "").strip())
    if expiry:
        year, month, day = (int(part) for part in expiry.groups())
        if 1 <= month <= 12 and day <= 31:
            said = say_date(2000 + year, Month(month), day or None)
            details.append(_("The expiry date in the code is {date}.", date=said))
    if "10" in fields:
        details.append(_("The batch is {number}.", number=spell(fields["10"])))
    return replace(meaning, details=tuple(details))


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
