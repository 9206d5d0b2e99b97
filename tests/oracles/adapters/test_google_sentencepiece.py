import pytest
import sentencepiece
from sentencepiece import sentencepiece_model_pb2 as schema

from tokparity.oracles.adapters.google_sentencepiece import character_spans, library_text
from tokparity.oracles.worker.client import OracleWorker
from tokparity.reference_impl.contract import DecodeOptions, EncodeOptions, Encoding, Refusal, Text

PLAIN = EncodeOptions(add_special=False, parse_special=False)
SPECIAL = EncodeOptions(add_special=True, parse_special=False)
DECODE = DecodeOptions(skip_special=True)
TEXTS = ("a b", "", "é日 </s>", "  a  ", "x\0y", "<sym>a")


def model(*more, prefix=True):
    proto = schema.ModelProto()
    proto.trainer_spec.model_type = 2
    proto.normalizer_spec.add_dummy_prefix = prefix
    pieces = [("<unk>", 2), ("<s>", 3), ("</s>", 3), ("▁", 1), ("a", 1), ("▁a", 1), ("<sym>", 4)]
    for text, kind in [*pieces, *more]:
        proto.pieces.add(piece=text, type=kind)
    return proto.SerializeToString()


@pytest.fixture(scope="module")
def worker():
    with OracleWorker("google_sentencepiece") as started:
        yield started


@pytest.fixture
def handle(worker, artefact):
    return worker.load(artefact("some.model", model(), "sentencepiece"))


@pytest.fixture(scope="module")
def library():
    return sentencepiece.SentencePieceProcessor(model_proto=model())


def test_version(worker):
    assert worker.version == sentencepiece.__version__


def test_encodes_as_the_library_does(worker, handle, library):
    expected = []
    for text in TEXTS:
        found = library.encode(text, return_type="offset_mapping")
        expected.append(Encoding(tuple(found["ids"]), tuple(found["offsets"])))
    assert list(worker.encode(handle, TEXTS, PLAIN).observations()) == expected


def test_bos_and_eos_have_an_empty_range(worker, handle, library):
    plain = worker.encode(handle, TEXTS, PLAIN).observations()
    special = worker.encode(handle, TEXTS, SPECIAL).observations()
    for text, without, having in zip(TEXTS, plain, special, strict=True):
        assert list(having.ids) == library.encode(text, add_bos=True, add_eos=True)
        assert having.offsets == ((0, 0), *without.offsets, (0, 0))


def test_bytes_that_are_no_utf8(worker, handle, library):
    """The library counts bytes there; é has two, and each bad one is a character."""
    raw = b"\xc3\xa9a\xff\xfea"
    found = library.encode(raw, return_type="offset_mapping")
    (answer,) = worker.encode(handle, ["éa\udcff\udcfea"], PLAIN).observations()
    assert list(answer.ids) == found["ids"]
    at = {0: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5}
    assert answer.offsets == tuple((at[start], at[end]) for start, end in found["offsets"])


def test_decodes_as_the_library_does(worker, handle, library):
    ids = [(), (0,), (1, 5, 2), (3, 4, 6, 0), (5, 5)]
    assert list(worker.decode(handle, ids, DECODE).observations()) == [
        Text(library.decode(list(one))) for one in ids
    ]


def test_refusals(worker, handle, artefact):
    (outside,) = worker.decode(handle, [(99,)], DECODE).observations()
    assert isinstance(outside, Refusal)
    assert outside.detail.startswith("IndexError")
    bare = model().replace(b"<s>", b"xxx").replace(b"</s>", b"xxxx")
    without = worker.load(artefact("bare.model", bare, "sentencepiece"))
    (special,) = worker.encode(without, ["a"], SPECIAL).observations()
    assert isinstance(special, Refusal)
    assert "not defined as a control symbol" in special.detail
    assert isinstance(worker.load(artefact("bad.model", b"no", "sentencepiece")), Refusal)
    (surrogate,) = worker.encode(handle, ["\ud800"], PLAIN).observations()
    assert isinstance(surrogate, Refusal)


def test_what_it_can_express(worker):
    can = [o for o in (PLAIN, SPECIAL, DECODE) if worker.supports("sentencepiece", o)]
    assert can == [PLAIN, SPECIAL, DECODE]
    cannot = [
        EncodeOptions(True, True),
        EncodeOptions(False, True),
        DecodeOptions(False),
        DecodeOptions(True, remove_special=True),
    ]
    assert not any(worker.supports("sentencepiece", options) for options in cannot)
    assert not worker.supports("gguf", PLAIN)


def test_probes_the_normalizer_only(worker, handle, library):
    normalized, starts = library.normalize(" a  ﬁ", with_offsets=True)
    expected = [
        [char, start, end] for char, start, end in zip(normalized, starts, starts[1:], strict=False)
    ]
    found = worker.probe(handle, "normalizer", [" a  ﬁ", "a\udcff", "  ", ""])
    assert found == [expected, [["▁", 0, 0], ["a", 0, 1], ["\ufffd", 1, 2]], [], []]
    for stage in ("added_tokens", "pre_tokenizer", "model", "decoder"):
        assert isinstance(worker.probe(handle, stage, ["a"]), Refusal)


def test_bytes_only_where_they_are_needed():
    assert library_text("é") == "é"
    assert library_text("a\udcff") == b"a\xff"
    assert library_text("\udcc3\udca9") == "é"  # two escaped bytes that are one character
    assert character_spans("日a".encode(), [(0, 3), (3, 4), (1, 1)]) == [(0, 1), (1, 2), (0, 0)]
