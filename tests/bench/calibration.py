"""How sure the model is of its strategy, and how sure it should be: before and after scaling.

The small prototype says no control words, so its strategies are told by how its answers
begin ("There are many ...", "The image ..."): their log-probabilities are scored as the words
of a tuned model are.  Scaling is fitted on some drawn scenes and measured on others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from whichone_core.answering.strategy import expected_utility
from whichone_core.types.cancelling import Cancel
from whichone_core.types.strategies import Strategy
from whichone_data.vizwiz.risk import risk_curve
from whichone_models.files.sidecar import Calibration
from whichone_models.language.calibration import (
    Judged,
    Kind,
    classwise_ece,
    ece,
    fit,
    negative_log_likelihood,
    probabilities,
    reliability,
    right_ones,
)
from whichone_models.llama.geometry import fitted
from whichone_models.llama.inline import InlineClient
from whichone_models.llama.native import NativeRuntime
from whichone_models.llama.runtime import LoadOrder, Picture, Request

from tests.bench.report import PAGE, publish, table
from tests.reliability import Curve, reliability_diagram
from tests.shape_scenes import ShapeScene, shape_scenes
from tests.tiny_models import TinyModel, prototype

FITTED_ON, MEASURED_ON = 500, 1000
SETS = {"like training": 0.0, "softer": 5.0}
"""Sets of scenes by how many pixels they are blurred by at most: real photos are never as sharp
as drawn ones."""
BEGINNINGS = ("The", "The image", "You", "There", "There are many")
_LEAST = 1e-12
KINDS: tuple[Kind, ...] = ("temperature", "vector")

Numbers = NDArray[np.float64]


def log_odds(beginnings: Sequence[float]) -> tuple[float, ...]:
    """Log-probabilities of the strategies, from those of how an answer begins.

    "The image is too blurry" is a part of what begins with "The", and "There are many" of what
    begins with "There".
    """
    the, image, you, there, many = (math.exp(value) for value in beginnings)
    shares = (the - image, you, there - many, many, image)
    return tuple(math.log(max(share, _LEAST)) for share in shares)


def judged(client: InlineClient, model: TinyModel, scenes: Sequence[ShapeScene]) -> list[Judged]:
    """What the model would do about each scene, and what was right."""
    items = []
    for place, scene in enumerate(scenes):
        picture = Picture(str(place), fitted(scene.picture(), model.sidecar.processor))
        request = Request(str(place), "", scene.golden.question, words=BEGINNINGS)
        odds = client.ask(request, picture, Cancel())
        assert odds is not None
        items.append(Judged(log_odds(odds.log_probabilities), scene.strategy))
    return items


@dataclass(frozen=True)
class Scaled:
    """One way of scaling, on the items that it was not fitted on."""

    name: str
    calibration: Calibration | None
    odds: Numbers

    def row(self, right: NDArray[np.int64]) -> list[object]:
        accuracy = float((self.odds.argmax(axis=1) == right).mean())
        confidence = float(self.odds.max(axis=1).mean())
        loss = negative_log_likelihood(self.odds, right)
        errors = (ece(self.odds, right), classwise_ece(self.odds, right))
        return [
            self.name, f"{accuracy:.1%}", f"{confidence:.1%}", f"{loss:.3f}",
            *(f"{error:.3f}" for error in errors),
        ]  # fmt: skip


def decisions(odds: Numbers, right: NDArray[np.int64], ask_more: float) -> list[object]:
    """What the policy's expected utility does, and how often it is too bold or too timid."""
    order = list(Strategy)
    chosen = []
    for row in odds:
        shares = dict(zip(order, map(float, row), strict=True))
        chosen.append(max(range(5), key=lambda i: expected_utility(order[i], shares, ask_more)))
    places = np.asarray(chosen)
    asked = (places >= order.index(Strategy.CLARIFY)).mean()
    return [
        f"{ask_more:+.0f}", f"{(places == right).mean():.1%}", f"{(places < right).mean():.1%}",
        f"{(places > right).mean():.1%}", f"{asked:.1%}",
    ]  # fmt: skip


