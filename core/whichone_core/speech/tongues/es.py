"""Spanish words for figures and signs."""

from __future__ import annotations

from whichone_core.speech.tongues.words import SpokenWords


def _plain(**words: str) -> dict[str, tuple[str, str]]:
    """Units that get an s after more than one."""
    return {unit: (word, f"{word}s") for unit, word in words.items()}


_FRACTIONS = {
    "½": "medio", "⅓": "un tercio", "⅔": "dos tercios", "¼": "un cuarto", "¾": "tres cuartos",
    "⅕": "un quinto", "⅖": "dos quintos", "⅗": "tres quintos", "⅘": "cuatro quintos",
    "⅙": "un sexto", "⅛": "un octavo", "⅜": "tres octavos", "⅝": "cinco octavos",
    "⅞": "siete octavos",
}  # fmt: skip
_MARKS = {
    ",": "coma", "/": "barra", "\\": "barra invertida", "_": "guion bajo", "@": "arroba",
    "&": "y", "*": "asterisco", "+": "más", ":": "dos puntos", "'": "apóstrofo",
    "(": "abre paréntesis", ")": "cierra paréntesis", "#": "almohadilla",
}  # fmt: skip

SPANISH = SpokenWords(
    months=("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
            "octubre", "noviembre", "diciembre"),
    date="{day} de {month} de {year}",
    month_and_year="{month} de {year}",
    day_and_month="{day} de {month}",
    units={
        **_plain(
            mg="miligramo", mcg="microgramo", kg="kilo", ml="mililitro", mL="mililitro",
            cl="centilitro", dl="decilitro", mm="milímetro", cm="centímetro", km="kilómetro",
            kcal="kilocaloría", kJ="kilojulio", kHz="kilohercio", MHz="megahercio",
            GHz="gigahercio", Hz="hercio", kW="kilovatio", mA="miliamperio", kB="kilobyte",
            KB="kilobyte", MB="megabyte", GB="gigabyte", TB="terabyte", dB="decibelio", ft="pie",
            lbs="libra", lb="libra", oz="onza", min="minuto",
        ),
        "km/h": ("kilómetro por hora", "kilómetros por hora"),
        "m/s": ("metro por segundo", "metros por segundo"),
        "mg/ml": ("miligramo por mililitro", "miligramos por mililitro"),
        "g/l": ("gramo por litro", "gramos por litro"),
        "mph": ("milla por hora", "millas por hora"),
        "fl oz": ("onza líquida", "onzas líquidas"),
        "fl. oz.": ("onza líquida", "onzas líquidas"),
        "hr": ("hora", "horas"),
        "hrs": ("hora", "horas"),
        "kWh": ("kilovatio hora", "kilovatios hora"),
        "mAh": ("miliamperio hora", "miliamperios hora"),
        "km²": ("kilómetro cuadrado", "kilómetros cuadrados"),
        "cm²": ("centímetro cuadrado", "centímetros cuadrados"),
        "m²": ("metro cuadrado", "metros cuadrados"),
        "cm³": ("centímetro cúbico", "centímetros cúbicos"),
        "m³": ("metro cúbico", "metros cúbicos"),
        "°C": ("grado Celsius", "grados Celsius"),
        "°F": ("grado Fahrenheit", "grados Fahrenheit"),
        "µg": ("microgramo", "microgramos"),
        "μg": ("microgramo", "microgramos"),
        "°": ("grado", "grados"),
        "%": ("por ciento", "por ciento"),
        "‰": ("por mil", "por mil"),
    },
    letters={
        **_plain(g="gramo", m="metro", l="litro", L="litro", h="hora", W="vatio", A="amperio"),
        "V": ("voltio", "voltios"),
    },
    to="a",
    money={
        "€": ("euro", "euros", "céntimos"), "$": ("dólar", "dólares", "centavos"),
        "£": ("libra", "libras", "peniques"), "¥": ("yen", "yenes", ""),
        "₹": ("rupia", "rupias", "paisas"), "₩": ("won", "wones", ""),
        "EUR": ("euro", "euros", "céntimos"),
    },
    money_joint=" con ",
    scales=("mil", "millón de", "millones de"),
    cents=("centavo", "centavos"),
    fractions={sign: (word, f"y {word}") for sign, word in _FRACTIONS.items()},
    digit_signs={"+": "más", ".": "punto", "/": "barra", "*": "asterisco", "#": "almohadilla",
                 ":": "dos puntos"},
    signs={
        "⚠": "advertencia:", "☠": "veneno:", "☢": "radiactivo:", "☣": "peligro biológico:",
        "♻": "reciclaje", "☎": "teléfono", "✆": "teléfono", "📞": "teléfono", "📱": "teléfono",
        "✉": "correo", "📧": "correo", "✓": "sí,", "✔": "sí,", "✅": "sí,", "☑": "sí,",
        "✗": "no,", "✘": "no,", "❌": "no,", "🚫": "prohibido:", "⛔": "prohibido:",
        "♂": "masculino", "♀": "femenino", "♿": "acceso para silla de ruedas", "→": "a", "⇒": "a",
        "➜": "a", "↔": "ida y vuelta", "×": "por", "÷": "entre", "±": "más o menos",
        "≈": "aproximadamente", "≠": "distinto de", "≤": "como máximo", "≥": "como mínimo",
        "№": "número", "∞": "infinito", "√": "raíz cuadrada de", "Ω": "ohmios", "†": "", "‡": "",
        "™": "", "®": "", "©": "copyright", "℗": "", "¶": "", "§": "sección",
    },
    abbreviations={
        "p. ej.": "por ejemplo", "p.ej.": "por ejemplo", "etc.": "etcétera", "aprox.":
        "aproximadamente", "Dr.": "Doctor", "Dra.": "Doctora", "Sr.": "Señor", "Sra.": "Señora",
        "Ud.": "usted", "Uds.": "ustedes", "núm.": "número", "n.º": "número", "nº": "número",
        "N.º": "número", "Nº": "número", "tel.": "teléfono", "Tel.": "teléfono", "pág.": "página",
        "máx.": "máximo", "mín.": "mínimo", "avda.": "avenida", "incl.": "incluido",
        "cad.": "caducidad", "e.g.": "por ejemplo", "i.e.": "es decir", "vs.": "contra",
    },
    number="número",
    comparisons=("como máximo", "como mínimo", "menos de", "más de", "aproximadamente"),
    conjunction="y",
    times="por",
    at="arroba",
    dot="punto",
    plus="más",
    minus="menos",
    punctuation={
        **_MARKS, ".": "punto", ";": "punto y coma", "!": "cierra exclamación",
        "¡": "abre exclamación", "?": "cierra interrogación", "¿": "abre interrogación",
        "-": "guion", "–": "guion", "—": "raya", "|": "barra vertical", "[": "abre corchete",
        "]": "cierra corchete", "{": "abre llave", "}": "cierra llave", "<": "menor que",
        ">": "mayor que", '"': "comillas", "“": "abre comillas", "”": "cierra comillas",
        "„": "abre comillas", "«": "abre comillas", "»": "cierra comillas", "’": "apóstrofo",
        "%": "por ciento", "=": "igual", "~": "tilde", "^": "circunflejo", "`": "acento grave",
        "$": "dólar", "€": "euro", "£": "libra", "•": "viñeta", "…": "puntos suspensivos",
        "°": "grados", "§": "sección",
    },
    spelled={**_MARKS, " ": "espacio", "-": "guion", ".": "punto"},
    capital="mayúscula",
    ending=frozenset({"etc."}),
    thousands=".",
)  # fmt: skip
