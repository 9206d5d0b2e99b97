"""Where Hypothesis keeps examples that failed: what a CI machine met is replayed here first.

Two folders below `.hypothesis`: `examples`, read and written, and `from-ci`, only read, into which
the files of a CI run's artefact are put. `hypothesis` is a dependency of the tests only.
"""

from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis.database import (
    DirectoryBasedExampleDatabase,
    ExampleDatabase,
    MultiplexedDatabase,
    ReadOnlyDatabase,
)

PROFILE = "tokparity"


def example_database(folder: Path) -> ExampleDatabase:
    """The database in a `.hypothesis` folder; neither of its two folders need exist."""
    saved = DirectoryBasedExampleDatabase(folder / "from-ci")
    own = DirectoryBasedExampleDatabase(folder / "examples")
    return MultiplexedDatabase(own, ReadOnlyDatabase(saved))


def use_examples(folder: Path) -> None:
    """Make the settings of all properties that do not say otherwise.

    New examples each time, in CI too, where Hypothesis would repeat the same: what is met is
    kept, and printed as a line to paste (`@reproduce_failure`). No limits of time: a busy machine
    is no failure.
    """
    settings.register_profile(
        PROFILE,
        database=example_database(folder),
        print_blob=True,
        derandomize=False,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile(PROFILE)
