"""A reliability diagram as SVG: how often right against how sure, with how many answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from whichone_models.language.calibration import Bin

SIDE, MARGIN = 360, 50
_LARGEST = 11.0
_FEWEST = 5
"""Answers in a bin that is shown; fewer say nothing about how often they are right."""
_COLOURS = ("#b3421b", "#1b5fb3")
_MARKS = (
    '<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}"/>',
    '<rect x="{left:.1f}" y="{top:.1f}" width="{d:.1f}" height="{d:.1f}"/>',
)


@dataclass(frozen=True)
class Curve:
    """The bins of one way of scaling."""

    name: str
    bins: tuple[Bin, ...]


def reliability_diagram(curves: Sequence[Curve]) -> str:
    """Two curves at most, told apart by the form of their marks too; larger is more answers."""
    width, height = SIDE + 2 * MARGIN, SIDE + 2 * MARGIN + 24 * len(curves)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="14" role="img">',
        f"<title>{_told(curves)}</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        *_axes(),
    ]
    for place, curve in enumerate(curves):
        colour, mark = _COLOURS[place], _MARKS[place]
        bins = [one for one in curve.bins if one.items >= _FEWEST]
        most = max(one.items for one in bins)
        line = " ".join(f"{_x(b.confidence):.1f},{_y(b.accuracy):.1f}" for b in bins)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}"/>')
        marks = [
            _mark(mark, _x(b.confidence), _y(b.accuracy), 3 + _LARGEST * (b.items / most) ** 0.5)
            for b in bins
        ]
        parts.append(f'<g fill="{colour}" fill-opacity="0.7">{"".join(marks)}</g>')
        y = SIDE + 2 * MARGIN + 24 * place
        key = _mark(mark, MARGIN, y - 5, 7)
        parts.append(f'<g fill="{colour}">{key}</g>')
        parts.append(f'<text x="{MARGIN + 16}" y="{y}">{curve.name}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _axes() -> list[str]:
    x0, x1, y0, y1 = _x(0), _x(1), _y(0), _y(1)
    grid = [
        f'<text x="{_x(t):.1f}" y="{y0 + 18:.1f}" text-anchor="middle">{t:.1f}</text>'
        f'<text x="{x0 - 8:.1f}" y="{_y(t) + 5:.1f}" text-anchor="end">{t:.1f}</text>'
        for t in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
    ]
    middle = (x0 + x1) / 2
    return [
        f'<path d="M{x0},{y1}V{y0}H{x1}" fill="none" stroke="#000"/>',
        f'<path d="M{x0},{y0}L{x1},{y1}" stroke="#888" stroke-dasharray="5 4"/>',
        *grid,
        f'<text x="{middle}" y="{y0 + 38}" text-anchor="middle">how sure it is</text>',
        f'<text transform="translate(14 {(y0 + y1) / 2}) rotate(-90)" text-anchor="middle">'
        "how often it is right</text>",
    ]


def _told(curves: Sequence[Curve]) -> str:
    """The diagram in words."""
    told = [
        f"{curve.name}: "
        + ", ".join(f"sure {b.confidence:.2f}, right {b.accuracy:.2f}" for b in curve.bins)
        for curve in curves
    ]
    return "How sure against how often right. " + ". ".join(told)


def _mark(mark: str, x: float, y: float, r: float) -> str:
    return mark.format(x=x, y=y, r=r, left=x - r, top=y - r, d=2 * r)


def _x(value: float) -> float:
    return MARGIN + value * SIDE


def _y(value: float) -> float:
    return MARGIN / 2 + (1 - value) * SIDE
