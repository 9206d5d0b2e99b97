"""One table: what we say that llama.cpp's own converter writes, against what it writes.

    python -m evaluation.tables.upstream_converter llama_cpp_python-0.3.36.tar.gz [NAME|GLOB]…

The converter is that of the source archive, run in a process of its own over a folder with the
vocabulary. It needs no weights and so no torch, which an empty module stands for. Exit 1 where a
key differs. Without names: every fetched vocabulary of the catalogue that it reads.
"""

import json
import subprocess
import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from evaluation.arguments import parser_of
from evaluation.tables import upstream_converter_child
from evaluation.tables.fidelity import FidelityRow, artefacts
from tokparity.harness.conversion.upstream.differences import differences
from tokparity.harness.conversion.upstream.expected import NoUpstream, expected
from tokparity.harness.conversion.upstream.written import Written
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats import load

READ = {"tokenizer.json": "tokenizer.json", "sentencepiece": "tokenizer.model"}
"""Formats that the converter reads, and the name that it looks for."""
_INSIDE = ("/conversion/", "/gguf-py/gguf/")


def unpacked(archive: Path, folder: Path) -> Path:
    """The converter's packages alone; the folder that they lie in."""
    with tarfile.open(archive) as files:
        wanted = [
            member
            for member in files.getmembers()
            if member.name.endswith(".py") and any(part in member.name for part in _INSIDE)
        ]
        files.extractall(folder, wanted, filter="data")
    return next(folder.rglob("conversion")).parent


def asked(converter: Path, model: Path, way: str) -> Written | str:
    """What the converter writes for a folder by one of its ways; or how it breaks off."""
    child = subprocess.run(
        [sys.executable, upstream_converter_child.__file__, converter, model, way],
        capture_output=True,
        text=True,
        check=False,
    )
    if child.returncode:
        return (child.stderr.strip().splitlines() or ["no word"])[-1]
    said = json.loads(child.stdout)
    fields = {key: tuple(said[key]) if said[key] else None for key in ("types", "scores")}
    return Written(
        said["model"], said["pre"], tuple(said["tokens"]), **fields, ids=said["ids"],
        flags=said["flags"],
    )  # fmt: skip


def way_of(written: Written, artefact: Artefact) -> str:
    """The converter's own name for how it reads such a vocabulary."""
    if artefact.format == "sentencepiece":
        return "t5" if written.model == "t5" else "sentencepiece"
    return {"gpt2": "gpt2", "bert": "bert", "llama": "llama_hf", "t5": "xlmroberta"}[written.model]


def compared(converter: Path, artefact: Artefact) -> list[str]:
    """Lines that differ for one vocabulary, in a folder with that file alone."""
    with TemporaryDirectory() as name:
        model = Path(name)
        path = model / READ[artefact.format]
        path.write_bytes(artefact.path.read_bytes())
        moved = Artefact(artefact.name, artefact.format, path, artefact.sha256)
        ours = expected(moved, load(moved))
        theirs = asked(converter, model, way_of(ours, artefact))
        if isinstance(theirs, str):
            unnamed = ours.pre is None and "not recognized" in theirs
            return [] if unnamed else [f"it breaks off: {theirs}"]
        return differences(ours, theirs)


def main(argv: list[str]) -> int:
    """Print a line a vocabulary, and the lines that differ."""
    parser = parser_of("evaluation.tables.upstream_converter", __doc__)
    parser.add_argument("archive", type=Path)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args(argv)
    counts = {"alike": 0, "differ": 0, "not read": 0}
    with TemporaryDirectory() as name:
        converter = unpacked(arguments.archive, Path(name))
        for artefact in artefacts(arguments.names or ["*"]):
            if isinstance(artefact, FidelityRow):
                print(f"{artefact.name}: {artefact.failed}"[:200], flush=True)
                continue
            if artefact.format not in READ:
                continue
            try:
                lines = compared(converter, artefact)
            except (NoUpstream, TokparityError) as error:
                counts["not read"] += 1
                print(f"{artefact.name:28} not read: {error}"[:200], flush=True)
                continue
            counts["differ" if lines else "alike"] += 1
            print(f"{artefact.name:28} {'differs' if lines else 'alike'}", flush=True)
            for line in lines:
                print(f"    {line}"[:240], flush=True)
    print(json.dumps(counts))
    return int(counts["differ"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
