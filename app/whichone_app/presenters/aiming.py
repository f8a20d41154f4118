"""Aiming a camera, without a screen: news of the camera in, words, tones and a picture out.

    begin -> hear(Started, Looked, ...) -> capture, count_down or Took -> give(frame) -> off

Everything that is said is also shown.  The picture is given on; nothing else is kept of what
the camera saw.  That the camera is off is said once it is, not when it was asked to be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Protocol

from whichone_core.errors import WhichOneError
from whichone_core.languages import N_
from whichone_core.picture.directions import advice_words, direction
from whichone_core.picture.guidance import Guidance
from whichone_core.settings import CameraGuidance, LogConsent, Settings
from whichone_core.types.pictures import Frame
from whichone_core.types.quality import Side

from ..aiming.watching import Looked, News, Started, Took, taken
from ..catalogue import _

if TYPE_CHECKING:
    from ..aiming.watching import Shot

STARTING = N_("Camera starting.")
FIRST_TIME = N_("While it is on, the light beside it is lit, if it has one.")
KEYS = N_("Space takes the picture, Escape leaves.")
READY = N_("Camera ready.")
NOT_YET = N_("The camera is still starting.")
TAKEN = N_("Picture taken.")
LEFT = N_("You have left the camera.")
OFF = N_("The camera is off again.")
STUCK = N_("The camera does not answer, and may still be on. Unplug it to be sure.")
NOTHING_STORED = N_("Nothing is stored.")
STORED = N_("The picture is kept when you ask about it, as your settings say.")
STUDIED = N_("A study session that keeps pictures keeps it when you ask about it.")
NO_TONES = N_("Tones cannot be played here, so advice is spoken.")
AGAIN = N_("Press Space to try again.")

SECOND_MS, SOON_MS = 1000, 50
MOST_LATE_MS = 3000
"""How long a number of the countdown waits for the one before it to be said; a voice that hangs
keeps no picture from being taken."""


class AimView(Protocol):
    """What is on the screen while aiming."""

    def show_advice(self, text: str) -> None:
        """The last thing that was said, large."""
        ...

    def show_shot(self, shot: Shot) -> None:
        """What the camera sees, for people who see some of it."""
        ...

    def tick_in(self, ms: int) -> None:
        """Call the presenter's `tick` once, after so many milliseconds."""
        ...

    def hide_camera(self) -> None:
        """Aiming is over: the window behind is used again."""
        ...


class Tones(Protocol):
    """Advice without words (see `aiming/tones.py`)."""

    def play(self, nearness: float, way: Side | None) -> bool:
        """Play one short tone beside everything else; False where there is no sound."""
        ...


class Camera(Protocol):
    """What is switched on and off (see `aiming/session.py`)."""

    def start(self, intro: str) -> None:
        """Begin to read; intro: what is said before any advice."""
        ...

    def stop(self) -> None:
        """End it soon; returns at once."""
        ...


