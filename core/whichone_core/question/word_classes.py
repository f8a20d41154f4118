"""Closed and common words by what they do in a question, for finding the nouns among them.

Only questions about pictures are served, so the lists are short; a verb that is missing
here can end up in a noun phrase, which costs an odd name, not a wrong answer.
"""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FUNCTION_WORDS = _words(
    """
    i you u he she we they me us him them my your our his her their its mine yours and or but nor
    if whether because than then as of in on at to from by with without for about into onto over
    under above below behind beside beneath between near nearby next across around through inside
    outside within against along off out up down is are am was were be been being do does did
    doing has have had having can could may might must shall should will would not no yes so very
    too really just only also even still already ever again now here there today tomorrow
    yesterday what which who whom whose where when why how it this that these those the a an any
    some all both each every either neither another other more most much many few enough such own
    same kind kinds type types sort sorts one ones two three four five six seven eight nine ten
    okay ok please thanks hello hi hey oh well sure maybe approximately roughly exactly currently
    called named titled per past last previous piece pair bunch couple sheet set able while until
    before after since ago away back together else like right left front top bottom middle side
    sides centre center end corner edge closer far
    """
)
"""Articles, pronouns, prepositions, auxiliaries, places within a picture, parts ("piece of")."""

VERBS = _words(
    """
    say says said read reads show shows see seen saw look looks looked tell tells told describe
    describes identify know knows find found help need needs want wants get gets got give gives go
    goes went come comes came put puts make makes made take takes took taken keep hold holds use
    uses used buy buys sell cost costs eat drink cook bake heat wear wears match matches lit fit
    fits open opens close closed shut turn turned set press hit think seem seems appear appears
    contain contains include includes weigh weighs expire expires expired count locate spell
    spells write written play plays work works happen happens happened belong belongs face faces
    sit sits lie lies lay transcribe pay owe suit suits run runs let try ask answer check point
    points pointing send sent drop dropped recognize recognise leave left print printed display
    displayed scan mean means visible displaying plugged going located standing sitting lying
    holding wearing cooked unlock lock fell showing happening doing using trying coming facing
    reading saying looking
    """
)
"""Verbs of questions; they never begin, end or join a noun phrase."""

QUALITIES = _words(
    """
    red blue green yellow black white grey brown pink purple violet beige navy turquoise gold
    golden silver cream maroon teal light dark bright big small large little tiny huge long short
    tall old new good bad better best nice clean dirty wet dry fresh rotten ripe edible safe
    broken mouldy moldy free spoiled spoilt empty full hot cold cool warm yucky weird ready upside
    straight famous plain striped plus minus positive negative different similar particular exact
    main whole entire available possible able clear blurry dusty stained sharp soft hard loose
    alone alive visible okay fine correct wrong expired frozen canned specific on-screen
    """
)
"""Adjectives: part of a noun phrase ("red mug"), but never all of it."""

ATTRIBUTES = _words(
    """
    colour colours size sizes shape pattern patterns design designs name names title titles brand
    brands price prices date dates number numbers label labels text texts word words writing
    letter letters message messages logo print expiry expiration ingredients ingredient
    instructions instruction directions description detail details nutrition nutritional
    information info calories calorie sodium sugar fat protein temperature time weight amount
    quantity isbn chapter lyrics percentage capacity strength progress language worth speed dosage
    dose address code codes barcode barcodes serial model make manufacturer flavor flavors content
    contents value values picture pictures photo photos image images shot background foreground
    scene view way lot lots bit something anything everything nothing somewhere anywhere help
    question questions purpose ml mg grams gram milligrams ounces ounce liters minutes minute
    hours hour degrees degree seconds pounds kilos percent dollars euros cents state condition
    difference material style texture order page line lines fact facts level setting settings
    version year month day decorations caption captcha orientation layout position total
    denomination channel author capital room rooms gluten light lights place location
    """
)
"""What is asked about a thing, not a thing itself ("the price of the mug")."""

VAGUE_NOUNS = _words(
    """
    thing things item items object objects stuff product products
    """
)
"""Nouns that name nothing."""

DEMONSTRATIVES = _words(
    """
    this that these those
    """
)

PICTURE_WORDS = _words(
    """
    picture pictures photo photos image images scene room place view photograph
    """
)
""" "This picture" is the picture itself: nothing vague."""

PRONOUNS = _words(
    """
    it they them he she
    """
)

PLACE_WORDS = _words(
    """
    in on at from under above below behind beside near inside outside by with around into onto
    over to
    """
)
"""Prepositions that only say where something is."""

LEADING = _words(
    """
    the a an any some my your our his her their its this that these those another other each every
    both all no of two three four five six more many what which kind kinds type types sort whose
    like and or colour size brand flavor make model contain contains have has see
    """
)
"""Words that lead a noun phrase in, so that an unknown noun may follow."""

NOT_VERBS_THOUGH = _words(
    """
    bed ceiling painting building earring ring string spring clothing seasoning icing king wedding
    shed seed weed bread thread bracelet pudding dressing stuffing drawing ping dining cleaning
    washing baking cooking frozen sewing shopping sling wing red
    """
)
"""Nouns and adjectives in "-ing" and "-ed"."""

STOP_WORDS = FUNCTION_WORDS | VERBS | ATTRIBUTES | VAGUE_NOUNS
"""The words at which a noun phrase ends."""
