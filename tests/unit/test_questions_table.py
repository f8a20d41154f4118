"""What people ask, and what is understood of it: one line for each question.

A line says what the question names where it names something; a question with nothing after
its field names nothing and points at nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from whichone_core.question.questions import understand
from whichone_core.types.questions import Intent, Stakes, TextField

READ, FIELD, IDENTIFY, DESCRIBE = Intent.READ, Intent.FIELD, Intent.IDENTIFY, Intent.DESCRIBE
COLOUR, COUNT, WHERE, LIGHT = Intent.COLOUR, Intent.COUNT, Intent.WHERE, Intent.LIGHT
PRESENCE, CODE, BEYOND = Intent.PRESENCE, Intent.CODE, Intent.BEYOND
F = TextField


@dataclass(frozen=True)
class Ask:
    """A question and what should be understood; words are comma-separated."""

    text: str
    intent: Intent
    field: TextField | None = None
    named: str = ""
    """Targets: what the detectors know."""
    unknown: str = ""
    vague: str = ""
    stakes: Stakes | None = None


READING = [
    Ask("What does it say?", READ, vague="it"),
    Ask("what does this say", READ, vague="this"),
    Ask("Read the label", READ),
    Ask("Could you read this out for me please", READ, vague="this"),
    Ask("READ THIS TO ME", READ, vague="this"),
    Ask("what is written on the mug", READ, named="mug"),
    Ask("What does the sign say?", READ, unknown="sign"),
    Ask("can you read my letter from the council", READ, unknown="council"),
    Ask("what's on this receipt", READ, unknown="receipt", vague="this"),
    Ask("is there any text", READ),
    Ask("Is there any writing on the box?", READ, named="box"),
    Ask("what are the words on the t-shirt", READ, unknown="t-shirt"),
    Ask("What does the message on my phone say", READ, named="cell phone"),
    Ask("please transcribe that", READ, vague="that"),
    Ask("is this page blank", READ, vague="this"),
    Ask("what setting is the washing machine on", READ, unknown="washing machine"),
]
FIELDS = [
    Ask("When does this expire?", FIELD, F.EXPIRY, vague="this", stakes=Stakes.DATES),
    Ask("what's the best before date", FIELD, F.EXPIRY, stakes=Stakes.DATES),
    Ask("wats the experation date", FIELD, F.EXPIRY, stakes=Stakes.DATES),
    Ask("use by date on the yoghurt", FIELD, F.EXPIRY, unknown="yoghurt", stakes=Stakes.DATES),
    Ask("Is this milk past its sell by date", FIELD, F.EXPIRY, unknown="milk", vague="this",
        stakes=Stakes.DATES),
    Ask("has it expired", FIELD, F.EXPIRY, vague="it", stakes=Stakes.DATES),
    Ask("How much does this cost?", FIELD, F.PRICE, vague="this", stakes=Stakes.MONEY),
    Ask("what is the price of the shoes", FIELD, F.PRICE, named="footwear", stakes=Stakes.MONEY),
    Ask("how much do I have to pay", FIELD, F.PRICE, stakes=Stakes.MONEY),
    Ask("what is the total on this receipt", FIELD, F.PRICE, unknown="receipt", vague="this",
        stakes=Stakes.MONEY),
    Ask("What is the total?", FIELD, F.PRICE, stakes=Stakes.MONEY),
    Ask("what is the grand total", FIELD, F.PRICE, stakes=Stakes.MONEY),
    Ask("amount due", FIELD, F.PRICE, stakes=Stakes.MONEY),
    Ask("How much is this?", FIELD, F.PRICE, vague="this", stakes=Stakes.MONEY),
    Ask("How much is this bill?", FIELD, F.AMOUNT, unknown="bill", vague="this",
        stakes=Stakes.MONEY),
    Ask("what banknote is this", FIELD, F.AMOUNT, unknown="banknote", vague="this",
        stakes=Stakes.MONEY),
    Ask("is this a twenty dollar bill", FIELD, F.AMOUNT, unknown="twenty dollar bill",
        vague="this", stakes=Stakes.MONEY),
    Ask("What denomination is this note", FIELD, F.AMOUNT, unknown="note", vague="this",
        stakes=Stakes.MONEY),
    Ask("What's the phone number?", FIELD, F.PHONE),
    Ask("customer service number on the back of the card", FIELD, F.PHONE, unknown="card"),
    Ask("what are the ingredients", FIELD, F.INGREDIENTS, stakes=Stakes.ALLERGENS),
    Ask("does it contain nuts", FIELD, F.INGREDIENTS, unknown="nuts", vague="it",
        stakes=Stakes.ALLERGENS),
    Ask("Is this gluten free?", FIELD, F.INGREDIENTS, vague="this", stakes=Stakes.ALLERGENS),
    Ask("are there any peanuts in this", FIELD, F.INGREDIENTS, unknown="peanuts", vague="this",
        stakes=Stakes.ALLERGENS),
    Ask("is it vegan", FIELD, F.INGREDIENTS, vague="it", stakes=Stakes.ALLERGENS),
    Ask("what is the dosage", FIELD, F.DOSAGE, stakes=Stakes.MEDICINE),
    Ask("how many pills do I take", FIELD, F.DOSAGE, unknown="pills", stakes=Stakes.MEDICINE),
    Ask("how many mg is each tablet", FIELD, F.DOSAGE, unknown="tablet", stakes=Stakes.MEDICINE),
    Ask("How often should I take these pills?", FIELD, F.DOSAGE, unknown="pills", vague="these",
        stakes=Stakes.MEDICINE),
    Ask("cooking instructions please", FIELD, F.INSTRUCTIONS),
    Ask("how long does this go in the microwave", FIELD, F.INSTRUCTIONS, named="microwave",
        vague="this"),
    Ask("how do I cook this pizza", FIELD, F.INSTRUCTIONS, named="pizza", vague="this"),
    Ask("what are the washing instructions", FIELD, F.INSTRUCTIONS),
    Ask("how many calories are in this", FIELD, F.NUTRITION, vague="this"),
    Ask("how much sugar is in it", FIELD, F.NUTRITION, vague="it"),
    Ask("What is the net weight?", FIELD, F.AMOUNT),
    Ask("how many ounces is this can", FIELD, F.AMOUNT, unknown="can", vague="this"),
    Ask("what size are these jeans", FIELD, F.AMOUNT, unknown="jeans", vague="these"),
    Ask("how much does the parcel weigh", FIELD, F.AMOUNT, named="box"),
    Ask("what temperature is the oven set to", FIELD, F.TEMPERATURE, named="oven"),
    Ask("What time is it?", FIELD, F.TIME),
    Ask("what time does the clock show", FIELD, F.TIME, named="clock"),
    Ask("what date is on the letter", FIELD, F.DATE),
    Ask("what is the serial number of this laptop", FIELD, F.NUMBER, named="laptop",
        vague="this"),
    Ask("What's the number of this bus?", FIELD, F.NUMBER, named="bus", vague="this"),
    Ask("which room number is it", FIELD, F.NUMBER, vague="it"),
    Ask("what channel is the telly on", FIELD, F.NUMBER, named="tv"),
    Ask("what is the title of the book", FIELD, F.NAME, named="book"),
    Ask("who is the author", FIELD, F.NAME),
    Ask("What brand is this shampoo?", FIELD, F.NAME, unknown="shampoo", vague="this"),
    Ask("what is the name of the shop", FIELD, F.NAME, unknown="shop"),
    Ask("is this a five or a ten", FIELD, F.AMOUNT, vague="this", stakes=Stakes.MONEY),
    Ask("what page am I on", FIELD, F.NUMBER),
    Ask("how big is the box", FIELD, F.AMOUNT, named="box"),
    Ask("who is this letter from", FIELD, F.ADDRESS, vague="this"),
    Ask("what is the return address on the envelope", FIELD, F.ADDRESS, unknown="envelope"),
]  # fmt: skip
IDENTIFICATION = [
    Ask("What is this?", IDENTIFY, vague="this"),
    Ask("What do you call this?", IDENTIFY, vague="this"),
    Ask("wat is dis", IDENTIFY, vague="this"),
    Ask("What's that?", IDENTIFY, vague="that"),
    Ask("what are these", IDENTIFY, vague="these"),
    Ask("can somebody tell me what this is", IDENTIFY, vague="this"),
    Ask("What kind of chips are these?", IDENTIFY, unknown="chips", vague="these"),
    Ask("which flavour of crisps is it", IDENTIFY, unknown="crisps", vague="it"),
    Ask("what is in this tin", IDENTIFY, unknown="tin", vague="this"),
    Ask("What's in the bottle?", IDENTIFY, named="bottle"),
    Ask("what is on the table", IDENTIFY, named="table"),
    Ask("what animal is this", IDENTIFY, vague="this"),
    Ask("what breed is this dog", IDENTIFY, named="dog", vague="this"),
    Ask("identify this object", IDENTIFY, vague="this"),
    Ask("is this ketchup or mustard", IDENTIFY, unknown="ketchup,mustard", vague="this"),
    Ask("Is this milk?", IDENTIFY, unknown="milk", vague="this"),
    Ask("is this the shampoo", IDENTIFY, unknown="shampoo", vague="this"),
    Ask("what am I holding", IDENTIFY, vague="it"),
    Ask("what medicine is this", IDENTIFY, unknown="medicine", vague="this",
        stakes=Stakes.MEDICINE),
    Ask("what kind of plug is this", IDENTIFY, unknown="plug", vague="this",
        stakes=Stakes.ELECTRICITY),
    Ask("what is it", IDENTIFY, vague="it"),
    Ask("what is the thing on the left", IDENTIFY, vague="thing"),
    Ask("what sort of juice is this", IDENTIFY, unknown="juice", vague="this"),
    Ask("which cereal this is", IDENTIFY, unknown="cereal", vague="this"),
    Ask("what do you think this is", IDENTIFY, vague="this"),
    Ask("what is on my plate", IDENTIFY, unknown="plate"),
    Ask("What is he holding?", DESCRIBE, vague="he"),
]  # fmt: skip
DESCRIPTION = [
    Ask("", DESCRIBE),
    Ask("   \n ", DESCRIBE),
    Ask("Describe the picture.", DESCRIBE),
    Ask("what do you see", DESCRIBE),
    Ask("What's in this picture?", DESCRIBE),
    Ask("describe this room", DESCRIBE),
    Ask("what is in front of me", DESCRIBE),
    Ask("what does the dog look like", DESCRIBE, named="dog"),
    Ask("what's on my computer screen", DESCRIBE, named="computer monitor"),
    Ask("tell me about this photo", DESCRIBE),
    Ask("do you see anything", DESCRIBE),
    Ask("what pattern is on the curtains", DESCRIBE, unknown="curtains"),
    Ask("What colour is this cup?", COLOUR, named="cup", vague="this"),
    Ask("what color is it", COLOUR, vague="it"),
    Ask("wat coler is thier car", COLOUR, named="car"),
    Ask("what colour is this jacket", COLOUR, unknown="jacket", vague="this"),
    Ask("What color are my shoes?", COLOUR, named="footwear"),
    Ask("what color", COLOUR, vague="it"),
    Ask("what color shirt is this", COLOUR, unknown="shirt", vague="this"),
    Ask("what colour is the mug on the table", COLOUR, named="mug"),
    Ask("Is the sofa red?", COLOUR, named="couch"),
    Ask("is it black or navy", COLOUR, vague="it"),
    Ask("what colour is the orange juice carton", COLOUR, named="box"),
    Ask("How many cups are there?", COUNT, named="cup"),
    Ask("how many people are in the room", COUNT, named="person"),
    Ask("how many of these are there", COUNT, vague="these"),
    Ask("what color is the traffic light", COLOUR, named="traffic light"),
    Ask("is this orange", COLOUR, vague="this"),
    Ask("what shape is this", DESCRIBE, vague="this"),
    Ask("what is my dog doing", DESCRIBE, named="dog"),
    Ask("is there anything on my shirt", DESCRIBE, unknown="shirt"),
    Ask("how many candles are on the cake", COUNT, unknown="candles"),
    Ask("count the chairs", COUNT, named="chair"),
    Ask("Is the light on?", LIGHT),
    Ask("are the lights on or off in here", LIGHT),
    Ask("is it dark outside", LIGHT),
    Ask("is my telly on", LIGHT, named="tv"),
    Ask("did I leave the lights on", LIGHT),
    Ask("is the lamp off", LIGHT, unknown="lamp"),
]
SEARCHES = [
    Ask("Is there a cup?", PRESENCE, named="cup"),
    Ask("Are there any people?", PRESENCE, named="person"),
    Ask("is anyone there", PRESENCE, named="person"),
    Ask("do you see my keys", PRESENCE, unknown="keys"),
    Ask("can you see a mobile", PRESENCE, named="cell phone"),
    Ask("is there a laptop on the desk", PRESENCE, named="laptop"),
    Ask("is there any lemon juice in the fridge", PRESENCE, unknown="lemon juice"),
    Ask("Is this a cup?", PRESENCE, named="cup", vague="this"),
    Ask("is it a dog or a cat", PRESENCE, named="dog,cat", vague="it"),
    Ask("are there any animals here", PRESENCE, named="animal"),
    Ask("is there a tv stand", PRESENCE, unknown="tv stand"),
    Ask("is my umbrella in the picture", PRESENCE, named="umbrella"),
    Ask("does this shirt have buttons", PRESENCE, unknown="shirt,buttons", vague="this"),
    Ask("is there a hot dog", PRESENCE, named="hot dog"),
    Ask("is this an orange", PRESENCE, named="orange", vague="this"),
    Ask("is there a chair in front of me", PRESENCE, named="chair"),
    Ask("Is there dog food on the floor", PRESENCE, unknown="dog food"),
    Ask("Is my toy car on the bed?", PRESENCE, unknown="toy car"),
    Ask("which is the orange one", WHERE),
    Ask("Where is my phone?", WHERE, named="cell phone"),
    Ask("where are the scissors", WHERE, named="scissors"),
    Ask("wheres the remote control", WHERE, named="remote"),
    Ask("which one is the milk?", WHERE, unknown="milk"),
    Ask("which of these is the salt", WHERE, unknown="salt", vague="these"),
    Ask("find my glasses", WHERE, unknown="glasses"),
    Ask("is the cup on the left or on the right", WHERE, named="cup"),
    Ask("help me locate the door", WHERE, unknown="door"),
    Ask("Is there a barcode?", CODE),
    Ask("scan this", CODE, vague="this"),
    Ask("what does the QR code say", CODE),
]
OUT_OF_REACH = [
    Ask("Where can I buy this?", BEYOND, vague="this"),
    Ask("is it safe to eat", BEYOND, vague="it", stakes=Stakes.DATES),
    Ask("Is this right side up?", BEYOND, vague="this"),
    Ask("is this picture clearer than the last one", BEYOND),
    Ask("what did the previous picture show", BEYOND),
    Ask("Do you think this dress suits me?", BEYOND, unknown="dress", vague="this"),
    Ask("do these socks match", BEYOND, unknown="socks", vague="these"),
    Ask("who is this", BEYOND, vague="this"),
    Ask("Who is that man?", BEYOND, named="person", vague="that"),
    Ask("what is the capital of France", BEYOND, unknown="france"),
    Ask("why is the sky blue", BEYOND, unknown="sky"),
    Ask("should I throw this away", BEYOND, vague="this"),
    Ask("is the bread mouldy", BEYOND, unknown="bread"),
    Ask("what is your name", BEYOND),
    Ask("is the oven on", BEYOND, named="oven"),
    Ask("is it raining", BEYOND),
    Ask("how old does this person look", BEYOND, named="person", vague="this"),
    Ask("is the door locked", BEYOND, unknown="door"),
    Ask("does my hair look okay", BEYOND, unknown="hair"),
    Ask("can i take these pills with alcohol", BEYOND, unknown="pills", vague="these",
        stakes=Stakes.MEDICINE),
]  # fmt: skip
AS_SPOKEN = [
    Ask("hi um can you please tell me what colour this is thank you", COLOUR, vague="this"),
    Ask("WHAT IS THE EXPIRY DATE", FIELD, F.EXPIRY, stakes=Stakes.DATES),
    Ask("what\nis\nthis", IDENTIFY, vague="this"),
    Ask("what is this?? 🙏🙏", IDENTIFY, vague="this"),
    Ask("hey siri what does this say", READ, vague="this"),
    Ask("I would like to know what is in this jar", IDENTIFY, unknown="jar", vague="this"),
    Ask("i was wondering if there is a chair", PRESENCE, named="chair"),
    Ask("I am holding my cup. What colour is it?", COLOUR, named="cup", vague="it"),
    Ask("I can’t tell what this is", IDENTIFY, vague="this"),
    Ask("good morning, any idea where my bag is", WHERE, named="bag"),
    Ask("sorry, the price please, thanks in advance", FIELD, F.PRICE, stakes=Stakes.MONEY),
    Ask("this is a can of soup i think. when does it expire", FIELD, F.EXPIRY, unknown="can,soup",
        vague="it", stakes=Stakes.DATES),
]  # fmt: skip

TABLE = [*READING, *FIELDS, *IDENTIFICATION, *DESCRIPTION, *SEARCHES, *OUT_OF_REACH, *AS_SPOKEN]


def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in text.split(",") if word)


@pytest.mark.parametrize("ask", TABLE, ids=lambda ask: ask.text.strip() or "empty")
def test_question_is_understood(ask: Ask) -> None:
    question = understand(ask.text)
    assert question.is_sure
    assert (question.intent, question.field) == (ask.intent, ask.field)
    assert question.targets == _words(ask.named)
    assert question.unknown_targets == _words(ask.unknown)
    assert question.vague_words == _words(ask.vague)
    assert question.stakes == ask.stakes
