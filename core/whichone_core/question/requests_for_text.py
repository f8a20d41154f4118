"""Rules for what no picture can tell, and for single fields of a text.

These stand before all others: "is this milk bad" must not become a question for milk, nor
"what colour is the expiry date" one for a colour.
"""

from __future__ import annotations

from whichone_core.question.requests import (
    IDENTIFICATION,
    OTHERS,
    PAPER,
    PICTURE,
    READING,
    THIS,
    Request,
    Rule,
    asks,
)
from whichone_core.types.questions import Intent, TextField

_UNIT = (
    r"(?:milligrams?|mg|ounces?|oz|grams?|pounds?|kilos?|kilograms?|liters?|ml|milliliters?|"
    r"gigabytes?|gb|megabytes?|volts?|watts?|amps?|inches|feet|meters?|bits?|servings?)"
)
_JUDGED = (
    r"(?:bad|rotten|spoil(?:ed|t)|mou?ldy|ripe|fresh|done|cooked|raw|safe|edible|healthy|"
    r"good|okay|ok|fine|wet|dry|clean|dirty|stained|broken|damaged|cracked|ready|burnt|burned|"
    r"real|fake|poisonous|dangerous|worth|pretty|beautiful|ugly|nice|matching)"
)

_FOODS_AVOIDED = (
    r"(?:\w*nuts?|almonds?|gluten|soya?|dairy|eggs?|wheat|sesame|shellfish|caffeine|alcohol|pork)"
)
_NUMERAL = r"(?:one|two|five|ten|twenty|fifty|hundred|1|2|5|10|20|50|100)"

_WROTE = (
    rf"(?:wrote|has written|signed|sent) (?:(?:me|us|to me|to us) )?(?:{THIS}\b|"
    rf"(?:{THIS}|the|my) (?:\w+ )?{PAPER}\b)"
)
"""What print in the picture was written by; who wrote a book or a song, it can't tell."""

BEYOND: tuple[Rule, ...] = (
    asks(
        Request(Intent.BEYOND, OTHERS),
        r"\b(?:right side up|upside down|right way (?:up|round|around)|wrong way|"
        r"side down|backwards?|inside out|orientation|other side|front or (?:the )?back|"
        r"facing)\b",
    ),
    asks(
        Request(Intent.BEYOND, OTHERS),
        r"\b(?:last|previous|earlier|other) (?:picture|photo|image|one)\b",
        rf"\b(?:is|was) (?:this|that|the|it) (?:an? )?{PICTURE}?\s?(?:any )?(?:better|"
        r"clear(?:er)?|blurry|in focus|centered|good enough)\b",
        r"(?<!page )\bam i (?!looking|pointing|holding|touching|eating|drinking|wearing|in )",
        r"\bwhole \w+ in (?:the|this)\b",
        r"\bin (?:the )?frame\b",
    ),
    asks(
        Request(Intent.BEYOND, OTHERS),
        r"\bwhere (?:can|could|do|would|should|did) (?:i|you|we|one)\b",
        r"\bwhere am i\b",
        r"\bwhere (?:is|are|was|were) \S+ (?:made|from|sold|born)\b",
        r"\bhow can i\b",
    ),
    asks(
        Request(Intent.BEYOND, OTHERS),
        r"^(?!(?:is|are) there)(?:is|are|does|do|did|has|was|will|"
        rf"would) .*\b(?<!how )(?:{_JUDGED})\b(?! (?:on|for) the)(?! (?:before|until|by|juice|"
        r"food))",
    ),
    asks(
        Request(Intent.BEYOND, OTHERS),
        r"\b(?:match(?:es|ing)?|go(?:es)? (?:well )?(?:with|together)|suits? me)\b",
        r"\bdo(?:es)? .*\blook (?:good|okay|ok|nice|alright|all right|right|"
        r"like (?:a )?good)\b",
        r"(?<!what )\bdo you (?:think|like|recommend|know|believe)\b",
        r"\byour opinion\b",
        r"\bhow (?:does|do) i look\b",
    ),
    asks(
        Request(Intent.BEYOND, OTHERS),
        r"^(?:why|should|shall|will i|would you|am i allowed)\b",
        r"^(?!how|when should i (?:take|swallow|inhale)).*\bshould i\b",
        r"^(?:what|which) (?:should|would|could|can|must|do|did|have) (?:i|we|you) (?!see|"
        r"call (?:this|that|it|these|those)|look|think)",
    ),
    asks(
        Request(Intent.BEYOND, OTHERS),
        r"\b(?:used for|use (?:this|it|these) for|do with (?:this|it|these)|capital of|"
        r"invented|designed|what (?:is|are) the (?:answers?|solution)|solve|side effects?|"
        r"weather|who (?:made|won|painted|owns|invented)|what year was|"
        rf"who (?!{_WROTE})wrote|"
        r"which of the following|translate|mean(?:s|ing)?$|stand for|in the world|"
        r"better for)\b",
    ),
    asks(
        Request(Intent.BEYOND, OTHERS),
        r"\byour (?:name|favou?rite|job)\b",
        r"\b(?:who|how) are you\b|\bwhat are you$",
        r"\bwhat is our\b",
        r"\bhow much of\b",
        r"\bwrong with\b",
        r"\bdo(?:es)? .* go (?:to|in|into)$",
    ),
    asks(
        Request(Intent.BEYOND, IDENTIFICATION),
        r"^whose\b",
        rf"^whom? (?!{_WROTE})(?!.*(?:\b(?:from|for|to)$|\b(?:author|writer|artist|publisher|"
        r"sender|manufacturer)\b))\w+",
    ),
)
"""What no picture can tell: how it is held, advice, judgement, knowledge, who someone is."""

