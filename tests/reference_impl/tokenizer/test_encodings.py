"""Each text of a batch is encoded by itself."""

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
