"""What an answer claims stands in the picture is looked up, and hedged where it was not read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.prompting.claims import ClaimKind, claims_in, unread
from whichone_core.prompting.hedging import hedged
from whichone_core.types.evidence import Code, Evidence, TextEvidence
from whichone_core.types.pictures import Box

from tests.scenes import text

LABEL = (
    "Best before: 14 MAR 2027", "TOMATO SOUP", "400 g e", "Tel. 0171 555-0123", "Lot L2231A",
    "Price $12.50", "OPEN 9:00 - 17:30", "1,000 pieces", "SERVES 4", "ROOM B12",
)  # fmt: skip
READ = Evidence(
    text=text(*LABEL), codes=(Code("https://example.org/7788", "QR Code", Box(0, 0, 1, 1)),)
)
NOTHING = Evidence(text=TextEvidence())


@pytest.mark.parametrize(
    ("sentence", "kind", "claim"),
    [
        ("It says 12.", ClaimKind.QUOTE, "12"),
        ("The price is $3.99.", ClaimKind.NUMBER, "$3.99"),
        ("It holds 500 ml.", ClaimKind.NUMBER, "500 ml"),
        ("The room number is 1408.", ClaimKind.NUMBER, "1408"),
        ("Use it by 14 March 2027.", ClaimKind.DATE, "14 March 2027"),
        ("Use it by March 14, 2027.", ClaimKind.DATE, "March 14, 2027"),
        ("The date is 03/14/2027.", ClaimKind.DATE, "03/14/2027"),
        ("The lot is L2231A.", ClaimKind.CODE, "L2231A"),
        ("It is the “Daily News”.", ClaimKind.QUOTE, "Daily News"),
        ('The sign says "Exit".', ClaimKind.QUOTE, "Exit"),
        ("The sign says Exit only.", ClaimKind.QUOTE, "Exit only"),
        ("The book is titled War and Peace.", ClaimKind.QUOTE, "War and Peace"),
        ("It is 50% off.", ClaimKind.NUMBER, "50%"),
        ("The thermostat is set to 21 degrees.", ClaimKind.NUMBER, "21 degrees"),
    ],
)
def test_what_a_sentence_claims(sentence: str, kind: ClaimKind, claim: str) -> None:
    (found,) = claims_in(sentence)
    assert (found.kind, found.text) == (kind, claim)


@pytest.mark.parametrize(
    "sentence",
    [
        "It is a red mug.",
        "There are 3 cups on the table.",
        "I see 2 people and 4 chairs.",
        "There are 2 large red books.",
        "It is the 2nd door on the left.",
        "It looks like a car from the 1960s.",
        "It's a dog's toy.",
        "The sign says nothing that I can read.",
        "A person's hand holds it.",
        "She says that she is fine.",
    ],
)
def test_what_is_no_claim_about_print(sentence: str) -> None:
    assert claims_in(sentence) == ()


def test_what_the_question_said_itself_is_no_claim() -> None:
    assert claims_in("Yes, this is 20 dollars.", "Is this 20 dollars?") == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "It expires on 14 March 2027.",
        "The date is March 14, 2027.",
        "It is best before 14/03/2027.",
        "Best before 14 Mar 27.",
        'It says "Tomato Soup".',
        "The label reads tomato soup.",
        "It says: Tomatoe Soup.",
        "It holds 400 g.",
        "The phone number is 01715550123.",
        "Call 0171 555 0123.",
        "The lot number is L2231A.",
        "The lot number is L223IA.",
        "It costs $12.50.",
        "It costs 12.50 dollars.",
        "It opens at 9:00 and closes at 17:30.",
        "The box has 1000 pieces.",
        "The link has the number 7788.",
        "It is room B12.",
    ],
)
def test_what_was_read_is_borne_out_however_it_is_written(sentence: str) -> None:
    assert unread(sentence, READ) == ()


@pytest.mark.parametrize(
    "sentence",
    [
        "It expires on 15 March 2027.",
        "It expires on 14 April 2027.",
        "It expires on 14 March 2026.",
        "It costs $12.05.",
        "It costs $13.50.",
        "It holds 500 g.",
        "The phone number is 0171 555 0124.",
        "The lot number is L2232A.",
        'It says "Chicken Soup for You".',
        "The label reads fresh orange juice.",
        "It is 25% off.",
        "It opens at 8:00.",
    ],
)
def test_what_was_not_read_is_found_out(sentence: str) -> None:
    assert unread(sentence, READ)
    assert unread(sentence, NOTHING)


def test_where_nobody_looked_nothing_is_doubted() -> None:
    assert unread("It says 12.", Evidence()) == ()


@pytest.mark.parametrize(
    ("sentence", "second", "said"),
    [
        ("It says 12.", "", "I think it says 12, but I could not read it for certain."),
        ("12", "", "I think it says 12, but I could not read it for certain."),
        ("The number is 12.", "", "I think it says 12, but I could not read it for certain."),
        ("The price is $3.99.", "It is $8.99.",
         "I think it says $3.99, but it may be $8.99; I could not read it for certain."),
        ("The price is $3.99.", "It is $3.99.",
         "I think it says $3.99, but I could not read it for certain."),
        ('It says "Exit".', "", "I think it says Exit, but I could not read it for certain."),
        ("This bottle of shampoo from the shelf holds about 500 ml and is mostly full today.", "",
         "I think this bottle of shampoo from the shelf holds about 500 ml and is mostly full "
         "today, but I could not read 500 ml for certain."),
        ("It is a bus to 1408 Main with number 25.", "",
         "I think it is a bus to 1408 Main with number 25, but I could not read 1408 or 25 for "
         "certain."),
        ("I think it holds 500 ml of a red fruit juice from the shop around the corner.", "",
         "I think it holds 500 ml of a red fruit juice from the shop around the corner, but I "
         "could not read 500 ml for certain."),
        ("Heinz ketchup in a bottle of 500 ml stands beside a large plate with some food.", "",
         "I think this: Heinz ketchup in a bottle of 500 ml stands beside a large plate with "
         "some food, but I could not read 500 ml for certain."),
    ],
)  # fmt: skip
def test_a_doubt_is_said_with_what_it_is_about(sentence: str, second: str, said: str) -> None:
    assert hedged(sentence, unread(sentence, NOTHING), second) == said


def test_a_part_of_a_number_is_no_claim() -> None:
    assert claims_in("It is A1,000.") == ()


@given(st.text(max_size=200))
def test_any_sentence_can_be_hedged(sentence: str) -> None:
    claims = unread(sentence, NOTHING)
    if claims:
        assert "could not read" in hedged(sentence, claims)


@given(st.text(alphabet="0123456789 .,:/-$mgl\nABab", max_size=40))
def test_what_stands_in_print_is_always_borne_out_there(line: str) -> None:
    found = Evidence(text=text(line))
    for claim in claims_in(line):
        if claim.kind in (ClaimKind.NUMBER, ClaimKind.CODE):
            assert unread(claim.text, found) == ()
