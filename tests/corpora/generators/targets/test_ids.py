"""Ids to decode, as targets."""

from dataclasses import replace

import pytest

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.targets import ids
from tokparity.corpora.generators.targets.kind import Ids, Kind
from tokparity.corpora.texts.corpus import texts
from tokparity.reference_impl.contract import Text
from tokparity.reference_impl.decoders.byte_level import ByteLevelDecoder
from tokparity.reference_impl.decoders.metaspace import MetaspaceDecoder
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

LETTER = (97,)


def listed(kind: Kind[Ids]) -> list[Ids]:
    return [kind.target(at) for at in range(kind.size)]


def test_every_id_is_a_target_and_some_rows_have_letters_between(
    tokenizer: Tokenizer, material: Material
) -> None:
    assert ids.letter_of(tokenizer) == LETTER
    kind = ids.every(material, LETTER)
    assert listed(kind) == [(one,) for one in material.ids]
    assert LETTER in kind.between


def test_what_begins_with_a_space_is_first_and_last(material: Material) -> None:
    found = listed(ids.first(material, LETTER))
    spaced = material.ids[material.pieces.index("\u0120ab")]
    assert {(spaced,), (spaced, 97), (97, spaced)} <= set(found)


def test_special_ids_are_everywhere_and_doubled(material: Material) -> None:
    found = set(listed(ids.special(material, LETTER)))
    assert {(300,), (300, 97), (97, 300), (97, 300, 97), (300, 300), (301, 300)} <= found


def test_gaps_are_met_at_their_edges(material: Material) -> None:
    low, high = material.gaps[0]
    found = set(listed(ids.gaps(material, LETTER)))
    assert {(low,), (97, low), (high - 1,), (97, high - 1, high - 1, 97)} <= found


def test_clean_up_strings_are_whole_and_in_parts(tokenizer: Tokenizer) -> None:
    found = set(listed(ids.cleaned(tokenizer)))
    assert {tokenizer.encode("do n't").ids, (97, 46), (32, 46)} <= found


def test_a_decoder_that_keeps_the_first_space_shows(tokenizer: Tokenizer) -> None:
    right = replace(tokenizer, decoder=MetaspaceDecoder("\u0120", "first"))
    wrong = replace(tokenizer, decoder=MetaspaceDecoder("\u0120", "never"))
    targets = listed(ids.first(Material.of(right), LETTER))
    assert any(right.decode(one) != wrong.decode(one) for one in targets)


def test_every_text_of_the_corpus_is_decoded(tokenizer: Tokenizer) -> None:
    found = listed(ids.of_texts(tokenizer))
    assert len(found) == len(texts())
    decoding = replace(tokenizer, decoder=ByteLevelDecoder())
    assert decoding.decode(found[0]) == Text(texts()[0].text)


def test_texts_are_encoded_together_as_alone(
    tokenizer: Tokenizer, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for alone in (0, 5, 1 << 20):
        monkeypatch.setattr(ids, "_ALONE", alone)
        found.append(listed(ids.of_texts(tokenizer)))
    assert found[0] == found[1] == found[2]


def test_rows_are_joined() -> None:
    assert ids.joined([], (1,)) == ()
    assert ids.joined([(1, 2)], (9,)) == (1, 2)


def test_rows_are_as_long_as_buffers_and_one_less_and_more(material: Material) -> None:
    found = listed(ids.lengths(material))
    assert {8191, 8192, 8193} <= {len(one) for one in found}
    assert {len(set(one)) for one in found[1::2]} == {1}
    assert min(len(set(one)) for one in found[::2]) > 1
    assert set().union(*found) <= set(material.ids)
