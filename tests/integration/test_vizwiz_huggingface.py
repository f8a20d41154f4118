"""`vizwiz collect --engine huggingface`: any vision-language folder, on this computer alone.

Two kinds of tiny random models: one of the kind that is trained here, whose processor is made
without torchvision, and one that transformers alone knows.
"""

from __future__ import annotations

import json
import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from whichone_core.errors import ModelError
from whichone_core.prompting.study import Prompting
from whichone_core.types.strategies import Strategy
from whichone_data.cli import main
from whichone_data.vizwiz import huggingface
from whichone_data.vizwiz.collected import read_collected
from whichone_data.vizwiz.huggingface import HuggingFaceTeller, open_huggingface
from whichone_training.mini import build
from whichone_training.recipe import checked

from tests.tiny_training import SIDE, TINY, one_thread

__all__ = ["one_thread"]
pytestmark = [
    pytest.mark.skipif(
        not all(map(find_spec, ("torch", "transformers"))), reason="transformers is not installed"
    ),
    # The libraries warn about versions to come; what they warn of is pinned.
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.timeout(600),
]
EXAMPLES = Path(__file__).resolve().parents[2] / "app" / "whichone_app" / "examples"
LABEL = EXAMPLES / "label.jpg"
LLAVA_TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{% for content in message['content'] %}{% if content['type'] == 'image' %}<image>"
    "{% else %}{{ content['text'] }}{% endif %}{% endfor %}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


