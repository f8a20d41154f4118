"""The policy: which strategy is taken, and when none but abstaining is left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_core.answering.strategy import Policy, choose, expected_utility
from whichone_core.errors import SetupError
from whichone_core.ports import Proposal, Reply
from whichone_core.types.answers import Decision, Option, Reason
from whichone_core.types.evidence import ColourShare, Evidence
from whichone_core.types.quality import Flaw, QualityReport
from whichone_core.types.questions import Intent, Question, Stakes
from whichone_core.types.strategies import Strategy

from tests.scenes import evidence, poor, prompt, question, text, thing
from tests.severe import CROWD, FLAWS, SMEAR, is_bolder

ALL = frozenset(Strategy) - {Strategy.ABSTAIN}
WHAT = question(Intent.IDENTIFY, vague=True)
COLOUR = question(Intent.COLOUR, vague=True)
MEDICINE = question(Intent.IDENTIFY, vague=True, stakes=Stakes.MEDICINE)
OPTIONS = (Option(1, "the cup", "cup"), Option(2, "the book", "book"))
BLANK = poor(Flaw.UNIFORM)
MUG = evidence(thing("mug"))
MILD = {"sharpness": 12.0, "strongest_edge": 20.0, "lightness_95": 20.0, "clipped": 0.5}
"""Of pictures that are blurred, dark or too bright, and can be told something from."""


def odds(**chances: float) -> dict[Strategy, float]:
    return {strategy: chances.get(strategy.value, 0.0) for strategy in Strategy}


def proposal(
    strategy: Strategy, chances: dict[Strategy, float] | None = None, *, measured: bool = False
) -> Proposal:
    return Proposal(Decision(strategy, chances), ALL - {strategy}, is_measured=measured)


def test_the_likeliest_strategy_is_taken_by_default() -> None:
    given_odds = odds(infer=0.3, list=0.45, clarify=0.25)
    chosen = choose(proposal(Strategy.INFER, given_odds), prompt(WHAT, MUG), Policy())
    assert chosen == Decision(Strategy.LIST, given_odds)


def test_without_probabilities_the_engine_has_its_way() -> None:
    assert choose(proposal(Strategy.LIST), prompt(WHAT, MUG), Policy(1.0)).strategy is Strategy.LIST


@pytest.mark.parametrize(
    ("ask_more", "clarify", "chosen"),
    [
        (0.0, 0.45, Strategy.INFER),
        (0.0, 0.55, Strategy.CLARIFY),
        (1.0, 0.25, Strategy.CLARIFY),
        (1.0, 0.15, Strategy.INFER),
        (-1.0, 0.75, Strategy.INFER),
        (-1.0, 0.85, Strategy.CLARIFY),
    ],
)
def test_the_setting_moves_the_break_even_to_a_fifth(
    ask_more: float, clarify: float, chosen: Strategy
) -> None:
    given_odds = odds(infer=1 - clarify, clarify=clarify)
    decision = choose(proposal(Strategy.INFER, given_odds), prompt(WHAT, MUG), Policy(ask_more))
    assert decision.strategy is chosen


def test_only_what_the_engine_can_do_is_chosen() -> None:
    given_odds = odds(infer=0.1, clarify=0.9)
    only = Proposal(Decision(Strategy.INFER, given_odds), frozenset())
    assert choose(only, prompt(WHAT, MUG), Policy()).strategy is Strategy.INFER


def test_a_setting_out_of_range_is_named() -> None:
    with pytest.raises(SetupError, match="ask more"):
        Policy(2.0)


# ------------------------------------------------------------------------- quality gate


def test_a_picture_that_shows_nothing_makes_any_engine_abstain() -> None:
    decision = choose(proposal(Strategy.DIRECT), prompt(WHAT, Evidence(), BLANK), Policy())
    assert decision == Decision(Strategy.ABSTAIN, None, Reason.BAD_PICTURE)


def test_the_picture_is_named_as_the_reason_why_nothing_was_found() -> None:
    nothing = Proposal(Decision(Strategy.ABSTAIN, None, Reason.NOT_FOUND))
    beyond = Proposal(Decision(Strategy.ABSTAIN, None, Reason.BEYOND_ENGINE))
    given_prompt = prompt(WHAT, Evidence(), BLANK)
    assert choose(nothing, given_prompt, Policy()).reason is Reason.BAD_PICTURE
    assert choose(beyond, given_prompt, Policy()).reason is Reason.BEYOND_ENGINE


def test_a_flawed_picture_that_is_good_enough_passes() -> None:
    dim = poor(Flaw.DARK, lightness_95=25.0)
    assert choose(proposal(Strategy.DIRECT), prompt(WHAT, MUG, dim), Policy()).reason is None


FOUND_ANYWAY = pytest.mark.parametrize(
    ("asked", "found"),
    [
        (question(Intent.LIGHT), Evidence()),
        (COLOUR, evidence(colours=[ColourShare("red", 1.0)])),
        (question(Intent.READ), evidence(read=text("Exit"))),
        (WHAT, evidence(thing("mug", sure=True))),
    ],
)


@FOUND_ANYWAY
def test_what_was_found_all_the_same_is_not_withheld(asked: Question, found: Evidence) -> None:
    measured = proposal(Strategy.DIRECT, measured=True)
    assert choose(measured, prompt(asked, found, BLANK), Policy()).reason is None


@FOUND_ANYWAY
@pytest.mark.parametrize("flaw", FLAWS)
def test_what_was_found_is_no_licence_for_an_engine_that_looks_for_itself(
    asked: Question, found: Evidence, flaw: QualityReport
) -> None:
    sure = proposal(Strategy.DIRECT, odds(direct=1.0))
    decision = choose(sure, prompt(asked, found, flaw), Policy())
    assert (decision.strategy, decision.reason) == (Strategy.ABSTAIN, Reason.BAD_PICTURE)


def test_a_smear_is_named_as_the_reason_why_nothing_was_found() -> None:
    nothing = Proposal(Decision(Strategy.ABSTAIN, None, Reason.NO_TEXT), is_measured=True)
    assert choose(nothing, prompt(WHAT, CROWD, SMEAR), Policy()).reason is Reason.BAD_PICTURE


_STRATEGIES = st.sampled_from(list(Strategy))
_CHANCES = st.dictionaries(_STRATEGIES, st.floats(0, 1), min_size=1)


@given(
    _STRATEGIES,
    st.frozensets(_STRATEGIES),
    _CHANCES,
    st.booleans(),
    st.sampled_from(FLAWS),
    st.sampled_from([CROWD, MUG, Evidence(), evidence(read=text("Exit"))]),
    st.sampled_from([WHAT, COLOUR, MEDICINE, *(question(intent) for intent in Intent)]),
    st.sampled_from([None, "the spoon", "repeat that"]),
    st.floats(-1, 1),
)
def test_for_any_chances_a_severe_flaw_is_never_answered_more_surely_than_without(
    own: Strategy,
    forced: frozenset[Strategy],
    chances: dict[Strategy, float],
    measured: bool,
    flaw: QualityReport,
    found: Evidence,
    asked: Question,
    replied: str | None,
    ask_more: float,
) -> None:
    reply = Reply(asked, replied, None, OPTIONS) if replied else None
    given_prompt, policy = prompt(asked, found, flaw, reply), Policy(ask_more)
    reason = Reason.NOT_FOUND if own is Strategy.ABSTAIN else None
    bare = Proposal(Decision(own, None, reason), forced, is_measured=measured)
    sure = Proposal(Decision(own, chances, reason), forced, is_measured=measured)
    without, with_chances = (choose(one, given_prompt, policy) for one in (bare, sure))
    assert not is_bolder(with_chances.strategy, without.strategy)
    if not measured:
        assert with_chances.strategy is Strategy.ABSTAIN


@given(_STRATEGIES, _CHANCES, st.floats(-1, 1), st.sampled_from([None, *Flaw]))
def test_a_picture_without_a_severe_flaw_is_refused_to_no_engine(
    own: Strategy, chances: dict[Strategy, float], ask_more: float, flaw: Flaw | None
) -> None:
    mild = poor(flaw, **MILD) if flaw not in (None, Flaw.UNIFORM) else None
    given_prompt, policy = prompt(WHAT, CROWD, mild), Policy(ask_more)
    answers = [
        choose(proposal(own, dict(chances), measured=measured), given_prompt, policy)
        for measured in (False, True)
    ]
    assert answers[0] == answers[1]
    assert answers[0].reason is None or own is Strategy.ABSTAIN


# -------------------------------------------------------------------------- high stakes


def test_at_high_stakes_nothing_is_inferred() -> None:
    given_odds = odds(infer=0.9, direct=0.1)
    decision = choose(
        proposal(Strategy.INFER, given_odds),
        prompt(MEDICINE, evidence(read=text("Aspirin"))),
        Policy(),
    )
    assert decision.strategy is Strategy.DIRECT


def test_at_high_stakes_an_engine_that_can_only_infer_abstains() -> None:
    only = Proposal(Decision(Strategy.INFER))
    decision = choose(only, prompt(MEDICINE, evidence(read=text("Aspirin"))), Policy())
    assert decision.reason is Reason.BEYOND_ENGINE


def test_at_high_stakes_without_text_nothing_is_said() -> None:
    decision = choose(proposal(Strategy.DIRECT), prompt(MEDICINE, MUG), Policy())
    assert decision.reason is Reason.NO_TEXT


# ------------------------------------------------------------------------------ replies


@pytest.mark.parametrize(
    ("words", "chosen"), [("the spoon", Strategy.LIST), ("repeat that", Strategy.CLARIFY)]
)
def test_there_is_no_second_question_unless_it_was_to_be_repeated(
    words: str, chosen: Strategy
) -> None:
    reply = Reply(COLOUR, words, None, OPTIONS)
    given_odds = odds(clarify=0.8, list=0.2)
    asking = Proposal(Decision(Strategy.CLARIFY, given_odds), frozenset({Strategy.LIST}))
    assert choose(asking, prompt(COLOUR, MUG, reply=reply), Policy()).strategy is chosen


def test_an_engine_that_could_only_ask_again_has_not_understood() -> None:
    reply = Reply(COLOUR, "the spoon", None, OPTIONS)
    decision = choose(
        Proposal(Decision(Strategy.CLARIFY)), prompt(COLOUR, MUG, reply=reply), Policy()
    )
    assert decision.reason is Reason.NOT_UNDERSTOOD


_ANSWERABLE = st.sampled_from([s for s in Strategy if s is not Strategy.ABSTAIN])


@given(st.dictionaries(_ANSWERABLE, st.floats(0, 1)), st.floats(-1, 1))
def test_asking_more_never_makes_a_question_worth_less(
    chances: dict[Strategy, float], ask_more: float
) -> None:
    def gain(setting: float) -> float:
        asks = expected_utility(Strategy.CLARIFY, chances, setting)
        return asks - expected_utility(Strategy.INFER, chances, setting)

    assert gain(min(1.0, ask_more + 0.5)) >= gain(ask_more) - 1e-9
