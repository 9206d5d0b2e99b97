"""The adapter for `tiktoken`: the native oracle of rank files and, beneath, of `tekken.json`.

What is not here: mistral-common itself. Its Tekkenizer is tiktoken with every id moved up
by the number of special tokens, and that is what `load` and `decode` make of a tekken file.
"""

import os
from array import array
from collections.abc import Sequence
from typing import Any

from oracles import mistral_tekken
from reference_impl.batches import Encodings
from reference_impl.contract import (
    Artefact,
    Bytes,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Format,
    Options,
    Stage,
)


class OpenaiTiktoken:
    """One `tiktoken.Encoding`, and the special tokens that stand before its ids (tekken only).

    The library adds no special tokens by itself and leaves none out, so `add_special` and
    `skip_special` are not expressible; Tekkenizer does leave them out (`SpecialTokenPolicy`)
    but never matches them in text.
    """

    def __init__(self, encoding: Any, before: Sequence[str] = ()) -> None:
        self._encoding = encoding
        self._before = [token.encode() for token in before]

    @classmethod
    def load(cls, artefact: Artefact) -> "OpenaiTiktoken":
        import tiktoken
        from tiktoken.load import load_tiktoken_bpe

        if artefact.format == "tekken.json":
            tekken = mistral_tekken.read(artefact.path)
            ranks, pattern = tekken.ranks, tekken.pattern
            encoding = tiktoken.Encoding(
                artefact.name, pat_str=pattern, mergeable_ranks=ranks, special_tokens={}
            )
            return cls(encoding, tekken.specials)
        if artefact.facts is None:
            raise ValueError("a rank file names no pattern: the artefact must carry RankFacts")
        # Empty: or the library keeps a copy under the path's hash and never reads the file again.
        os.environ["TIKTOKEN_CACHE_DIR"] = ""
        return cls(
            tiktoken.Encoding(
                artefact.name,
                pat_str=artefact.facts.pattern,
                mergeable_ranks=load_tiktoken_bpe(str(artefact.path)),
                special_tokens=artefact.facts.specials,
            )
        )

    @staticmethod
    def version() -> str:
        import tiktoken

        return str(tiktoken.__version__)

    @staticmethod
    def supports(format: Format, options: Options) -> bool:
        match options:
            case EncodeOptions(add_special, parse_special):
                return not add_special and (format == "tiktoken" or not parse_special)
            case DecodeOptions(skip_special, remove_special):
                return not remove_special and (format == "tekken.json" or not skip_special)

    def encode_into(self, text: str, options: EncodeOptions, out: Encodings) -> None:
        ids = self._ids(text, options)
        out.ids.extend(ids)
        out.counts.append(len(ids))

    def encode(self, text: str, options: EncodeOptions) -> Encoding:
        return Encoding(tuple(self._ids(text, options)))

    def _ids(self, text: str, options: EncodeOptions) -> Sequence[int]:
        ids: list[int]
        if options.parse_special:
            ids = self._encoding.encode(text, allowed_special="all")
        else:
            ids = self._encoding.encode(text, allowed_special=set(), disallowed_special=())
        shift = len(self._before)
        return [token_id + shift for token_id in ids] if shift else ids

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Bytes:
        shift = len(self._before)
        if not shift:
            return Bytes(self._encoding.decode_bytes(ids))
        # tekken.py, `_decode_all`: an id below the shift indexes the list of special tokens,
        # where Python lets a negative one count from the end.
        known = [self._before[i] if i < shift else None for i in ids]
        return Bytes(
            b"".join(
                self._encoding.decode_single_token_bytes(i - shift)
                if special is None
                else (b"" if options.skip_special else special)
                for i, special in zip(ids, known, strict=True)
            )
        )

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any]:
        if stage != "model":
            raise NotImplementedError(f"tiktoken does not show its {stage} stage")
        return [self._model(piece) for piece in inputs]

    def _model(self, piece: str) -> list[list[Any]]:
        """`piece` is in the byte-level alphabet, so that a character is a byte."""
        found: list[list[Any]] = []
        at = 0
        for token_id in self._encoding._encode_single_piece(_bytes_of(piece)):
            end = at + len(self._encoding.decode_single_token_bytes(token_id))
            found.append([token_id + len(self._before), piece[at:end], at, end])
            at = end
        return found


def _bytes_of(piece: str) -> bytes:
    """Bytes of a piece in the byte-level alphabet of GPT-2 (openai/gpt-2 encoder.py).

    Printable Latin-1 bytes stand for themselves, the others are numbered from U+0100.

    >>> _bytes_of("Ġworld")
    b' world'
    """
    itself = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = sorted(set(range(256)) - set(itself))
    alphabet = {byte: byte for byte in itself} | {256 + n: byte for n, byte in enumerate(others)}
    return array("B", [alphabet[ord(char)] for char in piece]).tobytes()
