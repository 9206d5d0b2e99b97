"""Files of every format, and what the native library makes of one."""

import base64
import json

import pytest
from sentencepiece import sentencepiece_model_pb2 as schema

from tokparity.corpora.embedded import materialise
from tokparity.corpora.generators.gguf_vocabularies.vocabulary import vocabulary
from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.compare.sides import observe
from tokparity.harness.reduction.documents.document import numbered, read_document


@pytest.fixture
def gguf_file(file):
    """A generated GGUF vocabulary by its number: 0 is "llama", 1 "gpt2", 3 "t5"."""
    return lambda number: file("gguf", "made.gguf", vocabulary(0, number).document.to_bytes())


@pytest.fixture
def tekken(file):
    """A tekken.json of two special tokens, the bytes and two more."""
    tokens = [bytes([byte]) for byte in range(256)] + [b"ab", b"abc", b"never used"]
    data = {
        "config": {"pattern": r"\p{L}+|[^\p{L}]", "version": "v11", "num_vocab_tokens": 258,
                   "default_vocab_size": 260, "default_num_special_tokens": 2},
        "vocab": [
            {"rank": at, "token_bytes": base64.b64encode(token).decode(), "token_str": None}
            for at, token in enumerate(tokens)
        ],
        "special_tokens": [
            {"rank": at, "token_str": name, "is_control": True}
            for at, name in enumerate(("<s>", "</s>"))
        ],
    }  # fmt: skip
    return file("tekken.json", "tekken.json", json.dumps(data).encode())


@pytest.fixture
def model_with_bytes(file):
    """A .model with byte fallback, of a letter and the bytes."""
    proto = schema.ModelProto()
    proto.trainer_spec.byte_fallback = True
    rows = [("<unk>", 0.0, 2), ("a", -1.5, 1)]
    rows += [(f"<0x{byte:02X}>", 0.0, 6) for byte in range(256)]
    for piece, score, kind in rows:
        proto.pieces.add(piece=piece, score=score, type=kind)
    return file("sentencepiece", "b.model", proto.SerializeToString())


@pytest.fixture
def answers(slot, tmp_path):
    """What the native library answers, on an artefact or on the file of a document."""

    def ask(artefact, cases):
        return observe(slot.side(fidelity_cell(artefact, "m").right), cases)

    return ask


@pytest.fixture
def written(tmp_path):
    """The artefact of a document."""

    def write(document):
        return materialise(document.write(numbered([document])), tmp_path)

    return write


@pytest.fixture
def same(answers, written):
    """Whether the library answers alike on a file and on its document, written unchanged."""

    def check(artefact, cases):
        document = read_document(artefact)
        before = answers(artefact, cases)
        assert len(set(map(repr, before))) > 1, "says nothing"
        assert answers(written(document), cases) == before
        return document

    return check
