"""German: its words, and how its questions are cut.

Compounds are named by their last part ("Kaffeetasse" is a cup).  "das" is mostly an article and
points at something only where no noun follows.  A comma before a clause that only says what is
to be told ("lies vor, was da steht") parts nothing.
"""

from __future__ import annotations

from whichone_core.question.tongues.clauses import Clauses
from whichone_core.question.tongues.de_requests import COLOURS, RULES
from whichone_core.question.tongues.tongue import Tongue, words
from whichone_core.question.tongues.vocabulary import Vocabulary
from whichone_core.types.questions import Stakes

_ARTICLES = words(
    """
    der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner
    """
)
_DEMONSTRATIVES = words("dies diese dieser dieses diesen diesem jene jener jenes jenen jenem")
_PRONOUNS = words("es er sie ihn ihm darauf drauf drin darin davon damit daran")
_FUNCTION = words(
    """
    ich du er sie es wir ihr man mich dich mir dir uns euch ihnen mein meine meinen meinem meiner
    meines dein deine deinen deinem deiner sein seine seinen seinem seiner ihre ihren ihrem ihrer
    unser unsere unseren und oder aber denn weil wenn dass ob als wie was wer wen wem wessen wo
    wohin woher wann warum wieso weshalb welche welcher welches welchen welchem wofur wozu woraus
    in im ins an am ans auf aufs aus bei beim mit nach von vom zu zum zur vor hinter uber unter
    neben zwischen durch fur gegen ohne um bis seit ist sind war waren bin bist sei ware habe hab
    hast hat haben hatte werden wird werde wurde kann kannst konnen konnte konntest muss musst
    mussen soll sollte darf durfen mochte will willst mag nicht kein ja nein doch noch schon
    auch nur sehr so zu viel viele mehr meisten alle alles jeder jede jedes etwas nichts jetzt
    hier da dort links rechts oben unten mitte vorne hinten innen aussen drinnen draussen eins zwei
    drei vier funf sechs sieben acht neun zehn mal bitte danke hallo okay gut also dann denn eben
    eigentlich gerade irgendwo irgendwas ungefahr genau paar andere anderen anderer anderes selbst
    heute gestern morgen tag oft lange lang spat alles davon dabei drauf drin wieder los gibt
    """
)
_VERBS = words(
    """
    sagt sagen sag lies lese liest lesen vorlesen vorliest steht stehen liegt liegen hangt hangen
    sitzt sitzen sieht siehst sehen sehe seht schau schauen zeigt zeigen zeig beschreibe beschreib
    beschreiben erkennst erkennen erkenne erkennt identifiziere identifizieren finde finden findest
    such suche suchen halte halten halt nehme nehmen einnehmen nimmt genommen trage tragen tragt
    kostet kosten bezahlen zahlen zahle wiegt wiegen misst enthalt enthalten lauft laufen ablauft
    abgelaufen heisst heissen nennt bedeutet passt passen brennt brennen leuchtet eingeschaltet
    ausgeschaltet angeschaltet offen geschlossen geoffnet weiss weisst wissen mache machen macht
    gemacht koche kochen bereite zubereite zubereiten backen erhitzen waschen benutzen verwenden
    anrufen rufe scanne scann scannen scan zahle zahlen gehe geht gehen gehort kommt kommen
    brauche brauchen braucht essen trinken esse trinke iss kaufen kaufe bekomme befindet parkt
    geschrieben gedruckt adressiert hergestellt liegen sag verrate erzahl erzahle hilf helfen lass
    prufe prufen nachsehen glaubst meinst findest denkst bist sein schmeckt riecht regnet erkannt
    haltbar gultig verbraucht verbrauchen dreht stell stelle beruhre fasse greife
    """
)
_ATTRIBUTES = words(
    """
    farbe farben farbton grosse grossen form formen muster design stoff marke marken modell name
    namen titel autor autorin verlag hersteller preis preise gesamtpreis summe betrag gesamtbetrag
    datum ablaufdatum haltbarkeitsdatum mindesthaltbarkeitsdatum haltbarkeit mhd nummer nummern
    telefonnummer zimmernummer seriennummer hausnummer etikett etiketten text texte wort worter
    worte schrift aufschrift beschriftung nachricht meldung code strichcode barcode zutaten zutat
    inhaltsstoffe anleitung zubereitung gebrauchsanweisung dosis dosierung kalorien nahrwerte
    nahrwert temperatur grad uhrzeit zeit minuten stunden gewicht menge inhalt fullmenge volumen
    kapazitat prozent gramm kilo liter milliliter milligramm gluten laktose lactose adresse
    anschrift absender empfanger art sorte sorten geschmack geschmacksrichtung typ rasse
    beschreibung einzelheiten details material zustand ausrichtung seite seiten ruckseite
    vorderseite jahr monat pin passwort kennwort stuck teil bild foto hintergrund szene licht
    lichter hand hande zucker fett salz eiweiss portion spannung watt volt schein scheine geldschein
    geldscheine banknote euro franken dollar ecke boden spuren allergene ahnung
    """
)
_QUALITIES = words(
    """
    rot blau grun gelb schwarz weiss grau braun rosa pink lila violett orange beige turkis gold
    silber golden silbern dunkel hell dunkelrot dunkelblau dunkelgrun hellblau hellgrun hellrot
    dunkelgrau hellgrau dunkelbraun hellbraun gross klein lang kurz hoch niedrig neu alt gut
    schlecht besser best schon hasslich sauber schmutzig dreckig nass trocken frisch verdorben reif
    essbar geniessbar sicher giftig gefahrlich kaputt leer voll heiss kalt warm fertig suss salzig
    fettarm ganz gleich ander verschieden richtig falsch scharf glutenfrei laktosefrei vegan
    gestreift kariert gemustert rund eckig schwer leicht roh gesund echt wichtig einzig letzt erst
    zweit dritt mittler link recht ober unter vorder hinter abgelaufen geoffnet bio vegetarisch
    """
)
_STAKES = (
    (
        Stakes.MEDICINE,
        r"\w*tabletten?|\w*pillen?|kapseln?|dragees?|medikamente?n?|medizin|arznei\w*|wirkstoff\w*|"
        r"dosis|dosen (?:am|pro)|dosier\w*|milligramm|mg|rezepte?|rezeptpflichtig|inhalator|"
        r"asthmaspray|insulin|spritzen?|\w*salben?|antibioti\w+|aspirin|ibuprofen|paracetamol|"
        r"\w*mittel gegen \w+|schmerzmittel|schlafmittel|(?:augen|ohren|nasen|husten)\w*|zapfchen|"
        r"\w*tropfen|\w*sirup|nasenspray|nebenwirkung\w*|beipackzettel|packungsbeilage|"
        r"(?:multi)?vitamine?|nahrungserganzung\w*|einnahme\w*|einnehmen|gift\w*|vergift\w*|"
        r"uberdosis|bleich\w*|abflussreiniger|entkalker|atzend|lauge|rattengift|drogen?|"
        r"antibabypille|blutdruck\w*|ampullen?|impfstoff|(?!april\b)\w+pril|"
        r"\w+(?:sartan|statin|olol|prazol|cillin|mycin|formin|azepam|oxetin|dipin|parin|xaban|"
        r"gliptin|triptan|profen|cyclin)|metho?trexat|morphin|codein|digoxin|"
        r"(?:darf|kann|soll|sollte|muss) (?:ich|man|er|sie|wir) .*\b(?:ein)?nehmen",
    ),
    (
        Stakes.ALLERGENS,
        r"\w*allerg\w*|(?:erd|wal|hasel|cashew|para|kokos)?nuss\w*|mandeln?|pistazien?|gluten\w*|"
        r"\w*la[ck]tos\w*|sesam|schalentiere?|krebstiere?|meeresfruchte|enthalt|enthalten|zutat\w*|"
        r"inhaltsstoff\w*|spuren|zoliakie\w*|zusammensetzung|(?:milch|ei|weizen|soja|zucker|"
        r"nuss)frei|"
        r"(?:milch|weizen|soja|eier|ei|fisch|senf|sellerie|lupinen?)\b.*\b(?:drin|darin|drinnen)|"
        r"(?:hat|mit|haben) (?:\w+ )?(?:milch|weizen|soja|eier|fisch|senf|sellerie)|"
        r"vegan\w*|vegetari\w*|halal|koscher|(?:un)?vertrag\w*|\w*intoleranz\w*|(?:keine?|"
        r"ohne) (?:milch|eier|weizen|soja|fisch)",
    ),
    (
        Stakes.ELECTRICITY,
        r"\w*kabel|\w*stecker|\w*steckdosen?|sicherung(?:en|skasten)?|volt|voltzahl|"
        r"\w*spannung\w*|elektr\w+|strom\w*|netzteil|verlangerungskabel|phase|drahte?n?|adern?|"
        r"eingesteckt",
    ),
    (
        Stakes.DATES,
        r"haltbar\w*|(?:halt|halten) sich|schon druber|uber dem datum|aufbrauchen|"
        r"ablauf\w*|abgelaufen\w*|mhd|mindesthaltbar\w*|verfall\w*|verbrauchsdatum|"
        r"(?:lauft|laufen|lief) (?:.*\b)?ab|ablauft|verwendbar|"
        r"(?:bis wann|wie lange|wann) .*\b(?:gut|essbar|geniessbar|halt|halten|schlecht|trinken|"
        r"essen|verbraucht|verbrauchen|aufbrauchen)|"
        r"noch (?:gut|essbar|geniessbar|frisch|essen|trinken|verwenden|benutzen)|"
        r"(?:darf|kann) (?:ich|man|er|sie|wir) .*\b(?:essen|trinken)",
    ),
    (
        Stakes.MONEY,
        r"\w*geld|\w*geldscheine?|\w*scheine?|banknoten?|bargeld|munzen?|wahrung|dollar|euro|"
        r"franken|"
        r"(?:be)?zahlt|kassenzettel|kassenbon|zwanni|fuffi|fuffziger|funfer|zehner|zwanziger|"
        r"funfziger|hunderter|nennwert|\w*preise?|kostet|kosten|gekostet|"
        r"(?:be)?zahlen?|schulde|saldo|kontostand|scheck|rechnung(?:en)?|(?:zwischen)?summe|"
        r"gesamt(?:betrag|summe|preis)|\w*betrag|(?:kredit|geld|gut|bank|ec-)-?karten?|teuer|"
        r"wie viel (?:ist|macht|sind) (?:das|dies\w*|es|hier)|kontonummer|iban|was macht das",
    ),
)
_MORE_NOUNS = {
    "person": "jemand, irgendjemand, niemand, leute, typen",
    "cell phone": "handy, natel, mobiltelefon, smartphone, telefon",
    "cup": "tasse, tasschen, teetasse",
    "fork": "gabel",
    "tv": "fernseher, glotze",
    "refrigerator": "kuhlschrank, eisschrank",
    "footwear": "schuh, schuhe, turnschuh, hausschuh",
    "food": "essen, lebensmittel",
}
_NEVER = words(
    """
    typ rad bahn heft essen drachen stulle klo rollstuhl fahrstuhl brieftasche hosentasche
    jackentasche taschenlampe fledermaus seehund handschuh kinderwagen einkaufswagen
    marmeladenglas honigglas gurkenglas einmachglas brillenglas datenbank armbanduhr
    spielzeugauto ubel halt titel pumps schi grossmutter zugang umzug anzug bezug
    schlafanzug aufzug trainingsanzug badeanzug handzug bettbezug kissenbezug auszug kontoauszug
    hundefutter katzenfutter orangensaft apfelsaft
    """
)
"""Words that look like a noun of the table, or a compound of one, and are something else."""

