"""Replies to decode id by id, each behind a prompt: what an incremental detokenizer may get wrong.

Characters in as many tokens as they have bytes, cut at every place, by the end of the prompt too;
bytes that are none; added tokens within a character; and whole replies of up to a thousand tokens.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.random_ids import in_vocab, with_gap, with_outside
from tokparity.corpora.generators.rng import Rng
from tokparity.corpora.generators.targets.byte_ids import SEQUENCES, ids_of_bytes
from tokparity.corpora.generators.targets.ids import letter_of
from tokparity.corpora.generators.targets.kind import Ids
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

Prompted = tuple[Ids, Ids]
"""The ids of a prompt, and of the reply to it."""

StreamKind = Literal["random", "characters", "interrupted", "invalid", "broken", "reply"]
KINDS: tuple[StreamKind, ...] = get_args(StreamKind)

CHARACTERS = (
    *("é", "ß", "世", "界", "한", "ก็", "नि", "🙂", "𝄞", "e\u0301", "a\u0308\u0323", "\u200b"),
    *("👩\u200d👩\u200d👧", "🇩🇪", "👍🏽", "❤\ufe0f", "\ufffd", "\ufeff", "\u00a0", "\u2581", "\0"),
)
"""Of two to four bytes, some of several code points; U+FFFD itself among them."""

RUNS = (1, 1, 2, 4)
"""Added tokens in a row: left out, four of them are as many as a window holds."""

REPLY = 60
LONG_REPLY = 1000
"""Tokens of a reply, and of the longest …"""
LONG_IS_ONE_IN = 8
"""… which one in so many is."""


@dataclass(frozen=True, slots=True)
class Streams:
    """What replies are made of; `bytes_of` maps a byte to the id of the piece that it is. Each text
    is encoded once."""

    tokenizer: Tokenizer
    material: Material
    bytes_of: Mapping[int, int]
    letter: Ids
    _encoded: dict[str, Ids] = field(default_factory=dict)

    @classmethod
    def of(cls, tokenizer: Tokenizer, material: Material) -> "Streams":
        return cls(tokenizer, material, ids_of_bytes(tokenizer), letter_of(tokenizer))

    def spelled(self, text: str) -> Ids:
        """An id a byte, where each of them has one; otherwise what encoding gives."""
        raw = text.encode()
        if all(byte in self.bytes_of for byte in raw):
            return tuple(self.bytes_of[byte] for byte in raw)
        return self.encoded(text)

    def encoded(self, text: str) -> Ids:
        """What the tokenizer makes of a text; nothing where it refuses it."""
        if text not in self._encoded:
            try:
                ids = self.tokenizer.encode(text, EncodeOptions(add_special=False)).ids
            except TokparityError:
                ids = ()
            self._encoded[text] = ids
        return self._encoded[text]


def stream_ids(
    seed: int, sha256: str, pair: str, shard: int, count: int, streams: Streams
) -> list[tuple[StreamKind, Prompted]]:
    """`count` replies of one shard with their prompts: [(kind, (prompt, reply)), …].

    Every kind is as likely; half of the replies have a prompt, which ends anywhere.
    """
    rng = Rng("stream", seed, sha256, pair, shard)
    return [drawn(rng, streams) for _ in range(count)]


def drawn(rng: Rng, streams: Streams) -> tuple[StreamKind, Prompted]:
    """The reply that a source of chance makes, and of which kind it is."""
    kind = rng.choice(KINDS)
    ids = _ids(kind, rng, streams)
    at = rng.below(len(ids) + 1) if rng.chance(0.5) else 0
    return kind, (ids[:at], ids[at:])


def _ids(kind: StreamKind, rng: Rng, streams: Streams) -> Ids:
    material = streams.material
    match kind:
        case "random":
            maker = rng.choice((in_vocab, in_vocab, with_gap if material.gaps else in_vocab,
                                with_outside))  # fmt: skip
            return maker(rng, material)
        case "characters":
            whole = _characters(rng, streams)
            return whole[: rng.between(1, len(whole))] if whole and rng.chance(0.5) else whole
        case "interrupted":
            whole = _characters(rng, streams)
            for _ in range(rng.between(1, 2) if material.added_ids else 0):
                at = rng.below(len(whole) + 1)
                run = [rng.choice(material.added_ids) for _ in range(rng.choice(RUNS))]
                whole = (*whole[:at], *run, *whole[at:])
            return whole
        case "invalid" if streams.bytes_of:
            return _invalid(rng, streams)
        case "broken" if material.broken:
            pools = (material.broken, material.broken, streams.letter or material.ids, material.ids)
            return tuple(rng.choice(rng.choice(pools)) for _ in range(rng.between(1, 12)))
        case "reply":
            return _reply(rng, streams)
        case _:
            return in_vocab(rng, material)


def _characters(rng: Rng, streams: Streams) -> Ids:
    """One to six characters, most of them byte by byte, some with a letter behind."""
    ids: Ids = ()
    for _ in range(rng.between(1, 6)):
        char = rng.choice(CHARACTERS)
        ids += streams.spelled(char) if rng.chance(0.8) else streams.encoded(char)
        ids += streams.letter if rng.chance(0.3) else ()
    return ids


def _invalid(rng: Rng, streams: Streams) -> Ids:
    """Bytes that are no UTF-8, or end too early: sequences, and runs of any bytes."""
    known = streams.bytes_of
    every = tuple(known.values())
    ids: Ids = ()
    for _ in range(rng.between(1, 4)):
        if rng.chance(0.7):
            raw = bytes.fromhex(rng.choice(SEQUENCES))
            ids += tuple(known[byte] for byte in raw if byte in known)
        else:
            ids += tuple(rng.choice(every) for _ in range(rng.between(1, 10)))
        ids += streams.letter if rng.chance(0.5) else ()
    return ids


def _reply(rng: Rng, streams: Streams) -> Ids:
    """The beginning of texts of the corpus, one behind the other."""
    most = LONG_REPLY if rng.below(LONG_IS_ONE_IN) == 0 else rng.between(1, REPLY)
    ids: Ids = ()
    for _ in range(LONG_REPLY):
        if len(ids) >= most:
            break
        ids += streams.encoded(rng.choice(streams.material.corpus))
    return ids[:most]
