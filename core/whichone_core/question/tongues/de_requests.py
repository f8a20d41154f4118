"""What German questions ask for: rules over folded clauses ("größe" is "grosse")."""

from __future__ import annotations

from whichone_core.question.requests import (
    DESCRIPTION,
    IDENTIFICATION,
    OTHERS,
    READING,
    Request,
    Rule,
    asks,
)
from whichone_core.types.questions import Intent, TextField

_F = TextField
_THIS = r"(?:das|dies|diese[rsnm]?|es|er|sie|hier|da)"
COLOURS = (
    r"(?:dunkel|hell)?(?:rot|blau|grun|gelb|schwarz|weiss|grau|braun|rosa|pink|lila|violett|orange|"
    r"beige|turkis|gold|silber|golden|silbern)(?:e[rsnm]?)?"
)
_JUDGED = (
    r"(?:schlecht|verdorben|verfault|faul|schimm?e?lig|verschimmelt|schimmel|reif|frisch|fertig|"
    r"gar|durch|gekocht|roh|sicher|essbar|geniessbar|gesund|gut|okay|ok|in ordnung|nass|trocken|"
    r"sauber|schmutzig|dreckig|fleckig|flecken|kaputt|beschadigt|gesprungen|bereit|verbrannt|"
    r"angebrannt|echt|falsch|gefalscht|giftig|gefahrlich|hubsch|hasslich|zerknittert|geeignet|"
    r"unbedenklich)"
)
_FOODS = (
    r"(?:\w*nuss\w*|mandeln?|eier|ei|milch|soja|weizen|sesam|fisch|krebstiere?|meeresfruchte|"
    r"schalentiere|sellerie|senf|koffein|alkohol|schwein\w*|gelatine|lupinen?|milchprodukte)"
)
_PILLS = r"(?:tabletten?|pillen?|kapseln?|tropfen|hube|dragees|mal|loffel)"
_TAKE = r"(?:ein)?(?:nehmen|nehme|nimmt|genommen|schlucken|verabreichen|geben|auftragen)"
_COOK = r"(?:zubereit|koch|back|erhitz|aufwarm|warm|wasch|benutz|verwend|reinig|offn|bugel|anwend)"
_LAMP = (
    r"(?:licht(?:er)?|\w*lampen?|gluhbirne|birne|fernseher|fernsehgerat|tv|bildschirm|monitor|"
    r"computer|rechner|pc|laptop|led|kerzen?|taschenlampe|\w*leuchte)"
)
_LIT = (
    r"(?:an|aus|brennt|brennen|leuchtet|eingeschaltet|angeschaltet|ausgeschaltet|angelassen|lauft)"
)
_PICTURE = r"(?:bild|foto|fotografie|aufnahme|szene|raum|zimmer|bildschirm|display)"
_ME = r"(?:mir|mich|uns)"
_WHICH = r"(?:welche[rsnm]?)"
_NOTES = r"(?:funfer|zehner|zwanziger|funfziger|hunderter|zweihunderter)"

