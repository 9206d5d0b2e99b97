import copy

from hypothesis import HealthCheck, given, settings

from tokparity.corpora import strategies
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder

NAME = "round trip"
QUICK = settings(
    max_examples=50,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@QUICK
@given(text=strategies.texts())
def test_a_lossless_pipeline_gives_every_text_back(lossless, held, text):
    one = held(NAME, lossless, [text])
    assert (one.reading.kind, one.broken) == ("invariant", 0)
    assert one.tried_texts >= 1


def test_a_fault_breaks_the_law(lossless, held, monkeypatch):
    monkeypatch.setattr(ByteLevelDecoder, "decode", lambda self, pieces: pieces)
    one = held(NAME, lossless, ["ab", "a b", "ab ba"])
    assert one.breaks_invariant
    assert (one.example.text, one.example.fault) == ("a b", "comes back as 'aĠb'")


def test_where_text_is_lost_it_is_an_observation(read, held, lossless_document):
    data = copy.deepcopy(lossless_document) | {"normalizer": {"type": "NFC"}}
    one = held(NAME, read(data), ["e\u0301", "a"])
    assert (one.reading.kind, one.broken, one.breaks_invariant) == ("observation", 1, False)
    assert one.reading.why == "the normalizer NFC rewrites text"


def test_ids_encoded_again_are_only_observed(read, held, lossless_document):
    data = copy.deepcopy(lossless_document) | {"normalizer": {"type": "Lowercase"}}
    data["decoder"] = {"type": "Fuse"}
    one = held("ids encoded again", read(data), ["a b"])
    assert (one.reading.kind, one.example.text) == ("observation", "a b")
    assert one.example.fault == "other ids the second time"
