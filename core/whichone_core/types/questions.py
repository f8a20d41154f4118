"""What was asked, and what was understood of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from whichone_core.types.evidence import Look


class QuestionType(StrEnum):
    """VizWiz-LF's four types of question."""

    IDENTIFICATION = "Identification"
    DESCRIPTION = "Description"
    READING = "Reading"
    OTHERS = "Others"


class Intent(StrEnum):
    """What an answer has to deliver, as far as it can be told without a language model."""

    READ = "read"  # all the text
    FIELD = "field"  # one thing in the text: a date, a price, a phone number
    IDENTIFY = "identify"
    DESCRIBE = "describe"
    COLOUR = "colour"
    COUNT = "count"
    WHERE = "where"
    LIGHT = "light"
    PRESENCE = "presence"
    CODE = "code"
    BEYOND = "beyond"  # knowledge, judgement, people: not to be measured in a picture


class TextField(StrEnum):
    """What is looked for in text that was read."""

    EXPIRY = "expiry date"
    DATE = "date"
    PRICE = "price"
    PHONE = "phone number"
    INGREDIENTS = "ingredients"
    DOSAGE = "dosage"
    INSTRUCTIONS = "instructions"
    NUTRITION = "nutrition facts"
    NAME = "name"
    NUMBER = "number"
    ADDRESS = "address"
    TIME = "time"
    TEMPERATURE = "temperature"
    AMOUNT = "amount"


class Stakes(StrEnum):
    """Why a wrong answer could hurt: only text that was read is quoted then."""

    MEDICINE = "medicine"
    MONEY = "money"
    ALLERGENS = "allergens"
    DATES = "dates"
    ELECTRICITY = "electricity"


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked and what was understood of it.

    targets: detector labels that the question names ("cup"), singular.
    unknown_targets: nouns it names that no detector knows ("lemon juice").
    vague_words: words like "this" or "it" that need a referent (AQuA, levels 1-3).
    is_sure: False where the wording was not understood; the answer then describes.
    """

    text: str
    intent: Intent
    type: QuestionType
    looks: frozenset[Look]
    field: TextField | None = None
    targets: tuple[str, ...] = ()
    unknown_targets: tuple[str, ...] = ()
    vague_words: tuple[str, ...] = ()
    stakes: Stakes | None = None
    is_sure: bool = True

    @property
    def is_vague(self) -> bool:
        return bool(self.vague_words) and not self.targets
