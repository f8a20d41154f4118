"""How people reply in German."""

from __future__ import annotations

from whichone_core.answering.replying.tongue import ReplyTongue
from whichone_core.question.tongues import TONGUES
from whichone_core.question.tongues.tongue import words

_END = r"e[rsnm]?"


def _colour(stem: str, english: str) -> dict[str, str]:
    """A colour with its endings, alone and as "hell..." and "dunkel..."."""
    return {
        rf"{stem}(?:{_END})?": english,
        rf"hell-?{stem}(?:{_END})?": f"light {english}",
        rf"dunkel-?{stem}(?:{_END})?": f"dark {english}",
    }


REPLIES = ReplyTongue(
    tongue=TONGUES["de"],
    meanings={
        "one": "eins",
        "two": "zwei, zwo",
        "three": "drei",
        "four": "vier",
        "five": "funf",
        "six": "sechs",
        "seven": "sieben",
        "eight": "acht",
        "nine": "neun",
        "number": "nummer, option, zahl, die nummer, auswahl, antwort",
        "leftmost": "ganz links, am weitesten links, ganz linke, ganz linken",
        "rightmost": "ganz rechts, am weitesten rechts, ganz rechte, ganz rechten",
        "topmost": "ganz oben, am weitesten oben",
        "bottommost": "ganz unten",
        "left": "links",
        "right": "rechts",
        "top": "oben, druber",
        "bottom": "unten, drunter",
        "middle": "mitte",
        "closest": "am nachsten, nachste, nachsten, naher",
        "farthest": "am weitesten, am weitesten weg, hinterste, hintersten",
        "from": "von, von der, vom, gezahlt von",
        "next to": "neben, neben dem, neben der, bei, nahe",
        "but not": "aber nicht",
        "not": "nicht, kein, keine, keinen",
        "except": "ausser, bis auf",
        "but": "sondern, aber",
        "and": "und",
        "or": "oder",
        "both": "beide, beides, alle beide, die beiden",
        "all": "alle, alles, jede, jedes, jeden, allesamt, samtliche, alle davon",
        "the orange": "die orange, eine orange",
    },
    stems={
        rf"erst{_END}|1\.": "first",
        rf"zweit{_END}": "second",
        rf"dritt{_END}": "third",
        rf"viert{_END}": "fourth",
        rf"funft{_END}": "fifth",
        rf"sechst{_END}": "sixth",
        rf"sie(?:b|bent)t?{_END}": "seventh",
        rf"acht{_END}": "eighth",
        rf"neunt{_END}": "ninth",
        rf"vorletzt{_END}": "penultimate",
        rf"letzt{_END}": "last",
        rf"link{_END}": "left",
        rf"recht{_END}": "right",
        rf"oberst{_END}": "topmost",
        rf"ober{_END}": "top",
        rf"unterst{_END}": "bottommost",
        rf"unter{_END}": "bottom",
        rf"mittl?er{_END}|mittelst{_END}": "middle",
        rf"grosst{_END}|grosser{_END}|grossere?": "biggest",
        rf"gross(?:{_END})?": "big",
        rf"kleinst{_END}|kleiner{_END}": "smallest",
        rf"klein(?:{_END})?": "small",
        rf"hell(?:{_END})?|heller{_END}": "light",
        rf"dunk(?:el|l{_END})|dunkler{_END}": "dark",
        **_colour("rot", "red"),
        **_colour("blau", "blue"),
        **_colour("turkis", "blue"),
        **_colour("grun", "green"),
        **_colour("gelb", "yellow"),
        **_colour("golden", "yellow"),
        **_colour("weiss", "white"),
        **_colour("schwarz", "black"),
        **_colour("grau", "grey"),
        **_colour("silbern", "grey"),
        **_colour("braun", "brown"),
        **_colour("beige", "brown"),
        **_colour("rosa", "pink"),
        **_colour("pink", "pink"),
        **_colour("lila", "purple"),
        **_colour("violett", "purple"),
        **_colour("orange", "orange"),
        **_colour("orangen", "orange"),
    },
    fillers=words(
        """
        der die das den dem des ein eine einen einem einer eines da dort hier bitte ich mochte will
        wurde hatte gern gerne nehme nehmen meine mein meinen ja ok okay also gut na es ist sind
        diese dieser dieses diesen diesem jene jener in im an am auf mit zu zur zum fur ding sache
        gegenstand seite glaube denke wohl lieber doch mal so war um farbe farbig farbige farbigen
        nimm wahle genau davon welche ah ahm hm bild steht liegt man mir mich nur eher danke
        """
    ),
    repeat=(
        r"(?:(?:bitte|kannst du|konntest du|das|die|entschuldigung|mal|sag|sags) )*"
        r"(?:wiederhol\w*|noch ?mal(?:s)?|noch einmal|wie bitte|was|bitte|wie war das|hah?|"
        r"was (?:hast du|haben sie) gesagt|(?:das )?(?:hab|habe) ich nicht (?:verstanden|gehort)|"
        r"ich (?:hab|habe)(?: das| dich)? nicht (?:verstanden|gehort)|entschuldigung|"
        r"(?:was|welche|wie) (?:waren|gibt es|gab es|sind)(?: die (?:optionen|moglichkeiten))?)"
        r"(?: (?:bitte|das|es|die (?:frage|optionen|auswahl)|noch ?mal|noch einmal|wiederholen))*"
    ),
    neither=(
        r"(?:nein )*(?:kein(?:e|s|es|er|en|en von beiden)?(?: (?:davon|von (?:beiden|denen|diesen|"
        r"allen|den\w*)))?|nichts(?: davon)?|nix|nein|nee|weder noch|(?:et)?was anderes|"
        r"ein\w* ander\w*|ander\w*)(?: bitte| danke)?"
    ),
    question=(
        r"(?:was|wo|wie|wer|wann|warum|wem|wen|gibt es|lies|beschreib\w*|ist (?:das|da|es|der|die)|"
        r"welche (?:farbe|grosse|marke)|welches (?:datum)|kannst du|konntest du)\b"
    ),
    stop=("stopp", "stop", "halt", "ruhe", "sei still", "aufhoren", "abbrechen", "still", "schluss",
          "genug", "hor auf", "stille", "abbruch"),
    again=("wiederholen", "wiederhole", "noch mal", "nochmal", "noch einmal", "wiederhol das",
           "sag das noch mal", "nochmals", "wiederhole das"),
    more=("mehr", "erzahl mehr", "mehr details", "mehr bitte", "weiter", "sag mehr", "mehr dazu",
          "mehr davon"),
    yes=("ja", "ja bitte", "jawohl", "genau", "richtig", "stimmt", "korrekt", "ok", "okay", "klar",
         "ja genau", "jo", "ja stimmt", "passt", "ja richtig"),
    no=("nein", "ne", "nee", "falsch", "nein falsch", "nicht das", "no", "stimmt nicht",
        "das stimmt nicht", "nein das nicht", "das habe ich nicht gesagt", "das nicht"),
    all_of_them="alle",
    none_of_them="keins",
    numbers=("eins", "zwei", "drei", "vier", "funf", "sechs", "sieben", "acht", "neun"),
    ordinals=("der erste", "der zweite", "der dritte", "der vierte", "der funfte", "der sechste",
              "der siebte", "der achte", "der neunte"),
    places={
        "left": ("links", "die linke", "der linke", "das linke", "die tasse links"),
        "right": ("rechts", "die rechte", "der rechte", "das rechte"),
        "top": ("oben", "die obere", "der obere", "das obere"),
        "bottom": ("unten", "die untere", "der untere", "das untere"),
        "middle": ("in der mitte", "die mittlere", "der mittlere", "das mittlere"),
    },
    colours={
        "red": "rote", "blue": "blaue", "green": "grune", "yellow": "gelbe", "white": "weisse",
        "black": "schwarze", "grey": "graue", "brown": "braune", "pink": "rosa", "purple": "lila",
        "orange": "orange",
    },
    number_word="nummer",
    sounds=(
        (r"sch", "S"), (r"ch", "K"), (r"ph", "f"), (r"ck", "k"), (r"qu", "kw"), (r"th", "t"),
        (r"tz", "s"), (r"z", "s"), (r"v", "f"), (r"w", "f"), (r"x", "ks"), (r"y", "i"), (r"c", "k"),
        (r"ie", "i"), (r"(?<=[aeiou])h", ""), (r"(?:eu|au)", "o"), (r"ei", "ai"), (r"d\b", "t"),
        (r"b\b", "p"), (r"[^a-zA-Z0-9]", ""), (r"S", "s"), (r"K", "k"), (r"(.)\1+", r"\1"),
    ),
)  # fmt: skip
