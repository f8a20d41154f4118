"""Spanish questions as people blurt them out: written after the rules, without looking at them.

They were counted once before the rules were improved with them; that count stands in
`tests/bench/tongues.py`.
"""

from __future__ import annotations

from whichone_core.types.questions import Intent, Stakes, TextField

from tests.tongues.asked import Ask

_I, _F, _S = Intent, TextField, Stakes

COLLOQUIAL = (
    Ask("a ver qué es lo que tengo aquí delante", _I.DESCRIBE, None, None),
    Ask("oye y esto qué sería", _I.IDENTIFY, None, None),
    Ask("me lees lo de atrás porfa", _I.READ, None, None),
    Ask("fíjate si ya venció el jamón", _I.FIELD, _F.EXPIRY, None, _S.DATES),
    Ask("de aquí a cuándo aguanta el yogur", _I.FIELD, _F.EXPIRY, None, _S.DATES),
    Ask("cuánto me costó la compra según el ticket", _I.FIELD, _F.PRICE, None, _S.MONEY),
    Ask("es de diez o de veinte el billete", _I.FIELD, _F.AMOUNT, None, _S.MONEY),
    Ask("le echaron cacahuate a esto", _I.FIELD, _F.INGREDIENTS, None, _S.ALLERGENS),
    Ask("mi hijo es alérgico al huevo, puede comerlo", _I.BEYOND, None, None, _S.ALLERGENS),
    Ask("cada cuánto me toca la pastilla", _I.FIELD, _F.DOSAGE, None, _S.MEDICINE),
    Ask("estas gotas son para los ojos o para los oídos", _I.IDENTIFY, None, None, _S.MEDICINE),
    Ask("esto es aguarrás o agua", _I.IDENTIFY, None, None),
    Ask("cuál de los dos botes es el del champú", _I.WHERE, None, None),
    Ask("se me cayó el anillo, lo ves por el suelo", _I.PRESENCE, None, None),
    Ask("hay moros en la costa", _I.PRESENCE, None, None),
    Ask("quedó alguna luz prendida en la sala", _I.LIGHT, None, None),
    Ask("la vitro está apagada", _I.BEYOND, None, None),
    Ask("los calcetines son iguales", _I.BEYOND, None, None),
    Ask("tiene alguna mancha la blusa", _I.BEYOND, None, None),
    Ask("qué pinta tiene la tarta", _I.DESCRIBE, None, None),
    Ask("en qué piso estamos, mira el ascensor", _I.FIELD, _F.NUMBER, None),
    Ask("qué autobús viene", _I.FIELD, _F.NUMBER, None),
    Ask("a nombre de quién viene el sobre", _I.FIELD, _F.ADDRESS, None),
    Ask("el horno a cuánto está puesto", _I.FIELD, _F.TEMPERATURE, None),
    Ask("cuántos somos en la foto", _I.COUNT, None, None),
    Ask("el gato anda por ahí", _I.PRESENCE, named="cat"),
    Ask("dónde habré dejado las llaves", _I.WHERE, None, None),
    Ask("me dices el color de la corbata", _I.COLOUR, named="tie"),
    Ask("combinan estos zapatos con el pantalón", _I.BEYOND, None, None),
    Ask("puedo meter el dedo en este enchufe", _I.BEYOND, None, None, _S.ELECTRICITY),
)
