"""Targets made of pieces."""

from dataclasses import replace

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.targets import pieces
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.models.hf.wordpiece import WordPiece
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def every(kind) -> list[str]:  # type: ignore[no-untyped-def] # any kind of texts
    return [kind.target(at) for at in range(kind.size)]


def test_every_piece_is_a_target_as_the_text_it_stands_for(
    material: Material, tokenizer: Tokenizer
) -> None:
    found = every(pieces.surfaces(material, tokenizer))
    assert {" ab", "abc", "cc", "<s>", "a", "\n"} <= set(found)


def test_odd_pieces_hold_white_space_behind_or_an_added_token(material: Material) -> None:
    found = set(every(pieces.odd(material)))
    assert {"<s>", "a<s>b", " <s>", "\n", "a\tb"} <= found


def test_pieces_as_written_are_those_that_no_text_has(material: Material) -> None:
    found = every(pieces.as_written(material))
    assert "Ġab" in found
    assert "abc" not in found


def test_look_alikes_name_every_byte() -> None:
    assert {f"<0x{byte:02X}>" for byte in range(256)} <= set(every(pieces.look_alikes()))


def test_pieces_that_go_on_with_a_word_stand_in_one() -> None:
    vocab = {"[UNK]": 0, "7": 1, "##ing": 2, "q": 3, "##er": 4, "er": 5}
    right = Tokenizer(WordPiece(vocab))
    kind = pieces.inner(Material.of(right), right)
    assert every(kind) == ["7ing ing", "qer er"]
    assert "" not in pieces.surfaces(Material.of(right), right).between
    fewer = {piece: token_id for piece, token_id in vocab.items() if piece != "##ing"}
    wrong = Tokenizer(WordPiece(fewer))
    assert right.encode("7ing").ids != wrong.encode("7ing").ids


def test_pieces_that_end_a_word_stand_at_the_end_of_one(tokenizer: Tokenizer) -> None:
    ends = Tokenizer(BPE({"a": 0, "a</w>": 1}, {}, (), end_of_word_suffix="</w>"))
    assert every(pieces.inner(Material.of(ends), ends)) == ["7a a"]
    assert pieces.inner(Material.of(tokenizer), tokenizer).size == 0


def test_words_stand_without_the_space_that_their_piece_begins_with(material: Material) -> None:
    whole = replace(material, surfaces=(" ab", "ab", " cd", " ", " <s>", "e"))
    kind = pieces.bare(whole)
    assert every(kind) == ["cd", "<s>"]
    assert kind.between == ("\n",)
