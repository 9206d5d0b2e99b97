"""A vocabulary small enough to see through, as the generators take it."""

from dataclasses import dataclass

import pytest

from tokparity.corpora.generators.material import Material


@dataclass(frozen=True)
class FakeToken:
    id: int
    content: str


WORDS = {256: b" hello", 257: b"\xe4\xb8"}


class FakeVocabulary:
    """All bytes, " hello", part of a character, a gap at 258 to 299, three added tokens."""

    added_tokens = (
        FakeToken(300, "<|im_start|>"),
        FakeToken(301, "<s>"),
        FakeToken(302, "<s>x"),
    )

    def pieces(self) -> dict[int, str]:
        words = {at: word.decode("latin-1") for at, word in WORDS.items()}
        added = {token.id: token.content for token in self.added_tokens}
        return {byte: chr(byte) for byte in range(256)} | words | added

    def surface(self, token_id: int) -> bytes:
        if token_id < 256:
            return bytes([token_id])
        return WORDS.get(token_id) or self.pieces()[token_id].encode()


@pytest.fixture(scope="session")
def material() -> Material:
    return Material.of(FakeVocabulary())