BEYOND = (
    asks(
        Request(Intent.BEYOND, OTHERS),
        r"\b(?:(?:richtig|falsch|verkehrt) ?(?:he)?rum|auf dem kopf|kopfuber|auf links|ausrichtung|"
        r"vorne oder hinten|(?:ist|sind) .*(?:vorder|ruck)seite)\b",
        r"\b(?:letzte[ns]?|vorherige[ns]?|vorige[ns]?) (?:bild|foto|aufnahme)\b",
        r"\b(?:unscharf|verwackelt|scharf genug|im bild (?:zu sehen)?$|zentriert|mittig)\b",
        r"\bwo (?:kann|konnte|bekomme|kriege|kaufe) (?:ich|man)\b|\bwo bin ich\b|^woher\b",
        r"\bwo (?:wurde|wird|ist) .*\b(?:hergestellt|gemacht|produziert)\b",
    ),
    asks(
        Request(Intent.BEYOND, OTHERS),
        rf"^(?:ist|sind|sieht|sehen|schmeckt|riecht|war|bleibt) .*\b{_JUDGED}\b(?! bis)",
        r"\b(?:schimmelt|verdirbt|stinkt)\b",
        r"^(?:ist|sind|hat|haben) .*\b(?:fleck\w*|loch|locher|riss|risse|kratzer|gleich)\b",
    ),
    asks(
        Request(Intent.BEYOND, OTHERS),
        r"\bpass(?:t|en)\b.*\b(?:zu|zum|zur|zusammen|mir|dazu|zueinander)\b|\bsteht mir\b",
        r"\b(?:findest|meinst|glaubst|denkst|magst|empfiehlst) du\b|\bgefallt dir\b|"
        r"\bdeine meinung\b",
        r"\bwie sehe ich\b",
        r"^(?:warum|wieso|weshalb|soll|sollte|sollten|darf|durfen|durfte|lohnt|brauche ich|"
        r"(?:kann|konnte|muss|konnen) (?:ich|man|wir|das|mein\w*))\b(?!.*\b(?:sehen|erkennen)$)",
    ),
    asks(
        Request(Intent.BEYOND, OTHERS),
        r"^(?:wofur|wozu|fur was)\b|\b(?:bedeutet|bedeuten|ubersetz\w*|nebenwirkung\w*|hauptstadt|"
        r"wetter|losung|erfunden|gemalt|gewonnen|was heisst)\b",
        r"\b(?:wer bist|wie heisst du|wie geht es|dein name|was bist)\b",
        r"\bwas (?:soll|sollte|kann|muss|darf|konnte) ich\b(?!.*\b(?:sehen|erkennen)\b)",
    ),
    asks(
        Request(Intent.BEYOND, IDENTIFICATION),
        r"^wer (?!.*\b(?:autor\w*|absender\w*|hersteller|verlag|kunstler\w*|verfasser\w*|"
        r"geschrieben|unterschrieben|verfasst|geschickt|schreibt|schickt)\b)\w+",
        r"^(?:wessen|wem gehor\w+)\b",
    ),
)
FIELDS = (
    asks(
        Request(Intent.CODE, READING),
        r"\b(?:(?:strich|bar)-? ?codes?|qr(?:-? ?codes?)?|scan\w*)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.EXPIRY),
        r"\b(?:haltbar\w*|ablauf\w*|abgelaufen\w*|mhd|mindesthaltbar\w*|verfall\w*|"
        r"(?:halt|halten) sich|schon druber|uber dem datum|verbrauchsdatum|verwendbar|"
        r"gultig\w*)\b|\b(?:lauft|laufen|lief) (?:.*\b)?ab\b",
        r"\b(?:bis wann|wie lange|wann)\b.*\b(?:gut|essbar|verwend\w+|geniessbar|halt|halten|"
        r"aufbrauchen|(?:ver)?brauchen|verbraucht|trinken|essen|schlecht)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.PHONE),
        r"\b(?:telefon|handy|fax|service|kontakt|mobil|ruf|kunden\w+|notruf)-?nummern?\b|"
        r"\bhotline\b",
        r"\bnummer\b.*\banruf\w*|\banruf\w*.*\bnummer\b|\btelefonnummern?\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.DOSAGE),
        r"\b(?:dosis|dosen (?:am|pro)|dosier\w*|milligramm|mg|einnahme\w*|wirkstoff\w*)\b",
        rf"\b(?:wie viele?|wie oft|wann|wie) (?:.*\b)?{_TAKE}\b",
        rf"\bwie viele? (?:\w+ )?{_PILLS}\b.*\b(?:dran|am tag|pro tag|taglich|soll|muss|darf)\b",
    ),
    asks(
        Request(Intent.FIELD, OTHERS, _F.INGREDIENTS),
        r"\b(?:zutat\w*|inhaltsstoff\w*|\w*allerg\w*|gluten\w*|la[ck]tos\w*|vegan\w*|vegetari\w*|"
        r"halal|koscher|zoliakie|spuren|zusammensetzung|woraus|aus was|nussfrei|enthalt|"
        r"enthalten)\b",
        rf"\b{_FOODS}\b.*\b(?:drin|drinnen|darin|rein\w*)\b|\b(?:hat|haben) (?:.*\b)?{_FOODS}$",
    ),
    asks(
        Request(Intent.FIELD, OTHERS, _F.NUTRITION),
        r"\b(?:kalorien?|nahrwert\w*|kcal|\w*zucker\w*|kohlenhydrate?|eiweiss|protein\w*|"
        r"ballaststoffe?|fett(?!arm|ig)\w*|natrium|cholesterin|vitamine?|"
        r"wie viel (?:salz|koffein|eisen|kalzium))\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.INSTRUCTIONS),
        r"\b(?:\w*anleitung\w*|\w*anweisung\w*|gebrauchs\w*|zubereit\w*|rezept(?! vom arzt)|"
        r"(?:koch|back|gar)zeit|wie lange (?:muss|mussen|soll|sollte|sollen|koch\w*|back\w*|dauert|"
        r"braucht|brauchen|kommt|darf|in))\b",
    ),
    asks(
        Request(Intent.FIELD, OTHERS, _F.INSTRUCTIONS),
        rf"\bwie (?:bereite|mache|bediene|wende|trage|baue|{_COOK}e) (?:ich|man|wir|es|das)?\b",
        rf"\bwie (?:wird|werden|kann|muss|soll|sollte|macht|{_COOK}t)\b.*\b(?:\w*{_COOK}\w*|"
        rf"gemacht|"
        r"machen|zu|man)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.TEMPERATURE),
        r"\b(?:\w*temperatur\w*|thermostat|thermometer|wie (?:heiss|kalt|warm)|grad|fieber)\b",
        r"\b(?:ofen|herd|backofen|heizung|kuhlschrank)\b.*\b(?:ein)?gestellt\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.TIME),
        r"\b(?:wie spat|uhrzeit|wie viel uhr|welche zeit|offnungszeiten)\b",
        r"\bwann (?:macht|offnet|schliesst|fahrt|beginnt|fangt|ist .* (?:offen|geoffnet))\b",
        r"\b(?:zeigt|sagt)\b.*\buhr\b|\buhr\b.*\bzeigt\b",
    ),
    asks(
        Request(Intent.FIELD, IDENTIFICATION, _F.AMOUNT),
        rf"\b(?:\w*scheine?|banknoten?|munzen?|nennwert|wahrung|wie viel (?:bar)?geld|{_NOTES})\b",
        r"^(?:ist|sind) .*\b(?:euro|franken|dollar)$",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.PRICE),
        r"\b(?:\w*preise?|kostet|kosten|gekostet|gesamt\w*|summe|\w*betrag|zwischensumme|saldo|"
        r"kontostand|(?:be|ge)?zahl(?:en?|t)|wie teuer|schulde)\b",
        r"\bwas macht das\b",
    ),
    asks(
        Request(Intent.FIELD, IDENTIFICATION, _F.PRICE),
        rf"\bwie viel (?:ist|macht|sind) {_THIS}\b",
    ),
    asks(
        Request(Intent.FIELD, OTHERS, _F.AMOUNT),
        r"\b(?:wiegt|wiegen|wie (?:schwer|gross|hoch|breit|lang|dick))\b",
        r"\bwie viele? (?:gramm|liter|milliliter|ml|kilo\w*|zentiliter|watt|volt|portionen|meter|"
        r"zentimeter|zoll|stuck|gigabyte)\b",
        r"\bwie viel (?!geld|licht|uhr|ist|macht)\w+ (?:ist|sind|hat|bleibt)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.AMOUNT),
        rf"\b{_WHICH} (?:\w+ )?grosse (?:hat|haben|ist das|ist dies\w*|steht)\b|\bwelche grosse\b",
        r"\b(?:schuh|kleider|konfektions)grosse\b|\b(?:\w*gewicht|fullmenge|fullstand|prozent|"
        r"kapazitat|volumen|waage|spannung|wie viel (?:ist|bleibt) .*\bubrig)\b",
        r"\b\d+ (?:gramm|ml|liter|kilo|volt|watt|milliliter)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.DATE),
        rf"\b(?:\w*datum|{_WHICH} (?:tag|monat|jahr)|termin)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.ADDRESS),
        r"\b(?:adress\w*|anschrift|postleitzahl|plz|e-?mail(?:-adresse|adresse)|web(?:seite|site)|"
        r"internetseite|(?:an|fur|auf) wen|von wem|empfanger\w*)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.NUMBER),
        r"\b(?:\w*nummern?|pin|kennwort|passwort|\w*code|kennzeichen|isbn)\b",
        rf"\b{_WHICH} (?:kanal|kapitel|gleis|linie|bus|stock|stockwerk|sitzplatz|zahl)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, _F.NAME),
        r"\b(?:titel|autor\w*|verfasser\w*|kunstler\w*|verlag|hersteller\w*|absender\w*|"
        r"(?:wie|der|die|das) (?:.*\b)?heiss(?:t|en))\b|\bname (?:des|der|vom|von)\b",
    ),
    asks(
        Request(Intent.FIELD, IDENTIFICATION, _F.NAME),
        r"\b(?:namen?|marken?|modell|firma)\b",
    ),
    asks(
        Request(Intent.READ, READING),
        r"^wer .*\b(?:unterschrieben|verfasst|geschickt)\b",
        r"^(?:seit )?wann\b",
    ),
)
QUALITIES = (
    asks(
        Request(Intent.COLOUR, DESCRIPTION),
        r"\b(?:farb\w*|\w+farben?|farbton)\b",
        rf"\b{COLOURS} oder (?:eher )?\w+",
        rf"^(?:ist|sind) .*\b{COLOURS}$",
    ),
    asks(
        Request(Intent.WHERE, OTHERS),
        r"^(?:und )?wo\b|\bwo (?:ist|sind|liegt|steht|hangt|habe)\b",
        rf"\b{_WHICH} (?:davon|von|der|dieser|ist (?:der|die|das|mein\w*))\b",
        rf"\b(?:auf )?{_WHICH} (?:seite|knopf|schalter|taste|kabel|dose|flasche|packung|schlussel|"
        r"regler|stecker|tute|ader|draht|drahte?|hahn|tur) (?:ist|hat|sind|fuhrt|gehort)\b",
        r"\b(?:finde|finden|such|suche|suchen|lokalisier\w*)\b|\blinks oder (?:rechts|auf)\b",
    ),
    asks(
        Request(Intent.LIGHT, DESCRIPTION),
        rf"\b{_LAMP}\b.*\b{_LIT}\b|^(?:brennt|brennen|leuchtet|lauft|laufen)\b.*\b{_LAMP}\b",
        r"\b(?:licht|lampe) (?:an|aus)\b|\b(?:gibt es|ist|sind) (?:.*\b)?licht$",
        r"\b(?:ist|wird|war) es (?:\w+ )*(?:dunkel|hell|tag|nacht|sonnig)\b",
        r"\b(?:wie|zu) (?:dunkel|hell)\b|\b(?:dunkel|hell|beleuchtet) (?:hier|draussen|im|in|"
        r"genug)\b",
        r"\b(?:draussen|hier|im zimmer) (?:\w+ )?(?:dunkel|hell)\b|\b(?:hell|dunkel) genug\b",
    ),
    asks(
        Request(Intent.BEYOND, DESCRIPTION),
        r"^(?:ist|sind|habe|hab) (?!das (?:ein|eine)\b).*\b(?:offen|geoffnet|zu|geschlossen|"
        r"(?:ab|ver)geschlossen|verschlossen|leer|voll|eingesteckt|angeschlossen|an|aus|"
        r"(?:ein|aus|an)geschaltet|gelassen)(?: oder \w+)?$",
        r"\b(?:regnet|schneit|bewolkt|neblig|windig)\b|^lauft\b",
    ),
    asks(
        Request(Intent.COUNT, DESCRIPTION),
        r"\bwie viele\b|^zahle?\b|\banzahl\b",
        r"\bwie viel (?:leute|personen|menschen|stuhle|tassen|flaschen)\b",
    ),
    asks(
        Request(Intent.DESCRIBE, DESCRIPTION),
        r"\b(?:beschreib\w*|muster|gemustert|gestreift|kariert|gepunktet|streifen|form|material|"
        r"stoff|design|erzahl\w*)\b",
        r"\bwas (?:siehst|sieht|sehe|erkennst|erkennt|seht) (?:du|man|ich|ihr)\b",
        r"\bwas (?:kann|kannst|konnt)\b.*\b(?:sehen|erkennen)\b|\bwas (?:du|man) .*\bsieh\w+\b",
        r"\bwas\b.*\bzu (?:sehen|erkennen)\b|\bwas zeigt\b|\bwas ist (?:hier )?los\b|"
        r"\bwas passiert\b",
        rf"\bwas (?:\w+ )?(?:ist|liegt|steht|befindet sich|gibt es) (?:\w+ )?(?:vor|hinter|um|"
        rf"neben|"
        rf"uber) {_ME}\b|\bwas (?:alles )?vor {_ME}\b",
        rf"\bwas (?:ist|gibt es) (?:alles )?(?:auf|in|im) (?:(?:dem|diesem|meinem) )?{_PICTURE}",
        r"\bwie (?:sieht|sehen|schaut|schauen)\b.*\baus\b|\bwie .*\bausseh\w*\b|"
        r"\bwie .*\baussieht\b",
        r"\bwonach sieht\b|\bwas (?:habe ich an|tragt|trage ich|macht (?:der|die|das|er|sie))\b",
    ),
    asks(
        Request(Intent.IDENTIFY, IDENTIFICATION),
        r"\bwas (?:steht|liegt) (?:\w+ )?(?:auf|in|im|am|neben) (?:dem |der |meinem |meiner )?"
        r"(?:tisch|regal|boden|herd|schrank|stuhl|bett|sofa|kuhlschrank|fensterbank|ofen)\b",
    ),
    asks(
        Request(Intent.READ, READING),
        r"\b(?:lies|lese|lesen|liest|vorlesen|vorliest|vorgelesen|abzulesen|entziffer\w*|"
        r"geschrieben|"
        r"\w*texte?|aufschrift\w*|beschriftung|wort|worter|worte|schrift|gedruckt|nachricht\w*|"
        r"\w*meldung\w*|besagt|transkribier\w*)\b",
        r"\bwas\b.*\b(?:steht|stehen|sagt)\b|\b(?:steht|stehen) (?:da|hier|dort|drauf|etwas|was|"
        r"irgendwas|irgendetwas)\b|\bworum geht\b",
        r"^(?:(?:der|die|das|dieser|dieses|diese|mein) )?(?:etikett|brief|quittung|rechnung|zettel|"
        r"schild|notiz|beipackzettel|speisekarte|postkarte)$",
    ),
)
THINGS = (
    asks(
        Request(Intent.PRESENCE, DESCRIPTION),
        r"^(?:gibt es|siehst du|sieht man|seht ihr|liegt|liegen|steht|stehen|hangt|hangen|sitzt|"
        r"sitzen|befindet|befinden|parkt)\b",
        r"^(?:ist|sind) (?:(?:hier|da|dort|irgendwo|noch|vor mir|neben mir) )+\w+",
        r"^(?:ist|sind) (?:jemand|irgend\w+|niemand)\b",
        r"^(?:ist|sind) (?!das (?:ein|eine)\b)(?:ein\w*|der|die|das|mein\w*) .*\b(?:hier|da|im|"
        r"in|auf|"
        r"am|dort|neben|unter)\b",
        r"^(?:ist|sind) (?:noch )?\w+ (?:im|in|auf|am) \w+",
        r"^(?:hat|haben) (?:das|der|die|diese[rs]?|er|sie|es|mein\w*)\b|^habe ich\b",
        r"\b(?:sehen|entdecken|ausmachen)$",
    ),
    asks(
        Request(Intent.IDENTIFY, IDENTIFICATION),
        r"^(?:ist|sind) (?:das|dies|es)(?: hier| da| jetzt)? (?:ein\w*|der|die|das|mein\w*)\b",
        r"^(?:ist|sind) (?:das|dies|es|hier|diese[rs]?)(?: hier| da)? \w+(?: \w+)?(?: oder .*)?$",
        r"^(?:ist|sind) .*\boder\b",
    ),
    asks(
        Request(Intent.IDENTIFY, IDENTIFICATION),
        r"\b(?:identifizier\w*|erkennen|erkenne|erkennst)\b|\bwie nennt man\b",
        rf"\bwas fur\b|\b{_WHICH} (?:\w+)?(?:art|sorte|geschmack\w*|typ|rasse|richtung|suppe|"
        rf"tee)\b",
        rf"\bwas (?:ist|sind|war|waren) (?:\w+ )?(?:{_THIS}|drin|in|im|auf|an|am|unter|hinter)\b",
        rf"\bwas (?:\w+ )?{_THIS} .*\b(?:ist|sind)$|^was (?:das|hier|da)\b",
        r"\bwas (?:soll|konnte|mag) (?:das|dies|es)\b",
        r"\bwas (?:halte|habe|hab|beruhre|esse|trinke|fasse|greife) ich\b|\bwas ich .*\bhabe?\b",
        rf"\b{_WHICH} (?:\w+ ){{1,3}}(?:ist|sind|habe|halte) (?:{_THIS}|ich)\b",
        rf"^{_WHICH} (?:\w+ ){{1,3}}{_THIS} ist$",
    ),
    asks(
        Request(Intent.BEYOND, OTHERS),
        r"^(?:wie|wann|was|welche[rsnm]?|ist|sind|kann|hat|haben|hilf|wird|muss|wem|wen) \w",
    ),
)
RULES: tuple[Rule, ...] = (*BEYOND, *FIELDS, *QUALITIES, *THINGS)
