from base64 import b64decode

from tokparity.corpora.generators.pipelines.charsmap import charsmap
from tokparity.harness.reduction.documents.charsmaps import rules_of, small_charsmap, without_rules
from tokparity.reference_impl.normalizers.charsmap import Charsmap
from tokparity.reference_impl.normalizers.sentencepiece_charsmap import SentencepieceCharsmap

RULES = {"é": "e", "e\u0301": "é", "ﬁ": "fi", "①": "1"}


def test_the_rules_for_what_is_in_the_texts():
    assert rules_of(charsmap(RULES), {"café", "a①"}) == {"é": "e", "①": "1"}
    assert rules_of(charsmap(RULES), {"e\u0301"}) == {"e\u0301": "é"}
    assert rules_of(charsmap(RULES), {"e", "\0"}) == {}
    assert rules_of("no charsmap", {"é"}) == {}


def test_smaller_ones_do_the_same_to_the_texts_and_end():
    encoded = charsmap(RULES)
    nothing, some = without_rules(encoded, {"é"})
    assert Charsmap.of(nothing).replacement("é") is None
    assert Charsmap.of(some).replacement("é") == "e"
    assert Charsmap.of(some).replacement("①") is None
    assert len(some) <= len(encoded)
    for small in (nothing, some):
        steps = 0
        while (following := next(without_rules(small, {"é"}), None)) is not None:
            small, steps = following, steps + 1
            assert steps < 3, "goes round and round"


def test_sentencepiece_reads_them(model):
    from sentencepiece import sentencepiece_model_pb2 as schema

    raw = schema.ModelProto.FromString(model.read_bytes()).normalizer_spec.precompiled_charsmap
    known = SentencepieceCharsmap.of(raw)
    assert known.longest("ﬁx", 0) == (1, "fi")
    small = [SentencepieceCharsmap.of(one) for one in small_charsmap(raw, {"aﬁ"})]
    assert [one.longest("ﬁx", 0) for one in small] == [None, (1, "fi")]
    assert max(map(len, small_charsmap(raw, {"aﬁ"}))) < 5000 < len(raw)
    assert b64decode(charsmap({"ﬁ": "fi"})) in list(small_charsmap(raw, {"ﬁ"}))
