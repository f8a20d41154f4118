"""What is done with language models, told step by step: fetch, import, verify, test, use, remove.

`whichone models` and the models dialog both do exactly this; only who is told differs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from whichone_core.settings import Settings
from whichone_core.types.cancelling import Cancel
from whichone_models.files.sizes import gigabytes
from whichone_models.getting.catalog import CatalogModel
from whichone_models.keeping.installed import Installed
from whichone_models.keeping.pins import check, verify
from whichone_models.keeping.preparation import is_prepared
from whichone_models.language.demonstration import warning

from .. import local_model
from ..catalogue import _
from .model_words import licence, spoken_name
from .tenths import Tells, Tenths


@dataclass(frozen=True)
class ModelSteps:
    """One piece of work with models.

    tells: hears every sentence.  cancel: may be requested from any thread; what was fetched
    until then stays, and the next time goes on from it.  hub: the address of another hub than
    the usual one.
    """

    settings: Settings
    tells: Tells
    cancel: Cancel = field(default_factory=Cancel)
    hub: str = ""

    def fetched(self, known: CatalogModel) -> Installed | None:
        """Fetch, verify and install a model of the catalogue; None once cancelled.

        Raises ModelError, SetupError, StorageError.
        """
        from whichone_models.getting.hub import Hub
        from whichone_models.getting.pulling import pull

        size = gigabytes(known.download_bytes)
        begun = _("Fetching {model}, about {size}.", model=spoken_name(known), size=size)
        self.tells.tell(f"{begun} {licence(known)}")
        progress = Tenths(self.tells, goes_on=True)
        return self._there(pull(known, local_model.store(), Hub(self.hub), progress, self.cancel))

    def imported(self, files: Sequence[Path], name: str = "") -> Installed | None:
        """Install a model from files, a folder or a zip; None once cancelled.

        Raises InputError, ModelError, StorageError.
        """
        from whichone_models.getting.importing import import_model

        progress = Tenths(self.tells)
        return self._there(import_model(files, local_model.store(), progress, self.cancel, name))

    def verified(self, model: Installed) -> bool:
        """Compare every byte with what was installed; False once cancelled.

        Raises ModelError where one differs.
        """
        if not verify(model, Tenths(self.tells), self.cancel):
            return False
        self.tells.tell(_("The model {name} is as it was installed.", name=model.name))
        return True

    def tested(self, model: Installed) -> bool:
        """Ask a model about pictures with known answers; False once cancelled.

        Raises ModelError where the model sees or speaks nonsense, SetupError without a runtime.
        """
        local_model.need_runtime()
        if not is_prepared(model):
            preparing = _("Preparing {name} for this computer's processor.", name=model.name)
            self.tells.tell(preparing)
        self.tells.tell(_("Testing {name} with pictures whose answers are known.", name=model.name))
        progress = Tenths(self.tells, _("the test"))
        test = local_model.tested(model, self.settings, self.cancel, progress)
        if test is None:
            return False
        local_model.need_sound(test)
        self.tells.tell(test.sentence)
        return True

    def used(self, name: str, *, is_testing: bool = True) -> bool:
        """Choose a model; one that never passed its test here has to pass it first.

        So does one that came from another computer, whose tower is prepared again.
        False once cancelled.  Raises InputError, ModelError, SetupError.
        """
        local_model.need_runtime()
        store = local_model.store()
        model = store.find(name)
        check(model)
        is_due = is_testing and not local_model.is_ready(model)
        if is_due and not self.tested(model):
            return False
        store.choose(model.name)
        self.tells.tell(
            _(
                "From now on {name} answers. The built-in engine helps it, and answers where it "
                "fails.",
                name=model.name,
            )
        )
        if about := warning(model.sidecar):
            self.tells.tell(about)
        return True

    def removed(self, name: str) -> None:
        """Delete a model from this computer, and say where another engine answers since.

        Raises InputError, StorageError.
        """
        store = local_model.store()
        was_chosen = store.chosen == name
        freed = store.remove(name)
        self.tells.tell(
            _(
                "The model {name} is removed; {size} are free again.",
                name=name,
                size=gigabytes(freed),
            )
        )
        if was_chosen:
            self.tells.tell(_("No language model is chosen; the built-in engine answers."))

    def _there(self, model: Installed | None) -> Installed | None:
        if model is not None:
            size = gigabytes(model.bytes)
            self.tells.tell(_("The model {name} is installed, {size}.", name=model.name, size=size))
        return model
