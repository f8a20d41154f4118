"""German words for figures and signs."""

from __future__ import annotations

from whichone_core.speech.tongues.words import SpokenWords


def _alike(**words: str) -> dict[str, tuple[str, str]]:
    """Units that are the same after one and after more."""
    return {unit: (word, word) for unit, word in words.items()}


_FRACTIONS = {
    "½": "einhalb", "⅓": "ein Drittel", "⅔": "zwei Drittel", "¼": "ein Viertel",
    "¾": "drei Viertel", "⅕": "ein Fünftel", "⅖": "zwei Fünftel", "⅗": "drei Fünftel",
    "⅘": "vier Fünftel", "⅙": "ein Sechstel", "⅛": "ein Achtel", "⅜": "drei Achtel",
    "⅝": "fünf Achtel", "⅞": "sieben Achtel",
}  # fmt: skip
_MARKS = {
    ",": "Komma", "/": "Schrägstrich", "\\": "umgekehrter Schrägstrich", "_": "Unterstrich",
    "@": "at", "&": "und", "*": "Stern", "+": "plus", ":": "Doppelpunkt", "'": "Apostroph",
    "(": "Klammer auf", ")": "Klammer zu", "#": "Raute",
}  # fmt: skip

GERMAN = SpokenWords(
    months=("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
            "Oktober", "November", "Dezember"),
    date="{day}. {month} {year}",
    month_and_year="{month} {year}",
    day_and_month="{day}. {month}",
    units={
        **_alike(
            mg="Milligramm", mcg="Mikrogramm", kg="Kilogramm", ml="Milliliter", mL="Milliliter",
            cl="Zentiliter", dl="Deziliter", mm="Millimeter", cm="Zentimeter", km="Kilometer",
            mph="Meilen pro Stunde", kcal="Kilokalorien", kJ="Kilojoule", kWh="Kilowattstunden",
            mAh="Milliamperestunden", kHz="Kilohertz", MHz="Megahertz", GHz="Gigahertz", Hz="Hertz",
            kW="Kilowatt", mA="Milliampere", kB="Kilobyte", KB="Kilobyte", MB="Megabyte",
            GB="Gigabyte", TB="Terabyte", dB="Dezibel", ft="Fuß", lbs="Pfund", lb="Pfund",
        ),
        "km/h": ("Kilometer pro Stunde", "Kilometer pro Stunde"),
        "m/s": ("Meter pro Sekunde", "Meter pro Sekunde"),
        "mg/ml": ("Milligramm pro Milliliter", "Milligramm pro Milliliter"),
        "g/l": ("Gramm pro Liter", "Gramm pro Liter"),
        "fl oz": ("Flüssigunze", "Flüssigunzen"),
        "fl. oz.": ("Flüssigunze", "Flüssigunzen"),
        "hr": ("Stunde", "Stunden"),
        "hrs": ("Stunde", "Stunden"),
        "oz": ("Unze", "Unzen"),
        "km²": ("Quadratkilometer", "Quadratkilometer"),
        "cm²": ("Quadratzentimeter", "Quadratzentimeter"),
        "m²": ("Quadratmeter", "Quadratmeter"),
        "cm³": ("Kubikzentimeter", "Kubikzentimeter"),
        "m³": ("Kubikmeter", "Kubikmeter"),
        "°C": ("Grad Celsius", "Grad Celsius"),
        "°F": ("Grad Fahrenheit", "Grad Fahrenheit"),
        "µg": ("Mikrogramm", "Mikrogramm"),
        "μg": ("Mikrogramm", "Mikrogramm"),
        "min": ("Minute", "Minuten"),
        "Min.": ("Minute", "Minuten"),
        "Std.": ("Stunde", "Stunden"),
        "Stk.": ("Stück", "Stück"),
        "EL": ("Esslöffel", "Esslöffel"),
        "TL": ("Teelöffel", "Teelöffel"),
        "°": ("Grad", "Grad"),
        "%": ("Prozent", "Prozent"),
        "‰": ("Promille", "Promille"),
    },
    letters={
        "g": ("Gramm", "Gramm"), "m": ("Meter", "Meter"), "l": ("Liter", "Liter"),
        "L": ("Liter", "Liter"), "h": ("Stunde", "Stunden"), "V": ("Volt", "Volt"),
        "W": ("Watt", "Watt"), "A": ("Ampere", "Ampere"),
    },
    to="bis",
    money={
        "€": ("Euro", "Euro", "Cent"), "$": ("Dollar", "Dollar", "Cent"),
        "£": ("Pfund", "Pfund", "Pence"), "¥": ("Yen", "Yen", ""),
        "₹": ("Rupie", "Rupien", "Paise"), "₩": ("Won", "Won", ""),
        "CHF": ("Franken", "Franken", "Rappen"), "EUR": ("Euro", "Euro", "Cent"),
    },
    money_joint=" ",
    scales=("Tausend", "Million", "Millionen", "Milliarde", "Milliarden"),
    cents=("Cent", "Cent"),
    fractions={sign: (word, f"und {word}") for sign, word in _FRACTIONS.items()}
    | {"½": ("einhalb", "einhalb")},
    digit_signs={"+": "plus", ".": "Punkt", "/": "Schrägstrich", "*": "Stern", "#": "Raute",
                 ":": "Doppelpunkt"},
    signs={
        "⚠": "Warnung:", "☠": "Gift:", "☢": "radioaktiv:", "☣": "Biogefährdung:",
        "♻": "Recycling", "☎": "Telefon", "✆": "Telefon", "📞": "Telefon", "📱": "Telefon",
        "✉": "E-Mail", "📧": "E-Mail", "✓": "ja,", "✔": "ja,", "✅": "ja,", "☑": "ja,",
        "✗": "nein,", "✘": "nein,", "❌": "nein,", "🚫": "verboten:", "⛔": "verboten:",
        "♂": "männlich", "♀": "weiblich", "♿": "rollstuhlgerecht", "→": "zu", "⇒": "zu", "➜": "zu",
        "↔": "hin und zurück", "×": "mal", "÷": "geteilt durch", "±": "plus minus", "≈": "ungefähr",
        "≠": "ungleich", "≤": "höchstens", "≥": "mindestens", "№": "Nummer", "∞": "unendlich",
        "√": "Wurzel aus", "Ω": "Ohm", "†": "", "‡": "", "™": "", "®": "", "©": "Copyright",
        "℗": "", "¶": "", "§": "Paragraf",
    },
    abbreviations={
        "z. B.": "zum Beispiel", "z.B.": "zum Beispiel", "d. h.": "das heißt", "d.h.": "das heißt",
        "usw.": "und so weiter", "bzw.": "beziehungsweise", "ca.": "circa", "inkl.": "inklusive",
        "exkl.": "exklusive", "zzgl.": "zuzüglich", "evtl.": "eventuell", "ggf.": "gegebenenfalls",
        "Dr.": "Doktor", "Prof.": "Professor", "Nr.": "Nummer", "Str.": "Straße",
        "mind.": "mindestens", "max.": "maximal", "u. a.": "unter anderem", "vgl.": "vergleiche",
        "etc.": "et cetera", "MHD": "Mindesthaltbarkeitsdatum", "e.g.": "zum Beispiel",
        "i.e.": "das heißt", "vs.": "gegen",
    },
    number="Nummer",
    comparisons=("höchstens", "mindestens", "weniger als", "mehr als", "ungefähr"),
    conjunction="und",
    times="mal",
    at="at",
    dot="Punkt",
    plus="plus",
    punctuation={
        **_MARKS, ".": "Punkt", ";": "Semikolon", "!": "Ausrufezeichen", "?": "Fragezeichen",
        "-": "Strich", "–": "Strich", "—": "langer Strich", "|": "senkrechter Strich",
        "[": "eckige Klammer auf", "]": "eckige Klammer zu", "{": "geschweifte Klammer auf",
        "}": "geschweifte Klammer zu", "<": "kleiner als", ">": "größer als",
        '"': "Anführungszeichen", "„": "Anführungszeichen unten", "“": "Anführungszeichen oben",
        "”": "Anführungszeichen oben", "’": "Apostroph", "%": "Prozent", "=": "gleich",
        "~": "Tilde", "^": "Zirkumflex", "`": "Gravis", "$": "Dollar", "€": "Euro", "£": "Pfund",
        "•": "Aufzählungspunkt", "…": "Auslassungspunkte", "°": "Grad", "§": "Paragraf",
    },
    spelled={**_MARKS, " ": "Leerzeichen", "-": "Strich", ".": "Punkt"},
    capital="groß",
    ending=frozenset({"usw.", "etc."}),
    thousands=".",
    dotted_dates=True,
)  # fmt: skip
