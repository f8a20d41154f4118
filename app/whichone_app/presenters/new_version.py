"""Whether there is a newer WhichOne: what is said before a site is asked, and after.

Nothing is asked before the user says so, each time; there is no check at the start and none
from time to time.  Nothing is fetched or installed: the user learns what is new and where it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from whichone_core.errors import SetupError
from whichone_core.release import Release, is_newer
from whichone_core.setting_words import title
from whichone_core.settings import Settings
from whichone_core.types.cancelling import Cancel
from whichone_core.version import __version__

from ..catalogue import _
from ..release_feed import Fetch, feed_of, fetch_release, site_of


class NewVersion:
    """The page as lines.  settings: those that hold now.  current: this copy's version."""

    def __init__(
        self,
        settings: Callable[[], Settings],
        fetch: Fetch = fetch_release,
        current: str = __version__,
    ) -> None:
        self._settings = settings
        self._fetch = fetch
        self._current = current

    def before(self) -> tuple[str, ...]:
        """What would be asked, and what the site would learn; nothing is contacted for it."""
        this = _("This is WhichOne {version}.", version=self._current)
        try:
            site = self._site()
        except SetupError as error:
            return (this, error.spoken)
        return (
            this,
            _(
                "The button Ask now contacts {site} and asks which version is the newest.",
                site=site,
            ),
            _(
                "That site then sees your address on the network. No picture, no question, no "
                "account and no version of yours is sent."
            ),
            _("Nothing is fetched or installed. Without Ask now, nothing is contacted."),
        )

    def asking(self) -> str:
        """What is said while it is asked.  Raises SetupError where there is nobody to ask."""
        return _("Asking {site} for the newest version.", site=self._site())

    def work(self, cancel: Cancel) -> Iterator[tuple[str, ...]]:
        """Ask the site, to be run in a worker.  Raises WhichOneError."""
        self._site()
        release = self._fetch(feed_of(self._settings()), cancel)
        if not cancel.is_requested:
            yield self.lines(release)

    def lines(self, release: Release) -> tuple[str, ...]:
        """What the answer means: the sentence that matters, what is new, how to get it."""
        if is_newer(release.version, self._current):
            return (self._newer(release), *self._news(release), *_getting(release))
        if is_newer(self._current, release.version):
            return (
                _(
                    "This is WhichOne {version}. The newest that is announced is older: {other}.",
                    version=self._current,
                    other=release.version,
                ),
            )
        return (_("You have the newest version, WhichOne {version}.", version=self._current),)

    def _newer(self, release: Release) -> str:
        names = {"version": release.version, "current": self._current}
        if release.day is None:
            return _("WhichOne {version} is there. You have {current}.", **names)
        day = release.day.isoformat()
        return _("WhichOne {version} is there since {day}. You have {current}.", **names, day=day)

    @staticmethod
    def _news(release: Release) -> tuple[str, ...]:
        return (_("What is new, as the site says:"), *release.news) if release.news else ()

    def _site(self) -> str:
        feed = feed_of(self._settings())
        if not feed:
            raise SetupError(
                _("This copy of WhichOne knows no site that announces new versions."),
                remedy=_(
                    "Ask whoever gave it to you, or put the address they name into the setting "
                    "{setting}.",
                    setting=title("release_feed"),
                ),
            )
        return site_of(feed)


def _getting(release: Release) -> tuple[str, ...]:
    return (
        _("It is here: {page}", page=release.page),
        _(
            "WhichOne does not fetch, check or install it. Compare its checksum with the one in "
            "SHA256SUMS before you install it."
        ),
    )
