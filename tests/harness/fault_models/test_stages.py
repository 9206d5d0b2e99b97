"""A stage is changed wherever its parts stand, and a tokenizer without them is left alone."""

import pytest

from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.fault_models.stages import (
    change_normalizers,
    change_pre_tokenizers,
    with_options,
)
from tokparity.reference_impl.errors import UnknownToken
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.tiktoken.bpe import TiktokenBPE
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.pre_tokenizers.digits import Digits
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def test_a_piece_that_a_cut_down_vocabulary_lacks_is_unknown_to_a_changed_model():
    """The whole word is there and its letters are not: a change that looks at them says so."""
    honest = Tokenizer(model=TiktokenBPE({"abc": 0}))
    changed = FAULT_MODELS["ranks-always-merged"].apply(honest)
    assert honest.encode("abc").ids == (0,)
    with pytest.raises(UnknownToken, match="'a'"):
        changed.encode("abc")


def kept(part):
    return part


def lowercase_out(part):
    return None if isinstance(part, Lowercase) else part


def test_parts_are_changed_in_sequences_of_any_depth():
    inner = NormalizerSequence((Lowercase(), NFC()))
    nested = Tokenizer(BPE({"a": 0}, {}, []), normalizer=NormalizerSequence((inner, Lowercase())))
    assert change_normalizers(nested, kept) is nested
    assert change_normalizers(nested, lowercase_out).normalizer == NormalizerSequence(
        (NormalizerSequence((NFC(),)),)
    )


def test_options_are_set_where_they_differ():
    digits = Tokenizer(BPE({"a": 0}, {}, []), pre_tokenizer=Digits(individual_digits=True))
    together = with_options(change_pre_tokenizers, Digits, individual_digits=False)(digits)
    assert together.pre_tokenizer == Digits(individual_digits=False)
    assert with_options(change_pre_tokenizers, Digits, individual_digits=True)(digits) is digits
    assert with_options(change_pre_tokenizers, Split, invert=True)(digits) is digits
