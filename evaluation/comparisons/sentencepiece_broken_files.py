"""What both sides make of broken .model files.

    python -m evaluation.comparisons.sentencepiece_broken_files [FILE]…

Each file, or without any a small one of each type trained on the spot, is broken in about 280
ways. Both sides load what comes of it, the library in its worker, and where both do they must
agree on texts and ids. Prints how many both refuse, how many both load and agree on, the others
one by one, and what the reference needed at most. Exit 1 where both load and do not agree.
"""

import hashlib
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from evaluation.arguments import parser_of
from tokparity.corpora.generators.sentencepiece_models.broken import broken
from tokparity.corpora.generators.sentencepiece_models.model import generated
from tokparity.harness.compare.verdict import Agreement, Refused, compare
from tokparity.oracles.worker.client import OracleWorker
from tokparity.reference_impl.contract import (
    Artefact,
    DecodeOptions,
    EncodeOptions,
    Refusal,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats import load

Fate = Literal["both refuse", "both agree", "only the library loads", "only we load", "differ"]
_TEXTS = (
    *("", " ", "a", "Hello world", "  two  spaces ", "naïve café 123", "日本語 世界", "e\u0301ﬁ½"),
    *("aaaaaa", "a" * 100, "<s> </s> <unk>", "▁the", "\udcff\udce2", "x\ty\r\nz", "👍🏽", "\x00b"),
)
_PLAIN = EncodeOptions(add_special=False, parse_special=False)
_DECODE = DecodeOptions(skip_special=True)


@dataclass(slots=True)
class BrokenFileCounts:
    """What became of the files, and the most that the reference needed for one."""

    fates: Counter[Fate] = field(default_factory=Counter)
    deviations: list[str] = field(default_factory=list)
    seconds: float = 0.0
    slowest: str = ""

    def add(self, name: str, fate: Fate, detail: str, seconds: float) -> None:
        """Count one file; the expected fates are not listed."""
        self.fates[fate] += 1
        if seconds > self.seconds:
            self.seconds, self.slowest = seconds, name
        if fate not in ("both refuse", "both agree"):
            self.deviations.append(f"{fate}: {name}: {detail}")


def run(
    worker: OracleWorker, data: bytes, folder: Path, fates: BrokenFileCounts, flips: int = 100
) -> None:
    """Break one file in every way, `flips` times at random."""
    path = folder / "broken.model"
    for name, changed in broken(data, flips):
        path.write_bytes(changed)
        artefact = Artefact(name, "sentencepiece", path, hashlib.sha256(changed).hexdigest())
        fates.add(name, *fate_of(worker, artefact))


def fate_of(worker: OracleWorker, artefact: Artefact) -> tuple[Fate, str, float]:
    """(what both sides make of a file, why, seconds that the reference took to load it)."""
    started = time.process_time()
    try:
        reference = load(artefact)
    except TokparityError as error:
        reference, refused = None, str(error)
    seconds = time.process_time() - started
    handle = worker.load(artefact)
    if isinstance(handle, Refusal):
        if reference is None:
            return "both refuse", refused, seconds
        return "only we load", handle.detail, seconds
    try:
        if reference is None:
            return "only the library loads", refused, seconds
        size = len(reference.pieces())
        ids = [(), (0, 1, 2), tuple(range(min(size, 300))), (size - 1,), (size,)]
        sides = (
            *zip(
                reference.encode_batch(_TEXTS, _PLAIN).observations(),
                worker.encode(handle, _TEXTS, _PLAIN).observations(),
                _TEXTS,
                strict=True,
            ),
            *zip(
                reference.decode_batch(ids, _DECODE).observations(),
                worker.decode(handle, ids, _DECODE).observations(),
                ids,
                strict=True,
            ),
        )
        for mine, theirs, case in sides:
            if not isinstance(compare(mine, theirs, strict=True), Agreement | Refused):
                return "differ", f"{case!r}: {mine} and {theirs}", seconds
        return "both agree", "", seconds
    finally:
        worker.drop(handle)


def files(paths: list[Path]) -> Iterator[tuple[str, bytes]]:
    """(name, bytes) of the files to break."""
    for path in paths:
        yield path.name, path.read_bytes()
    if not paths:
        for number in range(0, 12, 3):
            model = generated(0, number, 0)
            yield f"trained {model.recipe.options['model_type']}", model.data


def peak_megabytes() -> float:
    """The most memory that this program held: not `getrusage`, which on Linux begins with what
    the process that started it held."""
    for line in Path("/proc/self/status").read_text("ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise OSError("/proc/self/status does not tell VmHWM")


def main(arguments: list[str]) -> int:
    """Print what was found."""
    parser = parser_of("evaluation.comparisons.sentencepiece_broken_files", __doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    differ = 0
    with OracleWorker("google_sentencepiece") as worker, TemporaryDirectory() as folder:
        for name, data in files(options.files):
            fates = BrokenFileCounts()
            run(worker, data, Path(folder), fates)
            counts = ", ".join(f"{count} {fate}" for fate, count in sorted(fates.fates.items()))
            print(f"{name}: {counts}; slowest {fates.seconds:.2f} s ({fates.slowest})", flush=True)
            print("".join(f"    {line[:300]}\n" for line in fates.deviations), end="")
            differ += fates.fates["differ"]
        crashes = worker.restarts
    took = f"this process took {peak_megabytes():.0f} MB"
    print(f"the library's worker was restarted {crashes} times; {took}")
    return min(differ, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
