"""Models are fetched whole or not at all, whatever the network and the hub do."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from whichone_core.errors import ModelError
from whichone_core.types.strategies import Strategy
from whichone_models.getting.hub import Hub
from whichone_models.getting.pulling import pull
from whichone_models.keeping.pins import check, verify

from tests.hub import COMMIT, Fault, paper_tower
from tests.pulling import Puller

pytest.importorskip("huggingface_hub", reason="huggingface_hub is not installed")


def test_a_model_is_pulled_verified_pinned_and_can_be_used(puller: Puller) -> None:
    model = puller.pull()
    assert model is not None and model == puller.store.find("paper-model")
    assert model.text.read_bytes() == puller.text
    assert model.sidecar.source == f"somebody/paper at {COMMIT}"
    assert model.sidecar.text.bytes == len(puller.text) and model.sidecar.text.tensors == 3
    check(model)
    assert verify(model)
    assert puller.told[-1] == (model.bytes, model.bytes)
    assert [done for done, _ in puller.told] == sorted(done for done, _ in puller.told)


def described(puller: Puller, **changes: object) -> bytes:
    """A whichone.json of the two files on the hub, put beside them; gives its bytes."""
    entry = puller.entry
    pinned = {}
    for part, name, tensors in (("text", entry.text, 3), ("tower", entry.tower, 2)):
        content = puller.hub.files[f"{entry.repository}/{name}"]
        digest = hashlib.sha256(content).hexdigest()
        pinned[part] = {
            "name": name, "bytes": len(content), "sha256": digest, "tensors": tensors
        }  # fmt: skip
    words = dict(zip(Strategy, ("direct", "infer", "list", "ask", "cannot"), strict=True))
    record = {"name": "Tuned", "family": "qwen2.5-vl", "words": words, **pinned, **changes}
    content = json.dumps(record).encode()
    puller.hub.add(entry.repository, "whichone.json", content)
    return content


@pytest.mark.parametrize("is_in_git", [False, True])
def test_what_its_maker_says_of_a_model_is_pulled_with_it_and_pinned(
    puller: Puller, is_in_git: bool
) -> None:
    content = described(puller)
    if is_in_git:  # its digest is git's own then
        blob = hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
        puller.hub.announced["somebody/paper/whichone.json"] = (len(content), blob)
    model = puller.pull()
    assert model is not None
    sidecar = puller.store.find("paper-model").sidecar
    assert sidecar.words[Strategy.CLARIFY] == "ask"
    assert sidecar.described_by == hashlib.sha256(content).hexdigest()
    assert sidecar.source == f"somebody/paper at {COMMIT}" and sidecar.name == "paper-model"
    assert verify(model)


@pytest.mark.parametrize(
    "changes",
    [
        {"words": {"direct": "direct"}},
        {"text": {"name": "other.gguf", "bytes": 1, "sha256": "0" * 64, "tensors": 1}},
        {"tower": None},
        {"family": "smolvlm"},
        {"unheard": "of"},
        {"processor": {"patch": 0}},
    ],
)
def test_a_description_of_something_else_is_refused(
    puller: Puller, changes: dict[str, object]
) -> None:
    described(puller, **changes)
    puller.fails(ModelError)


def test_a_description_with_another_number_of_tensors_is_refused(puller: Puller) -> None:
    entry = puller.entry
    content = puller.hub.files[f"{entry.repository}/{entry.tower}"]
    digest = hashlib.sha256(content).hexdigest()
    pinned = {"name": entry.tower, "bytes": len(content), "sha256": digest, "tensors": 3}
    described(puller, tower=pinned)
    assert puller.fails(ModelError).sentence == "What the server sent is not Paper model."


def test_a_description_that_is_not_what_was_announced_is_refused_before_the_rest_is_fetched(
    puller: Puller,
) -> None:
    content = described(puller)
    puller.hub.announced["somebody/paper/whichone.json"] = (len(content), "0" * 40)
    puller.fails(ModelError)
    assert puller.hub.asked == ["whichone.json 0"]


def test_a_busy_server_is_asked_again_for_the_description(puller: Puller) -> None:
    described(puller)
    puller.hub.faults += [Fault(status=503, wait="7")]
    assert puller.pull() is not None
    assert puller.waited == [7]


def test_a_login_goes_to_the_hub_and_nowhere_else(puller: Puller) -> None:
    puller.pull()
    logins = set(puller.hub.logins)
    assert ("127.0.0.1", "Bearer secret") in logins
    assert {login for host, login in logins if host == "localhost"} == {""}


@pytest.mark.parametrize("then", ["cut", "stall"])
def test_a_connection_that_ends_or_stalls_is_gone_on_from(puller: Puller, then: str) -> None:
    puller.stall_s = 2.0
    puller.hub.faults += [Fault(after=1000, then=then), Fault(after=2000, then=then)]
    assert puller.pull() is not None
    starts = [int(asked.split()[1]) for asked in puller.hub.asked]
    assert starts[:3] == [0, 1000, 3000]
    assert puller.waited == [1, 1], "a try that brought something counts as none"


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_again_when_it_said(puller: Puller, status: int) -> None:
    puller.hub.faults += [Fault(status=status, wait="7"), Fault(status=status)]
    assert puller.pull() is not None
    assert puller.waited == [7, 2]


def test_a_busy_hub_is_asked_again_too(puller: Puller) -> None:
    puller.hub.head_faults += [Fault(status=429, wait="3"), Fault(status=503)]
    assert puller.pull() is not None
    assert puller.waited == [3, 2]


def test_patience_ends_and_what_came_is_kept(puller: Puller) -> None:
    puller.hub.faults += [Fault(after=5000, then="cut")] + [Fault(status=503)] * 20
    error = puller.fails(ModelError)
    assert error.sentence == "The server does not work just now."
    puller.hub.faults.clear()
    puller.hub.asked.clear()
    assert puller.pull() is not None
    assert puller.hub.asked[0].endswith(" 5000")


def test_a_server_that_asks_for_an_hour_is_not_waited_for(puller: Puller) -> None:
    puller.hub.faults += [Fault(status=429, wait="3600")]
    assert puller.fails(ModelError).spoken == (
        "The server is too busy. Try again in 61 minutes; what came so far is kept."
    )
    assert puller.waited == []


def test_wrong_bytes_are_fetched_once_more(puller: Puller) -> None:
    puller.hub.faults += [Fault(flips=True)]
    assert puller.pull() is not None
    assert [asked.split()[1] for asked in puller.hub.asked] == ["0", "0", "0"]


def test_bytes_that_are_wrong_twice_are_never_installed(puller: Puller) -> None:
    puller.hub.faults += [Fault(flips=True)] * 2
    assert "is not what it announced" in puller.fails(ModelError).sentence
    assert not list(puller.store.root.rglob("*.gguf"))


def test_a_part_that_was_damaged_on_the_disk_is_thrown_away(puller: Puller) -> None:
    puller.hub.faults += [Fault(after=5000, then="cut")] + [Fault(status=503)] * 20
    puller.fails(ModelError)
    puller.hub.faults.clear()
    (part,) = puller.store.root.rglob("*.part")
    part.write_bytes(bytes(5000))
    model = puller.pull()
    assert model is not None and model.text.read_bytes() == puller.text


def test_a_part_that_is_too_long_is_begun_anew(puller: Puller) -> None:
    puller.hub.faults += [Fault(after=5000, then="cut")] + [Fault(status=503)] * 20
    puller.fails(ModelError)
    puller.hub.faults.clear()
    (part,) = puller.store.root.rglob("*.part")
    part.write_bytes(bytes(len(puller.text) + 1))
    assert puller.pull() is not None


def test_a_server_without_range_begins_again(puller: Puller) -> None:
    puller.hub.faults += [Fault(after=5000, then="cut"), Fault(ignores_range=True)]
    model = puller.pull()
    assert model is not None and model.text.read_bytes() == puller.text


def test_a_shorter_length_than_the_truth_costs_another_request(puller: Puller) -> None:
    puller.hub.faults += [Fault(says=4000, after=4000, then="cut")]
    assert puller.pull() is not None
    assert puller.hub.asked[1].endswith(" 4000")


def test_a_longer_length_than_the_truth_is_not_waited_for_without_end(puller: Puller) -> None:
    path = f"{puller.entry.repository}/{puller.entry.text}"
    puller.hub.announced[path] = (len(puller.text) + 100, "0" * 64)
    error = puller.fails(ModelError)
    assert error.sentence == "The server sends something else than it was asked for."


def test_a_wrong_announced_checksum_installs_nothing(puller: Puller) -> None:
    path = f"{puller.entry.repository}/{puller.entry.tower}"
    puller.hub.announced[path] = (len(puller.hub.files[path]), "0" * 64)
    assert "is not what it announced" in puller.fails(ModelError).sentence


def test_a_server_that_names_no_checksum_is_not_trusted(puller: Puller) -> None:
    """A network that asks for a login answers everything with a page of its own."""
    path = f"{puller.entry.repository}/{puller.entry.text}"
    puller.hub.announced[path] = (0, "")
    assert "cannot be trusted" in puller.fails(ModelError).sentence


@pytest.mark.parametrize("length", ["-5", "0", "some", "9" * 5000])
def test_a_length_that_is_none_is_not_trusted(puller: Puller, length: str) -> None:
    path = f"{puller.entry.repository}/{puller.entry.text}"
    puller.hub.announced[path] = (length, "0" * 64)
    assert "cannot be trusted" in puller.fails(ModelError).sentence
    assert puller.hub.asked == []


@pytest.mark.parametrize("first", ["nonsense", "9" * 5000])
def test_bytes_from_nowhere_are_not_taken(puller: Puller, first: str) -> None:
    puller.hub.faults += [Fault(after=1000, then="cut"), *[Fault(first=first)] * 20]
    assert "something else than it was asked for" in puller.fails(ModelError).sentence


def test_a_wait_of_years_is_not_counted_in_minutes(puller: Puller) -> None:
    puller.hub.faults += [Fault(status=429, wait="9" * 5000)]
    assert "Try again later" in puller.fails(ModelError).remedy


def test_a_file_that_is_not_there_is_said(puller: Puller) -> None:
    puller.entry = puller.entry.model_copy(update={"tower": "gone.gguf"})
    assert puller.fails(ModelError).sentence == "The server has no file gone.gguf."
    assert puller.hub.asked == [], "nothing is fetched in vain"


@pytest.mark.parametrize("status", [401, 403])
def test_a_model_behind_terms_says_how_to_get_it(puller: Puller, status: int) -> None:
    puller.hub.head_faults += [Fault(status=status)]
    assert "HF_TOKEN" in puller.fails(ModelError).remedy


def test_a_signed_address_that_ended_is_asked_for_anew(puller: Puller) -> None:
    puller.hub.faults += [Fault(after=1000, then="cut"), Fault(status=403)]
    assert puller.pull() is not None


def test_a_tower_of_another_model_is_refused(puller: Puller, tmp_path: Path) -> None:
    path = f"{puller.entry.repository}/{puller.entry.tower}"
    puller.hub.files[path] = paper_tower(tmp_path / "other.gguf", width=128)
    assert "does not belong to" in puller.fails(ModelError).sentence


def test_another_family_than_the_catalogue_says_is_refused(puller: Puller, tmp_path: Path) -> None:
    path = f"{puller.entry.repository}/{puller.entry.tower}"
    puller.hub.files[path] = paper_tower(tmp_path / "other.gguf", projector="resampler")
    assert puller.fails(ModelError).sentence == "What the server sent is not Paper model."


def test_without_a_network_it_says_so_at_once(puller: Puller) -> None:
    puller.hub.port = 1  # nobody listens there
    assert puller.fails(ModelError).sentence == "The network cannot be reached."
    assert puller.waited == []


def test_an_address_that_is_none_is_said(puller: Puller) -> None:
    with pytest.raises(ModelError, match="The address of the server is wrong"):
        pull(puller.entry, puller.store, Hub("gopher://127.0.0.1"), lambda *_: None, puller.cancel)
