"""A vocabulary searched by the wrong algorithm: found, shrunk, and named by both traces."""

import hashlib
import io

import gguf
import pytest
import sentencepiece
from sentencepiece import sentencepiece_model_pb2

from tokparity.harness.compare.cells import fidelity_cell
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.shards.case_source import source_of
from tokparity.harness.shards.runner import shard_runner
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.engine import FaultyReference
from tokparity.reports.records.run_directory import read_findings

SENTENCES = ["the cat sat on that mat", "a bat at the gate", "hats and cats", "the then that"] * 20


def trained(kind):
    """A small `.model` of one type, by the library's own trainer."""
    written = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(SENTENCES),
        model_writer=written,
        model_type=kind,
        vocab_size=300,
        hard_vocab_limit=False,
        byte_fallback=True,
        normalization_rule_name="identity",
        minloglevel=2,
        num_threads=1,
    )
    return written.getvalue()


def as_gguf(data, path):
    """The same vocabulary for llama.cpp, which then merges it by score."""
    model = sentencepiece_model_pb2.ModelProto.FromString(data)
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_tokenizer_model("llama")
    writer.add_token_list([one.piece for one in model.pieces])
    writer.add_token_scores([one.score for one in model.pieces])
    writer.add_token_types([one.type for one in model.pieces])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    return path.read_bytes()


@pytest.fixture
def made(tmp_path):
    """An artefact of one format and model type."""

    def make(format, kind):
        path = tmp_path / {"sentencepiece": "t.model", "gguf": "t.gguf"}[format]
        data = trained(kind)
        content = as_gguf(data, path) if format == "gguf" else data
        path.write_bytes(content)
        return Artefact(str(path), format, path, hashlib.sha256(content).hexdigest())

    return make


@pytest.mark.parametrize(
    ("format", "kind", "algorithm"),
    [
        ("sentencepiece", "bpe", "viterbi"),
        ("gguf", "bpe", "viterbi"),
        ("sentencepiece", "unigram", "merges"),
    ],
)
def test_a_wrong_search_is_a_finding_with_both_traces(
    tokparity, made, tmp_path, format, kind, algorithm
):
    artefact = made(format, kind)
    given = [str(artefact.path), "--model-algorithm", algorithm, "--sweep", "none"]
    code, _, _ = tokparity("check", *given, "--cases", "700", "--out", str(tmp_path / "run"))
    assert code == 1
    [finding] = read_findings(tmp_path / "run")
    [sighting] = finding.sightings
    assert (finding.signature.stage, finding.signature.left) == (
        "model",
        str(FaultyReference(algorithm)),
    )
    assert len(sighting.case.text) <= 4
    traces = [
        {stage.stage: stage.pieces for stage in trace.stages}
        for trace in (sighting.left_trace, sighting.right_trace)
    ]
    assert traces[0]["normalizer"] == traces[1]["normalizer"]
    assert traces[0]["model"] != traces[1]["model"]


def test_the_right_search_over_the_same_files_agrees(made, slot):
    for format in ("sentencepiece", "gguf"):
        artefact = made(format, "bpe")
        runner = shard_runner(
            slot, fidelity_cell(artefact, "m"), source_of(slot, fidelity_cell(artefact, "m"), 0)
        )
        assert runner.run(0, 256, 64).found == []


def test_an_algorithm_that_the_file_has_anyway_is_an_error(tokparity, made):
    artefact = made("sentencepiece", "bpe")
    code, _, told = tokparity("check", str(artefact.path), "--model-algorithm", "merges")
    assert code == 2
    assert "has a SentencepieceBPE: merges would change nothing" in told
    assert FAULT_MODELS["merges"].apply(load(artefact)).model == load(artefact).model


def test_a_vocabulary_without_its_bytes_has_unknown_characters():
    """What a shrinker leaves of a GGUF may hold no bytes: the wrong search still answers."""
    pieces = ("<unk>", "\u2581", "a", "ab")
    added = (AddedToken(0, "<unk>", special=True),)
    some = Tokenizer(LlamaSPM({p: i for i, p in enumerate(pieces)}, (0.0, -1.0, -2.0, -3.0)), added)
    assert FAULT_MODELS["viterbi"].apply(some).encode("ab\u0436").ids == (3, -1)
