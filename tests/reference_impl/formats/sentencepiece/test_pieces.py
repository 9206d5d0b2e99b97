import pytest
from sentencepiece import SentencePieceProcessor

from tokparity.reference_impl.errors import BadArtefact, Unsupported
from tokparity.reference_impl.formats.sentencepiece.pieces import text_of

BYTES = {"byte_fallback": True}


@pytest.mark.parametrize("kind", ["unigram", "bpe", "word", "char"])
@pytest.mark.parametrize(
    ("pieces", "options", "field"),
    [
        pytest.param([""], {}, "pieces[1].piece", id="empty"),
        pytest.param(["a", "b", "a"], {}, "pieces[3].piece", id="twice"),
        pytest.param(["q" * 8000], {}, "pieces[1].piece", id="too-long"),
        pytest.param(["日" * 2667], {}, "pieces[1].piece", id="too-long-in-bytes"),
        pytest.param(["a\0b"], {}, "pieces[1].piece", id="NUL-inside"),
        pytest.param(["\0"], {}, "pieces[1].piece", id="NUL"),
        pytest.param([("u", 0.0, "unknown")], {}, "pieces[1].type", id="two-unknown"),
        pytest.param(["a"], {"unknown": False}, "pieces", id="no-unknown"),
        pytest.param([("<0x41>", 0.0, "byte")], {}, "pieces[1].type", id="byte-without-fallback"),
        pytest.param(
            [("<0xZZ>", 0.0, "byte")], {"trainer": BYTES}, "pieces[1].piece", id="no-byte"
        ),
        pytest.param(
            [("<0x41>", 0.0, "byte")], {"trainer": BYTES}, "pieces[67].piece", id="byte-twice"
        ),
    ],
)
def test_what_both_refuse(sentencepiece_model, sentencepiece_pair, kind, pieces, options, field):
    data = sentencepiece_model(kind, pieces, **options)
    with pytest.raises(RuntimeError):
        SentencePieceProcessor(model_proto=data)
    with pytest.raises(BadArtefact) as caught:
        sentencepiece_pair(data)
    assert caught.value.field == field


@pytest.mark.parametrize("score", [float("nan"), float("inf"), float("-inf")])
def test_only_unigram_refuses_scores_that_are_not_finite(sentencepiece_pair, score):
    pieces = [*"ab", ("ab", score, "normal"), ("bb", 1.0, "normal")]
    with pytest.raises(BadArtefact, match=r"pieces\[3\]\.score"):
        sentencepiece_pair("unigram", pieces)
    sentencepiece_pair("bpe", pieces).check("ab", "abb", "abbb")


@pytest.mark.parametrize(
    ("kind", "pieces", "options"),
    [
        pytest.param("unigram", ["a", ("\0", 0.0, "unused")], {}, id="unused-NUL"),
        pytest.param("bpe", ["a", "\0"], {"trainer": BYTES}, id="NUL-with-byte-fallback"),
        pytest.param("bpe", ["a"], {"trainer": BYTES, "unknown": False}, id="bytes-no-unknown"),
        pytest.param("unigram", ["a", ("a", 0.0, "control")], {}, id="reserved-twin"),
        pytest.param("char", ["q" * 7999, "a"], {}, id="just-short-enough"),
    ],
)
def test_what_both_load(sentencepiece_pair, kind, pieces, options):
    sentencepiece_pair(kind, pieces, **options).check("a", "aa b", "\0", "a\0日")


def test_bpe_knows_no_reserved_twin(sentencepiece_pair):
    with pytest.raises(BadArtefact, match="already defined"):
        sentencepiece_pair("bpe", ["a", ("a", 0.0, "control")])


def test_a_piece_that_is_no_utf8_is_never_found(sentencepiece_pair, sentencepiece_model):
    good = sentencepiece_model("unigram", ["a", "q#", "qa#"])
    pair = sentencepiece_pair(good.replace(b"q#", b"\xe6\x97").replace(b"qa#", b"\xffa\x80"))
    assert pair.reference.pieces()[2] == "\udce6\udc97"
    assert pair.reference.surface(2) == b"\xe6\x97"
    pair.check("a", "日a", "日日本", "aq")


def test_a_user_defined_piece_that_is_no_utf8_is_not_supported(sentencepiece_pair):
    with pytest.raises(Unsupported, match="no UTF-8"):
        sentencepiece_pair(_with_user_defined(b"\xe6\x97"))


def _with_user_defined(raw):
    from sentencepiece import sentencepiece_model_pb2 as schema

    proto = schema.ModelProto()
    proto.pieces.add(piece="<unk>", type=2)
    proto.pieces.add(piece="zz", type=4)
    data = proto.SerializeToString().replace(b"zz", raw)
    assert SentencePieceProcessor(model_proto=data).get_piece_size() == 2
    return data


def test_text_of_bytes():
    assert text_of("é") == "é"
    assert text_of(b"a\xff") == "a\udcff"
