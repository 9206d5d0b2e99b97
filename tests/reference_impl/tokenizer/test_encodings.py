"""Each text of a batch is encoded by itself."""

import numpy as np

from tokparity.reference_impl.batch.token_rows import TokenRows
from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.contract import EncodeOptions, Encoding, Refusal
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.tokenizer import encodings
from tokparity.reference_impl.tokenizer.encodings import TextByText, together
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def test_a_text_without_an_answer_is_refused_in_its_place():
    model = WordLevel({"?": 0, "a": 1}, "?")
    tokenizer = Tokenizer(model, pre_tokenizer=WhitespaceSplit())
    found = TextByText().encode(tokenizer, ["a b", "\ud800", ""], EncodeOptions(), ranges=True)
    first, second, third = found.observations()
    assert first == Encoding((1, 0), ((0, 1), (2, 3)))
    assert isinstance(second, Refusal)
    assert third == Encoding((), ())


def test_texts_are_cut_together_up_to_a_bound(monkeypatch):
    monkeypatch.setattr(encodings, "TOGETHER", 5)
    assert list(together(["aaa", "bb", "c", "dddddddd", ""])) == [
        ["aaa", "bb"],
        ["c"],
        ["dddddddd"],
        [""],
    ]
    assert list(together(["aaa", "bb"])) == [["aaa", "bb"]]


def test_rows_of_all_texts_and_of_some():
    tokenizer = Tokenizer(WordLevel({"?": 0, "a": 1}, "?"), pre_tokenizer=WhitespaceSplit())
    rows = TokenRows(np.array([7, 8, 9], np.int32), np.zeros(6, np.int32), [0, 2, 2, 3])
    for places, expected in (
        (range(3), [(7, 8), (), (9,)]),
        (range(0), []),
        ([0, None, 2], [(7, 8), (1,), (9,)]),
    ):
        batch, texts = Encodings(), ["a"] * len(places)
        encodings.add_rows(batch, tokenizer, texts, rows, places, EncodeOptions())
        assert [found.ids for found in batch.observations()] == expected
