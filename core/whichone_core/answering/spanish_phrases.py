"""The fixed sentences of the built-in engine in Spanish, neutral between Spain and America.

"Tú", short, and without words for the speaker that would need a gender.
"""

from __future__ import annotations

from whichone_core.answering.phrases import Phrases

SPANISH = Phrases(
    # which one
    which_one="¿Cuál quieres decir: {choices}?",
    which_of_a_kind="¿Cuál de {group} quieres decir?",
    which_one_spoken="¿Cuál quieres decir?",
    maybe="quizá {thing}",
    you_mean="Creo que quieres decir {thing}: {fact}",
    perhaps_you_mean="No sé bien cuál quieres decir. Si es {thing}: {fact}",
    # what it is
    says="{thing} que dice: {text}",
    seems_to_say="{thing} que parece decir: {text}",
    person_or_hand="una persona o una mano",
    might_be="Podría tratarse de {name}",
    might_be_alone="Podría tratarse de {name}, pero no es seguro",
    if_right="Si veo bien, {facts}",
    things="Veo {count} cosas: {things}",
    also="También veo {things}",
    # colour
    picture_colour="El color en el centro de la imagen es {colour}",
    colour_of_unknown=(
        "No distingo {name} por separado, pero el color en el centro de la imagen es {colour}"
    ),
    colour_of_missing="No distingo {name}, pero el color en el centro de la imagen es {colour}",
    of_the="De {group}, {shares}",
    from_left="{group}, de izquierda a derecha, {colours}",
    others_vary="el resto varía",
    colour_light="Con esta luz los colores pueden engañar",
    no_colour="No distingo el color",
    # scenes
    see="Veo {things}",
    count_think="Creo que veo {things}",
    count_at_least="Veo al menos {things}",
    count_perhaps="Veo al menos {things}, quizá {more}",
    count_unsure="Puede que vea {things}, pero no es seguro",
    see_at="Veo {things}: {places}",
    yes_one="Sí, hay {things} {place}",
    yes_think="Creo que sí: {things} {place}",
    yes_several="Sí, veo {things}: {places}",
    yes_perhaps="Puede que vea {things} {place}, pero no es seguro",
    yes_it_is="Sí, parece {thing}",
    rather="No veo {missing}: parece {thing}",
    no_name="No sé nombrar nada de lo que hay, pero el color en el centro de la imagen es {colour}",
    not_understood_question="Puede que no te haya entendido, así que describo la imagen",
    screen_on="Parece que {thing} muestra algo: el color es {colour}",
    screen_dark="Puede que {thing} no muestre nada: el color es {colour}",
    no_state="Sobre {thing} no puedo decir nada, solo cuánta luz hay en la imagen",
    # light
    light_on="Parece que hay una luz encendida",
    light_bright="Parece que hay mucha luz aquí, pero no veo ninguna lámpara encendida",
    light_dim="Parece que hay poca luz aquí",
    light_dark="Parece que está oscuro aquí",
    light_covered="Parece que está oscuro aquí, o la lente está tapada",
    # text and codes
    text_says="Dice: {text}",
    text_seems="Solo puedo leer una parte. Parece decir: {text}",
    text_named="{name} dice: {text}",
    more_text="Hay más texto",
    goes_on="Sigue así: {text}",
    turned="Giré la imagen para leerla",
    read_too="Puedo leer: {text}",
    read_around="Alrededor puedo leer: {text}",
    field_is="{the_field} es {value}",
    field_reads="{the_field}: {value}",
    field_may_be="{the_field} podría ser {value}",
    field_also="También encontré {value}",
    number_unnamed="No encontré ningún número que se llame así, solo {value}",
    word_found="Puedo leer {text} {place}",
    # high stakes
    label_says="La etiqueta dice: {text}",
    label_seems="Solo puedo leer una parte: {text}",
    label_also="También dice: {text}",
    only_read="Solo repito lo que leo y no puedo valorarlo",
    second_picture="Para asegurarte, toma otra foto y pregunta de nuevo",
    no_mention=(
        "En el texto que pude leer no encontré ninguna mención de {what}, pero eso no prueba nada"
    ),
    # can't
    bad_picture="La imagen está {flaws}, así que no puedo saberlo",
    bad_picture_plain="La imagen es demasiado mala, así que no puedo saberlo",
    because="La imagen está {flaws}",
    no_name_read="No sé qué {name} es, porque no leo ningún texto",
    no_text="No puedo leer ningún texto aquí",
    not_found="No lo distingo en esta imagen",
    nothing="No distingo nada en esta imagen",
    no_target="No veo {missing}, pero puede que se me haya escapado",
    no_target_many="No veo {missing}, pero puede que se me haya escapado alguno",
    no_field="No encontré {the_field} en el texto que pude leer",
    no_line="No encontré nada sobre eso en el texto que pude leer",
    no_writer="No encontré ni firma ni remitente en el texto que pude leer",
    no_code="No encontré ningún código de barras ni código QR",
    no_light="No pude medir la luz",
    who="No puedo decir quién es: no reconozco a las personas",
    beyond="No puedo juzgar eso sin el modelo de lenguaje",
    cant_look_for="No puedo buscar {name} sin el modelo de lenguaje",
    not_understood="No entendí cuál quieres decir",
    none_of_them="Entonces no sé qué quieres decir",
    offered="Veo {things}",
    # one thing to do with the camera
    do_text="Pon el texto plano, a un antebrazo de la cámara, y toma otra foto",
    do_other_side="Gíralo hacia otro lado y toma otra foto",
    do_code="Gíralo despacio hasta que el código mire a la cámara y toma otra foto",
    do_search="Da un paso atrás, o gira un poco, y toma otra foto",
    do_closer="Acerca la cámara, con la cosa en el centro, y toma otra foto",
    same_again="No puedo comprobarlo mejor: de esta imagen diría otra vez lo mismo",
    do_compare="Toma otra foto y compárala con la anterior",
    do_label="Si lleva algo escrito, toma una foto de eso; puedo leerlo",
    do_name="Si hay un nombre escrito ahí, toma una foto de eso; puedo leerlo",
    do_single="Responde con su número, o toma una foto solo de eso",
)
