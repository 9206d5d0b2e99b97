"""Targets made of characters."""

from dataclasses import replace

from tokparity.corpora.generators.targets import characters
from tokparity.corpora.generators.targets.class_contexts import contexts
from tokparity.reference_impl.pre_tokenizers.byte_level import ByteLevelPreTokenizer
from tokparity.reference_impl.pre_tokenizers.sequence import PreTokenizerSequence
from tokparity.reference_impl.pre_tokenizers.split import Split
from tokparity.reference_impl.regexes.search import Regex
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

SHOWN = (("", "'s"), ("a", "b"))


def test_edges_are_the_ends_of_ranges_and_their_neighbours() -> None:
    kind = characters.edges(SHOWN)
    found = {kind.target(at) for at in range(kind.size)}
    for char in "@AZ[`az{/09:\u0660\u0669\u066a\u3400\u4dbf\u4dc0\U0010ffff":
        assert f"{char}'s" in found
        assert f"a{char}b" in found
    assert "\u3500's" not in found


def test_every_assigned_character_is_in_one_of_two_kinds() -> None:
    few, many = characters.characters(SHOWN), characters.others(SHOWN)
    assert few.target(0) == "\0's a\0b"
    found = {few.target(at)[0] for at in range(few.size)}
    rest = {many.target(at)[0] for at in range(many.size)}
    assert {"é", "\u0416", "\u4e00", "\uac00", "\U0001e900"} <= found
    assert "\u4e01" in rest
    assert not found & rest
    assert "\u0378" not in found | rest


def test_one_letter_that_is_taken_for_none_shows_in_the_ids(tokenizer: Tokenizer) -> None:
    def cutting(letters: str) -> Tokenizer:
        source = rf"'s| ?{letters}+| ?[^\s{letters[1:-1]}]+|\s+"
        cut = Split(Regex(source), "Isolated", invert=False)
        spell = ByteLevelPreTokenizer(add_prefix_space=False, use_regex=False)
        return replace(tokenizer, pre_tokenizer=PreTokenizerSequence((cut, spell)))

    honest, wrong = cutting(r"[\p{L}]"), cutting(r"[A-Za-z\x{e0}-\x{415}\x{417}-\x{10ffff}]")
    kind = characters.characters(contexts(honest))
    [target] = [one for at in range(kind.size) if "\u0416" in (one := kind.target(at))]
    assert honest.encode(target).ids != wrong.encode(target).ids
    assert honest.encode("a\u0416b \u0416").ids == wrong.encode("a\u0416b \u0416").ids


def test_white_space_is_of_every_kind_with_what_only_looks_like_it() -> None:
    kind = characters.white_space()
    found = {kind.target(at) for at in range(kind.size)}
    assert {"a\x85b", "a\u180eb", "a\u3000\u3000b", "\u2009's"} <= found
