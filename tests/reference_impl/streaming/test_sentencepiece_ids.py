"""Against sentencepiece itself, and the decoder that is proved against it."""

import random

import pytest
import sentencepiece
from small_artefacts import Maker

from tokparity.reference_impl.errors import InvalidTokenId
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.streaming.sentencepiece_ids import SentencepieceIds


@pytest.mark.parametrize("prefix", [False, True])
@pytest.mark.parametrize("extra", [False, True])
def test_what_the_library_decodes(streamed, tmp_path, prefix, extra):
    rows = [("▁", -1.0), ("▁a", -2.0), ("b", -2.5), ("▁▁c", -3.0)]
    artefact = Maker(tmp_path, {}, None).sentencepiece(
        "unigram", rows, True, add_dummy_prefix=prefix, remove_extra_whitespaces=extra
    )
    native = sentencepiece.SentencePieceProcessor(model_file=str(artefact.path))
    decoder = load(artefact).detokenizer
    rng = random.Random(0)
    first = 3 + len(rows)
    bytes_of = ["é".encode(), "🫨".encode(), b"\xff", b"\xe2\x82", b"a"]
    for _ in range(400):
        ids = []
        for _ in range(rng.randrange(8)):
            if rng.random() < 0.5:
                ids.append(rng.randrange(first))
            else:
                ids += [first + byte for byte in rng.choice(bytes_of)]
        assert "".join(streamed(SentencepieceIds(decoder), ids)) == native.decode(ids), ids
    outside = streamed(SentencepieceIds(decoder), [0, first + 256])
    assert isinstance(outside, InvalidTokenId)
