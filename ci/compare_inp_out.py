"""llama.cpp's own expectations, the texts and ids beside its vocabularies, by the reference.

    python -m ci.compare_inp_out FOLDER

A row for each `x.gguf` of the folder with an `x.gguf.inp` and an `x.gguf.out`. Texts stand between
lines of `__ggml_vocab_test__`, the ids of each in a line, encoded without special tokens (tests/
test-tokenizer-0.cpp). Exit 1 where one differs, 2 where there is none.
"""

import sys
from pathlib import Path

from reference_impl.byte_text import from_bytes
from reference_impl.contract import Artefact, EncodeOptions
from reference_impl.formats import load

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


def main(arguments: list[str]) -> int:
    """Print the table."""
    folder = Path(arguments[0])
    sets = sorted(one for one in folder.glob("*.gguf") if Path(f"{one}.inp").is_file())
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