FIELDS: tuple[Rule, ...] = (
    asks(
        Request(Intent.CODE, READING),
        r"\b(?:bar ?codes?|qr(?: codes?)?|scan)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, TextField.EXPIRY),
        r"\b(?:expir\w+|exp|bbe|use[- ]by|sell[- ]by|best (?:before|by|if used)|good (?:until|"
        r"till|through)|out of date|in date|go(?:es)? bad|past its date|"
        r"shelf life|(?<!light )(?<!lights )(?<!lamp )(?<!alarm )go(?:es|ing|ne)? off)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, TextField.PHONE),
        r"\b(?:phone|telephone|fax|mobile|contact|customer service) number\b",
        r"\bnumber (?:to|i|do i|should i)\b.*\bcall\b",
        r"\b(?:hot|help) ?line\b",
    ),
    asks(
        Request(Intent.FIELD, READING, TextField.DOSAGE),
        r"\b(?:dosage|dose|doses|milligrams?|mg|how many (?:\w+ )?(?:pills?|tablets?|"
        r"capsules?|drops|puffs) (?:do|should|can|to|are)|how often (?:do|"
        r"should) i take)\b",
        r"\bstrength\b",
        r"\bhow (?:many|much|often)\b(?! pictures| photos).*\b(?:i|we|you|he|she|they|to|be) "
        r"(?:have to |need to )?"
        r"(?:take|taken|give|given|swallow|inhale)\b(?!.*\b(?:pictures?|photos?|out|off|away)\b)",
        r"\bhow (?:many|much|often) (?:times )?(?:a|per|each|every) (?:day|week)\b",
        r"\bhow many (?:mls?|puffs|drops|teaspoons|spoonfuls|units)\b(?: (?:a|per) day)?$",
        r"\bwhen (?:do|should|can|must|may|to) (?:i |we |you )?(?:take|swallow|inhale)\b",
    ),
    asks(
        Request(Intent.FIELD, OTHERS, TextField.INGREDIENTS),
        r"\b(?:ingredients?|allergens?|gluten|lactose|vegan|vegetarian|halal|kosher|"
        r"made (?:out )?of|made from|chemicals)\b",
        rf"\b(?:have|has) (?:any |some )?(?:\w+ )?{_FOODS_AVOIDED}\b(?! in the)",
        rf"\bany (?:\w+ )?{_FOODS_AVOIDED}\b(?! in the)",
        r"\bdo(?:es)? .* contains?\b",
    ),
    asks(
        Request(Intent.FIELD, OTHERS, TextField.NUTRITION),
        r"\b(?:calories?|nutrition\w*|sodium|sugars?|carb\w*|protein|fib(?:er|re)|"
        r"cholesterol|vitamins? (?:in|does)|fat content|how much (?:fat|salt|iron|"
        r"caffeine))\b",
    ),
    asks(
        Request(Intent.FIELD, READING, TextField.INSTRUCTIONS),
        r"\b(?:instructions?|directions|cook(?:ing)? (?:time|this|it)|how long (?:do|"
        r"should|does|to|is|will|must)|heat(?:ing)? (?:this|it|up)|microwave (?:this|it|"
        r"for)|bake (?:this|it)|oven for|recipe)\b",
    ),
    asks(
        Request(Intent.FIELD, OTHERS, TextField.INSTRUCTIONS),
        r"^how (?:do|to|does|would|could|much \w+(?: and \w+)? do) (?:i|you|we|"
        r"one)? ?(?:cook|make|prepare|bake|heat|add|microwave|use|take|boil|wash|clean)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, TextField.TEMPERATURE),
        r"\b(?:temperature|thermostat|how (?:hot|cold|warm)|how many degrees|degrees)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, TextField.TIME),
        r"\b(?:what time|the time|time is it|clock say|hour is it|how (?:many minutes|"
        r"much time))\b",
    ),
    asks(
        Request(Intent.FIELD, IDENTIFICATION, TextField.AMOUNT),
        r"\b(?:denomination|bank ?notes?|dollar bill|how much (?:is )?(?:this |that |"
        r"the )?(?:money|bill|note|coin|cash)|(?:what|which|kind of) (?:money|currency|"
        r"coin|bill|note)(?: is| are)? (?:this|that|it|these)|\w+ (?:dollar|pound|euro|"
        r"rupee)s?(?: bill| note)?$)\b",
        r"\bwhat is (?:this|that) money\b",
        rf"^is (?:this|that|it) an? {_NUMERAL}(?: or an? {_NUMERAL})?$",
    ),
    asks(
        Request(Intent.FIELD, READING, TextField.PRICE),
        r"\b(?:prices?|how much (?:does|do|did|is|are|was) .*\bcosts?|costs?|"
        r"(?:sub ?|grand )?total(?: due| amount)?$|(?:total|amount) (?:due|amount|on|"
        r"of .*(?:receipt|bill))|balance|"
        r"how much (?:do|must) i (?:have to |need to )?(?:owe|pay))\b",
    ),
    asks(
        Request(Intent.FIELD, IDENTIFICATION, TextField.PRICE),
        rf"\bhow much (?:is|are) {THIS}(?: \w+)?$",
    ),
    asks(
        Request(Intent.FIELD, OTHERS, TextField.AMOUNT),
        r"\b(?:weigh[st]?|how (?:heavy|big|large|tall|wide))\b",
    ),
    asks(
        Request(Intent.FIELD, OTHERS, TextField.AMOUNT),
        rf"\bhow many (?:\w+ )?{_UNIT}\b",
        r"\bhow much (?!is|are|does|do|money|light)\w+\b.* (?:in|left|does|has)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, TextField.AMOUNT),
        r"\bsizes?\b",
        r"\b(?:capacity|percentage|how much is left)\b",
        r"\b(?:net )?weight\b",
        rf"\b\d+ {_UNIT}\b",
        r"\bvolume of\b",
    ),
    asks(
        Request(Intent.FIELD, READING, TextField.DATE),
        r"\b(?:dates?|what (?:day|month|year)|year of)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, TextField.ADDRESS),
        r"\b(?:(?:e-?mail |postal |return |web |street )?address(?:ed)?|^who (?:is|"
        r"are) .*(?:for|from|to)$|zip code|post ?code|website)\b",
    ),
    asks(
        Request(Intent.FIELD, READING, TextField.NUMBER),
        r"\bnumbers?\b",
        r"\b(?:pin|serial|product key|access code|activation code|frequency|reading on|"
        r"what (?:is )?the code|code (?:is|in|on))\b",
        r"\bwhat (?:channel|page|chapter) (?!say)",
        r"\bisbn\b",
    ),
    asks(
        Request(Intent.FIELD, READING, TextField.NAME),
        r"\b(?:titles?|author|writer|artist|publisher|sender|manufacturer|called|"
        r"brand name|make and model|(?:book|song|album|cd|magazine|letter) name|"
        r"name of (?:the |this |that )?(?:book|song|album|cd|magazine|company|author|"
        r"restaurant|store|shop|street|person|sender)|name (?:is )?on)\b",
    ),
    asks(
        Request(Intent.FIELD, IDENTIFICATION, TextField.NAME),
        r"\bnames?\b(?! of .*colou?r)",
        r"\b(?:what|which) (?:brand|make|model|manufacturer)\b",
        r"\bbrand$",
    ),
    asks(
        Request(Intent.READ, READING),
        rf"^who {_WROTE}",
        r"^(?:since |until )?when\b",
    ),
)
"""One thing in the text."""
