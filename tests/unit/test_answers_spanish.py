"""Spanish: what is said of what was found, word for word."""

from __future__ import annotations

import pytest
from whichone_core.types.quality import Flaw

from tests.answer_cases import CASES, POOR, REPLIES, answered, answered_poorly, replied

# fmt: off
SAID = {
    "a red cup": "Es una taza roja. Está a la izquierda.",
    "orange scissors": "Son unas tijeras naranja. Están a la izquierda.",
    "an unsure elephant": "Parece un elefante gris. Está a la derecha.",
    "a bear beside a bottle": (
        "Veo dos cosas: una botella en el centro y lo que parece un oso marrón a la "
        "derecha."
    ),
    "a bottle with print": "Es una botella verde que dice: ACME SOAP. Está en el centro.",
    "a box with faint print": "Es una caja azul que parece decir: TEA. Está en el centro.",
    "a person or a hand": "Parece una persona o una mano. Está abajo.",
    "broccoli": "Es brócoli verde. Está en el centro.",
    "a guess": "Podría tratarse de una tetera, pero no es seguro.",
    "sunglasses as a guess": "Podría tratarse de unas gafas de sol, pero no es seguro.",
    "print alone": "Dice: ORGANIC TOMATO SOUP.",
    "another and a third": "Es una taza roja. Está en el centro. También veo otra taza y un libro.",
    "two more chairs": "Es una silla. Está en el centro. También veo dos sillas más.",
    "three things": (
        "Veo tres cosas: una taza roja a la izquierda, un tenedor azul claro a la derecha"
        " y lo que parece una manzana en el centro."
    ),
    "two unsure things": (
        "Veo tres cosas: un perro negro a la izquierda, y lo que parece una oveja gris en"
        " el centro y un gato blanco a la derecha."
    ),
    "where two things are": "La taza está a la izquierda y el libro está a la derecha.",
    "where two unsure things are": (
        "Si veo bien, la taza está a la izquierda y el libro está a la derecha."
    ),
    "the labels of two": (
        "Veo dos cosas: una botella roja a la izquierda y un libro azul a la derecha. La "
        "botella de la izquierda dice: ALPHA."
    ),
    "which of several kinds": (
        "¿Cuál quieres decir: una de las dos tazas, una de las dos naranjas, o lo que "
        "parece una manzana? la taza gris de la izquierda / la taza azul de la derecha / "
        "la naranja de arriba / la naranja de abajo / quizá una manzana verde en el "
        "centro"
    ),
    "which of four mugs": (
        "¿Cuál de las cuatro tazas quieres decir? la taza gris de la izquierda / la taza "
        "roja de arriba / la taza verde del centro / la taza azul de la derecha"
    ),
    "which of a row": (
        "¿Cuál de los cuatro cuchillos quieres decir? el cuchillo rojo de la izquierda, "
        "en el centro / el cuchillo rojo de arriba / el cuchillo rojo del medio, en el "
        "centro / el cuchillo rojo de la derecha, en el centro"
    ),
    "two cups of two colours": "La taza de la izquierda es roja, la de la derecha es azul.",
    "two cups in one place": (
        "De las dos tazas, la de la izquierda es roja, la de la derecha es azul."
    ),
    "five bottles": "De las cinco botellas, dos son rojas, dos son azules y una es verde.",
    "people's clothes": (
        "La persona de la izquierda va de rojo, la del centro va sobre todo de azul "
        "oscuro, la de la derecha va sobre todo de rojo."
    ),
    "one person's clothes": "La persona va de azul.",
    "both alike": "Las dos tazas son rojas.",
    "all books alike": "Creo que quieres decir el libro: es amarillo.",
    "two colours": "La silla es roja y blanca.",
    "three colours": "El sofá es una mezcla de rojo, blanco y azul.",
    "mostly one colour": "El bolso es sobre todo azul oscuro.",
    "red scissors": "Las tijeras son rojas.",
    "an unsure thing's colour": "Lo que parece un jarrón es rosa.",
    "no thing but colour": (
        "El color en el centro de la imagen es una mezcla de rojo, blanco y azul."
    ),
    "a missing thing's colour": (
        "No distingo el elefante, pero el color en el centro de la imagen es rojo y "
        "blanco."
    ),
    "odd light": "La corbata es morada. Con esta luz los colores pueden engañar.",
    "no colour": (
        "No distingo el color. Acerca la cámara, con la cosa en el centro, y toma otra "
        "foto."
    ),
    "two or three": "Veo al menos dos tazas, quizá tres.",
    "exactly one": "Veo un tenedor.",
    "perhaps one": "Puede que vea un cuchillo, pero no es seguro.",
    "none of two kinds": (
        "No veo ningún perro ni ningún gato, pero puede que se me haya escapado alguno. "
        "Da un paso atrás, o gira un poco, y toma otra foto."
    ),
    "at least eight": "Veo al menos ocho personas.",
    "several kinds": "Veo una taza, unas tijeras, brócoli y lo que parece un elefante.",
    "where one is": "El reloj está a la izquierda.",
    "where a large one is": "La taza está en el centro. Ocupa gran parte de la imagen.",
    "where a small unsure one is": (
        "Lo que parece una taza está arriba a la derecha. Aparece en pequeño en la "
        "imagen."
    ),
    "where two are": "Veo dos tazas: a la izquierda y arriba.",
    "where scissors are": "Las tijeras están abajo a la izquierda.",
    "yes, one": "Sí, hay un gato arriba.",
    "yes, two": "Sí, veo dos perros: arriba y a la izquierda.",
    "perhaps": "Puede que vea un perro arriba, pero no es seguro.",
    "neither": (
        "No veo ningún gato ni ningún tenedor, pero puede que se me haya escapado. Veo un"
        " perro. Da un paso atrás, o gira un poco, y toma otra foto."
    ),
    "rather another": "No veo ningún gato: parece un perro.",
    "yes, it is": "Sí, parece un perro.",
    "a scene": (
        "Veo dos tazas, un portátil y lo que parece un jarrón. Las dos tazas están a la "
        "izquierda y a la derecha. El portátil está en el centro y es rojo y blanco. Lo "
        "que parece un jarrón está arriba."
    ),
    "a scene in colours": (
        "Podría tratarse de una tetera, pero no es seguro. El color en el centro de la "
        "imagen es rojo y blanco."
    ),
    "not understood": (
        "Puede que no te haya entendido, así que describo la imagen. Veo una cama. La cama"
        " está en el centro."
    ),
    "nothing": (
        "No distingo nada en esta imagen. Da un paso atrás, o gira un poco, y toma otra "
        "foto."
    ),
    "a lamp": "Parece que hay una luz encendida.",
    "bright": "Parece que hay mucha luz aquí, pero no veo ninguna lámpara encendida.",
    "dim": "Parece que hay poca luz aquí.",
    "dark": "Parece que está oscuro aquí.",
    "a dark screen": "Puede que el televisor no muestre nada: el color es negro.",
    "a lit screen": "Parece que el portátil muestra algo: el color es azul.",
    "an oven's lamp": (
        "Parece que hay mucha luz aquí, pero no veo ninguna lámpara encendida. Sobre el "
        "horno no puedo decir nada, solo cuánta luz hay en la imagen."
    ),
    "read": "Dice: Push, Fire exit.",
    "read badly": "Solo puedo leer una parte. Parece decir: Pu5h.",
    "read turned": "Dice: Push. Giré la imagen para leerla.",
    "nothing to read": (
        "No puedo leer ningún texto aquí. Pon el texto plano, a un antebrazo de la "
        "cámara, y toma otra foto."
    ),
    "no expiry date": (
        "No encontré la fecha de caducidad en el texto que pude leer. Puedo leer: Hello. "
        "Gíralo hacia otro lado y toma otra foto."
    ),
    "no instructions": (
        "No encontré las instrucciones en el texto que pude leer. Puedo leer: Hello. "
        "Gíralo hacia otro lado y toma otra foto."
    ),
    "a price": "El precio es $1.50.",
    "no code": (
        "No encontré ningún código de barras ni código QR. Gíralo despacio hasta que el "
        "código mire a la cámara y toma otra foto."
    ),
    "an expiry date": (
        "La etiqueta dice: Best before: 14 MAR 2027. Para asegurarte, toma otra foto y "
        "pregunta de nuevo. Solo repito lo que leo y no puedo valorarlo."
    ),
    "no mention of nuts": (
        "En el texto que pude leer no encontré ninguna mención de frutos secos o leche, "
        "pero eso no prueba nada. Puedo leer: Water. Gíralo hacia otro lado y toma otra "
        "foto."
    ),
    "who": (
        "No puedo decir quién es: no reconozco a las personas. Si hay un nombre escrito "
        "ahí, toma una foto de eso; puedo leerlo."
    ),
    "beyond": (
        "No puedo juzgar eso sin el modelo de lenguaje. Veo una taza y una persona. Si "
        "lleva algo escrito, toma una foto de eso; puedo leerlo."
    ),
}
OF_POOR_PICTURES = {
    Flaw.DARK: (
        "La imagen está demasiado oscura, así que no puedo saberlo. Enciende una luz, o "
        "acerca la cosa a una ventana, y toma otra foto."
    ),
    Flaw.UNIFORM: (
        "La imagen está tapada o vacía, así que no puedo saberlo. Destapa la lente, "
        "enciende una luz y prueba otra vez; si es una pantalla, desactiva antes la "
        "cortina de pantalla."
    ),
    Flaw.TILTED: (
        "No lo distingo en esta imagen. La imagen está inclinada. Gira la cámara hasta que "
        "el texto quede recto y toma otra foto."
    ),
    Flaw.SMALL: (
        "No lo distingo en esta imagen. La imagen está a un tamaño demasiado pequeño. Toma "
        "la foto otra vez a tamaño completo; esta es demasiado pequeña para ver detalles."
    ),
}
AFTER_A_REPLY = {
    "the blue one": "Es una taza azul. Está a la derecha.",
    "all of them": (
        "Veo cinco cosas: una taza gris, una naranja, una naranja, una taza azul y lo que"
        " parece una manzana verde."
    ),
    "the apple": "Parece una manzana verde. Está en el centro.",
    "neither": (
        "Entonces no sé qué quieres decir. Veo dos tazas, dos naranjas y lo que parece "
        "una manzana. Acerca la cámara, con la cosa en el centro, y toma otra foto."
    ),
    "banana": (
        "No entendí cuál quieres decir. Veo dos tazas, dos naranjas y lo que parece una "
        "manzana. Responde con su número, o toma una foto solo de eso."
    ),
}
# fmt: on


def test_each_case_has_its_sentences() -> None:
    assert set(SAID) == set(CASES)
    assert set(OF_POOR_PICTURES) == set(POOR)
    assert set(AFTER_A_REPLY) == set(REPLIES)


@pytest.mark.parametrize("name", CASES)
def test_what_is_said_of_what_was_found(name: str) -> None:
    assert answered("es", name) == SAID[name]


@pytest.mark.parametrize("flaw", POOR)
def test_what_is_said_of_a_poor_picture(flaw: Flaw) -> None:
    assert answered_poorly("es", flaw) == OF_POOR_PICTURES[flaw]


@pytest.mark.parametrize("words", REPLIES)
def test_what_is_said_after_a_reply(words: str) -> None:
    assert replied("es", words) == AFTER_A_REPLY[words]
