"""What the tests of the engine share: a small real tokenizer, and runs over it."""

import copy
import hashlib
import io
import json
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import sentencepiece
from lent_workers import lent_workers
from run_fixtures import (  # noqa: F401 (fixtures, asked for by name)
    check_of_two,
    dies_after,
    inline,
    killed,
    repository,
    run_cells,
    run_of_two,
)
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

import evaluation.mutants  # noqa: F401 (so that `mutant:NAME` means one)
from tokparity.corpora.embedded import rank_bytes
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.lock import LockedFile, LockedRepository, lock_repository
from tokparity.corpora.vocabs.spec import parse_spec
from tokparity.harness import cli
from tokparity.harness.compare.cells import CellSpec, SideSpec
from tokparity.harness.shards.slot import Slot
from tokparity.oracles.protocol import ORACLES
from tokparity.oracles.worker.client import OracleWorker
from tokparity.reference_impl.contract import Artefact, RankFacts
from tokparity.reports.records.engine import engine_called

FAKES = Path(__file__).parents[1] / "harness" / "fakes"
CORPUS = [
    "the quick brown fox jumps over the lazy dog, then 1234 dogs jump over 89 foxes",
    "def main():\n\t\treturn 'naïve café' # isn't it? we'll see, they've gone",
    "hello world hello  world   hello world, hello again and again and again",
]


@pytest.fixture(scope="session", autouse=True)
def workers_started_once():
    """Workers of a slot that is closed are there for the next."""
    with lent_workers():
        yield


@pytest.fixture
def own_workers(monkeypatch):
    """Each slot starts workers of its own, and ends them."""
    monkeypatch.setattr("tokparity.harness.shards.slot.OracleWorker", OracleWorker)


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
def save(tmp_path):
    """Write a tokenizer.json object as a file: its artefact."""
    return partial(saved, tmp_path)


def saved(folder, data, name="small"):
    path = folder / f"{name}.json"
    content = json.dumps(data).encode()
    path.write_bytes(content)
    return Artefact(name, "tokenizer.json", path, hashlib.sha256(content).hexdigest())


@pytest.fixture
def file(tmp_path):
    """An artefact of these bytes."""

    def write(format, name, content):
        path = tmp_path / name
        path.write_bytes(content)
        return Artefact("made", format, path, hashlib.sha256(content).hexdigest())

    return write


@pytest.fixture
def artefact(document, save):
    return save(document)


def added(token_id, content, **flags):
    plain = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    return {"id": token_id, "content": content, "special": True, **plain, **flags}


@pytest.fixture(scope="session")
def every_stage(document):
    """The small tokenizer with something to get wrong in every stage."""
    data = copy.deepcopy(document)
    first = len(data["model"]["vocab"])
    data["normalizer"] = {"type": "NFC"}
    pattern = {"Regex": r"\p{N}| ?\p{L}+|\s+|[^\s\p{L}\p{N}]+"}
    parts = [
        {"type": "Split", "pattern": pattern, "behavior": "Isolated", "invert": False},
        {**data["pre_tokenizer"], "use_regex": False},
    ]
    data["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": parts}
    sequence = {"Sequence": {"id": "A", "type_id": 0}}
    data["post_processor"] = {
        "type": "TemplateProcessing",
        "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, sequence],
        "pair": [sequence, {"Sequence": {"id": "B", "type_id": 0}}],
        "special_tokens": {"<s>": {"id": "<s>", "ids": [first + 5], "tokens": ["<s>"]}},
    }
    data["added_tokens"] = [
        added(first, "<|end|>", rstrip=True),
        added(first + 1, "<|left|>", lstrip=True),
        added(first + 2, "word", single_word=True, special=False),
        added(first + 3, "<a>"),
        added(first + 4, "<a>b"),
        added(first + 5, "<s>"),
    ]
    return data


