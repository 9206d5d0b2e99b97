"""Print what asking a subject costs, beside what the subject itself takes.

    python -m evaluation.tables.subject_cost [--cases 10000] [--rounds 5] [VOCABULARY]

The subject is `tokenizers` behind `exec:`. Its own time is that of the same calls in one process,
texts and ids at hand; the rest is JSON on both sides, pipes, and the reading of replies. Both are
CPU seconds of all processes, by turns; the medians of the rounds are compared.

Exit code 1 where it costs more than a quarter on top.
"""

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import tokenizers

from evaluation.arguments import parser_of
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.run.check import checked_subject
from tokparity.harness.shards.runner import BATCH, generating_runner
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import Artefact, EncodeOptions, Refusal

MOST = 0.25
PROGRAM = """
import json, sys
import tokenizers

tokenizer = None
for line in sys.stdin:
    request = json.loads(line)
    reply = {"id": request["id"]}
    if request["op"] == "start":
        reply |= {"protocol": 1, "name": "tokenizers", "version": tokenizers.__version__}
        reply["capabilities"] = {"formats": ["tokenizer.json"], "decodes": None}
    elif request["op"] == "load":
        tokenizer = tokenizers.Tokenizer.from_file(request["path"])
        reply["ok"] = True
    elif request["op"] == "encode":
        encode = tokenizer.encode
        reply["results"] = [
            {"ids": encode(text, add_special_tokens=False).ids} for text in request["texts"]
        ]
    print(json.dumps(reply, separators=(",", ":")), flush=True)
"""


def own_seconds(artefact: Artefact, texts: Sequence[str]) -> float:
    """CPU seconds of the subject's calls alone."""
    tokenizer = tokenizers.Tokenizer.from_file(str(artefact.path))
    began = time.process_time()
    for text in texts:
        tokenizer.encode(text, add_special_tokens=False)
    return time.process_time() - began


def asked_seconds(slot: Slot, artefact: Artefact, spec: str, texts: Sequence[str]) -> float:
    """CPU seconds of all processes for the same through the protocol, in batches of a shard."""
    subject, client = slot.subject_called(spec)
    handle = client.load(artefact)
    assert not isinstance(handle, Refusal), handle.detail
    options = EncodeOptions(add_special=False)
    client.submit_encode(handle, ["warm"], options).result()
    began, before = time.process_time(), client.measure()
    for at in range(0, len(texts), BATCH):
        batch = client.submit_encode(handle, texts[at : at + BATCH], options).result()
        assert not batch.refusals, subject
    spent = time.process_time() - began + client.measure() - before
    client.close()
    return spent


def main(arguments: Sequence[str] | None = None) -> int:
    """Print both times and what is on top."""
    parser = parser_of("evaluation.tables.subject_cost", __doc__)
    parser.add_argument("vocabulary", nargs="?", default="qwen3")
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args(arguments)
    artefact = resolve(options.vocabulary)
    with TemporaryDirectory() as folder, Slot() as slot:
        program = Path(folder) / "subject.py"
        program.write_text(PROGRAM, "utf-8")
        spec = f"exec:{sys.executable} {program}"
        cell = checked_subject(artefact, slot.subject_called(spec)[0])
        texts = generating_runner(slot, cell, 0).texts(0, options.cases)
        own, asked = [], []
        for _ in range(options.rounds):
            own.append(own_seconds(artefact, texts))
            asked.append(asked_seconds(slot, artefact, spec, texts))
    top = median(asked) / median(own) - 1
    characters = sum(map(len, texts))
    print(f"{len(texts):,} texts of {characters:,} characters, {artefact.name}: its own "
          f"{median(own):.2f} CPU-s, asked {median(asked):.2f}: {top:+.1%}")  # fmt: skip
    return int(top > MOST)


if __name__ == "__main__":
    sys.exit(main())
