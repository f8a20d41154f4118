"""An installed model as a `ModelClient` that is checked before anything is loaded.

Files first (`keeping/pins.py`: a truncated file, a swapped tower), memory second
(`memory_need.py`), and only then is the real client made.  A picture that comes before that is
checked and loaded in the background; what is wrong is said when it is asked.  The client checks
again before it loads the model again (after a crash, or unused for long): the files may be
others by then.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator

from whichone_core.errors import ModelError, WhichOneError
from whichone_core.types.cancelling import Cancel

from whichone_models.catalogue import _
from whichone_models.files.gguf_file import read_header
from whichone_models.files.sidecar import read_sidecar
from whichone_models.keeping.installed import Installed
from whichone_models.keeping.pins import check
from whichone_models.llama.runtime import Finished, LoadOrder, ModelClient, Odds, Picture, Request

from .memory_need import Need, Smaller, estimate, free_bytes, need_memory

log = logging.getLogger(__name__)

Start = Callable[[LoadOrder, Callable[[], None]], ModelClient]


class GuardedModel:
    """One installed model.

    start: makes the client that loads and asks; it is given what to check (`check`, which
    raises ModelError) before each load.  others: models to offer where memory is short.
    """

    def __init__(
        self,
        model: Installed,
        order: LoadOrder,
        start: Start,
        *,
        others: Callable[[], tuple[Smaller, ...]] = tuple,
        free: Callable[[], int | None] = free_bytes,
    ) -> None:
        self._model = model
        self._order = order
        self._start = start
        self._others = others
        self._free = free
        self._lock = threading.Lock()
        self._client: ModelClient | None = None
        self._newest: tuple[Picture, str] | None = None
        self._is_closed = False

    @property
    def is_loaded(self) -> bool:
        """Whether the model was found sound and is loaded."""
        client = self._client
        return client is not None and client.is_loaded

    @property
    def held_bytes(self) -> int:
        """Memory that the model takes now."""
        client = self._client
        return client.held_bytes if client is not None else 0

    def see(self, picture: Picture, system: str) -> None:
        """Begin to encode a picture; the first one has the model checked and loaded."""
        client = self._client
        if client is not None:
            client.see(picture, system)
            return
        self._newest = picture, system
        threading.Thread(target=self._open_early, name="model check", daemon=True).start()

    def ask(self, request: Request, picture: Picture | None, cancel: Cancel) -> Odds | None:
        """Score the words of a request.  None once cancelled.  Raises ModelError."""
        return self._opened().ask(request, picture, cancel)

    def go_on(self, word: str, cancel: Cancel) -> Iterator[str | Finished]:
        """The text after the forced word, then Finished.  Raises ModelError."""
        return self._opened().go_on(word, cancel)

    def release(self) -> int:
        """Give back the model's memory; it is checked again before it is loaded again."""
        client = self._client
        return client.release() if client is not None else 0

    def close(self) -> None:
        """End what was started.  May be called twice."""
        self._is_closed = True
        with self._lock:
            if self._client is not None:
                self._client.close()

    def _open_early(self) -> None:
        try:
            client = self._opened()
        except WhichOneError as error:
            log.warning("the model is not loaded early: %s (%s)", error.sentence, error.cause)
            return
        newest, self._newest = self._newest, None
        if newest is not None and not self._is_closed:
            client.see(*newest)

    def _opened(self) -> ModelClient:
        with self._lock:
            if self._is_closed:
                raise ModelError(_("The model was closed."), remedy=_("Start WhichOne again."))
            if self._client is None:
                self.check()
                self._client = self._start(self._order, self.check)
            return self._client

    def check(self) -> None:
        """Raises ModelError where the files are not those of the model, or memory is short."""
        model, found = self._model, read_sidecar(self._model.folder)
        pinned = model.sidecar.text, model.sidecar.tower
        if found is None or (found.text, found.tower) != pinned:
            raise ModelError(
                _("The model {name} was removed or replaced meanwhile.", name=model.name),
                remedy=_("Start WhichOne again."),
            )
        check(model)
        self._check_memory()

    def _check_memory(self) -> None:
        need = need_of(self._model, self._order)
        need_memory(need, self._free(), self._model.name, self._others())


def need_of(model: Installed, order: LoadOrder) -> Need:
    """What a model takes when it is loaded as ordered.  Raises ModelError for a broken file."""
    return estimate(
        read_header(model.text),
        read_header(model.tower) if model.tower is not None else None,
        context_tokens=order.context_tokens,
        batch_tokens=order.batch_tokens,
    )
