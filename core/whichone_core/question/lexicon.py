"""Everyday nouns and the names that the detectors have for them.

`label_of` turns the words a person uses ("sofa", "telly", "mobile") into a detector's
label or into the name of a group of them; `kin` says which labels answer to it ("mug"
asked, "cup" found; "animal" asked, "dog" found).  The labels are COCO's 80 and what Open
Images adds to them (facts: NanoDet and SSD-MobileNetV2).
"""

from __future__ import annotations

from functools import cache


def _words(text: str) -> tuple[str, ...]:
    """Comma-separated phrases as a tuple; line breaks count as spaces."""
    return tuple(" ".join(piece.split()) for piece in text.split(",") if piece.strip())


COCO_LABELS = frozenset(
    _words("""
    person, bicycle, car, motorcycle, airplane, bus, train, truck, boat, traffic light,
    fire hydrant, stop sign, parking meter, bench, bird, cat, dog, horse, sheep, cow,
    elephant, bear, zebra, giraffe, backpack, umbrella, handbag, tie, suitcase, frisbee,
    skis, snowboard, sports ball, kite, baseball bat, baseball glove, skateboard, surfboard,
    tennis racket, bottle, wine glass, cup, fork, knife, spoon, bowl, banana, apple,
    sandwich, orange, broccoli, carrot, hot dog, pizza, donut, cake, chair, couch,
    potted plant, bed, dining table, toilet, tv, laptop, mouse, remote, keyboard,
    cell phone, microwave, oven, toaster, sink, refrigerator, book, clock, vase, scissors,
    teddy bear, hair drier, toothbrush""")
)
OPEN_IMAGES_LABELS = frozenset(
    _words("""boot, computer mouse, computer monitor, box, mug, coffee cup, desk, table,
    high heels, vehicle, footwear, camera""")
)
DETECTOR_LABELS = COCO_LABELS | OPEN_IMAGES_LABELS

GROUPS: dict[str, tuple[str, ...]] = {
    "animal": _words("bird, cat, dog, horse, sheep, cow, elephant, bear, zebra, giraffe"),
    "bag": _words("handbag, backpack, suitcase"),
    "computer": _words("laptop, computer monitor, tv, keyboard"),
    "cutlery": _words("fork, knife, spoon"),
    "food": _words(
        "banana, apple, sandwich, orange, broccoli, carrot, hot dog, pizza, donut, cake"
    ),
    "fruit": _words("banana, apple, orange"),
    "furniture": _words("chair, couch, bed, bench, dining table, table, desk"),
    "screen": _words("tv, computer monitor, laptop, cell phone"),
    "vegetable": _words("broccoli, carrot"),
}
"""Words for several labels.  They may be targets too; only `kin` resolves them."""

_FAMILIES = (
    _words("cup, mug, coffee cup"),
    _words("dining table, table, desk"),
    _words("mouse, computer mouse"),
    _words("tv, computer monitor"),
    _words("footwear, boot, high heels"),
)
"""Labels that the two detectors give to the same things."""

_NARROWER = {
    "wine glass": _words("cup"),
    "vehicle": _words("car, truck, bus, motorcycle, train, boat, airplane, bicycle"),
    "car": _words("vehicle, truck"),
    "truck": _words("vehicle, car"),
    "bus": _words("vehicle"),
    "computer monitor": _words("laptop"),
    **GROUPS,
}

