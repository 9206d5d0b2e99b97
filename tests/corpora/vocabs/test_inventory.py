import json

import pytest

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.inventory import Inventory, inventory_of, recorded, to_json
from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

SMALL = Tokenizer(
    WordLevel({"a": 0, "b": 1}, "a"),
    added_tokens=(AddedToken(2, "<s>", special=True),),
    normalizer=NormalizerSequence((NFC(), NormalizerSequence((Lowercase(),)))),
)


def test_every_shipped_file_is_recorded_and_no_other() -> None:
    shipped = {one.name: (one.sha256, one.algorithm) for one in catalogue.manifests()}
    assert {name: (one.sha256, one.algorithm) for name, one in recorded().items()} == shipped


def test_what_a_tokenizer_holds() -> None:
    held = inventory_of(SMALL, "0")
    assert held == Inventory(
        "0", "WordLevel", 3, 1, held.words,
        {"normalizer": ("NFC", "Lowercase"), "model": ("WordLevel",)},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("vocab", "added", "same"),
    [
        pytest.param({"b": 0, "a": 1}, "<pad>", True, id="other-order-and-special"),
        pytest.param({"a": 0, "c": 1}, "<s>", False, id="other-piece"),
        pytest.param({"a": 0, "b": 1, "c": 3}, "<s>", False, id="one-more"),
    ],
)
def test_words_are_the_ordinary_pieces(vocab: dict[str, int], added: str, same: bool) -> None:
    other = Tokenizer(WordLevel(vocab, "a"), added_tokens=(AddedToken(2, added, special=True),))
    assert (inventory_of(other, "1").words == inventory_of(SMALL, "0").words) is same


def test_what_is_written_is_what_was_recorded() -> None:
    data = json.loads(to_json(recorded()))
    assert data.pop("schema_version") == 1
    assert data["pix2tex"]["components"]["pre_tokenizer"] == ["ByteLevel"]
    assert sorted(data) == list(data) == sorted(recorded())