@pytest.fixture(scope="module")
def qwen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of the kind that is trained here."""
    folder = tmp_path_factory.mktemp("models") / "tiny-qwen"
    shape = checked({**TINY, "output": str(folder.parent / "out")}).shape
    assert shape is not None
    build(shape, folder, 1)
    return folder


@pytest.fixture(scope="module")
def llava(qwen: Path) -> Path:
    """Of a kind that nothing in this project knows by name."""
    import torch
    from transformers import LlavaForConditionalGeneration

    folder = qwen.parent / "tiny-llava"
    torch.manual_seed(2)
    processor = llava_processor(qwen)
    processor.save_pretrained(folder)
    LlavaForConditionalGeneration(llava_config(processor.tokenizer)).save_pretrained(folder)
    return folder


def llava_processor(tokenizer_of: Path) -> Any:
    from transformers import AutoTokenizer, LlavaProcessor
    from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

    tokenizer: Any = AutoTokenizer.from_pretrained(tokenizer_of)
    tokenizer.add_tokens(["<image>"], special_tokens=True)
    pictures: Any = CLIPImageProcessorPil(
        size={"shortest_edge": SIDE}, crop_size={"height": SIDE, "width": SIDE}
    )
    make: Any = LlavaProcessor
    return make(
        pictures,
        tokenizer,
        patch_size=14,
        vision_feature_select_strategy="default",
        chat_template=LLAVA_TEMPLATE,
        num_additional_image_tokens=1,
    )


def llava_config(tokenizer: Any) -> Any:
    from transformers import CLIPVisionConfig, LlavaConfig, Qwen2Config

    vision = CLIPVisionConfig(
        hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=2,
        image_size=SIDE, patch_size=14, projection_dim=32,
    )  # fmt: skip
    text = Qwen2Config(
        vocab_size=len(tokenizer), hidden_size=64, intermediate_size=64, num_hidden_layers=1,
        num_attention_heads=2, num_key_value_heads=2,
    )  # fmt: skip
    return LlavaConfig(
        vision_config=vision,
        text_config=text,
        image_token_index=tokenizer.convert_tokens_to_ids("<image>"),
        image_seq_length=(SIDE // 14) ** 2,
    )


@pytest.fixture(autouse=True)
def short_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(huggingface, "LONGEST", 6)


@pytest.mark.parametrize("kind", ["qwen", "llava"])
def test_both_kinds_are_asked_in_every_way(kind: str, request: pytest.FixtureRequest) -> None:
    teller = open_huggingface(str(request.getfixturevalue(kind)), "")
    assert teller.name == f"huggingface tiny-{kind}"
    calls = {way: len(teller.tell(LABEL, "What is this?", way).drafts) for way in Prompting}
    assert calls[Prompting.VANILLA] == calls[Prompting.ABSTENTION] == 1
    assert calls[Prompting.SELF_CORRECTION] == 3
    assert calls[Prompting.SELF_CONSISTENCY] == calls[Prompting.ABSTENTION_CONSISTENCY] == 5


def test_samples_are_drawn_by_their_seed_and_the_picture_counts(llava: Path) -> None:
    teller = open_huggingface(str(llava), "")
    first, second = (
        teller.tell(LABEL, "What is this?", Prompting.SELF_CONSISTENCY) for _ in range(2)
    )
    assert first == second
    assert len(set(first.drafts)) > 1
    odds = [
        teller.tell(EXAMPLES / name, "What is this?", Prompting.STRATEGY).probabilities
        for name in ("label.jpg", "table.jpg")
    ]
    assert odds[0] != odds[1]


def test_the_first_token_gives_the_chances_of_the_strategies(qwen: Path) -> None:
    teller = open_huggingface(str(qwen), "")
    odds = teller.tell(LABEL, "What is this?", Prompting.STRATEGY).probabilities
    assert odds is not None
    assert list(odds) == list(Strategy)
    assert sum(odds.values()) == pytest.approx(1)
    assert teller.tell(LABEL, "What is this?", Prompting.VANILLA).probabilities is None


def test_a_vocabulary_without_the_words_gives_no_chances(
    qwen: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(huggingface, "CONTROL_WORDS", {way: f"{way}?!" for way in Strategy})
    teller = open_huggingface(str(qwen), "")
    assert teller.tell(LABEL, "What is this?", Prompting.STRATEGY).probabilities is None


def test_what_a_model_can_not_do_is_its_own_failure(llava: Path) -> None:
    teller = open_huggingface(str(llava), "")

    class Broken:
        device = "cpu"

        def generate(self, **_options: object) -> None:
            raise RuntimeError("out of memory")

    broken = HuggingFaceTeller(Broken(), teller._processor, "broken")
    with pytest.raises(ModelError, match="broken can't answer"):
        broken.tell(LABEL, "What is this?", Prompting.VANILLA)


def test_the_command_asks_a_folder(
    qwen: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "photos").mkdir()
    shutil.copy(LABEL, tmp_path / "photos")
    words = ["--engine", "huggingface", "--at", qwen, "--prompting", "vanilla", "--question", "Q?"]
    words += ["--photos", tmp_path / "photos", "--output", tmp_path / "out"]
    assert main(["vizwiz", "collect", *map(str, words)]) == 0
    assert "1 answers in" in capsys.readouterr().out
    (kept,) = read_collected([tmp_path / "out" / "answers.jsonl"])
    assert (kept.engine, kept.failed) == ("huggingface tiny-qwen", "")


def test_what_is_no_such_model_is_one_sentence(
    qwen: Path, llava: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "photos").mkdir()
    shutil.copy(LABEL, tmp_path / "photos")
    weights = ("model.safetensors", "chat_template.jinja", "processor_config.json")
    for missing in weights:
        shutil.copytree(llava, tmp_path / missing)
        (tmp_path / missing / missing).unlink()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "config.json").write_text(json.dumps({"model_type": "none such"}))
    for name in ("", "photos", "other", *weights):
        words = ["--engine", "huggingface", "--at", str(tmp_path / name), "--prompting", "vanilla"]
        words += ["--photos", str(tmp_path / "photos"), "--output", str(tmp_path / "out")]
        assert main(["vizwiz", "collect", *words]) == 3, name
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert "Hugging Face model" in said or "The model in" in said
