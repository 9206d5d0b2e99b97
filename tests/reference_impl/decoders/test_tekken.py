"""The rules of `Tekken` by example; test_tekken_json compares it with mistral-common itself."""

import pytest

from tokparity.reference_impl.contract import DecodeOptions, Text
from tokparity.reference_impl.decoders.tekken import Tekken
from tokparity.reference_impl.errors import InvalidTokenId

TEKKEN = Tekken(("<s>", "</s>"), {2: b"a", 3: b"\xc3", 4: b"\xa9"})
SKIP = DecodeOptions(skip_special=True)


@pytest.mark.parametrize(
    ("ids", "kept", "skipped"),
    [
        ([], "", ""),
        ([2, 3, 4], "a\xe9", "a\xe9"),
        ([3, 0, 4], "\ufffd<s>\ufffd", "\ufffd\ufffd"),
        ([-1, 2, -2], "</s>a<s>", "a"),
    ],
)
def test_stretches_between_special_tokens_are_decoded_each_by_itself(ids, kept, skipped):
    assert TEKKEN.decode(ids, DecodeOptions()) == Text(kept)
    assert TEKKEN.decode(ids, SKIP) == Text(skipped)


def test_an_id_outside_is_an_error_unless_it_is_left_out():
    for options in (DecodeOptions(), SKIP):
        with pytest.raises(InvalidTokenId, match="from 0 to 4"):
            TEKKEN.decode([5], options)
    with pytest.raises(InvalidTokenId):
        TEKKEN.decode([-3], DecodeOptions())
    assert TEKKEN.decode([-3], SKIP) == Text("")