_SYNONYMS = {
    "person": """people, man, men, woman, women, child, children, kid, boy, girl, baby, lady,
        guy, human, somebody, someone, anybody, anyone, everybody, crowd, toddler""",
    "bicycle": "bike, push bike",
    "motorcycle": "motorbike, motor bike, scooter, moped",
    "airplane": "plane, aeroplane, aircraft, jet",
    "car": "automobile, taxi, cab, sedan, suv, parked car",
    "truck": "lorry, van, pickup, pickup truck",
    "bus": "coach, minibus, school bus",
    "boat": "ship, sailboat, sailing boat, canoe, kayak",
    "traffic light": "stoplight, stop light, traffic signal, pedestrian light, crossing light",
    "fire hydrant": "hydrant",
    "bird": "pigeon, parrot, duck, seagull, budgie",
    "cat": "kitten, kitty, pussycat",
    "dog": "puppy, doggy, guide dog, pup",
    "cow": "cattle, bull, calf",
    "horse": "pony",
    "sheep": "lamb",
    "backpack": "rucksack, knapsack, schoolbag, school bag",
    "umbrella": "parasol, brolly",
    "handbag": "purse, hand bag, tote, tote bag, shoulder bag",
    "tie": "necktie, neck tie",
    "suitcase": "luggage, trolley case",
    "sports ball": "ball, football, basketball, volleyball, tennis ball, soccer ball, baseball",
    "tennis racket": "racket, racquet, tennis racquet",
    "bottle": """flask, water bottle, wine bottle, beer bottle, medicine bottle, pill bottle,
        shampoo bottle, spray bottle, plastic bottle, glass bottle""",
    "wine glass": "glass, drinking glass, goblet",
    "cup": "teacup, tea cup, beaker, tumbler, paper cup",
    "mug": "coffee mug, tea mug",
    "spoon": "teaspoon, tablespoon",
    "bowl": "cereal bowl",
    "sandwich": "burger, hamburger",
    "hot dog": "hotdog",
    "donut": "doughnut",
    "cake": "cupcake, birthday cake",
    "chair": "armchair, stool, office chair, recliner",
    "couch": "sofa, settee, loveseat",
    "potted plant": "plant, houseplant, house plant, flowerpot, flower pot, pot plant",
    "bed": "mattress",
    "toilet": "loo, toilet bowl, toilet seat",
    "tv": "telly, television, tv set, television set, tv screen, television screen",
    "laptop": "laptop computer, notebook computer, macbook",
    "remote": "remote control, tv remote, controller, remote controller, clicker",
    "cell phone": """phone, cellphone, mobile, mobile phone, iphone, smartphone, smart phone,
        telephone, cell, android phone""",
    "keyboard": "computer keyboard",
    "microwave": "microwave oven",
    "oven": "stove, cooker",
    "sink": "washbasin, basin",
    "refrigerator": "fridge, freezer",
    "book": "textbook, notebook, novel, paperback, cookbook",
    "clock": "alarm clock, wall clock",
    "scissors": "pair of scissors",
    "teddy bear": "teddy, stuffed bear",
    "hair drier": "hairdryer, hairdrier, hair dryer",
    "computer mouse": "pc mouse, wireless mouse",
    "computer monitor": "monitor, computer screen, pc screen, pc monitor",
    "box": "carton, package, packet, parcel, cardboard box",
    "desk": "office desk",
    "table": "coffee table, kitchen table, side table, tabletop",
    "boot": "wellies",
    "high heels": "heels, high heel, stiletto",
    "footwear": "shoe, sneaker, trainer, sandal, slipper, flip flop, loafer",
    "camera": "webcam",
    "animal": "creature, pet",
    "bag": "sack",
    "screen": "display",
}

_IRREGULAR = {
    "knives": "knife",
    "mice": "mouse",
    "shelves": "shelf",
    "leaves": "leaf",
    "heels": "heels",
    "buses": "bus",
}


def singular(noun: str) -> str:
    """The singular of the last word of an English noun phrase, as far as spelling tells."""
    head, _, last = noun.rpartition(" ")
    if noun == "glasses":
        return noun  # spectacles; "wine glasses" are glasses
    if last in _IRREGULAR:
        last = _IRREGULAR[last]
    elif last.endswith("ies") and len(last) > 4:
        last = last[:-3] + "y"
    elif last.endswith(("ches", "shes", "sses", "xes")):
        last = last[:-2]
    elif last.endswith("s") and len(last) > 3 and not last.endswith(("ss", "us", "is")):
        last = last[:-1]
    return f"{head} {last}".strip()


@cache
def _names() -> dict[str, str]:
    """Everyday noun -> label or group."""
    names = {name: name for name in (*DETECTOR_LABELS, *GROUPS)}
    for label, words in _SYNONYMS.items():
        names.update(dict.fromkeys(_words(words), label))
    return names


def label_of(noun: str) -> str | None:
    """The label or group for a whole noun phrase in lower case ("mobile phones").

    The whole phrase counts: "orange juice" is no orange, a "tv stand" no television.
    None if no detector knows it.
    """
    return _names().get(noun) or _names().get(singular(noun))


def kin(target: str) -> frozenset[str]:
    """The detector labels that answer to a question's target ("mug": mug, cup, coffee cup).

    An object is what was asked for when its label is in this set.
    """
    family = next((set(group) for group in _FAMILIES if target in group), set())
    return frozenset({target, *family, *_NARROWER.get(target, ())}) & DETECTOR_LABELS
