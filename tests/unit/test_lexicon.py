"""Everyday nouns find the detectors' labels, and labels their kin."""

from __future__ import annotations

import pytest
from whichone_core.question.lexicon import DETECTOR_LABELS, GROUPS, kin, label_of, singular


@pytest.mark.parametrize(
    ("noun", "label"),
    [
        ("sofa", "couch"),
        ("mobile", "cell phone"),
        ("mobile phones", "cell phone"),
        ("telly", "tv"),
        ("shoes", "footwear"),
        ("knives", "knife"),
        ("people", "person"),
        ("children", "person"),
        ("glasses", None),
        ("glass", "wine glass"),
        ("wine glasses", "wine glass"),
        ("couches", "couch"),
        ("buses", "bus"),
        ("mice", "mouse"),
        ("skis", "skis"),
        ("orange juice", None),
        ("tv stand", None),
        ("animals", "animal"),
    ],
)
def test_an_everyday_noun_has_a_label(noun: str, label: str | None) -> None:
    assert label_of(noun) == label


def test_the_detectors_know_coco_and_twelve_more() -> None:
    assert len(DETECTOR_LABELS) == 92


@pytest.mark.parametrize("label", sorted(DETECTOR_LABELS))
def test_every_label_names_itself_in_singular_and_is_its_own_kin(label: str) -> None:
    assert label_of(label) == label
    assert label in kin(label)


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_stands_for_labels_only(group: str) -> None:
    assert kin(group)
    assert set(GROUPS[group]) <= DETECTOR_LABELS


def test_what_the_detectors_call_differently_is_kin() -> None:
    assert kin("mug") == {"mug", "cup", "coffee cup"}
    assert "dog" in kin("animal")
    assert "footwear" in kin("boot")


def test_singular_keeps_what_only_looks_like_a_plural() -> None:
    assert [singular(word) for word in ("glass", "bus", "tennis", "keys")] == [
        "glass",
        "bus",
        "tennis",
        "key",
    ]
