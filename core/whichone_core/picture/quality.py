"""What is wrong with a picture, measured from its pixels and from the text that was read.

`inspect` needs a few hundredths of a second and no model; what it measures is described in
`picture_measures.py`.  The thresholds stand where about 1% of sharp photos fall below;
tests/bench/quality.py measures them against photos whose flaws people have named.

Screens and drawings on white are never blurred, dark or glaring; of those only blank and tiny
ones are faults.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from whichone_core.catalogue import _
from whichone_core.languages import N_
from whichone_core.picture.picture_measures import measure
from whichone_core.types.evidence import TextEvidence, TextLine
from whichone_core.types.pictures import Frame, SourceKind
from whichone_core.types.quality import Finding, Flaw, QualityReport, Side

SHARPNESS = 25.0
"""Below: blurred, unless the edges themselves are steep."""
STEEP = 3.3
"""Steepness from which on edges are crisp, however few there are and however much is white."""
DARKNESS = 30.0
"""lightness_95 below: too dark."""
GLARE = 0.35
"""Clipped share from which on a picture is too bright, where its edges drown too."""
DRAWN, DRAWN_EDGE = 0.5, 10.0
"""Flat share and strongest_edge from which on a picture on white is drawn.  Washed-out photos
can be as flat, but then with hardly an edge (docs/measured.md, "Picture quality")."""
PLAIN_EDGE = 3.0
"""strongest_edge below: nothing but one shade (the weakest good photo has 21)."""
PLAIN_RANGE = 10.0
"""lightness_range below which a picture without edges is blank, not dark or glaring."""
SHORT_SIDE = 160
"""Pixels of the shorter side below which little can be told or read."""
CUT_SHARE, CUT_AREA = 0.5, 0.01
"""Share of the text, and of the picture, that runs into one edge, from which on it is cut off;
scraps of a background sign are less."""
EDGE = 0.008
"""How near to an edge text ends when it runs into it, as a fraction of the picture."""
LEAN, LEANING_LINES = 40.0, 2
"""Degrees of median lean, and lines, from which on text is tilted; less was read well."""

HOPELESS_EDGE = 8.0
"""strongest_edge below which a blurred picture is a smear: what most people could not name."""
HOPELESS_DARKNESS = 12.0
HOPELESS_GLARE = 0.9
SMEARED = 10.0
"""Sharpness below which a blurred picture is a smear too: photos by blind people that five of
five could not recognise have 1 to 8 (one has 12, and no edges); those that all could, 12 and
more."""

_ORDER = (
    Flaw.UNIFORM,
    Flaw.DARK,
    Flaw.BRIGHT,
    Flaw.BLURRED,
    Flaw.SMALL,
    Flaw.CUT_OFF,
    Flaw.TILTED,
)


# --------------------------------------------------------------------------- from pixels


def inspect(frame: Frame) -> QualityReport:
    """The flaws that the pixels alone show: UNIFORM, DARK, BRIGHT, BLURRED, SMALL."""
    measures = measure(frame)
    findings = [_small(measures), _plain(measures)]
    is_photo = frame.kind is not SourceKind.SCREEN and not _is_drawn_on_white(measures)
    if is_photo and findings[1] is None:
        findings += [_dark(measures), _glaring(measures), _blurred(measures)]
    return _report([finding for finding in findings if finding], measures)


def is_unusable(report: QualityReport) -> bool:
    """Whether nothing at all can be told from the picture, whatever the question.

    True for a blank picture, for one that is nearly black or nearly all glare, and for one
    that is a smear.  Every other flaw matters only where small things or text are asked for.
    """
    measures = report.measures
    return (
        report.has(Flaw.UNIFORM)
        or (report.has(Flaw.DARK) and measures.get("lightness_95", 100.0) < HOPELESS_DARKNESS)
        or (report.has(Flaw.BRIGHT) and measures.get("clipped", 0.0) > HOPELESS_GLARE)
        or (report.has(Flaw.BLURRED) and measures.get("strongest_edge", 255.0) < HOPELESS_EDGE)
    )


def is_smeared(report: QualityReport) -> bool:
    """Whether a picture is so blurred that nothing but what is plain can be told from it."""
    return report.has(Flaw.BLURRED) and report.measures.get("sharpness", SMEARED) < SMEARED


def is_severe(report: QualityReport) -> bool:
    """Whether only what was measured counts, as no look at the picture can be trusted.

    In such photos of blind people detectors named things that were not there as surely as they
    do elsewhere, and so did a model that tells how sure it is (docs/vizwiz-lf.md).
    """
    return is_unusable(report) or is_smeared(report)


def _plain(measures: Mapping[str, float]) -> Finding | None:
    edge = measures["strongest_edge"]
    is_glare = measures["clipped"] >= GLARE and measures["lightness_range"] >= PLAIN_RANGE
    if edge < PLAIN_EDGE and not is_glare:
        return Finding(Flaw.UNIFORM, edge, PLAIN_EDGE)
    return None


def _is_drawn_on_white(measures: Mapping[str, float]) -> bool:
    """Large shapes of a drawing or logo have smooth edges, and few of them: as glare would."""
    is_flat = measures["flat"] >= DRAWN and measures["strongest_edge"] >= DRAWN_EDGE
    return is_flat and measures["clipped"] >= GLARE


def _dark(measures: Mapping[str, float]) -> Finding | None:
    light = measures["lightness_95"]
    return Finding(Flaw.DARK, light, DARKNESS) if light < DARKNESS else None


def _glaring(measures: Mapping[str, float]) -> Finding | None:
    clipped = measures["clipped"]
    if clipped >= GLARE and measures["steepness"] < STEEP:
        return Finding(Flaw.BRIGHT, clipped, GLARE)
    return None


def _blurred(measures: Mapping[str, float]) -> Finding | None:
    sharpness = measures["sharpness"]
    if sharpness < SHARPNESS and measures["steepness"] < STEEP:
        return Finding(Flaw.BLURRED, sharpness, SHARPNESS)
    return None


def _small(measures: Mapping[str, float]) -> Finding | None:
    side = measures["short_side"]
    return Finding(Flaw.SMALL, side, SHORT_SIDE) if side < SHORT_SIDE else None


# --------------------------------------------------------------------------- from text


def with_text(report: QualityReport, text: TextEvidence) -> QualityReport:
    """The report with what the text shows: CUT_OFF with its sides, and TILTED.

    Text that was read after a turn by 90, 180 or 270 degrees is no fault.  Sides are those
    of the picture as it was taken, before any turn.
    Adds the measures cut_share (worst side) and lean (degrees).
    """
    findings = [f for f in report.findings if f.flaw not in {Flaw.CUT_OFF, Flaw.TILTED}]
    if not text.lines:
        return replace(report, findings=tuple(findings))
    areas = {side: _area_into(side, text.lines) for side in Side}
    whole = max(sum(line.box.area for line in text.lines), 1e-9)
    sides = tuple(
        _as_taken(side, text.turned)
        for side in Side
        if areas[side] >= max(CUT_SHARE * whole, CUT_AREA)
    )
    worst, lean = max(areas.values()) / whole, _lean(text.lines)
    if sides:
        findings.append(Finding(Flaw.CUT_OFF, worst, CUT_SHARE, sides))
    if lean >= LEAN and len(text.lines) >= LEANING_LINES:
        findings.append(Finding(Flaw.TILTED, lean, LEAN))
    return _report(findings, {**report.measures, "cut_share": worst, "lean": lean})


def _area_into(side: Side, lines: tuple[TextLine, ...]) -> float:
    """The share of the picture that text which runs into this edge covers."""
    gaps = {
        Side.LEFT: lambda line: line.box.left,
        Side.RIGHT: lambda line: 1.0 - line.box.right,
        Side.TOP: lambda line: line.box.top,
        Side.BOTTOM: lambda line: 1.0 - line.box.bottom,
    }
    return sum(line.box.area for line in lines if gaps[side](line) <= EDGE)


def _as_taken(side: Side, turned: int) -> Side:
    """The edge before the picture was turned counter-clockwise by so many degrees."""
    clockwise = (Side.TOP, Side.RIGHT, Side.BOTTOM, Side.LEFT)
    return clockwise[(clockwise.index(side) + turned // 90) % 4]


def _lean(lines: tuple[TextLine, ...]) -> float:
    angles = sorted(abs(line.angle) for line in lines)
    return angles[len(angles) // 2]


def _report(findings: list[Finding], measures: Mapping[str, float]) -> QualityReport:
    worst_first = sorted(findings, key=lambda finding: _ORDER.index(finding.flaw))
    return QualityReport(tuple(worst_first), dict(measures))


# --------------------------------------------------------------------------- what to do


_ACTIONS = {
    Flaw.UNIFORM: N_(
        "Uncover the lens, turn on a light and try again; if this is a screen, turn off the "
        "screen curtain first."
    ),
    Flaw.DARK: N_("Turn on a light, or hold the thing near a window, and take the picture again."),
    Flaw.BRIGHT: N_(
        "Turn away from the light, or switch off the flash, and take the picture again."
    ),
    Flaw.BLURRED: N_(
        "Hold the camera still about 30 centimetres away, wait a second for it to focus, and "
        "take the picture again."
    ),
    Flaw.SMALL: N_("Take the picture again at full size; this one is too small to see details."),
    Flaw.TILTED: N_("Turn the camera until the text runs level, and take the picture again."),
}
_MOVES = {
    Side.LEFT: N_("Move the camera a little to the left, and take the picture again."),
    Side.RIGHT: N_("Move the camera a little to the right, and take the picture again."),
    Side.TOP: N_("Move the camera a little up, and take the picture again."),
    Side.BOTTOM: N_("Move the camera a little down, and take the picture again."),
}
_WORDS = {
    Flaw.BLURRED: N_("blurred"),
    Flaw.DARK: N_("too dark"),
    Flaw.BRIGHT: N_("too bright"),
    Flaw.UNIFORM: N_("covered or blank"),
    Flaw.SMALL: N_("too small"),
    Flaw.CUT_OFF: N_("cut off"),
    Flaw.TILTED: N_("tilted"),
}


def flaw_words(flaw: Flaw) -> str:
    """A flaw as what "the picture is"."""
    return _(_WORDS[flaw])


def retake_action(finding: Finding) -> str:
    """One thing to do for a better picture, as one plain sentence."""
    if finding.flaw is not Flaw.CUT_OFF:
        return _(_ACTIONS[finding.flaw])
    if len(finding.sides) == 1:
        return _(_MOVES[finding.sides[0]])
    return _("Move the camera a hand's width further away, and take the picture again.")
