"""Targets made of added tokens: a flag that is wrong shows in them."""

from dataclasses import replace

import pytest

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.targets import added
from tokparity.corpora.generators.targets.kind import Kind
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def every(kind: Kind[str]) -> list[str]:
    return [kind.target(at) for at in range(kind.size)]


def test_every_added_token_stands_in_spaces_and_in_letters(material: Material) -> None:
    assert every(added.in_spaces(material)) == ["a <s> b", "a<s>b", "a <s>x b", "a<s>xb"]


@pytest.mark.parametrize("flag", ["lstrip", "rstrip", "single_word"])
def test_each_flag_of_one_token_shows(flag: str, tokenizer: Tokenizer, material: Material) -> None:
    token = tokenizer.added_tokens[0]
    others = tokenizer.added_tokens[1:]
    changed = replace(token, **{flag: not getattr(token, flag)})
    wrong = replace(tokenizer, added_tokens=(changed, *others))
    targets = every(added.in_spaces(material))
    assert any(tokenizer.encode(one).ids != wrong.encode(one).ids for one in targets)


def test_things_beside_are_white_space_letters_and_marks(material: Material) -> None:
    found = set(every(added.beside(material)))
    assert {"<s>", "a\u3000<s>\u3000b<s>"} & found
    beside = {one[0] for one in found}
    assert {"\x85", "\u200b", "_", "\u0301", "½", "<"} <= beside


def test_broken_ones_are_cut_doubled_and_of_another_case(
    material: Material, tokenizer: Tokenizer
) -> None:
    found = set(every(added.broken(material, tokenizer)))
    assert {"<s", "s>", "<s>>", "<<s>", "<S>", "<s> x"} - found <= {"<s> x"}
    assert {"\uff1cs>", "<s\uff1e", "[s>", "<s]"} <= found, "with marks that look alike"


def test_prefix_pairs_are_found(material: Material) -> None:
    found = set(every(added.prefixes(material)))
    assert {"<s>x", "<s><s>x", "<s> x"} <= found
