from tokparity.reference_impl.batches import BATCH_COLUMNS, Decodings, Encodings, FullEncodings
from tokparity.reference_impl.contract import Bytes, Encoding, FullEncoding, Refusal, Text

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


def window(*ids, overflowing=()):
    """Every column has numbers of its own, so that none can be taken for another."""
    return FullEncoding(
        ids=ids,
        offsets=tuple((10 * one, 10 * one + 7) for one in ids),
        tokens=tuple(f"t{one}" for one in ids),
        type_ids=tuple(one + 100 for one in ids),
        words=tuple(one if one % 2 else None for one in ids),
        special_tokens_mask=tuple(one + 200 for one in ids),
        attention_mask=tuple(one + 300 for one in ids),
        overflowing=overflowing,
    )


TREE = window(
    1,
    2,
    overflowing=(window(3, overflowing=(window(4), window(5, 6))), window(), window(7)),
)
FULL = [TREE, NO, window(), window(8, overflowing=(window(9),))]


def full(told):
    batch = FullEncodings()
    for one in told:
        batch.refuse(one) if isinstance(one, Refusal) else batch.add(one)
    return batch


def test_full_encodings_give_back_what_was_added():
    batch = full(FULL)
    assert list(batch.observations()) == FULL
    assert len(batch) == 4
    assert batch.refusals == {1: NO}
    assert batch.windows == [6, 0, 1, 2]
    assert batch.overflowing == [3, 2, 0, 0, 0, 0, 0, 1, 0]


def test_full_encodings_are_put_together():
    for cut in range(5):
        batch = full(FULL[:cut])
        batch.extend(full(FULL[cut:]))
        assert batch == full(FULL), cut


def test_every_column_of_full_encodings_is_compared():
    for name in BATCH_COLUMNS:
        other = full(FULL)
        getattr(other, name)[-1] = "other"
        assert other != full(FULL), name
