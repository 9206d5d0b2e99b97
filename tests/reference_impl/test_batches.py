from reference_impl.batches import Decodings, Encodings
from reference_impl.contract import Bytes, Encoding, Refusal, Text

NO = Refusal("error", "why")


def test_encodings_give_back_what_was_added():
    batch = Encodings()
    told = [Encoding((1, 2), ((0, 1), (1, 2))), NO, Encoding((), ()), Encoding((3,), ((0, 4),))]
    for one in told:
        batch.refuse(one) if isinstance(one, Refusal) else batch.add(one)
    assert list(batch.observations()) == told
    assert len(batch) == 4
    assert batch.refusals == {1: NO}


def test_encodings_without_offsets():
    batch = Encodings(offsets=None)
    batch.add(Encoding((1,)))
    assert list(batch.observations()) == [Encoding((1,), None)]


def test_decodings_give_back_what_was_added():
    for kind, wrap in (("bytes", Bytes), ("text", lambda raw: Text(raw.decode()))):
        batch = Decodings(kind)
        batch.add("é".encode())
        batch.refuse(NO)
        batch.add(b"")
        assert list(batch.observations()) == [wrap("é".encode()), NO, wrap(b"")]
        assert len(batch) == 3
