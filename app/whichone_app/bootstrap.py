"""The only place that chooses adapters: which engine, finder, voice and log are used.

Everything else gets what it needs passed in.  Engines are named lazily, so a machine
without llama.cpp or Qt can still run the rest.
"""

from __future__ import annotations

import argparse
import logging
import logging.handlers
from collections.abc import Callable

from whichone_core.answering.strategy import Policy
from whichone_core.assistant import Assistant
from whichone_core.errors import WhichOneError
from whichone_core.languages import use_language
from whichone_core.log.otherlogs import LogToClear, NoLog
from whichone_core.log.sessionlog import SessionLog
from whichone_core.log.undone import Undone
from whichone_core.paths import folders
from whichone_core.picture.pictures import read_file
from whichone_core.picture.saliency import Rule
from whichone_core.ports import EvidenceFinder, Speaker, TurnLog, VisionModel
from whichone_core.registry import Registry
from whichone_core.settings import LogConsent, Settings
from whichone_core.settings_sources import load_settings
from whichone_core.study.redaction import PersonalRedaction
from whichone_core.study.studylog import StudyLog
from whichone_core.system_language import system_language
from whichone_core.types.pictures import Frame, SourceKind
from whichone_models.builtin.faces import FaceFinder
from whichone_models.builtin.finder import BuiltinFinder
from whichone_models.builtin.kept_text import KeptText

from .engines import UnreadyEngine
from .examples import example_path
from .hearing.ear import Ear
from .hearing.microphone import SoundDeviceMicrophone
from .hearing.recognisers import RECOGNISERS
from .local_model import is_wanted
from .sources import take
from .voice.choice import choose_speaker
from .voice.options import VoiceOptions

ENGINES: Registry[Callable[[Settings, EvidenceFinder], VisionModel]] = Registry(
    "engine",
    {
        "local": "whichone_app.engines:local",
        "builtin": "whichone_app.engines:builtin",
        "server": "whichone_app.engines:server",
    },
)
AUTO_ORDER = ("local", "builtin")
"""What `auto` tries, best first; local only where a model is chosen and can run here."""
ENGINE_NAMES = ("auto", *ENGINES.names)

LOG_BYTES, LOG_FILES = 500_000, 3


def load(arguments: argparse.Namespace) -> Settings:
    """The settings of this run; options of the command that are settings win.

    From here on their language is spoken and written, until then the system's.
    """
    use_language(system_language())
    given = {key: value for key, value in vars(arguments).items() if key in Settings.model_fields}
    settings = load_settings(given, file=folders().settings_file)
    use_language(settings.language_code)
    return settings


def start_log_file() -> None:
    """Send warnings and errors to a small rotating file; questions never go there.

    Where it cannot be written there is none: a log is no reason to refuse an answer.
    """
    path = folders().cache / "whichone.log"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = logging.handlers.RotatingFileHandler(
            path, maxBytes=LOG_BYTES, backupCount=LOG_FILES, delay=True, encoding="utf-8"
        )
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logging.raiseExceptions = False
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.WARNING)


def build_assistant(settings: Settings) -> Assistant:
    """An assistant with the engines, the evidence finder and the log of the settings.

    Raises SetupError for an engine that does not exist, naming the nearest.
    """
    finder = KeptText(BuiltinFinder(rule=Rule(settings.saliency.value)))
    engines = build_engines(settings, finder)
    return Assistant(
        finder=finder,
        engines=engines,
        log=build_log(settings),
        policy=Policy(ask_more=settings.ask_more),
        notices=[notice for engine in engines if (notice := getattr(engine, "notice", ""))],
    )


def build_engines(settings: Settings, finder: EvidenceFinder) -> list[VisionModel]:
    """The engines of the settings, best first.

    One that was asked for by name has to work; one that `auto` takes may say later why not.
    """
    if settings.engine != "auto":
        return [ENGINES.load(settings.engine)(settings, finder)]
    engines: list[VisionModel] = []
    for name in AUTO_ORDER:
        if name == "local" and not is_wanted(settings):
            continue
        try:
            engines.append(ENGINES.load(name)(settings, finder))
        except WhichOneError as error:
            engines.append(UnreadyEngine(name, error))
    return engines


def build_log(settings: Settings) -> TurnLog:
    """The session log, or one that keeps nothing, as the user agreed.

    A study's log keeps only what participants agreed to, whatever the setting `log` says.
    """
    if settings.study:
        redaction = PersonalRedaction(FaceFinder())
        log = SessionLog(folders().log_file, keep_pictures=False, redaction=redaction)
        return StudyLog(log, note=folders().log_file.with_name("last-moment.json"))
    if settings.log is LogConsent.OFF:
        return LogToClear(folders().log_file) if Undone(folders().log_file).all() else NoLog()
    return SessionLog(folders().log_file, keep_pictures=settings.log is LogConsent.PICTURES)


def build_speaker(settings: Settings) -> Speaker:
    """The voice of the settings.  Raises DeviceError or SetupError where there is none."""
    options = VoiceOptions(
        rate=round(settings.speech_rate * 100),
        pitch=round(settings.speech_pitch * 100),
        volume=round(settings.speech_volume * 100),
        voice=settings.voice_name,
        language=settings.language_code,
    )
    return choose_speaker(settings.voice, options)


def build_ear(settings: Settings) -> Ear:
    """What listens: the microphone and the recogniser of the settings.  Raises SetupError.

    Nothing is opened or loaded before somebody is listened to.
    """
    recogniser = RECOGNISERS.load(settings.recogniser.value)()
    return Ear(SoundDeviceMicrophone(settings.microphone), recogniser)


def take_picture(source: str) -> Frame:
    """A picture from anywhere: what `sources.take` knows, and `example:NAME`."""
    kind, colon, name = source.partition(":")
    if kind == "example" and colon:
        return read_file(example_path(name), SourceKind.EXAMPLE)
    return take(source)
