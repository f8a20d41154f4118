"""The window: a question, its answer, and the picture, all of it reachable by keyboard.

It holds no decisions: commands go to `presenters.conversation`, which calls back through
the View protocol.  The focus moves only as the direct result of a key that was pressed.
The title changes only while the user is elsewhere, as readers speak every change of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
    QShowEvent,
)
from PySide6.QtWidgets import QMainWindow
from whichone_core.errors import WhichOneError
from whichone_core.ports import Speaker
from whichone_core.settings import Settings, SpeakThrough, Verbosity
from whichone_core.types.answers import Option
from whichone_core.types.pictures import Frame, SourceKind

from .announcer import Announcer
from .catalogue import _
from .chosen import Chosen
from .features import Desk, Feature, FeatureMaker
from .file_dialog import PictureDialog
from .focus_frame import FocusFrame
from .focus_news import FocusNews
from .handing_in import HandingIn
from .key_help import KeyHelp
from .menus import add_menus, add_voice_menu, set_keys, word_menus
from .panels import Panels
from .pasting import frame_of_image
from .presenters import phrases
from .presenters.commands import HELP, OWN, CommandTable, Placed
from .presenters.conversation import Conversation
from .presenters.opened_paths import OpenedPaths
from .presenters.view import Jobs, Partner
from .qt_language import is_new_language, use_qt_language
from .remembered import Remembered
from .screen_picture import capture_screen
from .screen_reader import READS_LINES, FirstWords
from .text_size import STEP, TextSize

NAME = "WhichOne"
STACKED_FROM = 2.0
"""Times the usual size of text from which the halves stand one above the other."""


class MainWindow(QMainWindow):
    """The one window; implements `presenters.view.View`.

    take: opens a picture by its path, in the worker.  Raises InputError.
    through: where it is automatic, what was chosen in an earlier window holds.
    """

    def __init__(
        self,
        assistant: Partner,
        jobs: Jobs,
        speaker: Speaker | None,
        take: Callable[[str], Frame],
        through: SpeakThrough,
        verbosity: Verbosity = Verbosity.EXPLAINED,
        remembered: Remembered | None = None,
        settings: Settings | None = None,
        features: Sequence[FeatureMaker] = (),
        chosen: Chosen | None = None,
        keys_file: Path | None = None,
    ) -> None:
        super().__init__()
        self._remembered = remembered or Remembered(None)
        self._settings = settings or Settings()
        self._chosen = chosen or Chosen(self._settings)
        self._take = take
        self.opened, self._seconds = OpenedPaths(), 0
        self._clock = QTimer(self, interval=1000)
        self.setAcceptDrops(True)
        self.setWindowTitle(NAME)
        self._panels = panels = Panels()
        self.setCentralWidget(panels)
        self.question, self.ask_button = panels.question, panels.ask_button
        self.answer, self.options, self.picture = panels.answer, panels.options, panels.picture
        self._text_size = TextSize(self._remembered)
        self._stack_halves()
        _follow_focus(self)
        if through is SpeakThrough.AUTOMATIC:
            through = self._remembered.speak_through
        self.announcer = Announcer(self, speaker, through, self._tell_of_voice)
        self.conversation = Conversation(assistant, self, self.announcer, jobs, verbosity)
        silence, tell = self.announcer.silence, self.conversation.tell
        self._file_dialog = PictureDialog(self, self.open_path, silence, tell)
        self._handing_in = HandingIn(self, self.conversation, self.taken, self.question.put)
        self._features = self._made(features, assistant, jobs)
        self.key_help = self._connect(keys_file)
        FirstWords(self)

    def _made(
        self, features: Sequence[FeatureMaker], assistant: Partner, jobs: Jobs
    ) -> tuple[Feature, ...]:
        # First, so that features find every word in the new language.
        self._chosen.subscribe(self._take_up_language, "language")
        desk = Desk(
            self,
            self._panels,
            self.conversation,
            self.announcer,
            assistant,
            jobs,
            self._settings,
            self._remembered,
            self.taken,
            self._chosen,
            self.opened,
            capture=self.capture,
            speak_through=self.speak_through,
            key_of=lambda name: self.key_help.table.spoken_key(name),
            keys_of=lambda name: self.key_help.table.keys(name),
            changed_keys=lambda: self.key_help.choices.changed(),
        )
        self._key_listeners = desk.key_listeners
        return tuple(feature(desk) for feature in features)

    def _connect(self, keys_file: Path | None) -> KeyHelp:
        talk = self.conversation
        self._clock.timeout.connect(self._count_second)
        self.question.returnPressed.connect(self.ask)
        self.question.paste_wanted.connect(self.paste)
        self.question.recalled.connect(self._tell_recalled)
        self.ask_button.clicked.connect(self.ask)
        self.options.number_chosen.connect(talk.choose)
        self.options.came_to.connect(self._tell_option)
        self.options.missed.connect(talk.tell_now)
        self.answer.digit_pressed.connect(talk.choose)
        commands: dict[str, Callable[[], object]] = {
            "open": self.choose_file,
            "paste": self.paste,
            "capture": self.capture,
            "quit": self.close,
            "ask": self.ask,
            "repeat": talk.repeat,
            "more": talk.more,
            "stop": talk.stop,
            "copy": talk.copy,
            "go question": self.question.setFocus,
            "go answer": self.answer.setFocus,
            "go options": self.go_to_options,
            "go picture": self.picture.setFocus,
            "larger": lambda: self.scale_text(STEP),
            "smaller": lambda: self.scale_text(1 / STEP),
            "normal": self.scale_text_back,
        }
        for name, button in self._panels.buttons.items():
            button.clicked.connect(lambda _checked=False, run=commands[name]: run())
        offers = [offer for feature in self._features for offer in feature.commands()]
        commands |= {offer.command.name: offer.run for offer in offers}
        usual = CommandTable((*OWN, *(Placed(o.menu, o.command) for o in offers), *HELP))
        key_help = KeyHelp(usual, keys_file, self, talk, self.announcer)
        add_menus(self, key_help.table, commands | dict(key_help.runs))
        for listener in (lambda: set_keys(self, key_help.table), *self._key_listeners):
            key_help.choices.subscribe(listener)
        add_voice_menu(self, lambda: self.announcer.through, self.speak_through)
        return key_help

    # ------------------------------------------------------------------ commands

    def ask(self) -> None:
        text = self.question.value
        if not self.conversation.situation.is_busy:
            self.question.history.add(text)
        self.conversation.submit(text)

    def taken(self, path: str) -> Frame:
        """The picture at a path, in a worker; a file's path is remembered for this session."""
        frame = self._take(path)
        if frame.kind is SourceKind.FILE:
            self.opened.add(path)
        return frame

    def open_path(self, path: str, question: str | None = None) -> None:
        """Open a picture by its path, or anything else that `take` knows, and ask about it."""
        self.conversation.open(lambda: self.taken(path), question)

    def choose_file(self) -> None:
        self._file_dialog.open()

    def paste(self) -> None:
        self._handing_in.paste()

    def capture(self, question: str | None = None) -> None:
        """Take a picture of the screen without this window, and ask about it."""

        def take(image: QImage) -> None:
            self.conversation.open(lambda: frame_of_image(image, SourceKind.SCREEN), question)

        capture_screen(self, take, self.conversation.report_unopened)

    def go_to_options(self) -> None:
        if self.options.isVisible():
            self.options.setFocus()
        else:
            self.conversation.tell(_(phrases.NO_OPTIONS))

    def scale_text(self, factor: float) -> None:
        self._text_size.scale(factor)
        self._stack_halves()

    def scale_text_back(self) -> None:
        self._text_size.back()
        self._stack_halves()

    def speak_through(self, through: SpeakThrough) -> None:
        """Change who speaks, for this window and the next ones."""
        self.announcer.speak_through(through)
        self._remembered.keep_speak_through(through)
        if self._chosen.current.speak_through is not SpeakThrough.AUTOMATIC:
            self._chosen.change(speak_through=through)  # the file would win at the next start

    def _take_up_language(self, before: Settings, after: Settings) -> None:
        if before.language != after.language:
            use_qt_language()

    def _stack_halves(self) -> None:
        self._panels.stack(self._text_size.factor >= STACKED_FROM)

    # ------------------------------------------------------------------ the view's side

    def show_picture(self, frame: Frame, description: str) -> None:
        self.picture.show_frame(frame, description)

    def describe_picture(self, description: str) -> None:
        self.picture.describe(description)

    def show_lines(self, lines: Sequence[str]) -> None:
        self.answer.show_lines(lines)

    def show_options(self, options: Sequence[Option]) -> None:
        if not options and self.options.hasFocus():
            self.question.setFocus()  # the list goes away because something was chosen in it
        self._panels.show_options(options)

    def show_status(self, text: str) -> None:
        self._panels.status.setText(text)

    def show_busy(self, is_busy: bool) -> None:
        self._seconds = 0
        if is_busy:
            self._clock.start()
        else:
            self._clock.stop()

    def show_headline(self, text: str) -> None:
        if not self.isActiveWindow():
            self.setWindowTitle(f"{text.rstrip('.')} - {NAME}")

    def clear_question(self) -> None:
        self.question.clear()

    def restore_question(self, text: str) -> None:
        # Where nothing was asked the line is left alone: a caret that is told of, even in an
        # empty one, makes Orca 43 pass over the focus that it gets at the start.
        if text and not self.question.text():
            self.question.show_value(text)
            self.question.selectAll()  # the next question takes its place, not its end

    def copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)

    # ------------------------------------------------------------------ events of Qt

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            # NVDA misses a focus that is set before the window is shown (field report 48).
            QTimer.singleShot(0, self, self._focus_question)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self.setWindowTitle(NAME)
        elif is_new_language(event):
            word_menus(self)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._handing_in.enter(event)

    def dropEvent(self, event: QDropEvent) -> None:
        self._handing_in.drop(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._clock.stop()
        for feature in self._features:
            feature.close()
        self.conversation.close()
        super().closeEvent(event)

    def _focus_question(self) -> None:
        self.activateWindow()
        self.question.setFocus()

    def _tell_option(self, text: str) -> None:
        """Say the option that the user came to; a reader that runs does it by itself."""
        if self.announcer.is_own_voice:
            self.announcer.silence()
            self.announcer.say(text)

    def _tell_recalled(self, text: str) -> None:
        """Say the question that Up or Down brought back, unless a reader reads its line."""
        self.announcer.silence()
        if not text or self.announcer.is_own_voice or not READS_LINES:
            self.announcer.say(text or self._nothing_recalled())

    def _nothing_recalled(self) -> str:
        return _(phrases.NO_OTHER_QUESTION if self.question.text() else phrases.EMPTY_LINE)

    def _count_second(self) -> None:
        self._seconds += 1
        self.conversation.tick(self._seconds)

    def _tell_of_voice(self, error: WhichOneError) -> None:
        self.conversation.report(error)


def _follow_focus(window: QMainWindow) -> None:
    """Show the focus to those who see it, and have readers hear of it."""
    FocusFrame(window)
    FocusNews(window)
