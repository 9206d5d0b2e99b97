"""What normalizers change, as targets."""

import pytest

from tokparity.corpora.generators.targets.normal_forms import changed
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.normalizers.bert import BertNormalizer
from tokparity.reference_impl.normalizers.lowercase import Lowercase
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.nfkd import NFKD
from tokparity.reference_impl.normalizers.sequence import Normalizer
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def targets(normalizer: Normalizer | None) -> dict[str, set[str]]:
    tokenizer = Tokenizer(WordLevel({"a": 0}, "a"), normalizer=normalizer)
    kinds = [kind for kind in changed(tokenizer) if kind.size]
    return {kind.name: {kind.target(at) for at in range(kind.size)} for kind in kinds}


def test_what_a_stage_does_has_more_turns() -> None:
    def often(normalizer: Normalizer | None) -> set[str]:
        tokenizer = Tokenizer(WordLevel({"a": 0}, "a"), normalizer=normalizer)
        return {kind.name for kind in changed(tokenizer) if kind.share == 1.0}

    assert often(None) == set()
    assert often(NFC()) == {"decomposed", "marks in order"}
    assert often(NFKD()) == {"decomposed", "marks in order", "compatible"}
    assert often(Lowercase()) == {"lower case"}
    assert often(BertNormalizer()) == {
        *("decomposed", "marks in order", "lower case", "accents", "cleaned"),
    }
    assert len(targets(None)) == 6


@pytest.mark.parametrize(
    ("normalizer", "kind", "wanted"),
    [
        (NFC(), "decomposed", {"e\u0301", "\u00e9", "\u2126", "\u1100\u1161", "e\u0323\u0301"}),
        (NFKD(), "compatible", {"\ufb01", "\u3392", "\u00bd"}),
        (Lowercase(), "lower case", {"\u0130", "A", "\u1e9e", "a\u03a3b"}),
        (BertNormalizer(), "accents", {"a\u0301", "a\u093c"}),
        (
            BertNormalizer(),
            "cleaned",
            {"a\0b", "a\x7fb", "a\ufffdb", "a\u9fffb", "a!b"},
        ),
    ],
    ids=["parts", "compatible", "case", "accents", "cleaning"],
)
def test_targets(normalizer: Normalizer, kind: str, wanted: set[str]) -> None:
    assert wanted <= targets(normalizer)[kind]


def test_marks_stand_in_an_order_that_changes() -> None:
    found = targets(NFC())["marks in order"]
    assert sum(NFC().normalize(Aligned.of(one)).text != one for one in found) > 100


def test_runs_of_marks_out_of_order_are_longer_than_any_buffer() -> None:
    found = targets(NFC())["marks in order"]
    for size in (30, 31, 257):
        assert any(len(one) == size + 1 and one.startswith("a\u0301\u0323") for one in found)
