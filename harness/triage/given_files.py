"""What a run gave a subject beside a tokenizer's file, for a script that is to give it the same.

Not here: how a subject is handed its files in a run (`oracles.subjects.handover`), and the lines of
a script that put them in place (`reports.triage.recipes.bundled`).
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp

from tokparity.harness.shards.slot import known_beside
from tokparity.harness.triage.tokenizer_folder import LeadsOut, tokenizer_files
from tokparity.oracles.subjects.handover import NAMES
from tokparity.reference_impl.contract import Artefact
from tokparity.reports.triage.exhibit import Holding, Part
from tokparity.reports.triage.recipes.bundled import FOLDERS, looks_beside


def told_holding(part: Part, artefact: Artefact) -> Holding:
    """The tokenizer of a side whose script is told its place, with the names of the files beside it
    where the side may look at them."""
    holding = Holding.told(part.artefact, artefact)
    if not looks_beside(replace(part, holding=holding)):
        return holding
    return replace(holding, beside=tuple(given_beside(artefact)))


def given_beside(artefact: Artefact) -> Mapping[str, Path]:
    """The files by their names: those that the catalogue has of the model; of a file that is given
    where it lies, what else a tokenizer is made of there. A folder has none beside it."""
    if artefact.format in FOLDERS:
        return {}
    name = NAMES.get(artefact.format, artefact.path.name)
    unlimited = artefact.format == "tokenizer.json" and not artefact.settings.limits
    if artefact.path.name == name and not unlimited:
        try:
            files = tokenizer_files(artefact.path.parent)
        except LeadsOut:  # such a file is not copied
            files = {}
    else:
        files = known_beside(artefact)
    # Further chat templates lie in a folder of their own: no encoding looks at those.
    return {other: path for other, path in files.items() if other != name and "/" not in other}


def laid_out(artefact: Artefact, holding: Holding, scratch: Path) -> Path:
    """Where a script is told that the file is: with the files beside it that it copies."""
    if not holding.beside:
        return artefact.path
    folder = Path(mkdtemp(dir=scratch))
    files = {
        **given_beside(artefact),
        NAMES.get(artefact.format, artefact.path.name): artefact.path,
    }
    for name, path in files.items():
        (folder / name).symlink_to(path.absolute())
    return folder / NAMES.get(artefact.format, artefact.path.name)
