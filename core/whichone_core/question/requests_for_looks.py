"""Rules for what is seen: colours, light, places, counts, all text, descriptions, things."""

from __future__ import annotations

from whichone_core.question.requests import (
    DESCRIPTION,
    IDENTIFICATION,
    OTHERS,
    PAPER,
    PICTURE,
    READING,
    SCREEN,
    THIS,
    Request,
    Rule,
    asks,
)
from whichone_core.types.questions import Intent

COLOUR_WORD = r"(?:red|blue|green|yellow|black|white|gr[ea]y|brown|pink|purple|orange|beige|navy)"

QUALITIES: tuple[Rule, ...] = (
    asks(
        Request(Intent.COLOUR, DESCRIPTION),
        r"\bcolou?r(?:s|ed|ful)?\b",
        r"\bshade of\b",
    ),
    asks(
        Request(Intent.COLOUR, DESCRIPTION),
        rf"^(?:is|are) .*(?<!an )\b{COLOUR_WORD}(?:,? or (?:dark |light )?\w+)?$",
        rf"^(?:is|are) .*\b{COLOUR_WORD} or {COLOUR_WORD}\b",
    ),
    asks(
        Request(Intent.WHERE, OTHERS),
        rf"\bwhich (?:one|of {THIS}|side|way|button|switch|is the)\b",
        r"^where\b",
        r"\bwhereabouts\b",
        r"\b(?:locate|find (?:my|the|it|a))\b",
        r"\bon (?:the|my) (?:left|right) or\b",
        r"\b(?:next to|left of|right of|behind|in front of) (?:it|the \w+|this)$",
        r"\bcan not find\b",
    ),
    asks(
        Request(Intent.LIGHT, DESCRIPTION),
        r"\blights?\b.* (?:on|off|lit|working)(?: or (?:on|off))?(?: now| in here| here|"
        r" right now)?$",
        r"\b(?:on|off|turned on|switched on) .*\blights?\b",
        r"\b(?:dark|bright|daylight|day ?time|night ?time|sunny|light) (?:in here|outside|"
        r"inside|in (?:the|this|my) room|out|enough)\b",
        r"\bis it (?:still )?(?:dark|light|bright|day|night)",
        r"\bhow (?:dark|bright)\b",
        r"\bany light\b",
        r"\b(?:is|are) (?:the|my|this|that|these) (?:\w+ )?(?:lamps?|bulbs?|tv|television|"
        r"telly|computer|screen|monitor|led|lights?)\b.*\b(?:on|off|"
        r"lit)(?: or off)?(?: now| yet| right now)?$",
        r"\bcandles? lit\b",
    ),
    asks(
        Request(Intent.BEYOND, DESCRIPTION),
        r"\b(?:is|are|was) (?:the|my|this|that) .*\b(?:open|closed|shut|plugged in|locked|"
        r"unlocked|empty|full|running)\b",
        r"^(?:is|are) (?:the|my|this|that) .*\w (?:on|off)(?: or off)?(?: now)?$",
        r"\bis it (?:raining|snowing|cloudy|foggy|windy)\b",
        r"^(?:is|are) (?:the|my|this|that) .*\w (?:on|off)(?: or off)?(?: now)?$",
        r"\bis it (?:raining|snowing|cloudy|foggy|windy)\b",
    ),
    asks(
        Request(Intent.COUNT, DESCRIPTION),
        r"\bhow many\b",
        r"^count\b",
        r"\bnumber of\b",
    ),
    asks(
        Request(Intent.READ, READING),
        r"\b(?:describe|read|what is(?: written)? on|tell me about) (?:to me )?(?:this|"
        rf"that|the|my) {PAPER}$",
        r"\bwhat (?:is|are) (?:this|that|the|my) (?:\w+ )?labels?\b",
        rf"\bwhat is on {THIS} {PAPER}",
    ),
    asks(
        Request(Intent.READ, OTHERS),
        r"\b(?:error|message) .*on the screen\b.*\bor\b",
        r"^(?:is|are) there an? (?:error|message)",
    ),
    asks(
        Request(Intent.DESCRIBE, IDENTIFICATION),
        rf"\bwhat is (?:in )?(?:this|that|the) (?:{PICTURE})(?: of)?$",
    ),
    asks(
        Request(Intent.DESCRIBE, DESCRIPTION),
        r"\bdescri(?:be|ption|bing|ptive)\b",
        r"\blooks? like\b",
        r"\bdesigns?\b",
        r"\bpattern(?:ed|s)?\b",
        r"\blayout\b",
        r"\bdo you see (?:in|here|on|around)\b",
        r"\bwhat (?:do|can) (?:you|i) see\b",
        r"\btell me about\b",
        rf"\b{PICTURE} about\b",
        r"\bwhat (?:is|are|can be) (?:seen|shown|visible|around|in front of|behind|ahead|"
        r"happening|going on|playing|out|outside)\b",
        rf"\bwhat (?:is|are) in (?:the|this|my) {PICTURE}",
        r"\bwhat .*\bin front of me\b",
        r"\b(?:shape|material|texture)\b",
        r"\bstriped",
        r"stripes",
        r"how (?:does|do) .* look\b",
        r"\bwhat (?:am i|are you) (?:looking|pointing|wearing)\b",
        rf"\babout (?:this|the) {PICTURE}",
        r"\bwhat (?:is|are) (?:he|she|they|(?:the|this|my) \w+) \w+ing\b",
    ),
    asks(
        Request(Intent.READ, READING),
        r"\b(?:read|reads|say|says|said|written|writing|wrote|text|spelled|print|"
        r"printed|transcribe|captcha|lyrics|battery level|progress|status)\b",
        r"\bpage (?:blank|empty)\b",
        r"\bsetting\b",
        r"\bwhat (?:is |are )?the (?:words?|message|letters?|label)\b",
        r"\bwords?\b",
        r"\bmessage (?:is|on|in)\b",
        r"\bwhat does .* (?:show|display)\b",
        r"^what does the logo",
        r"\bwhat message\b",
        rf"^{PAPER}$",
        rf"\bwhat is on (?:the|this|my) {PAPER}",
    ),
    asks(
        Request(Intent.DESCRIBE, DESCRIPTION),
        r"\bwhat (?:is|are) (?:being )?(?:showing |displayed )?on (?:the|my|this|"
        rf"that) (?:\w+ )?{SCREEN}",
        rf"\b(?:content|contents) of (?:the|this|my) (?:\w+ )?{SCREEN}\b",
        rf"\banything on (?:the|my) {SCREEN}",
    ),
)
"""Colour, light, place, state, number, wording and looks."""

