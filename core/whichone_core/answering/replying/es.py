"""How people reply in Spanish."""

from __future__ import annotations

from whichone_core.answering.replying.tongue import ReplyTongue
from whichone_core.question.tongues import TONGUES
from whichone_core.question.tongues.tongue import words

REPLIES = ReplyTongue(
    tongue=TONGUES["es"],
    meanings={
        "one": "uno",
        "two": "dos",
        "three": "tres",
        "four": "cuatro",
        "five": "cinco",
        "six": "seis",
        "seven": "siete",
        "eight": "ocho",
        "nine": "nueve",
        "number": "numero, opcion, el numero, la opcion, la numero",
        "last": "ultimo, ultima",
        "penultimate": "penultimo, penultima",
        "leftmost": "mas a la izquierda, a la izquierda del todo, de la izquierda del todo",
        "rightmost": "mas a la derecha, a la derecha del todo, de la derecha del todo",
        "topmost": "mas arriba, mas alto, mas alta",
        "bottom": "abajo, inferior, inferiores, mas abajo, bajo",
        "top": "arriba, superior, superiores, encima",
        "left": "izquierda, izquierdo",
        "right": "derecha, derecho",
        "middle": "medio, centro, central, en medio, del medio",
        "biggest": "mas grande, mayor, mas grandes",
        "big": "grande, grandes",
        "smallest": "mas pequeno, mas pequena, menor, mas chico, mas chica",
        "small": "pequeno, pequena, chico, chica, pequenito, pequenita",
        "closest": "mas cercano, mas cercana, mas cerca",
        "farthest": "mas lejano, mas lejana, mas lejos",
        "light": "claro, clara, claros, claras, clarito, clarita",
        "dark": "oscuro, oscura, oscuros, oscuras",
        "from": "desde, empezando por, contando desde, contando por",
        "next to": "al lado de, al lado del, junto a, junto al, cerca de, cerca del, pegado a",
        "but not": "pero no",
        "not": "no",
        "except": "excepto, menos, salvo",
        "but": "sino, sino que",
        "and": "y, e",
        "or": "o, u",
        "both": "ambos, ambas, los dos, las dos",
        "all": "todos, todas, todo, los tres, las tres, cada uno, cada una, todo eso",
        "the orange": "la naranja, una naranja",
    },
    stems={
        r"primer[oa]?s?": "first",
        r"segund[oa]s?": "second",
        r"tercer[oa]?s?": "third",
        r"cuart[oa]s?": "fourth",
        r"quint[oa]s?": "fifth",
        r"sext[oa]s?": "sixth",
        r"septim[oa]s?": "seventh",
        r"octav[oa]s?": "eighth",
        r"noven[oa]s?": "ninth",
        r"roj[oa]s?|colorad[oa]s?|granates?": "red",
        r"azul(?:es)?|celestes?|turquesas?": "blue",
        r"verdes?": "green",
        r"amarill[oa]s?|dorad[oa]s?": "yellow",
        r"blanc[oa]s?": "white",
        r"negr[oa]s?": "black",
        r"gris(?:es)?|platead[oa]s?": "grey",
        r"marron(?:es)?|cafes?|beige": "brown",
        r"rosas?|rosad[oa]s?": "pink",
        r"morad[oa]s?|violetas?|lilas?|purpuras?": "purple",
        r"naranjas?|anaranjad[oa]s?": "orange",
        r"(\d+)[oa]": r"number \1",
    },
    fillers=words(
        """
        el la los las lo un una unos unas de del a al en con por para que es son sta esta este ese
        esa eso esto estas esos esas cosa objeto favor quiero quisiera quieres dame digo decir
        refiero me mi creo pienso pues si ok vale bueno mejor gracias el color lado parte mano tipo
        seria eh mmm aquel aquella ella se yo prefiero elijo escojo elige escoge toma solo hablo
        refería preguntaba pregunto por claro
        """
    )
    - words("claro"),
    repeat=(
        r"(?:(?:por favor|perdon|perdona|disculpa|puedes|podrias|me|lo|oye) )*(?:repite(?:lo|"
        r"melo)?|"
        r"repetir(?:lo|melo)?|(?:otra vez|de nuevo|una vez mas)|que|como|perdon|perdona|mande|"
        r"que (?:has dicho|dijiste|opciones|opciones hay|habia)|dil?o otra vez|dimelo otra vez|"
        r"(?:cuales|que) (?:son|eran)(?: las opciones)?|no (?:te )?(?:he oido|oi|entendi|"
        r"he entendido)"
        r"(?: bien)?)(?: (?:por favor|eso|las opciones|la pregunta|otra vez))*"
    ),
    neither=(
        r"(?:no )*(?:ningun[oa](?: de (?:los|las|ell[oa]s|es[oa]s|est[oa]s)(?: \w+)?)?|nada|no|"
        r"nada de eso|ni un[oa] ni otr[oa]|otr[oa](?: cosa)?|otro distinto|algo distinto)"
        r"(?: por favor| gracias)?"
    ),
    question=(
        r"(?:que|cual (?:es|de)|cuanto|cuant[oa]s|donde|como|quien|cuando|hay|lee|leeme|describe|"
        r"dime (?:que|cual|donde|como|de)|de que|es (?:un|una|est[ea])|puedes)\b"
    ),
    stop=("para", "basta", "alto", "silencio", "callate", "cancela", "cancelar", "detente", "stop",
          "ya basta", "para ya", "calla", "parar"),
    again=("repite", "repitelo", "otra vez", "de nuevo", "repetir", "una vez mas", "dilo otra vez"),
    more=("mas", "dime mas", "mas detalles", "mas informacion", "sigue", "continua",
          "cuentame mas"),
    yes=("si", "si por favor", "claro", "correcto", "exacto", "eso es", "vale", "ok", "asi es",
         "eso mismo", "claro que si", "de acuerdo", "si eso"),
    no=("no", "que va", "no eso no", "eso no", "incorrecto", "no es eso", "no he dicho eso", "mal",
        "no dije eso", "no gracias"),
    all_of_them="todos",
    none_of_them="ninguno",
    numbers=("uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"),
    ordinals=("primero", "segundo", "tercero", "cuarto", "quinto", "sexto", "septimo", "octavo",
              "noveno"),
    places={
        "left": ("izquierda", "el de la izquierda", "la de la izquierda", "a la izquierda"),
        "right": ("derecha", "el de la derecha", "la de la derecha", "a la derecha"),
        "top": ("arriba", "el de arriba", "la de arriba"),
        "bottom": ("abajo", "el de abajo", "la de abajo"),
        "middle": ("el del medio", "la del medio", "el del centro", "en el centro"),
    },
    colours={
        "red": "rojo", "blue": "azul", "green": "verde", "yellow": "amarillo", "white": "blanco",
        "black": "negro", "grey": "gris", "brown": "marron", "pink": "rosa", "purple": "morado",
        "orange": "naranja",
    },
    number_word="numero",
    sounds=(
        (r"ch", "C"), (r"ll", "y"), (r"rr", "r"), (r"qu(?=[ei])", "k"), (r"gu(?=[ei])", "g"),
        (r"c(?=[ei])", "s"), (r"c", "k"), (r"z", "s"), (r"g(?=[ei])", "j"), (r"h", ""), (r"v", "b"),
        (r"x", "ks"), (r"[^a-zA-Z0-9]", ""), (r"C", "c"), (r"(.)\1+", r"\1"),
    ),
)  # fmt: skip
