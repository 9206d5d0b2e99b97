"""Decoders alone, against the library's: on lists of pieces, kind ones and hostile ones."""

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from tokenizers import Tokenizer as LibraryTokenizer

from tokparity.reference_impl.errors import TokparityError

PIECES = [
    *("a", "b", "##a", "##", "▁", "▁a", "▁▁", "a▁b", " ", "  ", " a", "a ", "", "é", "日", "𝄞"),
    *("</w>", "a</w>", "</w></w>b", "<pad>", "a<pad>", "|", "||", "h", "h", "o</w"),
    *(".", " .", "?", "!", ",", "n't", "'m", "'", " ' ", "do not", " do not", "'s", "'ve", "'re"),
    *("<0x61>", "<0xC3>", "<0xA9>", "<0xe6>", "<0x97>", "<0xA5>", "<0xFF>", "<0x00>", "<0xF0>"),
    *("<0xZZ>", "<0x+A>", "<0x-1>", "<0x1>", "<0x123>", "<0xé>", "<0x61> ", "<0x 1>", "<0x٣>"),
    *("<0x++>", "<0xED>", "<0xA0>", "<0x80>", "<0xC0>"),
]


def random_pieces(generator: random.Random) -> list[str]:
    likely = generator.sample(PIECES, k=8)  # neighbours must meet, and repeat
    pool = likely if generator.random() < 0.7 else PIECES
    return generator.choices(pool, k=generator.randrange(9))


@pytest.fixture
def decodes_alike(reference: Callable[..., Any], trained: Any) -> Callable[..., int]:
    """Compares a decoder with the library's on lists of pieces, random ones if none are given;
    gives the number of lists that both refuse."""

    def compare(decoder: Any, lists: list[list[str]] | None = None, count: int = 300) -> int:
        generator = random.Random(json.dumps(decoder))
        lists = [random_pieces(generator) for _ in range(count)] if lists is None else lists
        document = copy.deepcopy(trained) | {"decoder": decoder}
        ours = reference(document).decoder
        theirs = LibraryTokenizer.from_str(json.dumps(document)).decoder
        assert ours is not None
        assert theirs is not None
        refused = 0
        for pieces in lists:
            try:
                expected = theirs.decode(pieces)
            except BaseException:
                refused += 1
                with pytest.raises(TokparityError):
                    ours.decode(pieces)
                continue
            assert "".join(ours.decode(list(pieces))) == expected, pieces
        return refused

    return compare
