"""The adapter for `tiktoken`: the native oracle of rank files."""

import os
from array import array
from collections.abc import Sequence
from typing import Any

from tokparity.oracles.protocol import OracleSpec
from tokparity.reference_impl.batches import Encodings
from tokparity.reference_impl.contract import (
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
    """One `tiktoken.Encoding`.

    The library adds no special tokens by itself and leaves none out, so `add_special` and
    `skip_special` are not expressible.
    """

    def __init__(self, encoding: Any) -> None:
        self._encoding = encoding

    @classmethod
    def load(cls, artefact: Artefact) -> "OpenaiTiktoken":
        import tiktoken
        from tiktoken.load import load_tiktoken_bpe

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
            case EncodeOptions(add_special):
                return not add_special
            case DecodeOptions(skip_special, remove_special):
                return not remove_special and not skip_special

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
        return ids

    def decode(self, ids: Sequence[int], options: DecodeOptions) -> Bytes:
        return Bytes(self._encoding.decode_bytes(ids))

    def probe(self, stage: Stage, inputs: Sequence[Any]) -> list[Any]:
        if stage != "model":
            raise NotImplementedError(f"tiktoken does not show its {stage} stage")
        return [model_rows(self._encoding, piece) for piece in inputs]


def model_rows(encoding: Any, piece: str, shift: int = 0) -> list[list[Any]]:
    """What a `tiktoken.Encoding` makes of one piece in the byte-level alphabet, a character a byte.

    Rows of id, characters, start and end in the piece; `shift` is added to every id. Source:
    `_encode_single_piece` of tiktoken 0.14, which cuts no words.
    """
    rows: list[list[Any]] = []
    at = 0
    for token_id in encoding._encode_single_piece(_piece_bytes(piece)):
        end = at + len(encoding.decode_single_token_bytes(token_id))
        rows.append([token_id + shift, piece[at:end], at, end])
        at = end
    return rows


def _piece_bytes(piece: str) -> bytes:
    """Bytes of a piece in the byte-level alphabet of GPT-2 (openai/gpt-2 encoder.py).

    Printable Latin-1 bytes stand for themselves, the others are numbered from U+0100.

    >>> _piece_bytes("Ġworld")
    b' world'
    """
    itself = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = sorted(set(range(256)) - set(itself))
    alphabet = {byte: byte for byte in itself} | {256 + n: byte for n, byte in enumerate(others)}
    return array("B", [alphabet[ord(char)] for char in piece]).tobytes()


ORACLE = OracleSpec(
    module=__name__,
    adapter="OpenaiTiktoken",
    engine="tiktoken",
    distribution="tiktoken",
    formats=("tiktoken",),
    decodes="bytes",
    reports_offsets=False,
    native_to=("tiktoken",),
)
