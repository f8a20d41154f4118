"""Every setting, with its meaning, its default and what it may be.

Nothing is logged unless the user asks for it: `log` is "off" by default.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum, StrEnum
from pathlib import Path
from typing import Annotated

from annotated_types import Ge, Le
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.fields import FieldInfo

from whichone_core.catalogue import _
from whichone_core.decimals import decimal
from whichone_core.errors import StorageError
from whichone_core.languages import N_
from whichone_core.setting_words import (
    CameraGuidance as CameraGuidance,
)
from whichone_core.setting_words import (
    DoubleCheck as DoubleCheck,
)
from whichone_core.setting_words import (
    Listen as Listen,
)
from whichone_core.setting_words import (
    LogConsent as LogConsent,
)
from whichone_core.setting_words import (
    Moved as Moved,
)
from whichone_core.setting_words import (
    Punctuation as Punctuation,
)
from whichone_core.setting_words import (
    Recogniser as Recogniser,
)
from whichone_core.setting_words import (
    SaliencyReading as SaliencyReading,
)
from whichone_core.setting_words import (
    SpeakThrough as SpeakThrough,
)
from whichone_core.setting_words import (
    Verbosity as Verbosity,
)
from whichone_core.setting_words import (
    Voice as Voice,
)
from whichone_core.system_language import system_language

AUTO_LANGUAGE = "auto"
"""The language of the system, where WhichOne speaks it."""


def _words(value: object) -> object:
    """Let "Own-Voice" and "own_voice" stand for "own voice", as shells need it."""
    if isinstance(value, Enum) or not isinstance(value, str):
        return value
    return " ".join(re.split(r"[\s_-]+", value.strip().casefold()))


def _no_switch(value: object) -> object:
    """Refuse true and false where a number belongs; pydantic would take them for 1 and 0."""
    if isinstance(value, bool):
        raise ValueError("a switch is not a number")
    return value


Number = Annotated[float, BeforeValidator(_no_switch), Field(allow_inf_nan=False)]


class Settings(BaseModel):
    """Every setting with its meaning; unchangeable once loaded."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    engine: str = Field(default="auto", min_length=1, description=N_("what looks at the picture"))
    model: str = Field(
        default="",
        description=N_("the local model by name; empty for the one chosen with models use"),
    )
    idle_minutes: Number = Field(
        default=15.0,
        ge=0,
        le=1440,
        description=N_(
            "minutes without a question after which the local model gives its memory back; 0 "
            "keeps it"
        ),
    )
    server: str = Field(
        default="", description=N_("the address of an OpenAI-compatible server; empty for none")
    )
    server_model: str = Field(default="", description=N_("the name of the model on that server"))
    double_check: Annotated[DoubleCheck, BeforeValidator(_words)] = Field(
        default=DoubleCheck.OFF,
        description=N_(
            "whether a language model checks each answer: ask again says what four more looks "
            "agree on, correct itself has it look for faults first; both take several times as "
            "long"
        ),
    )
    language: str = Field(
        default=AUTO_LANGUAGE,
        pattern=r"^(auto|[A-Za-z]{2,3}([-_][A-Za-z0-9]+)*)$",
        description=N_(
            "the language of answers, voice and window, as a code; auto for the system's own"
        ),
    )
    verbosity: Annotated[Verbosity, BeforeValidator(_words)] = Field(
        default=Verbosity.EXPLAINED, description=N_("how much of an answer is spoken at once")
    )
    ask_more: Number = Field(
        default=0.0, ge=-1, le=1, description=N_("1 asks back more often, -1 guesses more often")
    )
    speak_through: Annotated[SpeakThrough, BeforeValidator(_words)] = Field(
        default=SpeakThrough.AUTOMATIC, description=N_("who speaks")
    )
    voice: Annotated[Voice, BeforeValidator(_words)] = Field(
        default=Voice.AUTO, description=N_("which program speaks")
    )
    voice_name: str = Field(
        default="", description=N_("the voice by name; empty for the system's own")
    )
    speech_rate: Number = Field(
        default=0.0, ge=-1, le=1, description=N_("how fast: -1 slowest, 0 normal, 1 fastest")
    )
    speech_pitch: Number = Field(
        default=0.0, ge=-1, le=1, description=N_("how high: -1 lowest, 0 normal, 1 highest")
    )
    speech_volume: Number = Field(
        default=1.0, ge=0, le=1, description=N_("how loud: 0 silent, 1 full")
    )
    earcons: bool = Field(
        default=False,
        description=N_("short sounds when work begins, an answer is there, or it fails"),
    )
    punctuation: Annotated[Punctuation, BeforeValidator(_words)] = Field(
        default=Punctuation.SOME,
        description=N_("which signs of a text are named: none, those with a meaning, or all"),
    )
    camera: str = Field(
        default="",
        description=N_(
            "the camera by name, or the address of one on the network; empty for the one chosen "
            "last"
        ),
    )
    guidance: Annotated[CameraGuidance, BeforeValidator(_words)] = Field(
        default=CameraGuidance.SPEECH, description=N_("how you are told to aim the camera")
    )
    moved: Annotated[Moved, BeforeValidator(_words)] = Field(
        default=Moved.CAMERA,
        description=N_(
            "what you move to aim: the camera, a thing in front of a camera that faces you, or a "
            "page under a camera that stands above it"
        ),
    )
    countdown: Number = Field(
        default=3.0,
        ge=0,
        le=10,
        description=N_("seconds that the camera counts down when asked to"),
    )
    listen: Annotated[Listen, BeforeValidator(_words)] = Field(
        default=Listen.OFF,
        description=N_("when the microphone opens by itself: never, or after a question back"),
    )
    microphone: str = Field(
        default="", description=N_("the microphone by name; empty for the system's own")
    )
    recogniser: Annotated[Recogniser, BeforeValidator(_words)] = Field(
        default=Recogniser.MOONSHINE,
        description=N_("what understands speech: the quick one, or the larger one"),
    )
    log: Annotated[LogConsent, BeforeValidator(_words)] = Field(
        default=LogConsent.OFF,
        description=N_(
            "what is kept on this computer: nothing, questions and answers, or pictures too"
        ),
    )
    study: bool = Field(
        default=False,
        description=N_(
            "for researchers: the menu Study; nothing is kept then but study sessions that "
            "someone agreed to (docs/study.md)"
        ),
    )
    study_consent: str = Field(
        default="",
        description=N_("the consent text of a study, a Markdown file; empty for a template"),
    )
    release_feed: str = Field(
        default="",
        description=N_(
            "the address that is asked for a newer WhichOne when you say so; empty for the one "
            "of this package"
        ),
    )
    saliency: Annotated[SaliencyReading, BeforeValidator(_words)] = Field(
        default=SaliencyReading.LARGEST_CLOSENESS,
        description=N_("how prominence is measured (for research; see saliency.py)"),
    )

    @property
    def language_code(self) -> str:
        """The language that is meant: a code, also where the setting says auto.

        Windows and words know some languages only (`languages.LANGUAGES`); a voice and a
        language model may know more.
        """
        return system_language() if self.language == AUTO_LANGUAGE else self.language


