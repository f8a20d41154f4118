"""Cues of a model's sentences in Spanish and German; how they are used stands in `cues`.

They hold for what models say most; where none fits, a sentence is an answer, as before.
"""

from __future__ import annotations

FAILURES = (
    r"\bno (?:se |me |lo |la |los |las |te |le )*(?:pued[eo]n?|podemos|logro|consigo|alcanzo a|es "
    r"posible|resulta posible|soy capaz de|estoy segur[oa])(?: \w+){0,3}? ?(?:ver|le[eé]r?|decir|"
    r"identificar|reconocer|determinar|distinguir|saber|encontrar|confirmar|responder|apreciar)",
    r"\bno (?:se |lo |la )*(?:ve|ven|lee|leen|distingue|aprecia|encuentro|sé|aparece|muestra)\b",
    r"\b(?:est[aá]|es|se ve|parece) (?:\w+ )?(?:demasiado|muy|bastante) (?:\w+ )?(?:borros[oa]|"
    r"oscur[oa]|lejos|pequeñ[oa]|clar[oa]|brillante|desenfocad[oa])",
    r"^(?:la |esta )?(?:imagen|foto) (?:est[aá]|se ve|es) (?:\w+ )?(?:borrosa|oscura|desenfocada|"
    r"cortada|poco clara)",
    r"\b(?:ilegible|lo siento|desenfocad[oa]|fuera de (?:cuadro|foco|la imagen))\b",
    r"\b(?:ich )?kann\b.*\b(?:nicht|nichts|kaum|kein\w*)\b.*\b(?:sehen|lesen|erkennen|sagen|"
    r"bestimmen|beantworten|identifizieren|finden|entziffern|feststellen)\b",
    r"\b(?:ist|sind|lässt sich|lassen sich)\b.*\b(?:nicht|kaum) (?:\w+ )?(?:zu (?:sehen|erkennen|"
    r"lesen|sagen|bestimmen)|erkennen|lesen|lesbar|sichtbar|erkennbar|bestimmen|sagen)\b",
    r"\b(?:ist|sind|wirkt|scheint) (?:\w+ )?(?:zu|sehr|ziemlich) (?:\w+ )?(?:unscharf|dunkel|hell|"
    r"verschwommen|weit|klein|undeutlich)\b",
    r"^(?:das |dieses )?(?:bild|foto) ist (?:\w+ )?(?:unscharf|verschwommen|dunkel|abgeschnitten|"
    r"verwackelt|undeutlich)\b",
    r"\b(?:unleserlich|unlesbar|tut mir leid|leider nicht|weiß (?:ich )?nicht|"
    r"ich bin (?:mir )?nicht "
    r"sicher)\b",
)
BUT = r"pero|sin embargo|aunque|aber|jedoch|allerdings"
NO_THERE_IS = r"no, no hay|nein, (?:es gibt|da ist|hier ist|auf dem bild ist)"
SUGGESTIONS = (
    r"^(?:por favor,? |intenta |prueba a |trata de |puedes |podrías )*(?:toma|haz|saca|mueve|"
    r"acerca|aleja|gira|sujeta|enciende|enfoca|ac[eé]rcate|al[eé]jate|inclina|limpia|vuelve a|"
    r"tomar|hacer|sacar|mover|acercar|alejar|girar|sostén|baja|sube)\b",
    r"^(?:bitte |versuche |versuch |du kannst |am besten )*(?:mach|mache|nimm|halte|halt|dreh|"
    r"drehe|"
    r"geh|gehe|beweg|bewege|schalte|reinige|wische|kippe|fotografiere|richte|versuche|komm|"
    r"tritt)\b",
)
CAMERA = (
    r"fotos?|im[aá]gen(?:es)?|c[aá]mara|m[oó]vil|celular|luz|lente|cerca|quieto|enfoque|[aá]ngulo|"
    r"bilde?r?|kamera|handy|licht|linse|näher|ruhig|blitz|weiter|winkel|aufnahme"
)
ADVICE = (
    r"\b(?:te recomiendo|te sugiero|deber[ií]as|puedes (?:probar|preguntar|consultar|usar|buscar)|"
    r"consulta|aseg[uú]rate|ten cuidado|comprueba)\b",
    r"\b(?:ich (?:empfehle|rate)|du (?:solltest|könntest|kannst) (?:\w+ )*(?:fragen|prüfen|"
    r"nachsehen|"
    r"versuchen|suchen|verwenden)|achte darauf|stelle sicher|sei vorsichtig|frage? (?:den|die|"
    r"einen))\b",
)
HEDGES = (
    r"\b(?:creo|pienso|supongo|probablemente|quiz[aá]s?|tal vez|posiblemente|al parecer|"
    r"parece(?:n)?|"
    r"podr[ií]an? ser|a lo mejor|diría)\b",
    r"\b(?:ich (?:glaube|denke|vermute|nehme an)|wahrscheinlich|vermutlich|vielleicht|"
    r"möglicherweise|"
    r"scheint|scheinen|sieh?t (?:so )?aus|sehen aus|könnten?|wohl|offenbar|anscheinend)\b",
)
REASONS = (
    r"\b(?:porque|ya que|debido a|por (?:la forma|el color)|lo s[eé] por|basándome en)\b",
    r"\b(?:weil|aufgrund|das erkenne ich an|denn|da es|ich erkenne es an)\b",
)
COURTESIES = (
    r"^(?:claro|por supuesto|con gusto|de nada|espero que|avísame|dime si|gracias)\b(?!.*\d)",
    r"\b(?:algo más|más ayuda|otra pregunta|en qué (?:más )?puedo ayudar)",
    r"^(?:gerne|natürlich|selbstverständlich|ich hoffe|sag bescheid|sagen sie bescheid|"
    r"danke)\b(?!.*\d)",
    r"\b(?:noch etwas|weitere fragen|kann ich (?:sonst|noch) (?:\w+ )?helfen|weiterhelfen)\b",
)
ASKING_BACK = (
    r"\b(?:cu[aá]l(?:es)?|a qu[eé] te refieres|te refieres a|quieres decir)\b|^(?:el|"
    r"la) .*\bo\b.*\?$",
    r"\b(?:welche[rsnm]?|meinst du|meinen sie|was genau)\b|^(?:der|die|das|den) .*\boder\b.*\?$",
)
