"""Which files the reference refuses whole, and whether their own library refuses them too.

    python -m evaluation.tables.refusals [--all] [--catalogue GLOB] [FILE|FOLDER]…

Asked are the fetched vocabularies of the catalogue, each file that is named or lies in a folder,
and the folders that such a file is published in: `vocab.json` with `merges.txt`, a `.model` or a
`vocab.txt` with a config, `source.spm` with `target.spm`, `tiktoken.model`, and those of models
without a vocabulary. A row says what came of one: taken or refused here, taken or refused by the
library that is native to its format. Printed are the rows that are refused anywhere; with --all
every one.

Exit code 1 where a file is refused here alone.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

from evaluation.arguments import parser_of
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.shards.slot import CannotLoad, Slot
from tokparity.reference_impl.contract import Artefact, Format
from tokparity.reference_impl.errors import TokparityError

Files = dict[str, Any]
"""The files of a folder by name: a path is copied, a text written, all else written as JSON."""

CONFIG = "tokenizer_config.json"
BY_SUFFIX: dict[str, Format] = {
    ".json": "tokenizer.json",
    ".model": "sentencepiece",
    ".gguf": "gguf",
    ".txt": "vocab.txt",
}
"""Which library is asked about a file of which nobody here can tell what it is."""
PIECE_FILES = (
    *(("tokenizer.model", "LlamaTokenizer"), ("spiece.model", "T5Tokenizer")),
    *(("spiece.model", "XLNetTokenizer"), ("sentencepiece.bpe.model", "XLMRobertaTokenizer")),
)
ALONE: tuple[dict[str, Any], ...] = (
    {"model_type": "byt5", "tokenizer_class": "ByT5Tokenizer"},
    {"model_type": "canine", "tokenizer_class": "CanineTokenizer"},
)
"""Models without a vocabulary: what their config.json says."""
RWKV = "1 '\\x00' 1\n2 '\\x01' 1\n3 'a' 1\n4 'ab' 2\n5 b'\\xe6\\x97' 2\n"
"""The first lines of such a vocabulary, as that format writes them: id, Python literal, bytes."""


@dataclass(frozen=True, slots=True)
class Row:
    """What came of one file or folder; "" where it was taken."""

    name: str
    here: str
    there: str

    @property
    def verdict(self) -> str:
        """ "taken", "refused by both", "refused here alone", "taken here alone"."""
        if self.here and self.there:
            return "refused by both"
        return "refused here alone" if self.here else "taken here alone" if self.there else "taken"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = parser_of("evaluation.tables.refusals", __doc__)
    parser.add_argument("paths", nargs="*", type=Path, metavar="FILE|FOLDER")
    parser.add_argument("--all", action="store_true", help="print what is taken too")
    parser.add_argument("--catalogue", default="*", metavar="GLOB", help="of the catalogue [*]")
    options = parser.parse_args(arguments)
    rows = []
    with Slot() as slot:
        known = of_catalogue(options.catalogue) if options.catalogue else iter(())
        files = sorted(file for path in options.paths for file in files_of(path))
        asked: list[tuple[str, Artefact | Path]] = [*known, *((str(file), file) for file in files)]
        for called, what in asked:
            rows.append(row(slot, called, what))
            shown(rows[-1], everything=options.all)
        for name, content in folders(files):
            with TemporaryDirectory(prefix="tokparity-") as folder:
                written(Path(folder), content)
                rows.append(row(slot, name, Path(folder)))
            shown(rows[-1], everything=options.all)
    verdicts = [each.verdict for each in rows]
    counts = ", ".join(
        f"{verdicts.count(verdict)} {verdict}"
        for verdict in ("taken", "refused by both", "refused here alone", "taken here alone")
    )
    print(f"{len(rows)} files and folders: {counts}")
    return int("refused here alone" in verdicts)


def shown(each: Row, *, everything: bool) -> None:
    """Print one row, and its reasons."""
    if everything or each.verdict != "taken":
        reasons = "".join(
            f"\n    {side}: {reason}"[:240]
            for side, reason in (("here", each.here), ("there", each.there))
            if reason
        )
        print(f"{each.verdict:18} {each.name}{reasons}", flush=True)


def files_of(path: Path) -> Iterator[Path]:
    """A file itself; of a folder the files in it that may be vocabularies."""
    if not path.is_dir():
        yield path
        return
    suffixes = (*BY_SUFFIX, ".tiktoken", ".spm")
    yield from (file for file in path.rglob("*") if file.suffix in suffixes and file.is_file())


def of_catalogue(glob: str) -> Iterator[tuple[str, Artefact]]:
    """The vocabularies of the catalogue that are fetched."""
    cache = Cache.default()
    for manifest in catalogue.find(glob, catalogue.OWN):
        if catalogue.is_cached(manifest, cache):
            yield manifest.name, catalogue.artefact(manifest, cache)


def row(slot: Slot, name: str, what: Artefact | Path) -> Row:
    """Load one on both sides."""
    here = ""
    try:
        artefact = what if isinstance(what, Artefact) else resolve(str(what))
    except TokparityError as error:
        assert isinstance(what, Path)
        guess = _guess(what)
        if guess is None:
            return Row(name, str(error), "no library reads it without its pattern")
        artefact, here = guess, str(error)
    cell = fidelity_cell(artefact, name)
    slot.let_go()
    try:
        slot.side(cell.left)
    except TokparityError as error:
        here = here or str(error)
    try:
        slot.side(cell.right)
    except CannotLoad as error:
        return Row(name, here, error.refusal.detail or error.refusal.kind)
    return Row(name, here, "")


def _guess(path: Path) -> Artefact | None:
    """The file as the library would be given it that reads what is called so."""
    if path.is_dir():
        configs = [path / name for name in (CONFIG, "config.json") if (path / name).is_file()]
        return Artefact(path.name, "model_folder", configs[0], path.name) if configs else None
    format = BY_SUFFIX.get(path.suffix)
    return None if format is None else Artefact(path.name, format, path, path.name)


def folders(files: Sequence[Path]) -> Iterator[tuple[str, Files]]:
    """Each file in the folders that such a file is published in, one after the other."""
    for file in files:
        for name, content in _published(file):
            yield f"{file.name} as {name}", content
    for config in ALONE:
        yield f"{config['model_type']} without a vocabulary", {"config.json": config}
    code = {"AutoTokenizer": ["tokenization_rwkv.RwkvTokenizer", None]}
    yield "RWKV's vocabulary", {"rwkv_vocab.txt": RWKV, CONFIG: {"auto_map": code}}


def _published(file: Path) -> Iterator[tuple[str, Files]]:
    """The folders, each with what it is."""
    match file.suffix:
        case ".model" | ".spm":
            for name, kind in PIECE_FILES:
                yield f"{name} of {kind}", {name: file, CONFIG: {"tokenizer_class": kind}}
            yield "source.spm and target.spm", _marian(file)
        case ".txt":
            for kind in ("BertTokenizer", "MPNetTokenizer"):
                yield f"vocab.txt of {kind}", {"vocab.txt": file, CONFIG: {"tokenizer_class": kind}}
        case ".tiktoken":
            config = {"tokenizer_class": "TokenizersBackend"}
            yield "tiktoken.model", {"tiktoken.model": file, CONFIG: config}
        case ".json":
            model = json.loads(file.read_bytes()).get("model", {})
            if model.get("type", "BPE") == "BPE" and "merges" in model:
                merges = [
                    each if isinstance(each, str) else " ".join(each) for each in model["merges"]
                ]
                pair = {"vocab.json": model["vocab"], "merges.txt": "\n".join(merges) + "\n"}
                for kind in ("GPT2Tokenizer", "RobertaTokenizer", "Qwen2Tokenizer"):
                    config = {"tokenizer_class": kind}
                    yield f"vocab.json and merges.txt of {kind}", {**pair, CONFIG: config}


def _marian(file: Path) -> Files:
    """One .model on both sides, and a vocabulary of its pieces."""
    from sentencepiece import SentencePieceProcessor

    processor = SentencePieceProcessor(model_file=str(file))
    pieces = dict.fromkeys(("</s>", "<unk>", "<pad>"))
    pieces |= dict.fromkeys(map(processor.id_to_piece, range(processor.get_piece_size())))
    vocab = {piece: at for at, piece in enumerate(pieces)}
    config = {"tokenizer_class": "MarianTokenizer", "source_lang": "en", "target_lang": "de"}
    return {"source.spm": file, "target.spm": file, "vocab.json": vocab, CONFIG: config}


def written(folder: Path, content: Files) -> None:
    """Put the files into the folder."""
    for name, what in content.items():
        if isinstance(what, Path):
            copyfile(what, folder / name)
        else:
            text = what if isinstance(what, str) else json.dumps(what)
            (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