def described(key: str) -> str:
    """What a setting is, in the user's language: "how fast: -1 slowest, 0 normal, 1 fastest"."""
    description = Settings.model_fields[key].description
    return _(description) if description else ""


def allowed(key: str) -> str:
    """What a setting may be, in words: "a number from -1 to 1"."""
    return _allowed(Settings.model_fields[key])


def either(words: Sequence[str]) -> str:
    """Words of which one is to be chosen: '"off", "text" or "pictures"'."""
    *most, last = (f'"{word}"' for word in words)
    return _("{words} or {last}", words=", ".join(most), last=last)


def _allowed(field: FieldInfo) -> str:
    """What a setting may be, in words."""
    if isinstance(field.default, StrEnum):
        return either([word.value for word in type(field.default)])
    if isinstance(field.default, bool):
        return _("true or false")
    if isinstance(field.default, float):
        least = next(m.ge for m in field.metadata if isinstance(m, Ge))
        most = next(m.le for m in field.metadata if isinstance(m, Le))
        return _(
            "a number from {least} to {most}",
            least=decimal(float(str(least))),
            most=decimal(float(str(most))),
        )
    if field.default:
        return _('a text like "{text}"', text=field.default)
    return _("a text")


def write_default(path: Path) -> None:
    """Write a settings file in which every setting is explained and commented out.

    Raises StorageError where it cannot be written, or where there is one already.
    """
    first = _("Settings of WhichOne.  Take away the # at the start of a line to change it.")
    lines = [f"# {first}", ""]
    for key, field in Settings.model_fields.items():
        default = field.default
        value = f'"{default}"' if isinstance(default, str) else str(default).lower()
        lines += [f"# {described(key)}: {_allowed(field)}.", f"# {key} = {value}", ""]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write("\n".join(lines))
    except FileExistsError as error:
        raise StorageError(
            _("There already is a settings file, {path}.", path=path),
            remedy=_("It was left as it is."),
        ) from error
    except OSError as error:
        raise StorageError(
            _("The settings file {path} could not be written.", path=path),
            remedy=_("Check that the folder exists and that the disk is not full."),
            cause=str(error),
        ) from error
