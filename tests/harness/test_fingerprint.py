from dataclasses import replace

import pytest

from harness.fingerprint import Fingerprint
from harness.sides import CaseBatch, DecodeBatch, EncodeBatch
from reference_impl.batches import Answers, Decodings, Encodings
from reference_impl.contract import (
    DecodeOptions,
    EncodeOptions,
    Encoding,
    FullCase,
    FullEncoding,
    Refusal,
)

TEXTS = EncodeBatch(("a", "b\ud800é"), EncodeOptions())
IDS = DecodeBatch(((1, 2), ()), DecodeOptions())
FULL = CaseBatch((FullCase("a"),), EncodeOptions())
ONE = FullEncoding((5,), ((0, 1),), ("a",), (0,), (0,), (0,), (1,))


def encodings(*found):
    batch = Encodings()
    for one in found:
        if isinstance(one, Refusal):
            batch.refuse(one)
        else:
            batch.add(Encoding(one, tuple((0, len(one)) for _ in one)))
    return batch


def decodings(*values):
    batch = Decodings("bytes")
    for value in values:
        batch.add(value)
    return batch


def answers(*found):
    return Answers(list(found))


def taken(batch, *answered):
    print_ = Fingerprint()
    print_.take(batch, *answered)
    return print_


SAID = encodings((1, 2), (3,))


def test_the_same_again_is_the_same():
    assert taken(TEXTS, SAID) == taken(TEXTS, encodings((1, 2), (3,)))
    assert [len(column) for column in taken(TEXTS, SAID).columns] == [16, 16]
    assert Fingerprint().columns == (None, None)


@pytest.mark.parametrize(
    ("batch", "before", "after"),
    [
        pytest.param(TEXTS, SAID, encodings((1, 2), (4,)), id="another-id"),
        pytest.param(TEXTS, SAID, encodings((1,), (2, 3)), id="cut-elsewhere"),
        pytest.param(TEXTS, SAID, encodings((1, 2), Refusal("error")), id="refused"),
        pytest.param(
            TEXTS,
            encodings((1, 2), Refusal("error")),
            encodings((1, 2), Refusal("crash")),
            id="refused-otherwise",
        ),
        pytest.param(TEXTS, encodings((1,), Refusal("error")), encodings((1,), ()), id="nothing"),
        pytest.param(IDS, decodings(b"a", b""), decodings(b"", b"a"), id="another-text"),
        pytest.param(FULL, answers(ONE), answers(replace(ONE, type_ids=(1,))), id="a-column"),
    ],
)
def test_another_answer_is_another_digest_of_the_same_cases(batch, before, after):
    assert taken(batch, before).asked == taken(batch, after).asked
    assert taken(batch, before).answers != taken(batch, after).answers


@pytest.mark.parametrize(
    "batch",
    [
        replace(TEXTS, texts=("b\ud800é", "a")),
        replace(TEXTS, texts=("a", "b\ud800")),
        replace(TEXTS, options=EncodeOptions(add_special=False)),
    ],
)
def test_other_cases_are_another_digest_of_both(batch):
    assert taken(batch, SAID).asked != taken(TEXTS, SAID).asked
    assert taken(batch, SAID).answers != taken(TEXTS, SAID).answers


def test_both_sides_of_parity_count_in_their_order():
    other = encodings((9,), ())
    assert len({taken(TEXTS, *sides).answers for sides in ((SAID, other), (other, SAID))}) == 2


def test_offsets_and_what_a_refusal_says_do_not_count():
    silent = encodings((1, 2), (3,))
    silent.offsets = None
    assert taken(TEXTS, silent) == taken(TEXTS, SAID)
    said = [encodings((1,), Refusal("error", detail)) for detail in ("at 0x7f", "at 0x80")]
    assert taken(TEXTS, said[0]) == taken(TEXTS, said[1])


def test_the_order_of_batches_does_not_matter():
    parts = [taken(TEXTS, SAID), taken(IDS, decodings(b"a", b"")), taken(FULL, answers(ONE))]
    sums = [Fingerprint(), Fingerprint()]
    for one in parts:
        sums[0].add(one)
    for one in reversed(parts):
        sums[1].add(one)
    assert sums[0] == sums[1]
    assert sums[0] not in parts
