"""The mutants that measure the tool: a table a stage. Importing this lets their names be meant."""

from pathlib import Path

from tokparity.harness.fault_models.mutant import (
    Mutant,
    matching,
    mutant_called,
    read_tables,
    register,
)

__all__ = ["FOLDER", "SHIPPED", "mutant_called", "mutants"]

FOLDER = Path(__file__).parent
SHIPPED = read_tables(FOLDER, shipped=True)
register(SHIPPED)


def mutants(pattern: str = "*", folder: Path | None = None) -> tuple[Mutant, ...]:
    """The mutants whose name matches a glob, sorted; the shipped ones where no folder is given.

    Errors: NoSuchMutant where none matches; BadCaseFile for a table that is none.
    """
    return matching(SHIPPED if folder is None else read_tables(folder), pattern, folder)