@pytest.fixture(scope="session")
def unknown_added():
    """Of few letters, its unknown token an added one."""
    vocab = {text: at for at, text in enumerate(["<unk>", "u", "n", "k", "f", "1"])}
    return {
        "version": "1.0",
        "added_tokens": [added(0, "<unk>")],
        "normalizer": {"type": "NFKC"},
        "pre_tokenizer": None,
        "model": {"type": "BPE", "unk_token": "<unk>", "vocab": vocab, "merges": []},
    }


@pytest.fixture(scope="session")
def slot():
    """A job slot with its real workers, shared: its loads are what costs."""
    with Slot() as shared:
        yield shared


@pytest.fixture
def train(tmp_path):
    """A `.model` of one type, trained by the library on a few sentences."""
    sentences = ["hello world again", "the quick brown fox", "return the world to main"] * 20

    def make(kind, name="tokenizer.model", **options):
        written = io.BytesIO()
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(sentences),
            model_writer=written,
            model_type=kind,
            vocab_size=300,
            hard_vocab_limit=False,
            minloglevel=2,
            num_threads=1,
            **{"byte_fallback": True, "normalization_rule_name": "identity", **options},
        )
        path = tmp_path / name
        path.write_bytes(written.getvalue())
        digest = hashlib.sha256(written.getvalue()).hexdigest()
        return Artefact("m", "sentencepiece", path, digest)

    return make


@pytest.fixture
def ranks(tmp_path):
    """A rank file: bytes, a few merges, a special token."""

    def write(pattern=r"\p{N}|\p{L}+|[^\p{L}\p{N}]+", name="ranks"):
        pieces = [bytes([byte]) for byte in range(256)]
        pieces += [b"12", b"he", b"ll", b"hell", b"hello"]
        content = rank_bytes([(piece, rank) for rank, piece in enumerate(pieces)])
        path = tmp_path / f"{name}.tiktoken"
        path.write_bytes(content)
        facts = RankFacts(pattern, {"<a>": 300}, "made for a test")
        sha256 = hashlib.sha256(content).hexdigest()
        return Artefact(name, "tiktoken", path, sha256, facts)

    return write


@pytest.fixture
def cell(artefact):
    """A fidelity cell; `left` may be a faulty reference."""
    return partial(cell_of, artefact)


def cell_of(artefact, left="reference", right="huggingface_tokenizers"):
    sides = (SideSpec(engine_called(engine), artefact) for engine in (left, right))
    return CellSpec("small", "fidelity", *sides)


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
def lock_hub(tmp_path, monkeypatch, document):
    """As if a repository of the hub had been fetched here by its spec: its sha256."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TOKPARITY_CACHE", str(tmp_path / "cache"))

    def lock(spec):
        raw = json.dumps(document).encode()
        sha256 = hashlib.sha256(raw).hexdigest()
        files = {"tokenizer.json": LockedFile(sha256, len(raw), "tokenizer.json")}
        lock_repository(parse_spec(spec).key, LockedRepository("ab" * 20, files))
        Cache.default().add(sha256, len(raw), [raw], spec)
        return sha256

    return lock


@pytest.fixture
def tokparity(capsys, monkeypatch, tmp_path):
    """Run the command in this process: (exit code, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TOKPARITY_CACHE", str(tmp_path / "cache"))

    def go(*arguments):
        monkeypatch.setattr(sys, "argv", ["tokparity", *map(str, arguments)])
        with pytest.raises(SystemExit) as end:
            cli.main()
        told = capsys.readouterr()
        return end.value.code, told.out, told.err

    return go


@pytest.fixture(scope="session")
def model(tmp_path_factory):
    """A small .model of sentencepiece, trained on the spot."""
    prefix = tmp_path_factory.mktemp("model") / "small"
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["hello world", "hold the low road"] * 20),
        model_prefix=str(prefix),
        vocab_size=18,
        minloglevel=2,
    )
    return prefix.with_suffix(".model")
