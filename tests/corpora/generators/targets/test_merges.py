"""Targets made of merges: a rank that is wrong shows in them."""

from dataclasses import replace

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.targets import merges
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.models.llama.bpe import LlamaBPE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def every(kind) -> list[str]:  # type: ignore[no-untyped-def] # any kind of texts
    return [kind.target(at) for at in range(kind.size)]


def test_each_merge_stands_beside_the_nearest_that_competes(tokenizer: Tokenizer) -> None:
    assert every(merges.rivals(tokenizer)) == ["abc", "bcc", "abcc", " abc", " ab", "'s"]


def test_two_ranks_exchanged_show_in_a_target(tokenizer: Tokenizer) -> None:
    model = tokenizer.model
    first, second, *others = model.merges.items()  # type: ignore[attr-defined] # it is BPE
    swapped = {first[0]: second[1], second[0]: first[1], **dict(others)}
    wrong = replace(tokenizer, model=replace(model, merges=swapped))  # type: ignore[type-var] # it is BPE
    differing = [one for one in every(merges.rivals(tokenizer)) if ids(one, tokenizer, wrong)]
    assert "abc" in differing
    assert "'s" not in differing


def ids(text: str, left: Tokenizer, right: Tokenizer) -> bool:
    return left.encode(text).ids != right.encode(text).ids


def test_lines_of_a_gguf_file_are_merges_too() -> None:
    model = LlamaBPE({"a": 0, "b": 1, "c": 2, "ab": 3, "bc": 4}, (b"a b", b"b c"))
    assert every(merges.rivals(Tokenizer(model))) == ["abc", "bc"]


def test_telling_merges_are_doubled_and_cut(tokenizer: Tokenizer) -> None:
    found = set(every(merges.at_edges(tokenizer)))
    assert {"ab", "abab", "aab", "abb", "a b", "ba", " ab ab"} <= found


def test_pieces_overlap_where_there_is_no_list_of_merges(material: Material) -> None:
    assert merges.rivals(Tokenizer(WordLevel({"a": 0}, "a"))).size == 0
    found = every(merges.overlaps(material))
    assert "abc" in found  # "ab" and "bc"
    assert "bccc" not in found
    assert "abcc" in found
