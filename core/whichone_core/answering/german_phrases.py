"""The fixed sentences of the built-in engine in German: short, and "du" where it must be."""

from __future__ import annotations

from whichone_core.answering.phrases import Phrases

GERMAN = Phrases(
    # which one
    which_one="Was meinst du: {choices}?",
    which_of_a_kind="{which} der {count} {kind} meinst du?",
    which_one_spoken="Was meinst du?",
    maybe="vielleicht {thing}",
    you_mean="Ich glaube, du meinst {thing_object}: {fact}",
    perhaps_you_mean="Ich bin nicht sicher, was du meinst. Falls es {thing} ist: {fact}",
    # what it is
    says="{thing} mit der Aufschrift: {text}",
    seems_to_say="{thing}, wohl mit der Aufschrift: {text}",
    person_or_hand="eine Person oder eine Hand",
    might_be="Es könnte {name} sein",
    might_be_alone="Es könnte {name} sein, aber das ist nicht sicher",
    if_right="Wenn ich es richtig sehe: {facts}",
    things="Ich sehe {count} Dinge: {things}",
    also="Ich sehe auch {things}",
    # colour
    picture_colour="Die Mitte des Bildes ist {colour}",
    colour_of_unknown=(
        "{name} kann ich nicht genau erkennen, aber die Mitte des Bildes ist {colour}"
    ),
    colour_of_missing="Ich erkenne {name} nicht, aber die Mitte des Bildes ist {colour}",
    of_the="Von den {count} {kind_of}: {shares}",
    from_left="{group} sind von links nach rechts {colours}",
    others_vary="die übrigen sind verschieden",
    colour_light="Bei diesem Licht können Farben täuschen",
    no_colour="Ich erkenne die Farbe nicht",
    # scenes
    see="Ich sehe {things}",
    count_think="Ich glaube, ich sehe {things}",
    count_at_least="Ich sehe mindestens {things}",
    count_perhaps="Ich sehe mindestens {things}, vielleicht {more}",
    count_unsure="Ich sehe vielleicht {things}, aber das ist nicht sicher",
    see_at="Ich sehe {things}: {places}",
    yes_one="Ja, ich sehe {things} {place}",
    yes_think="Ich glaube schon: ich sehe {things} {place}",
    yes_several="Ja, ich sehe {things}: {places}",
    yes_perhaps="Ich sehe vielleicht {things} {place}, aber das ist nicht sicher",
    yes_it_is="Ja, es sieht aus wie {thing}",
    rather="Ich sehe {missing}: es sieht aus wie {thing}",
    no_name="Ich kann nichts davon benennen, aber die Mitte des Bildes ist {colour}",
    not_understood_question=(
        "Vielleicht habe ich dich nicht verstanden, darum beschreibe ich das Bild"
    ),
    screen_on="{thing} zeigt offenbar etwas: die Farbe ist {colour}",
    screen_dark="{thing} ist vielleicht aus: die Farbe ist {colour}",
    no_state="Über {thing_object} selbst kann ich nichts sagen, nur wie hell das Bild ist",
    # light
    light_on="Offenbar ist ein Licht an",
    light_bright="Es wirkt hell hier, aber ich sehe keine Lampe, die an ist",
    light_dim="Es wirkt dämmrig hier",
    light_dark="Es wirkt dunkel hier",
    light_covered="Es wirkt dunkel hier, oder die Linse ist verdeckt",
    # text and codes
    text_says="Da steht: {text}",
    text_seems="Ich kann es nur zum Teil lesen. Da steht wohl: {text}",
    text_named="{name} trägt die Aufschrift: {text}",
    more_text="Es gibt noch mehr Text",
    goes_on="Es geht weiter: {text}",
    turned="Zum Lesen habe ich das Bild gedreht",
    read_too="Ich kann lesen: {text}",
    read_around="Darum herum kann ich lesen: {text}",
    field_is="{the_field} ist {value}",
    field_reads="{the_field}: {value}",
    field_may_be="{the_field} ist vielleicht {value}",
    field_also="Ich habe auch {value} gefunden",
    number_unnamed="Eine Nummer, die so heißt, habe ich nicht gefunden, nur {value}",
    word_found="Ich kann {text} lesen, {place}",
    # high stakes
    label_says="Auf dem Etikett steht: {text}",
    label_seems="Ich kann es nur zum Teil lesen: {text}",
    label_also="Dort steht auch: {text}",
    only_read="Ich wiederhole nur, was ich lese, und kann es nicht beurteilen",
    second_picture="Mach zur Sicherheit ein zweites Foto und frag noch einmal",
    no_mention=(
        "In dem Text, den ich lesen konnte, ist von {what} nicht die Rede, aber das beweist nichts"
    ),
    # can't
    bad_picture="Das Bild ist {flaws}, darum kann ich es nicht sagen",
    bad_picture_plain="Das Bild ist zu schlecht, darum kann ich es nicht sagen",
    because="Das Bild ist {flaws}",
    no_name_read="Zu {name} kann ich nichts Genaueres sagen, denn ich lese keinen Text darauf",
    no_text="Ich kann hier keinen Text lesen",
    not_found="Ich kann es auf diesem Bild nicht erkennen",
    nothing="Ich kann auf diesem Bild nichts erkennen",
    no_target="Ich sehe {missing}, aber vielleicht habe ich etwas übersehen",
    no_target_many="Ich sehe {missing}, aber vielleicht habe ich welche übersehen",
    no_field="In dem Text, den ich lesen konnte, steht {no_field}",
    no_line="Dazu habe ich in dem Text, den ich lesen konnte, nichts gefunden",
    no_writer="In dem Text, den ich lesen konnte, steht keine Unterschrift und kein Absender",
    no_code="Ich habe keinen Strichcode und keinen QR-Code gefunden",
    no_light="Ich konnte das Licht nicht messen",
    who="Ich kann nicht sagen, wer das ist: ich erkenne keine Personen",
    beyond="Das kann ich ohne das Sprachmodell nicht beurteilen",
    cant_look_for="Ohne das Sprachmodell kann ich nicht nach {name} suchen",
    not_understood="Ich habe nicht verstanden, was du meinst",
    none_of_them="Dann weiß ich nicht, was du meinst",
    offered="Ich sehe {things}",
    # one thing to do with the camera
    do_text="Halte den Text flach, einen Unterarm weit von der Kamera, und mach ein neues Foto",
    do_other_side="Dreh es auf eine andere Seite und mach ein neues Foto",
    do_code="Dreh es langsam, bis der Code zur Kamera zeigt, und mach ein neues Foto",
    do_search="Geh einen Schritt zurück oder dreh dich ein wenig und mach ein neues Foto",
    do_closer="Halte die Kamera näher daran, mit der Sache in der Mitte, und mach ein neues Foto",
    same_again="Genauer kann ich es nicht prüfen: zu diesem Bild würde ich wieder dasselbe sagen",
    do_compare="Mach ein zweites Foto und vergleiche es mit dem letzten",
    do_label="Wenn etwas darauf steht, mach ein Foto davon; ich kann es lesen",
    do_name="Wenn dort ein Name steht, mach ein Foto davon; ich kann ihn lesen",
    do_single="Antworte mit der Nummer, oder mach ein Foto nur davon",
)
