"""What the tests of the engine share: a small real tokenizer, and runs over it."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from harness.cells import CellSpec, SideSpec
from harness.executors import InlineExecutor
from harness.gate import Replayed
from harness.run import RunPlan, run
from harness.slot import Slot
from oracles.client import OracleWorker
from oracles.protocol import ORACLES
from reference_impl.contract import Artefact

FAKES = Path(__file__).with_name("fakes")
CORPUS = [
    "the quick brown fox jumps over the lazy dog, then 1234 dogs jump over 89 foxes",
    "def main():\n\t\treturn 'naïve café' # isn't it? we'll see, they've gone",
    "hello world hello  world   hello world, hello again and again and again",
]


@pytest.fixture(scope="session")
def document():
    """A byte-level BPE of 500 pieces with an added token that strips on its right."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    trainer = trainers.BpeTrainer(vocab_size=500, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(CORPUS * 3, trainer)
    data = json.loads(tokenizer.to_str())
    vocab = data["model"]["vocab"]
    # A whole word that no merge makes: only ignore_merges finds it.
    kept = [pair for pair in data["model"]["merges"] if "".join(pair) != "Ġworld"]
    assert len(kept) == len(data["model"]["merges"]) - 1
    data["model"].update(merges=kept, ignore_merges=True)
    data["decoder"] = data["pre_tokenizer"]
    data["added_tokens"] = [
        {"id": len(vocab), "content": "<|end|>", "single_word": False, "lstrip": False,
         "rstrip": True, "normalized": False, "special": True},
    ]  # fmt: skip
    return data


@pytest.fixture
def artefact(document, tmp_path):
    path = tmp_path / "small.json"
    content = json.dumps(document).encode()
    path.write_bytes(content)
    return Artefact("small", "tokenizer.json", path, hashlib.sha256(content).hexdigest())


@pytest.fixture
def cell(artefact):
    """A fidelity cell; `left` may be a variant of the reference."""

    def make(left="reference", right="huggingface_tokenizers"):
        return CellSpec("small", "fidelity", SideSpec(left, artefact), SideSpec(right, artefact))

    return make


@pytest.fixture
def fake_slot():
    """A slot whose oracle is an adapter of fakes/misbehaving.py."""
    made = []

    def make(adapter, timeout=0.6):
        real = ORACLES["huggingface_tokenizers"]
        spec = replace(real, module="misbehaving", adapter=adapter, path=(str(FAKES),))
        made.append(Slot(open_worker=lambda _: OracleWorker(spec, timeout=timeout)))
        return made[-1]

    yield make
    for slot in made:
        slot.close()


@pytest.fixture
def run_cells(tmp_path):
    """Run cells in this process; returns the outcome."""

    def go(cells, name="run", *, seed=0, epochs=1, executor=None, seconds=None, resume=False):
        plan = RunPlan(tuple(cells), seed, "test", None if seconds else epochs, seconds)
        mine = executor or InlineExecutor()
        try:
            return run(
                plan,
                mine,
                tmp_path / name,
                jobs=1,
                replayed=Replayed(),
                progress=lambda done, total, cell: None,
                resume=resume,
            )
        finally:
            if executor is None:
                mine.close()

    return go
