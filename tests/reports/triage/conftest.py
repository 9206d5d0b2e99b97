"""Tiny tokenizers of every format, each as a side whose script runs it, and what runs scripts."""

import base64
import contextlib
import hashlib
import io
import json
import signal
import sys
from dataclasses import replace

import pytest
import sentencepiece

from tokparity.corpora.embedded import rank_bytes
from tokparity.oracles.probes.probe import byte_probe
from tokparity.reference_impl.contract import (
    Artefact,
    Encoding,
    RankFacts,
    Refusal,
)
from tokparity.reports.triage.exhibit import Holding, Part
from tokparity.reports.triage.scripts import Asked, script

BPE = {
    "version": "1.0",
    "added_tokens": [
        {"id": 6, "content": "<a>", "single_word": False, "lstrip": False, "rstrip": False,
         "normalized": False, "special": True},
    ],
    "normalizer": {"type": "Lowercase"},
    "pre_tokenizer": {"type": "Whitespace"},
    "post_processor": None,
    "decoder": {"type": "Fuse"},
    "truncation": None,
    "padding": None,
    "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2, "c": 3, "<": 4, ">": 5, "<a>": 6},
              "merges": [["a", "b"]]},
}  # fmt: skip


def tokenizer_json(folder):
    return "tokenizer.json", json.dumps(BPE).encode(), None


def gguf(folder):
    return "gguf", byte_probe({}, "gpt2", "gpt-2", {}, spelled=True).file, None


def ranks(folder):
    pieces = [*(bytes([byte]) for byte in range(256)), b"ab"]
    content = rank_bytes([(piece, rank) for rank, piece in enumerate(pieces)])
    return "tiktoken", content, RankFacts(r"\p{L}+|\P{L}+", {"<a>": 300}, "made for a test")


def model(folder):
    prefix = folder / "trained"
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["hello world", "hold the low road"] * 20),
        model_prefix=str(prefix),
        vocab_size=18,
        minloglevel=2,
    )
    return "sentencepiece", prefix.with_suffix(".model").read_bytes(), None


def tekken(folder):
    pieces = [*(bytes([byte]) for byte in range(256)), b"ab"]
    data = {
        "config": {
            "pattern": r"\p{L}+|\P{L}+",
            "num_vocab_tokens": len(pieces),
            "default_vocab_size": len(pieces) + 4,
            "default_num_special_tokens": 4,
            "version": "v11",
        },
        "vocab": [
            {"rank": rank, "token_bytes": base64.b64encode(piece).decode(), "token_str": None}
            for rank, piece in enumerate(pieces)
        ],
        "special_tokens": [
            {"rank": rank, "token_str": text, "is_control": True}
            for rank, text in enumerate(["<unk>", "<s>", "</s>", "<x>"])
        ],
    }
    return "tekken.json", json.dumps(data).encode(), None


def vocab(folder):
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "hello", "a", "##b"]
    return "vocab.txt", "\n".join(pieces).encode() + b"\n", None


def template(folder):
    said = "{{ strftime_now(m.content) if m.role == 'date' else m.content }}"
    source = "{{ bos_token }}{% for m in messages %}{{ m.role }}: " + said + "{% endfor %}"
    content = json.dumps({"chat_template": source, "bos_token": "<s>"}).encode()
    return "chat_template", content, None


MADE = {
    "huggingface_tokenizers": tokenizer_json,
    "ggml_llama_cpp": gguf,
    "openai_tiktoken": ranks,
    "google_sentencepiece": model,
    "mistral_common": tekken,
    "huggingface_bert_legacy": vocab,
    "huggingface_chat_template": template,
}


@pytest.fixture
def side(tmp_path):
    """Make a side that a script runs: `inline` says that its tokenizer stands in the script."""

    def make(oracle, recorded, *, inline=False, role="got"):
        format, content, facts = MADE[oracle](tmp_path)
        sha256 = hashlib.sha256(content).hexdigest()
        name = f"{role}.file"
        (tmp_path / name).write_bytes(content)
        holding = Holding("tiny", format, sha256, len(content), facts=facts)
        holding = replace(holding, content=content) if inline else replace(holding, file=name)
        return Part(role, oracle, oracle, "tiny", recorded, role == "got", holding)

    return make


@pytest.fixture
def artefact(tmp_path):
    """The tiny tokenizer of an oracle, as an artefact."""

    def make(oracle):
        format, content, facts = MADE[oracle](tmp_path)
        path = tmp_path / "artefact.file"
        path.write_bytes(content)
        return Artefact("tiny", format, path, hashlib.sha256(content).hexdigest(), facts)

    return make


@pytest.fixture
def black_box():
    """A side that no script can run, with what it answered."""

    def make(recorded, role="expected"):
        return Part(role, "mutant:1", None, "tiny", recorded, False)

    return make


NAMESPACES = []
"""Of the scripts that ran in this process, kept to its end: llama.cpp goes on calling the function
for its log that a script gave it, and where that was freed the next test's call of it crashed."""


@pytest.fixture
def run_script(tmp_path, monkeypatch):
    """Run a script in this process: (exit code or message, stdout). For the last line of a
    process's stderr `SystemExit` is what Python prints there."""

    def run(text, *files):
        path = tmp_path / "repro.py"
        path.write_text(text, "ascii")
        monkeypatch.setattr(sys, "argv", [str(path), *map(str, files)])
        out = io.StringIO()
        NAMESPACES.append({"__name__": "__main__", "__file__": str(path)})
        with contextlib.redirect_stdout(out):
            try:
                exec(compile(text, path, "exec"), NAMESPACES[-1])
            except SystemExit as end:
                return end.code, out.getvalue()
            finally:
                signal.alarm(0)  # that of a script of a hang, which would end all tests
        return 0, out.getvalue()

    return run


def field_of(answer):
    match answer:
        case Encoding():
            return "ids"
        case Refusal():
            return "refusal"
    return "text" if hasattr(answer, "value") else "rows"


@pytest.fixture
def made():
    """The script of a case, for a field (by default what the answer is mainly of)."""

    def make(case, got, expected, field=None, index=0, title="it differs"):
        live = got if got.oracle else expected
        return script(title, Asked(case, field or field_of(live.recorded), index), got, expected)

    return make