class Aim:
    """One dialog's worth of aiming, again and again.  All methods belong to one thread.

    say: says a text while aiming; tell: says one in the window, once aiming is over.
    give: takes the picture.  is_speaking: whether the own voice still says something.
    """

    def __init__(
        self,
        view: AimView,
        camera: Camera,
        tones: Tones,
        settings: Callable[[], Settings],
        say: Callable[[str], None],
        tell: Callable[[str], None],
        give: Callable[[Frame], None],
        is_speaking: Callable[[], bool] = lambda: False,
    ) -> None:
        self._view = view
        self._camera = camera
        self._tones = tones
        self._settings = settings
        self._say = say
        self._tell = tell
        self._give = give
        self._is_speaking = is_speaking
        self._late_ms = 0
        self._shot: Shot | None = None
        self._is_on = False
        self._has_started = self._never_was_on = False
        self._is_known = False
        self._has_tones = True
        self._seconds_left = 0

    @property
    def is_on(self) -> bool:
        """Whether the camera was started and neither stopped nor failed since."""
        return self._is_on

    @property
    def is_counting(self) -> bool:
        return self._seconds_left > 0

    # ------------------------------------------------------------------ commands

    def begin(self, retake: str = "", *, is_there: bool = True) -> None:
        """Start the camera.  retake: what the last answer wished for, said first.

        is_there: whether any camera is known.  Without one nothing is said before it is clear
        whether it works: that none was found is the first thing to be heard.
        """
        keys = () if self._is_known else (_(KEYS),)
        self._start((retake, _(STARTING), *keys) if is_there else ())

    def capture(self) -> None:
        """Take the picture that the camera shows now; after a failure, start again."""
        if not self._is_on:
            self._start((_(STARTING),))
        elif self._shot is None:
            self._say_and_show(_(NOT_YET))
        else:
            self._end(taken(self._shot))

    def count_down(self) -> None:
        """Take the picture after as many seconds as the settings say, each of them heard."""
        if not self._is_on or self._shot is None:
            self.capture()
            return
        self._seconds_left = round(self._settings().countdown)
        self._count()

    def tick(self) -> None:
        """One second of the countdown is over, unless its number is still being said.

        Who is counted down to goes by what is heard: a picture that is taken before the last
        number comes unexpected.
        """
        if not self._seconds_left:
            return
        if self._is_speaking() and self._late_ms < MOST_LATE_MS:
            self._late_ms += SOON_MS
            self._view.tick_in(SOON_MS)
            return
        self._seconds_left -= 1
        self._count()

    def _count(self) -> None:
        """Say the number and wait a whole second, or take the picture after the last one."""
        self._late_ms = 0
        if self._seconds_left:
            self._say_and_show(f"{self._seconds_left}.")
            self._view.tick_in(SECOND_MS)
        else:
            self.capture()

    def leave(self) -> None:
        """Go back to the window without a picture."""
        self._stop()
        self._view.hide_camera()
        self._tell(_(LEFT))

    def change_camera(self) -> None:
        """Start again, as another camera was chosen."""
        self._stop()
        self.begin()

    # ------------------------------------------------------------------ news

    def hear(self, news: News) -> None:
        """What the camera's thread tells, while it is wanted."""
        if not self._is_on:
            return
        match news:
            case Started():
                self._has_started = True
                self._say_and_show(self._ready())
                self._is_known = True
            case Looked(shot, guidance):
                self._shot = shot
                self._view.show_shot(shot)
                if not self.is_counting:
                    self._advise(guidance)
            case Took(frame) if not self.is_counting:
                self._end(frame)
            case Took():
                pass

    def fail(self, error: WhichOneError) -> None:
        """The camera does not work, or no longer does."""
        if self._is_on:
            self._never_was_on = not self._has_started
            self._stop()
            self._say_and_show(f"{error.spoken} {_(AGAIN)}")

    def off(self, is_certain: bool) -> None:
        """The camera was let go, or is not known to have been."""
        if self._is_on:
            return
        if not is_certain:
            self._tell(_(STUCK))
        elif not self._never_was_on:
            self._tell(f"{_(OFF)} {self._privacy()}")

    # ------------------------------------------------------------------ small steps

    def _start(self, words: Iterable[str]) -> None:
        self._has_started = self._never_was_on = False
        self._shot, self._seconds_left = None, 0
        self._is_on = True
        intro = " ".join(filter(None, words))
        if intro:
            self._say_and_show(intro)
        self._camera.start(f"{intro} {self._ready()}")

    def _ready(self) -> str:
        """That the camera is on; the first time also how that is seen."""
        return _(READY) if self._is_known else f"{_(READY)} {_(FIRST_TIME)}"

    def _advise(self, guidance: Guidance) -> None:
        settings = self._settings()
        if settings.guidance is CameraGuidance.OFF:
            return
        if settings.guidance is CameraGuidance.TONES and self._has_tones:
            steady = guidance.steady or guidance.raw
            way = direction(steady, settings.moved)
            self._has_tones = self._tones.play(guidance.nearness, way)
            if self._has_tones:
                self._view.show_advice(advice_words(steady, settings.moved))
                return
            self._say_and_show(_(NO_TONES))
        elif guidance.advice is not None:
            self._say_and_show(advice_words(guidance.advice, settings.moved))

    def _end(self, frame: Frame) -> None:
        self._stop()
        self._view.hide_camera()
        self._give(frame)
        self._tell(_(TAKEN))

    def _stop(self) -> None:
        self._is_on = False
        self._seconds_left = 0
        self._shot = None
        self._camera.stop()

    def _privacy(self) -> str:
        settings = self._settings()
        if settings.study:
            return _(STUDIED)
        return _(STORED if settings.log is LogConsent.PICTURES else NOTHING_STORED)

    def _say_and_show(self, text: str) -> None:
        self._view.show_advice(text)
        self._say(text)
