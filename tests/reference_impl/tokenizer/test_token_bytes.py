"""The bytes of tokens, held against what the native library decodes."""

import pytest

from tokparity.corpora.vocabs import catalogue
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import SideSpec
from tokparity.harness.compare.sides import observe
from tokparity.harness.shards.slot import Slot
from tokparity.oracles.protocol import native_oracle
from tokparity.reference_impl.contract import (
    Bytes,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
)
from tokparity.reference_impl.decoders.byte_fallback import ByteFallback
from tokparity.reference_impl.decoders.fuse import Fuse
from tokparity.reference_impl.decoders.sequence import DecoderSequence
from tokparity.reference_impl.decoders.strip import StripDecoder
from tokparity.reference_impl.decoders.wordpiece import WordPieceDecoder
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.tokenizer.token_bytes import token_bytes
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.engine import Library

TEXTS = ("Hello world, it is a na\u00efve caf\u00e9 \u4e2d\u6587 \U0001f600 x=1 123", " a\n\tb", "")
NAMES = [manifest.name for manifest in catalogue.find("*") if manifest.default]


@pytest.fixture(scope="module")
def slot():
    with Slot() as slot:
        yield slot


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", NAMES)
def test_joined_they_are_what_the_library_decodes(slot, name):
    artefact = resolve(name)
    library = slot.side(SideSpec(Library(native_oracle(artefact.format)), artefact))
    table = token_bytes(slot.tokenizer(artefact))
    encodings = observe(
        library, [EncodeCase(text, EncodeOptions(add_special=False)) for text in TEXTS]
    )
    word, *others = [found.ids for found in encodings if isinstance(found, Encoding) and found.ids]
    before, *wholes = (
        decoded.value.encode() if not isinstance(decoded, Bytes) else decoded.value
        for decoded in observe(
            library, [DecodeCase((*word, *ids), DecodeOptions()) for ids in ((), *others)]
        )
    )
    assert others
    for ids, whole in zip(others, wholes, strict=True):
        assert whole == before + b"".join(table[token_id] or b"?" for token_id in ids)


def test_a_byte_piece_is_its_byte_and_a_first_space_stays():
    decoder = DecoderSequence((ByteFallback(), Fuse(), StripDecoder(" ", 1, 0)))
    tokenizer = Tokenizer(WordLevel({"a": 0, " b": 1, "<0xC3>": 2}, "a"), decoder=decoder)
    assert token_bytes(tokenizer) == {0: b"a", 1: b" b", 2: b"\xc3"}


def test_what_changes_the_text_before_it_is_not_told():
    decoder = WordPieceDecoder("##", cleanup=False)
    tokenizer = Tokenizer(WordLevel({"a": 0, "##b": 1, "c": 2}, "a"), decoder=decoder)
    assert token_bytes(tokenizer) == {0: b" a", 1: b"b", 2: b" c"}
    assert token_bytes(Tokenizer(WordLevel({"1": 0}, "1"))) == {0: None}
