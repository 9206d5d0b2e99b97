import pytest

from tokparity.reference_impl.contract import Artefact, EncodeOptions
from tokparity.reference_impl.decoders.sentencepiece import DEFAULT_SURFACE
from tokparity.reference_impl.errors import BadArtefact, Unsupported
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.tokenizer import tracing


@pytest.fixture
def read(tmp_path):
    def load_bytes(data):
        path = tmp_path / "some.model"
        path.write_bytes(data)
        return load(Artefact("some", "sentencepiece", path, "0"))

    return load_bytes


@pytest.mark.parametrize(
    ("kind", "component"),
    [
        ("unigram", "SentencepieceUnigram"),
        ("bpe", "SentencepieceBPE"),
        ("word", "SentencepieceWord"),
        ("char", "SentencepieceChar"),
    ],
)
def test_each_type_of_model(read, sentencepiece_model, kind, component):
    tokenizer = read(sentencepiece_model(kind, ["a"]))
    assert type(tokenizer.model).__name__ == component
    assert tokenizer.pieces() == {0: "<unk>", 1: "a"}
    assert tokenizer.id_of("a") == 1


def test_a_trace_has_each_step_in_its_stage(sentencepiece_pair):
    pieces = ["▁a", "b", ("<s>", 0.0, "control"), ("</s>", 0.0, "control")]
    pair = sentencepiece_pair("unigram", pieces, {}, {"add_dummy_prefix": True})
    stages = tracing.trace(pair.reference, "ab", EncodeOptions(True, False)).stages
    assert [[piece.text for piece in stage.pieces] for stage in stages] == [
        ["ab"],
        ["▁ab"],
        ["▁ab"],
        ["▁a", "b"],
        ["<s>", "▁a", "b", "</s>"],
    ]


def test_the_surface_of_unknown_pieces(read, sentencepiece_model):
    said = {None: DEFAULT_SURFACE, "": "", "??": "??"}
    for surface, expected in said.items():
        trainer = {} if surface is None else {"unk_surface": surface}
        tokenizer = read(sentencepiece_model("bpe", ["a"], trainer))
        assert tokenizer.detokenizer.unknown_surface == expected


def test_what_is_no_message(read, tmp_path):
    for data in (b"this is no model", b"\x0a\xff\xff\xff\xff\x0f", b"\x0b" * 5000):
        with pytest.raises(BadArtefact, match="file: is no ModelProto message"):
            read(data)
    with pytest.raises(BadArtefact, match="No such file"):
        load(Artefact("gone", "sentencepiece", tmp_path / "gone.model", "0"))


def test_a_broken_charsmap_is_named(read, sentencepiece_model):
    spec = {"precompiled_charsmap": b"abc"}
    with pytest.raises(BadArtefact) as caught:
        read(sentencepiece_model("bpe", ["a"], {}, spec))
    assert caught.value.field == "normalizer_spec.precompiled_charsmap"
    assert not isinstance(caught.value, Unsupported)


def test_a_type_of_model_that_is_none_is_the_default(sentencepiece_pair, sentencepiece_model):
    """In the schema's reader, and in the library."""
    pieces = [*"ab", ("ab", -9.0, "normal")]
    pair = sentencepiece_pair(sentencepiece_model("bpe", pieces) + b"\x12\x02\x18\x63")
    assert type(pair.reference.model).__name__ == "SentencepieceBPE"  # the last known one stays
    other = sentencepiece_pair(b"\x12\x02\x18\x63" + sentencepiece_model("unigram", pieces))
    for one in (pair, other):
        one.check("ab", "abab")