_ENDINGS = ("en", "er", "es", "n", "e", "s")


def _singulars(noun: str) -> tuple[str, ...]:
    """ "stuhle" -> "stuhl", "tassen" -> "tasse"; umlauts went when it was folded."""
    return tuple(noun.removesuffix(end) for end in _ENDINGS if noun.endswith(end) and len(noun) > 4)


_WHAT = r"(?:was|welche[rsnm]?|wo|wohin|wann|wer|wem|wen|wie|wofur|wozu|ob)"
_PREPOSITION = r"(?:(?:in|an|auf|von|mit|zu|fur|bei|bis|um|aus) )?"
_CAN = r"(?:kannst|konntest|konnt|konnen|konnten|wurdest|wurden|kann|magst|willst)"
_SOFT = r"(?: (?:mir|uns|bitte|mal|vielleicht|kurz|eben|das|denn|bitte|einmal))*"
_TELL = (
    r"(?:sagen|sehen|erkennen|prufen|nachsehen|schauen|nachschauen|verraten|herausfinden|gucken)"
)

TONGUE = Tongue(
    code="de",
    it="es",
    pronouns=_PRONOUNS,
    telling=_FUNCTION | _DEMONSTRATIVES | _ARTICLES | _PRONOUNS,
    elsewhere=words(
        """
        was die in an am so man hat war also des den es da um an las mit will bin du er sie et mal
        all wie de sein dem der den so nu in is bist on
        """
    ),
    clauses=Clauses(
        padding=(
            r"bitte(?: schon| sehr)?|(?:vielen |herzlichen )?danke?(?: schon| sehr)?|"
            r"entschuldigung|"
            r"sorry|wenn (?:es )?(?:geht|moglich)(?: ist)?|fragezeichen|ah+m?|hm+|tschuss|gerne|"
            r"denn|eigentlich",
        ),
        openers=(
            r"hallo|hi|hey|he|guten (?:tag|morgen|abend)|moin|servus|okay|ok|also|so|na|ja|nein|"
            r"und|"
            r"(?:guck|schau|sieh)(?: doch)?(?: mal)?(?: nach)?|oder|aber|jetzt|dann|alexa|siri|"
            r"du|sag mal|gut|gruezi|gruss gott"
        ),
        asking=(
            rf"{_CAN} (?:du|sie|ihr|man|jemand){_SOFT}(?: (?:dabei )?helfen)?"
            rf"(?: {_TELL}(?= {_PREPOSITION}{_WHAT}\b))?",
            rf"(?:sag|sage|sagen sie|sagst du|verrate|zeig|zeige|erklar){_SOFT}"
            rf"(?= {_PREPOSITION}{_WHAT}\b)",
            rf"ich (?:mochte|will|wurde|muss|wollte)(?: gerne?| mal)* (?:wissen|erfahren|sehen)"
            rf"(?= {_PREPOSITION}{_WHAT}\b)",
            rf"(?:weisst du|wissen sie|hast du (?:eine )?ahnung|ich weiss nicht|ich frage mich|"
            rf"schau(?: mal)?(?: nach)?|guck(?: mal)?|prufe?|mich interessiert)"
            rf"(?= {_PREPOSITION}{_WHAT}\b)",
            rf"{_TELL}(?= {_PREPOSITION}{_WHAT}\b)",
        ),
        second=rf"(?:(?:und|oder) {_PREPOSITION}{_WHAT}|(?:und|oder) (?:lies|beschreib\w*|gibt es)|"
        rf"(?<=ist das ){_PREPOSITION}(?:was|welche[rsnm]?|wo|wie))\b",
        if_turned=r"ob (?P<rest>.+) (?P<verb>ist|sind|hat|haben|gibt|liegt|steht|passt|brennt|"
        r"lauft)$",
    ),
    vocabulary=Vocabulary(
        code="de",
        function=_FUNCTION,
        verbs=_VERBS,
        attributes=_ATTRIBUTES,
        vague_nouns=words("ding dinge dinger sache sachen gegenstand gegenstande objekt objekte "
                          "produkt produkte gerat gerate artikel"),
        demonstratives=_DEMONSTRATIVES,
        articles=words("das"),
        pronouns=_PRONOUNS,
        picture_words=words("bild bilder foto fotos aufnahme szene zimmer raum"),
        qualities=_QUALITIES,
        quality_endings=r"e[rsnm]?|ere[rsnm]?|ste[rsnm]?",
        leading=_ARTICLES
        | _DEMONSTRATIVES
        | words(
            """
            mein meine meinen meinem meiner meines dein deine deinen deinem deiner sein seine ihr
            ihre unser unsere unseren welche welcher welches welchen welchem jeder jede jedes viele
            alle zwei drei vier funf im am zum zur beim ins vom mit und oder hat habe enthalt fur
            noch ohne kein keine da hier es sorte art
            """
        ),
        places=words("in im ins an am auf aufs unter uber neben vor hinter zwischen bei beim aus "
                     "um zu zum zur"),
        place_tails=frozenset(),
        complements=words("mit aus voll"),
        modifiers_follow=False,
        more_nouns=_MORE_NOUNS,
        singulars=_singulars,
        empty=r"\b(?:gibt|geht|regnet|schneit|spat ist|wie spat) es\b|"
        r"\b(?:ist|wird|war) es (?:\w+ )*"
        r"(?:dunkel|hell|tag|nacht|sonnig|kalt|warm|spat)\b",
        here=words("hier da"),
        what=words("was"),
        compounds=True,
        capital_nouns=True,
        never=_NEVER,
        colour_nouns=words("orange orangen"),
        has_digraphs=True,
    ),
    rules=RULES,
    stakes=_STAKES,
    doubts=tuple(
        rf"(?:(?:hey|aber|und|also|moment|warte|nein|ok|okay|oh|ach|echt|ja|na) )*(?:{doubt})"
        r"(?: (?:bitte|wirklich|jetzt|noch ?mal|nochmals|noch einmal|denn))*"
        for doubt in (
            r"(?:bist du|sind sie|seid ihr)(?: (?:dir|sich|euch))?(?: (?:da|wirklich|ganz|absolut|"
            r"auch|sehr|denn|100|hundert|prozent|prozentig))* sicher(?: damit| dabei)?",
            r"(?:ganz |wirklich )?sicher|wirklich|echt|im ernst|ernsthaft",
            r"wie sicher (?:bist du|sind sie)(?: (?:dir|sich))?(?: (?:da|dabei|damit))?",
            r"(?:stimmt|ist) das(?: (?:wirklich|auch|so))*(?: (?:richtig|korrekt|wahr|sicher|so))?",
            r"(?:pruf|prufe|kontrollier\w*|check|uberpruf|uberprufe|schau|sieh|guck)(?: (?:das|es|"
            r"mal|noch ?mal|noch einmal|genau|nach|deine antwort|bitte))+",
            r"(?:kannst|konntest) du (?:das|es)(?: (?:bitte|noch ?mal|noch einmal))* (?:prufen|"
            r"uberprufen|kontrollieren|checken|nachprufen)",
        )
    ),
    choice=(
        r"^(?!.*\b(?:ist|sind|steht|hat|kostet|gibt|was|wo|wie|liegt|sagt)\b)"
        r"(?:(?:der|die|das|den|mein\w*|diese[rsn]?) .*\b(?:link\w*|recht\w*|oben|unten|mitte|"
        r"mittler\w*|obere\w*|untere\w*|neben|hinter|vor|erste\w*|zweite\w*|dritte\w*|letzte\w*)\b|"
        rf"(?:nummer|option|zahl) \w+$|(?:der|die|das|den) {COLOURS}$)"
    ),
    statement=r"^(?:ich (?:glaube|denke|habe|bin|meine|mochte|brauche|suche)|es sieht aus|"
    r"das ist|das sind|es ist|hier ist)\b",
    yes_no=r"^(?:ist|sind) ",
    open_question=r"\b(?:irgend)?etwas\b|\birgendwas\b|^(?:ist|gibt es) (?:\w+ )?was\b",
    has_digraphs=True,
    rewrites={
        r"\bwieviel": "wie viel",
        r"\b(lies|vor|sag\w*|mir|zeig\w*|wissen|weißt du|weisst du|sehen|erkennen|prüfen|nachsehen|"
        r"nachschauen|vorlesen|schau|nach), (?=(?:was|welch\w*|wo|wann|wer|wie|wofür|ob|"
        r"\w+ welch)\b)":
            r"\1 ",
        r"\bgibt's\b": "gibt es",
        r"\bgibts\b": "gibt es",
        r"\b(ist|was|wo|wie|hat|steht)'s\b": r"\1 es",
    },
)  # fmt: skip
