"""The window: a question, its answer, and the picture, all of it reachable by keyboard.

It holds no decisions: commands go to `presenters.conversation`, which calls back through
the View protocol.  The focus moves only as the direct result of a key that was pressed.
The title changes only while the user is elsewhere, as readers speak every change of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFileDialog,
    QLineEdit,
    QMainWindow,
)
from whichone_core.errors import InputError, WhichOneError
from whichone_core.ports import Speaker
from whichone_core.settings import Settings, SpeakThrough, Verbosity
from whichone_core.types import Frame, Option, SourceKind

from .announcer import Announcer
from .chosen import Chosen
from .features import Desk, Feature, FeatureMaker
from .menus import add_help_menu, add_menus, add_offers, add_voice_menu, key_lines
from .panels import Panels
from .pasting import frame_of_image, picture_in
from .presenters import phrases
from .presenters.conversation import Conversation
from .presenters.view import Jobs, Partner
from .remembered import Remembered
from .screen_picture import capture_screen
from .screen_reader import FirstWords

NAME = "WhichOne"
PASTE_TRIES, PASTE_WAIT_MS = 4, 120
"""Large pictures sometimes arrive late on a Linux clipboard (field report 16)."""
TEXT_STEP, SMALLEST_TEXT, LARGEST_TEXT = 1.15, 8.0, 32.0


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
    ) -> None:
        super().__init__()
        self._remembered = remembered or Remembered(None)
        self._settings = settings or Settings()
        self._chosen = chosen or Chosen(self._settings)
        self._take = take
        self._file_dialog: QFileDialog | None = None
        self._seconds = 0
        self._clock = QTimer(self, interval=1000)
        self._clock.timeout.connect(self._count_second)
        self._normal_size = self.font().pointSizeF()
        self.setAcceptDrops(True)
        self.setWindowTitle(NAME)
        panels = Panels()
        self.setCentralWidget(panels)
        self.question, self.ask_button = panels.question, panels.ask_button
        self.answer, self.options, self.picture = panels.answer, panels.options, panels.picture
        self._panels = panels
        if through is SpeakThrough.AUTOMATIC:
            through = self._remembered.speak_through
        self.announcer = Announcer(self, speaker, through, self._tell_of_voice)
        self.conversation = Conversation(assistant, self, self.announcer, jobs, verbosity)
        self._features = self._made(features, assistant, jobs)
        self._connect()
        if self._remembered.text_size is not None:
            self._set_text_size(self._remembered.text_size)
        FirstWords(self)

    def _made(
        self, features: Sequence[FeatureMaker], assistant: Partner, jobs: Jobs
    ) -> tuple[Feature, ...]:
        desk = Desk(
            self,
            self._panels,
            self.conversation,
            self.announcer,
            assistant,
            jobs,
            self._settings,
            self._remembered,
            self._take,
            self._chosen,
        )
        return tuple(feature(desk) for feature in features)

    def _connect(self) -> None:
        talk = self.conversation
        self.question.returnPressed.connect(self.ask)
        self.question.paste_wanted.connect(self.paste)
        self.ask_button.clicked.connect(self.ask)
        self.options.number_chosen.connect(talk.choose)
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
            "larger": lambda: self.scale_text(TEXT_STEP),
            "smaller": lambda: self.scale_text(1 / TEXT_STEP),
            "normal": self.scale_text_back,
        }
        for name, button in self._panels.buttons.items():
            button.clicked.connect(lambda _checked=False, run=commands[name]: run())
        add_menus(self, commands)
        add_voice_menu(self, self.announcer.through, self.speak_through)
        offers = [offer for feature in self._features for offer in feature.commands()]
        add_offers(self, offers)
        add_help_menu(self, lambda: talk.show_help(key_lines(offers)))

    # ------------------------------------------------------------------ commands

    def ask(self) -> None:
        self.conversation.submit(self.question.text())

    def open_path(self, path: str, question: str | None = None) -> None:
        """Open a picture by its path, or anything else that `take` knows, and ask about it."""
        self.conversation.open(lambda: self._take(path), question)

    def choose_file(self) -> None:
        """Ask for a file; the dialog is made once and only hidden afterwards.

        Orca goes on asking for the controls of a dialog that was destroyed, Qt answers none
        of that, and every question costs Orca seconds in which it says nothing.
        """
        if self._file_dialog is None:
            # No filter by name: a picture is told by its bytes, and any may be tried.
            self._file_dialog = QFileDialog(self, "Open a picture")
            self._file_dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
            self._file_dialog.finished.connect(self.activateWindow)
            self._file_dialog.fileSelected.connect(self.open_path)
        for field in self._file_dialog.findChildren(QLineEdit):
            field.clear()  # the last path would be read out before anything else
            # A list of completions at each letter floods Orca, which then drops what comes.
            field.setCompleter(None)  # type: ignore[arg-type]
        self._file_dialog.open()

    def paste(self, tries: int = PASTE_TRIES) -> None:
        """Open the picture on the clipboard, or put its words into the question."""
        data = QGuiApplication.clipboard().mimeData()
        try:
            load = picture_in(data, self._take)
        except InputError as error:
            self.conversation.report(error)
            return
        if load is not None:
            self.conversation.open(load)
        elif data.hasText():
            self.question.insert(" ".join(data.text().split()))
        elif tries > 1:
            QTimer.singleShot(PASTE_WAIT_MS, self, lambda: self.paste(tries - 1))
        else:
            self.conversation.report(
                InputError(
                    "There is no picture on the clipboard.", remedy="Copy one, then paste it."
                )
            )

    def capture(self) -> None:
        """Take a picture of the screen without this window."""

        def take(image: QImage) -> None:
            self.conversation.open(lambda: frame_of_image(image, SourceKind.SCREEN))

        capture_screen(self, take, self.conversation.report)

    def go_to_options(self) -> None:
        if self.options.isVisible():
            self.options.setFocus()
        else:
            self.conversation.tell(phrases.NO_OPTIONS)

    def scale_text(self, factor: float) -> None:
        self._set_text_size(self.font().pointSizeF() * factor)
        self._remembered.keep_text_size(self.font().pointSizeF())

    def scale_text_back(self) -> None:
        self._set_text_size(self._normal_size)
        self._remembered.keep_text_size(None)

    def speak_through(self, through: SpeakThrough) -> None:
        """Change who speaks, for this window and the next ones."""
        self.announcer.speak_through(through)
        self._remembered.keep_speak_through(through)
        if self._chosen.current.speak_through is not SpeakThrough.AUTOMATIC:
            self._chosen.change(speak_through=through)  # the file would win at the next start

    def _set_text_size(self, points: float) -> None:
        font = self.font()
        font.setPointSizeF(min(max(points, SMALLEST_TEXT), LARGEST_TEXT))
        self.setFont(font)
        self.menuBar().setFont(font)

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
        if not self.question.text():
            self.question.setText(text)
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

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        data = event.mimeData()
        if data.hasImage() or data.hasUrls() or data.hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        try:
            load = picture_in(event.mimeData(), self._take)
        except InputError as error:
            self.conversation.report(error)
            return
        event.acceptProposedAction()
        if load is not None:
            self.conversation.open(load)
        elif event.mimeData().hasText():
            self.question.insert(" ".join(event.mimeData().text().split()))

    def closeEvent(self, event: QCloseEvent) -> None:
        self._clock.stop()
        for feature in self._features:
            feature.close()
        self.conversation.close()
        super().closeEvent(event)

    def _focus_question(self) -> None:
        self.activateWindow()
        self.question.setFocus()

    def _count_second(self) -> None:
        self._seconds += 1
        self.conversation.tick(self._seconds)

    def _tell_of_voice(self, error: WhichOneError) -> None:
        self.conversation.report(error)
