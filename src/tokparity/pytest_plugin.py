"""pytest plugin: test items for an implementation of one's own, beside the native library.

    pytest --tokparity-subject "exec:./mytok" --tokparity-vocab "qwen*"

Without `--tokparity-subject` it does nothing. With it, each vocabulary that the subject loads and
that is fetched gives items: its golden cases, batches of generated texts and ids; and each
regression case with a tokenizer of its own that the subject loads gives one. What it cannot be
asked is skipped, and says why. Not here: how answers
are compared (`harness`), which is imported when it is needed: every pytest session loads this file.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tokparity.harness.subjects.items import SubjectItems

KEY = pytest.StashKey["SubjectItems"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the plugin."""
    group = parser.getgroup("tokparity", "a tokenizer under test (tokparity)")
    forms = "exec:COMMAND, python:MODULE:FACTORY, http:KIND://HOST:PORT"
    group.addoption("--tokparity-subject", metavar="SPEC", help=forms)
    group.addoption(
        "--tokparity-vocab",
        metavar="GLOB",
        action="append",
        default=[],
        help="Only these vocabularies of the catalogue, or a path; repeatable.",
    )
    group.addoption(
        "--tokparity-cases",
        metavar="N",
        type=int,
        default=512,
        help="Generated texts for each vocabulary, a quarter as many decodes [512].",
    )


@pytest.hookimpl(tryfirst=True)  # so that `-k` chooses among them too
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Add the items of the subject behind those that were collected."""
    spec = config.getoption("--tokparity-subject")
    if not spec:
        return
    from tokparity.harness.subjects.items import SubjectItems
    from tokparity.reference_impl.errors import TokparityError

    try:
        made = SubjectItems(
            spec, config.getoption("--tokparity-vocab"), config.getoption("--tokparity-cases")
        )
        config.stash[KEY] = made
        items += _items(session, made)
    except TokparityError as error:
        raise pytest.UsageError(f"tokparity: {error}") from error


def _items(session: pytest.Session, made: "SubjectItems") -> Iterator[pytest.Item]:
    for name, check in made.items():
        yield SubjectItem.from_parent(session, name=name, check=check)


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the subject."""
    if KEY in config.stash:
        config.stash[KEY].close()


class Difference(Exception):
    """The subject answers otherwise: what is shown of it."""


class SubjectItem(pytest.Item):
    """One question to the subject, or a batch of them. `check` says how it went."""

    def __init__(self, *, check: Any, **more: Any) -> None:
        super().__init__(**more)
        self._check = check

    def runtest(self) -> None:
        from tokparity.harness.subjects.items import Differs, NotAsked

        match self._check():
            case Differs(lines):
                raise Difference("\n".join(lines))
            case NotAsked(reason):
                pytest.skip(reason)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        if isinstance(excinfo.value, Difference):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, ""  # its name stands in its id, and a dot there is no module's
