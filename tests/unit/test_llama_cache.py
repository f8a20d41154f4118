"""What the KV cache and the cache of pictures hold, as plain values."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from whichone_models.llama.context import Item, Patch, positions_in, shared, tokens_in
from whichone_models.llama.runtime import Picture
from whichone_models.llama.scoring import log_softmax
from whichone_models.llama.vision import EmbeddingCache, Encoded, identity_of
from whichone_models.llama.watch import Watch

RED = Patch("a:112x112:1", 0, 16, 4)
BLUE = Patch("a:112x112:2", 0, 16, 4)
items = st.lists(st.one_of(st.integers(0, 3), st.sampled_from([RED, BLUE])))


def encoded(name: str, values: int) -> Encoded:
    return Encoded(name, (1, 2), (np.zeros(values, np.float32),), (name,))


def test_a_picture_takes_more_tokens_than_positions() -> None:
    conversation: list[Item] = [5, 6, RED, 7]
    assert tokens_in(conversation) == 19
    assert positions_in(conversation) == 7


@given(items, items)
def test_what_two_conversations_share_is_the_same_in_both(
    left: list[Item], right: list[Item]
) -> None:
    common = shared(left, right)
    assert left[:common] == right[:common]
    assert left[: common + 1] != right[: common + 1] or common == min(len(left), len(right))


def test_the_same_place_in_two_pictures_is_never_shared() -> None:
    assert shared([1, RED, 2], [1, BLUE, 2]) == 1


def test_the_picture_used_longest_ago_leaves_first() -> None:
    freed: list[str] = []
    cache = EmbeddingCache(100, lambda gone: freed.append(gone.identity))
    for name in "abc":  # 40 bytes each: two fit
        cache.get("a")
        cache.put(name, encoded(name, 10))
    assert freed == ["b"]
    assert cache.bytes == 80 and len(cache) == 2
    cache.clear()
    assert sorted(freed) == ["a", "b", "c"] and len(cache) == 0


def test_one_picture_larger_than_the_bound_still_stays() -> None:
    freed: list[str] = []
    cache = EmbeddingCache(10, lambda gone: freed.append(gone.identity))
    cache.put("a", encoded("a", 100))
    assert cache.get("a") is not None
    cache.put("b", encoded("b", 100))
    assert freed == ["a"] and cache.get("a") is None


def test_a_picture_put_again_replaces_the_old_one() -> None:
    freed: list[str] = []
    cache = EmbeddingCache(1000, lambda gone: freed.append(gone.identity))
    cache.put("a", encoded("old", 1))
    cache.put("a", encoded("new", 1))
    held = cache.get("a")
    assert freed == ["old"] and held is not None and held.identity == "new"


def test_pictures_differ_by_key_size_and_pixels() -> None:
    pixels = np.zeros((4, 8, 3), np.uint8)
    other = pixels.copy()
    other[0, 0, 0] = 1
    names = {
        identity_of(Picture("a", pixels)),
        identity_of(Picture("b", pixels)),
        identity_of(Picture("a", other)),
        identity_of(Picture("a", pixels.reshape(8, 4, 3))),
    }
    assert len(names) == 4
    assert identity_of(Picture("a", pixels.copy())) in names


@given(st.lists(st.floats(-1e4, 1e4, width=32), min_size=1, max_size=50))
def test_log_probabilities_are_those_of_a_distribution(logits: list[float]) -> None:
    logs = log_softmax(np.asarray(logits, np.float32))
    assert np.exp(logs).sum() == pytest.approx(1.0)
    assert (logs <= 0).all()


def test_a_cancel_once_seen_stays_seen() -> None:
    answers = iter([False, True, False])
    watch = Watch()
    with watch.over(lambda: next(answers)):
        while not watch.trips():
            pass
        assert watch.trips() and watch.trips()
    assert watch.trips()
    with watch.over(lambda: False):
        assert not watch.trips()