THINGS: tuple[Rule, ...] = (
    asks(
        Request(Intent.PRESENCE, DESCRIPTION),
        r"^(?:is|are) there\b",
        r"^(?:do|can|did) you (?:see|find|spot)\b",
        r"^(?:is|are) (?:my|the|any|some)\w* .*\b(?:here|there|in (?:the|this|my)|"
        r"on (?:the|my|this) \w+$|visible)\b",
        r"^any \w+",
        r"^(?:does|do|has|have) (?:this|that|it|these|those|the|my) .*\b(?:have|has|any)\b",
        r"^(?:is|are) (?:anyone|anybody|someone|somebody)\b",
        r"^do i have (?!to\b)",
        r"^see (?:a|any|my|the)\b",
    ),
    asks(
        Request(Intent.IDENTIFY, IDENTIFICATION),
        rf"^(?:is|are) {THIS} (?:a|an|my|the|some|\w+ or|one of)\b",
        rf"^(?:is|are) {THIS} \w+(?: \w+)?$",
    ),
    asks(
        Request(Intent.IDENTIFY, IDENTIFICATION),
        r"\b(?:identify|recogni[sz]e)\b",
        r"\bwhat (?:\w+ )?(?:kinds?|types?|sorts?|flavou?rs?|variety|breed|species|"
        r"style)\b",
        r"\b(?:kind|type|sort) of\b",
        r"^flavou?r\b",
    ),
    asks(
        Request(Intent.IDENTIFY, IDENTIFICATION),
        rf"\bwhat (?:else )?(?:is|are|was)(?: \w+)? {THIS}\b",
        r"\bwhat (?:is|are|do i have) (?:in|on|inside|at|under|behind|the|my|a|left|here|"
        r"there)\b",
    ),
    asks(
        Request(Intent.IDENTIFY, IDENTIFICATION),
        rf"\b(?:what|which)(?: \w+){{0,4}} (?:is|are) {THIS}",
        rf"\b(?:what|which)(?: \w+){{0,5}} {THIS}(?: \w+)? (?:is|are)\b",
        rf"\bwhat (?:do|would|does) \w+ call {THIS}",
        r"\bwhat am i (?:holding|touching|eating|drinking)\b",
        r"\bwhat (?:do i have|have i got)\b",
        r"^what(?: is)? (?:this|that|it)\b",
        r"\bwhat .* (?:is|are) in\b",
        r"\bwhat the \w+(?: \w+)? (?:is|are)\b",
        r"^all the \w+",
    ),
    asks(
        Request(Intent.BEYOND, OTHERS),
        r"^(?:how|does|do|did|has|have|would|will|was|were|can i|could i|may i|which|when|"
        r"is|are) \w+ \w",
    ),
    asks(
        Request(Intent.BEYOND, OTHERS),
        r"\bhelp (?:me|us|with|using|to)\b",
        r"\bwhat(?: \w+)? (?:does|do|did|will|would) \w+ \w",
    ),
)
"""Whether something is there, what it is; last, what sounds like a question but no rule knows."""
