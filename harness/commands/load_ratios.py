"""What the first answer of a file costs beside its library: two rows of `bench --batches`.

A load and the encoding of one short text: in a process that has both libraries imported, the
pattern compiled, and the compiled file written; and in a process of its own, with all imports. Both
sides in turn, as in `batch_ratios`. CPU time.
"""

import os
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator

from tokparity.harness.artefacts.loading import load
from tokparity.harness.commands.batch_ratios import Ratio, forked
from tokparity.harness.commands.bench_libraries import PLAIN, library_of
from tokparity.reference_impl.contract import Artefact, Format
from tokparity.reference_impl.errors import TokparityError

TEXT = "Hello world, it's 2026!"
_UNKEPT = "PYTHONDONTWRITEBYTECODE"
LOADS = 40
"""Loads of one round here: a single one is shorter than what a fork disturbs."""
_OURS = "from tokparity.__main__ import script; script()"
_THEIRS: dict[Format, str] = {
    "tokenizer.json": (
        "import sys; from tokenizers import Tokenizer; file, text = sys.argv[1:];"
        " print(*Tokenizer.from_file(file).encode(text, add_special_tokens=False).ids)"
    ),
    "sentencepiece": (
        "import sys; from sentencepiece import SentencePieceProcessor; file, text = sys.argv[1:];"
        " print(*SentencePieceProcessor(model_file=file).encode(text))"
    ),
}
"""Programs that load a file and encode a text with the library."""


class NoFirstAnswer(TokparityError):
    """A process that was to be measured failed, or said other ids: nothing is measured so."""

    def __init__(self, said: str) -> None:
        super().__init__(f"the first answers differ: {said!r:.200}")


def load_ratios(name: str, artefact: Artefact, rounds: int) -> Iterator[Ratio]:
    """Of a file that `library_of` opens. Errors: NoFirstAnswer."""

    def theirs() -> None:
        if (library := library_of(artefact)) is not None:
            library.encode(TEXT)

    def ours() -> None:
        for _ in range(LOADS):
            list(load(artefact).encode_batch([TEXT], PLAIN).observations())

    ours()
    yield _in_turn(
        "load and first encode",
        lambda: forked(theirs, None),
        lambda: forked(ours, None) / LOADS,
        rounds,
    )
    if (program := _THEIRS.get(artefact.format)) is None:
        return
    mine = [sys.executable, "-c", _OURS, "encode", "--no-add-special", name, TEXT]
    other = [sys.executable, "-c", program, str(artefact.path), TEXT]
    (_, said), (_, expected) = process(mine), process(other)
    if said != expected:
        raise NoFirstAnswer(said)
    yield _in_turn(
        "the same, whole process", lambda: process(other)[0], lambda: process(mine)[0], rounds
    )


def process(words: list[str]) -> tuple[float, str]:
    """CPU-seconds of a program, and what it prints. Errors: NoFirstAnswer.

    Python may keep what it compiles, as it does when a package is installed: the library always
    was, and this package would else be compiled in each process of a checkout."""
    environment = {name: value for name, value in os.environ.items() if name != _UNKEPT}
    with tempfile.TemporaryFile() as out:
        writes = [(os.POSIX_SPAWN_DUP2, out.fileno(), 1)]
        child = os.posix_spawn(words[0], words, environment, file_actions=writes)
        _, status, usage = os.wait4(child, 0)
        out.seek(0)
        said = out.read().decode()
    if status:
        raise NoFirstAnswer(said)
    return usage.ru_utime + usage.ru_stime, said


def _in_turn(
    what: str, theirs: Callable[[], float], ours: Callable[[], float], rounds: int
) -> Ratio:
    pairs = []
    for number in range(rounds):
        spent = [0.0, 0.0]
        for side, work in [(0, theirs), (1, ours)][:: 1 if number % 2 else -1]:
            spent[side] = work()
        pairs.append(spent)
    lib, here = (statistics.median(pair[side] for pair in pairs) for side in (0, 1))
    return Ratio(what, 1, lib, here, statistics.median(a / b for a, b in pairs))