def risks(odds: Numbers, right: NDArray[np.int64]) -> list[list[object]]:
    """Risk-coverage of answering what must not be answered, and of the likeliest strategy."""
    abstain = list(Strategy).index(Strategy.ABSTAIN)
    curves = {
        "that it can be answered": risk_curve((1 - odds[:, abstain]).tolist(), right == abstain),
        "the likeliest strategy": risk_curve(
            odds.max(axis=1).tolist(), odds.argmax(axis=1) != right
        ),
    }
    return [
        [name, *(f"{x:.3f}" for x in (c.area, c.best, c.overall, c.risk_at(0.5)))]
        for name, c in curves.items()
    ]


@dataclass(frozen=True)
class Measured:
    """One set of scenes: what was right, and the ways of scaling from none to the best."""

    name: str
    right: NDArray[np.int64]
    ways: tuple[Scaled, ...]
    chosen: Calibration

    @property
    def best(self) -> Scaled:
        """What cross-validation on the fitted items chose."""
        return next(way for way in self.ways if way.name.startswith(self.chosen.kind))

    def rows(self) -> list[list[object]]:
        return [[self.name, *way.row(self.right)] for way in self.ways]

    def risks(self) -> list[list[object]]:
        """Of the model as it is and as it is calibrated: answering, and choosing a strategy."""
        ways = (self.ways[0], self.best)
        return [[self.name, way.name, *row] for way in ways for row in risks(way.odds, self.right)]


def measured(client: InlineClient, model: TinyModel, name: str, softness: float) -> Measured:
    fitting = judged(client, model, shape_scenes(FITTED_ON, 11, softness))
    others = judged(client, model, shape_scenes(MEASURED_ON, 12, softness))
    ways = [Scaled("as the model says", None, probabilities(others, None))]
    for kind in KINDS:
        found = fit(fitting, kind)
        ways.append(Scaled(f"{kind} scaling", found, probabilities(others, found)))
    return Measured(name, right_ones(others), tuple(ways), fit(fitting))


def main() -> None:
    model = prototype()
    order = LoadOrder(str(model.text), str(model.tower), context_tokens=512, threads=1)
    client = InlineClient(NativeRuntime(), order)
    sets = [measured(client, model, name, softness) for name, softness in SETS.items()]
    client.close()
    last = sets[-1]
    curves = [
        Curve("as the model says", reliability(last.ways[0].odds, last.right)),
        Curve(f"after {last.best.name}", reliability(last.best.odds, last.right)),
    ]
    drawing = PAGE.with_name("calibration.svg")
    drawing.write_text(reliability_diagram(curves), encoding="utf-8")
    publish("calibration", "How sure, and how sure it should be", _body(sets))


def _body(sets: Sequence[Measured]) -> str:
    head = ["scenes", "", "right", "sure", "surprise, nats", "ECE", "ECE by strategy"]
    quality = table(head, [row for one in sets for row in one.rows()])
    last = sets[-1]
    ahead = ["scenes", "probabilities", "orders by", "AURC", "best order", "all", "surest half"]
    ordered = table(ahead, [row for one in sets for row in one.risks()])
    moved = ["probabilities", "ask_more", "right", "too bold", "too timid", "asks or abstains"]
    rows = [
        [way.name, *decisions(way.odds, last.right, ask_more)]
        for way in (last.ways[0], last.best)
        for ask_more in (-1.0, 0.0, 1.0)
    ]
    return (
        f"The 3.7M prototype (F16, llama.cpp) on {MEASURED_ON} drawn scenes, scaling fitted on "
        f"{FITTED_ON} others: scenes like those of training, and scenes up to "
        f"{max(SETS.values()):.0f} pixels softer. Sure: the likeliest strategy's probability on "
        "average. ECE: 15 bins (Guo et al. 2017); by strategy: Kull et al. 2019. "
        f"Cross-validation on the fitted scenes chose {last.chosen.kind} scaling for the softer "
        f"ones, and expected an ECE of {last.chosen.ece_after:.3f}.\n\n{quality}\n\n"
        f"The softer scenes:\n\n![Reliability](calibration.svg)\n\n"
        "Risk and coverage. Ordered by the chance that a scene can be answered, the surest first, "
        "the risk is the share of scenes among them that nobody could answer; ordered by the "
        "chance of the likeliest strategy, the share where it is wrong. AURC is the mean risk "
        f"over all coverages.\n\n{ordered}\n\n"
        "What the policy makes of the softer scenes. Too bold: answers or guesses where it should "
        "have listed, asked or abstained; too timid: the other way round.\n\n"
        f"{table(moved, rows)}"
    )


if __name__ == "__main__":
    main()
