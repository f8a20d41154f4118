"""German questions as people blurt them out: written after the rules, without looking at them.

They were counted once before the rules were improved with them; that count stands in
`tests/bench/tongues.py`.
"""

from __future__ import annotations

from whichone_core.types.questions import Intent, Stakes, TextField

from tests.tongues.asked import Ask

_I, _F, _S = Intent, TextField, Stakes

COLLOQUIAL = (
    Ask("na was hab ich denn hier vor mir", _I.DESCRIBE, None, None),
    Ask("und das hier, was soll das sein", _I.IDENTIFY, None, None),
    Ask("lies doch mal die Rückseite", _I.READ, None, None),
    Ask("guck mal ob die Wurst schon drüber ist", _I.FIELD, _F.EXPIRY, None, _S.DATES),
    Ask("wie lang hält sich der Joghurt noch", _I.FIELD, _F.EXPIRY, None, _S.DATES),
    Ask("was hab ich laut Kassenzettel bezahlt", _I.FIELD, _F.PRICE, None, _S.MONEY),
    Ask("ist das n Zehner oder n Zwanni", _I.FIELD, _F.AMOUNT, None, _S.MONEY),
    Ask("haben die da Erdnüsse reingetan", _I.FIELD, _F.INGREDIENTS, None, _S.ALLERGENS),
    Ask("mein Sohn verträgt keine Eier, kann er das essen", _I.BEYOND, None, None, _S.ALLERGENS),
    Ask("wann ist die nächste Tablette dran", _I.FIELD, _F.DOSAGE, None, _S.MEDICINE),
    Ask("sind die Tropfen für die Augen oder für die Ohren", _I.IDENTIFY, None, None, _S.MEDICINE),
    Ask("ist das Terpentin oder Wasser", _I.IDENTIFY, None, None),
    Ask("in welcher von den beiden Dosen ist der Kaffee", _I.WHERE, None, None),
    Ask("mir ist der Ring runtergefallen, siehst du den", _I.PRESENCE, None, None),
    Ask("ist die Luft rein", _I.PRESENCE, None, None),
    Ask("hab ich irgendwo noch Licht an", _I.LIGHT, None, None),
    Ask("ist der Herd aus", _I.BEYOND, named="oven"),
    Ask("sind die Socken gleich", _I.BEYOND, None, None),
    Ask("hat die Bluse einen Fleck", _I.BEYOND, None, None),
    Ask("wie schaut die Torte aus", _I.DESCRIBE, named="cake"),
    Ask("in welchem Stock sind wir", _I.FIELD, _F.NUMBER, None),
    Ask("welcher Bus kommt da", _I.FIELD, _F.NUMBER, "bus"),
    Ask("auf wen ist der Umschlag ausgestellt", _I.FIELD, _F.ADDRESS, None),
    Ask("wie hoch ist der Ofen eingestellt", _I.FIELD, _F.TEMPERATURE, "oven"),
    Ask("wie viele sind wir auf dem Foto", _I.COUNT, None, None),
    Ask("treibt sich die Katze hier rum", _I.PRESENCE, named="cat"),
    Ask("wo hab ich bloß die Schlüssel gelassen", _I.WHERE, None, None),
    Ask("sagst du mir die Farbe von der Krawatte", _I.COLOUR, named="tie"),
    Ask("passen die Schuhe zur Hose", _I.BEYOND, named="footwear"),
    Ask("kann ich in diese Steckdose fassen", _I.BEYOND, None, None, _S.ELECTRICITY),
)
