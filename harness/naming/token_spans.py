"""What a black box's tokens tell of the stages before them: their text, and where words were cut.

`TokenReader` reads the text back out of ids; `recut` finds words that the model, as it is, would
make those very ids of. Not here: what follows from that (`stage_blame`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.post_processors.tokens import Tokens
from tokparity.reference_impl.text.aligned import Aligned
from tokparity.reference_impl.text.byte_level import unspell
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

UNREADABLE = b"\xff"
"""Stands for the unknown token: no text holds this byte."""
NOBODYS = "\U0010fffe"
"""A character that no vocabulary has."""
LONGEST_RECUT = 64
"""Characters up to which another way to cut is looked for: every pair of places may be a word, so
the model is asked some 2,000 times at this length, and at four times as much 32,000 times."""
_BYTE = re.compile(r"<0x([0-9A-F]{2})>")


@dataclass(frozen=True)
class TokenReader:
    """Reads one tokenizer's ids."""

    tokenizer: Tokenizer
    _models: dict[str, tuple[int, ...] | None] = field(default_factory=dict)

    @cached_property
    def unknown(self) -> int | None:
        """The id of the unknown token, where the model has one: what it makes of a character that
        no vocabulary has."""
        model = self.tokenizer.model
        token = getattr(model, "unk_token", None)
        if isinstance(token, str):
            return model.vocab.get(token)
        for holder, name in (
            (model, "unk_id"),
            (model, "unk"),
            (getattr(model, "known", 0), "unknown"),
        ):
            token_id = getattr(holder, name, None)
            if isinstance(token_id, int) and token_id >= 0:
                return token_id
        ids = set(self.model(NOBODYS) or ())
        return ids.pop() if len(ids) == 1 and not ids & self.byte_ids else None

    @cached_property
    def byte_ids(self) -> frozenset[int]:
        """Ids of pieces that stand for one byte, as "<0x0A>" does."""
        return frozenset(
            token_id
            for token_id, piece in self.tokenizer.pieces().items()
            if _BYTE.fullmatch(piece)
        )

    @cached_property
    def frame(self) -> frozenset[int]:
        """Ids that may stand around a text: of special tokens, and what is put around none."""
        special = {token.id for token in self.tokenizer.added_tokens if token.special}
        try:
            around = self.tokenizer.encode("", EncodeOptions(add_special=True)).ids
        except TokparityError:
            around = ()
        return frozenset((special | set(around)) - {self.unknown})

    def core(self, ids: Sequence[int]) -> tuple[int, ...]:
        """The ids without those of special tokens at their ends."""
        start, end = 0, len(ids)
        while start < end and ids[start] in self.frame:
            start += 1
        while end > start and ids[end - 1] in self.frame:
            end -= 1
        return tuple(ids[start:end])

    def unpadded(self, ids: tuple[int, ...]) -> tuple[int, ...]:
        """The ids without padding at either end: it is no part of the text, whatever that says."""
        padding = self.tokenizer.padding
        if padding is None:
            return ids
        start, end = 0, len(ids)
        while start < end and ids[start] == padding.pad_id:
            start += 1
        while end > start and ids[end - 1] == padding.pad_id:
            end -= 1
        return ids[start:end]

    def padded(self, ids: tuple[int, ...]) -> tuple[int, ...]:
        """The ids with the padding that the file says."""
        padding = self.tokenizer.padding
        if padding is None:
            return ids
        return tuple(padding.pad(Tokens([*ids], [0, 0] * len(ids), [""] * len(ids))).ids)

    def text(self, ids: Sequence[int]) -> bytes:
        """The text that the model was given, as far as its tokens tell."""
        return b"".join(map(self._surface, ids))

    def literal(self, ids: Sequence[int]) -> str:
        """The pieces as the file writes them."""
        known = self.tokenizer.pieces()
        return "".join(known.get(token_id, "") for token_id in ids)

    def _surface(self, token_id: int) -> bytes:
        piece = self.tokenizer.pieces().get(token_id)
        if piece is None or token_id == self.unknown:
            return UNREADABLE
        if token_id in self.byte_ids:
            return bytes([int(piece[3:5], 16)])
        model = self.tokenizer.model
        prefix = getattr(model, "continuing_subword_prefix", None) or ""
        suffix = getattr(model, "end_of_word_suffix", None) or ""
        piece = piece.removeprefix(prefix) if prefix else piece
        piece = piece.removesuffix(suffix) if suffix else piece
        spelled = unspell(piece) if self.tokenizer.spells_bytes else None
        return piece.encode("utf-8", "surrogatepass") if spelled is None else spelled

    def words(self, text: str, parse_special: bool) -> list[Aligned]:
        """The words of a text that the model is given, added tokens left out."""
        return [
            word
            for stretch, token in self.tokenizer.stretches(text, parse_special)
            if token is None
            for word in self.tokenizer.pre_tokenize(stretch)
            if word.text
        ]

    def model(self, word: str) -> tuple[int, ...] | None:
        """What the model makes of a word; None where it refuses it."""
        if word not in self._models:
            try:
                tokens = self.tokenizer.model.tokenize(word)
                self._models[word] = tuple(token_id for token_id, _, _ in tokens)
            except TokparityError:
                self._models[word] = None
        return self._models[word]

    def of_normalized(self, text: str) -> tuple[int, ...] | None:
        """What pre-tokenizer and model make of a text; None where they refuse it."""
        ids: list[int] = []
        for word in self.tokenizer.pre_tokenize(Aligned.of(text)):
            tokens = self.model(word.text)
            if tokens is None:
                return None
            ids += tokens
        return tuple(ids)


def recut(reader: TokenReader, words: Sequence[str], ids: Sequence[int]) -> list[int] | None:
    """Where the same characters would have to be cut for the model to make those ids of them.

    The positions at which words end, with as few as can be in other places than the given
    words'; None where no way to cut them explains the ids.
    """
    whole = "".join(words)
    if len(whole) > LONGEST_RECUT:
        return None
    ends, at = set(), 0
    for word in words:
        at += len(word)
        ends.add(at)
    best: dict[tuple[int, int], tuple[int, list[int]]] = {(0, 0): (0, [])}
    for start in range(len(whole)):
        for (place, done), (cost, cuts) in [item for item in best.items() if item[0][0] == start]:
            for end in range(place + 1, len(whole) + 1):
                tokens = reader.model(whole[place:end])
                if tokens is None or tuple(ids[done : done + len(tokens)]) != tokens:
                    continue
                joined = sum(place < word_end < end for word_end in ends)
                total = cost + joined + (end not in ends)
                key = end, done + len(tokens)
                if key not in best or total < best[key][0]:
                    best[key] = total, [*cuts, end]
    result = best.get((len(whole), len(ids)))
    return None if result is None else result[1]
