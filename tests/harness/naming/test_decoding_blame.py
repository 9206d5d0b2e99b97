"""Decoder or added tokens: told by what else a black box answers."""

from dataclasses import replace

import pytest

from tokparity.harness.compare.sides import BlackBoxSide
from tokparity.harness.naming.decoding_blame import blamed_in_decoding
from tokparity.harness.naming.evidence import Evidence
from tokparity.harness.naming.token_spans import TokenReader
from tokparity.reference_impl.contract import DecodeCase
from tokparity.reference_impl.decoders.replace import ReplaceDecoder
from tokparity.reference_impl.decoders.sequence import DecoderSequence
from tokparity.reference_impl.regexes.search import Literal
from tokparity.reports.records.engine import BlackBox


@pytest.fixture
def honest(slot, save, every_stage):
    return slot.tokenizer(save(every_stage))


def blamed(honest, box, case):
    side = BlackBoxSide(BlackBox("box"), box)
    return blamed_in_decoding(Evidence.of(TokenReader(honest), side, case, []), case)


def added(honest):
    return next(token for token in honest.added_tokens if token.content == "<s>")


def test_of_plain_ids_the_decoder_makes_a_text(honest):
    ids = tuple(honest.encode("ab").ids)
    assert blamed(honest, replace(honest, decoder=None), DecodeCase(ids)).stage == "decoder"


def test_an_added_token_that_encoding_does_not_find_either(honest):
    token = added(honest)
    others = tuple(it for it in honest.added_tokens if it != token)
    ground = blamed(honest, replace(honest, added_tokens=others), DecodeCase((token.id,)))
    assert ground.stage == "added_tokens"
    assert "does not find the added token" in ground.why


def test_what_a_letter_in_its_place_shows_too_is_the_decoders(honest):
    token = added(honest)

    shouts = DecoderSequence((honest.decoder, ReplaceDecoder(Literal("a"), "a!")))
    ground = blamed(honest, replace(honest, decoder=shouts), DecodeCase((token.id,)))
    assert ground.stage == "decoder"
    assert ground.why == "a letter in the place of the added token shows it too"
