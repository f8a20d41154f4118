"""German: what is said of what was found, word for word."""

from __future__ import annotations

import pytest
from whichone_core.types.quality import Flaw

from tests.answer_cases import CASES, POOR, REPLIES, answered, answered_poorly, replied

# fmt: off
SAID = {
    "a red cup": "Es ist eine rote Tasse. Sie ist links.",
    "orange scissors": "Es ist eine orangefarbene Schere. Sie ist links.",
    "an unsure elephant": "Es sieht aus wie ein grauer Elefant. Er ist rechts.",
    "a bear beside a bottle": (
        "Ich sehe zwei Dinge: eine Flasche in der Mitte und vermutlich einen braunen "
        "Bären rechts."
    ),
    "a bottle with print": (
        "Es ist eine grüne Flasche mit der Aufschrift: ACME SOAP. Sie ist in der Mitte."
    ),
    "a box with faint print": (
        "Es ist eine blaue Schachtel, wohl mit der Aufschrift: TEA. Sie ist in der Mitte."
    ),
    "a person or a hand": "Es sieht aus wie eine Person oder eine Hand. Sie ist unten.",
    "broccoli": "Es ist grüner Brokkoli. Er ist in der Mitte.",
    "a guess": "Es könnte eine Teekanne sein, aber das ist nicht sicher.",
    "sunglasses as a guess": "Es könnte eine Sonnenbrille sein, aber das ist nicht sicher.",
    "print alone": "Da steht: ORGANIC TOMATO SOUP.",
    "another and a third": (
        "Es ist eine rote Tasse. Sie ist in der Mitte. Ich sehe auch noch eine Tasse und "
        "ein Buch."
    ),
    "two more chairs": "Es ist ein Stuhl. Er ist in der Mitte. Ich sehe auch zwei weitere Stühle.",
    "three things": (
        "Ich sehe drei Dinge: eine rote Tasse links, eine hellblaue Gabel rechts und "
        "vermutlich einen Apfel in der Mitte."
    ),
    "two unsure things": (
        "Ich sehe drei Dinge: einen schwarzen Hund links und außerdem vermutlich ein "
        "graues Schaf in der Mitte und eine weiße Katze rechts."
    ),
    "where two things are": "Die Tasse ist links und das Buch ist rechts.",
    "where two unsure things are": (
        "Wenn ich es richtig sehe: die Tasse ist links und das Buch ist rechts."
    ),
    "the labels of two": (
        "Ich sehe zwei Dinge: eine rote Flasche links und ein blaues Buch rechts. Die "
        "Flasche links trägt die Aufschrift: ALPHA."
    ),
    "which of several kinds": (
        "Was meinst du: eine der beiden Tassen, eine der beiden Orangen oder vermutlich "
        "einen Apfel? die graue Tasse links / die blaue Tasse rechts / die Orange oben / "
        "die Orange unten / vielleicht ein grüner Apfel in der Mitte"
    ),
    "which of four mugs": (
        "Welchen der vier Becher meinst du? der graue Becher links / der rote Becher oben"
        " / der grüne Becher in der Mitte / der blaue Becher rechts"
    ),
    "which of a row": (
        "Welches der vier Messer meinst du? das linke rote Messer in der Mitte / das rote"
        " Messer oben / das mittlere der drei roten Messer in der Mitte / das rechte rote"
        " Messer in der Mitte"
    ),
    "two cups of two colours": "Die Tasse links ist rot, die rechts ist blau.",
    "two cups in one place": "Von den beiden Tassen: die linke ist rot, die rechte ist blau.",
    "five bottles": "Von den fünf Flaschen: zwei sind rot, zwei sind blau und eine ist grün.",
    "people's clothes": (
        "Die Person links ist rot gekleidet, die in der Mitte ist überwiegend dunkelblau "
        "gekleidet, die rechts ist überwiegend rot gekleidet."
    ),
    "one person's clothes": "Die Person ist blau gekleidet.",
    "both alike": "Beide Tassen sind rot.",
    "all books alike": "Ich glaube, du meinst das Buch: es ist gelb.",
    "two colours": "Der Stuhl ist rot und weiß.",
    "three colours": "Das Sofa ist eine Mischung aus Rot, Weiß und Blau.",
    "mostly one colour": "Die Handtasche ist überwiegend dunkelblau.",
    "red scissors": "Die Schere ist rot.",
    "an unsure thing's colour": "Was wie eine Vase aussieht, ist rosa.",
    "no thing but colour": "Die Mitte des Bildes ist eine Mischung aus Rot, Weiß und Blau.",
    "a missing thing's colour": (
        "Ich erkenne den Elefanten nicht, aber die Mitte des Bildes ist rot und weiß."
    ),
    "odd light": "Die Krawatte ist lila. Bei diesem Licht können Farben täuschen.",
    "no colour": (
        "Ich erkenne die Farbe nicht. Halte die Kamera näher daran, mit der Sache in der "
        "Mitte, und mach ein neues Foto."
    ),
    "two or three": "Ich sehe mindestens zwei Tassen, vielleicht drei.",
    "exactly one": "Ich sehe eine Gabel.",
    "perhaps one": "Ich sehe vielleicht ein Messer, aber das ist nicht sicher.",
    "none of two kinds": (
        "Ich sehe keine Hunde und keine Katzen, aber vielleicht habe ich welche "
        "übersehen. Geh einen Schritt zurück oder dreh dich ein wenig und mach ein neues "
        "Foto."
    ),
    "at least eight": "Ich sehe mindestens acht Personen.",
    "several kinds": "Ich sehe eine Tasse, eine Schere, Brokkoli und vermutlich einen Elefanten.",
    "where one is": "Die Uhr ist links.",
    "where a large one is": "Die Tasse ist in der Mitte. Sie füllt einen großen Teil des Bildes.",
    "where a small unsure one is": (
        "Was wie ein Becher aussieht, ist rechts oben. Er ist klein im Bild."
    ),
    "where two are": "Ich sehe zwei Tassen: links und oben.",
    "where scissors are": "Die Schere ist links unten.",
    "yes, one": "Ja, ich sehe eine Katze oben.",
    "yes, two": "Ja, ich sehe zwei Hunde: oben und links.",
    "perhaps": "Ich sehe vielleicht einen Hund oben, aber das ist nicht sicher.",
    "neither": (
        "Ich sehe keine Katze und keine Gabel, aber vielleicht habe ich etwas übersehen. "
        "Ich sehe einen Hund. Geh einen Schritt zurück oder dreh dich ein wenig und mach "
        "ein neues Foto."
    ),
    "rather another": "Ich sehe keine Katze: es sieht aus wie ein Hund.",
    "yes, it is": "Ja, es sieht aus wie ein Hund.",
    "a scene": (
        "Ich sehe zwei Tassen, einen Laptop und vermutlich eine Vase. Die beiden Tassen "
        "sind links und rechts. Der Laptop ist in der Mitte und ist rot und weiß. Was wie"
        " eine Vase aussieht, ist oben."
    ),
    "a scene in colours": (
        "Es könnte eine Teekanne sein, aber das ist nicht sicher. Die Mitte des Bildes "
        "ist rot und weiß."
    ),
    "not understood": (
        "Vielleicht habe ich dich nicht verstanden, darum beschreibe ich das Bild. "
        "Ich sehe ein Bett. Das Bett ist in der Mitte."
    ),
    "nothing": (
        "Ich kann auf diesem Bild nichts erkennen. Geh einen Schritt zurück oder dreh "
        "dich ein wenig und mach ein neues Foto."
    ),
    "a lamp": "Offenbar ist ein Licht an.",
    "bright": "Es wirkt hell hier, aber ich sehe keine Lampe, die an ist.",
    "dim": "Es wirkt dämmrig hier.",
    "dark": "Es wirkt dunkel hier.",
    "a dark screen": "Der Fernseher ist vielleicht aus: die Farbe ist schwarz.",
    "a lit screen": "Der Laptop zeigt offenbar etwas: die Farbe ist blau.",
    "an oven's lamp": (
        "Es wirkt hell hier, aber ich sehe keine Lampe, die an ist. Über den Ofen selbst "
        "kann ich nichts sagen, nur wie hell das Bild ist."
    ),
    "read": "Da steht: Push, Fire exit.",
    "read badly": "Ich kann es nur zum Teil lesen. Da steht wohl: Pu5h.",
    "read turned": "Da steht: Push. Zum Lesen habe ich das Bild gedreht.",
    "nothing to read": (
        "Ich kann hier keinen Text lesen. Halte den Text flach, einen Unterarm weit von "
        "der Kamera, und mach ein neues Foto."
    ),
    "no expiry date": (
        "In dem Text, den ich lesen konnte, steht kein Ablaufdatum. Ich kann lesen: "
        "Hello. Dreh es auf eine andere Seite und mach ein neues Foto."
    ),
    "no instructions": (
        "In dem Text, den ich lesen konnte, steht keine Anleitung. Ich kann lesen: Hello."
        " Dreh es auf eine andere Seite und mach ein neues Foto."
    ),
    "a price": "Der Preis ist $1.50.",
    "no code": (
        "Ich habe keinen Strichcode und keinen QR-Code gefunden. Dreh es langsam, bis der"
        " Code zur Kamera zeigt, und mach ein neues Foto."
    ),
    "an expiry date": (
        "Auf dem Etikett steht: Best before: 14 MAR 2027. Mach zur Sicherheit ein zweites"
        " Foto und frag noch einmal. Ich wiederhole nur, was ich lese, und kann es nicht "
        "beurteilen."
    ),
    "no mention of nuts": (
        "In dem Text, den ich lesen konnte, ist von Nüssen oder Milch nicht die Rede, "
        "aber das beweist nichts. Ich kann lesen: Water. Dreh es auf eine andere Seite "
        "und mach ein neues Foto."
    ),
    "who": (
        "Ich kann nicht sagen, wer das ist: ich erkenne keine Personen. Wenn dort ein "
        "Name steht, mach ein Foto davon; ich kann ihn lesen."
    ),
    "beyond": (
        "Das kann ich ohne das Sprachmodell nicht beurteilen. Ich sehe eine Tasse und "
        "eine Person. Wenn etwas darauf steht, mach ein Foto davon; ich kann es lesen."
    ),
}
OF_POOR_PICTURES = {
    Flaw.DARK: (
        "Das Bild ist zu dunkel, darum kann ich es nicht sagen. Mach Licht an oder halte "
        "die Sache ans Fenster und mach das Foto noch einmal."
    ),
    Flaw.UNIFORM: (
        "Das Bild ist verdeckt oder leer, darum kann ich es nicht sagen. Mach die Linse "
        "frei, schalte ein Licht ein und versuch es noch einmal; ist es ein Bildschirm, "
        "schalte zuerst den Bildschirmvorhang aus."
    ),
    Flaw.TILTED: (
        "Ich kann es auf diesem Bild nicht erkennen. Das Bild ist schief. Dreh die "
        "Kamera, bis der Text gerade liegt, und mach das Foto noch einmal."
    ),
    Flaw.SMALL: (
        "Ich kann es auf diesem Bild nicht erkennen. Das Bild ist zu klein. Mach das Foto"
        " noch einmal in voller Größe; dieses ist zu klein für Einzelheiten."
    ),
}
AFTER_A_REPLY = {
    "the blue one": "Es ist eine blaue Tasse. Sie ist rechts.",
    "all of them": (
        "Ich sehe fünf Dinge: eine graue Tasse, eine Orange, eine Orange, eine blaue "
        "Tasse und vermutlich einen grünen Apfel."
    ),
    "the apple": "Es sieht aus wie ein grüner Apfel. Er ist in der Mitte.",
    "neither": (
        "Dann weiß ich nicht, was du meinst. Ich sehe zwei Tassen, zwei Orangen und "
        "vermutlich einen Apfel. Halte die Kamera näher daran, mit der Sache in der "
        "Mitte, und mach ein neues Foto."
    ),
    "banana": (
        "Ich habe nicht verstanden, was du meinst. Ich sehe zwei Tassen, zwei Orangen und"
        " vermutlich einen Apfel. Antworte mit der Nummer, oder mach ein Foto nur davon."
    ),
}
# fmt: on


def test_each_case_has_its_sentences() -> None:
    assert set(SAID) == set(CASES)
    assert set(OF_POOR_PICTURES) == set(POOR)
    assert set(AFTER_A_REPLY) == set(REPLIES)


@pytest.mark.parametrize("name", CASES)
def test_what_is_said_of_what_was_found(name: str) -> None:
    assert answered("de", name) == SAID[name]


@pytest.mark.parametrize("flaw", POOR)
def test_what_is_said_of_a_poor_picture(flaw: Flaw) -> None:
    assert answered_poorly("de", flaw) == OF_POOR_PICTURES[flaw]


@pytest.mark.parametrize("words", REPLIES)
def test_what_is_said_after_a_reply(words: str) -> None:
    assert replied("de", words) == AFTER_A_REPLY[words]
