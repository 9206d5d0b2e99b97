"""Probe artefacts: GGUF vocabularies made for some texts, so that llama.cpp must show its work.

`word_probe`: whatever llama.cpp takes for one word comes back as one token, so that its pre-token
boundaries are the borders of tokens. `byte_probe`: every byte is a token of its own and the only
other tokens are the ones given, so that what was matched, dropped or put before can be read. Not
here: asking (`ggml_llama_cpp`).
"""

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tokparity.oracles.probes import gguf_names
from tokparity.reference_impl.text.byte_level import BYTE_TO_CHAR, spell

Value = bool | int | str | list[str] | list[int]
BYTES = [BYTE_TO_CHAR[byte] for byte in range(256)]
HEXADECIMAL = [f"<0x{byte:02X}>" for byte in range(256)]
_UNUSED_MERGE = "\x01 \x02"  # a file without merges is refused


class NotLocated(Exception):
    """What llama.cpp made of a probe's text is not that text."""


@dataclass(frozen=True, slots=True)
class Probe:
    """A vocabulary: its tokens by id, and the file."""

    tokens: tuple[str, ...]
    file: bytes

    def with_pre(self, before: str, name: str) -> "Probe":
        """The same vocabulary under another `pre`."""
        old, new = (_string(gguf_names.PRE) + _text_value(pre) for pre in (before, name))
        return Probe(self.tokens, self.file.replace(old, new, 1))


def word_probe(
    pre: str | None, texts: Iterable[str], *, model: str = "gpt2", spelled: bool = True
) -> Probe:
    """Every substring of the texts is a token, and any word of them is merged to one.

    First the bytes of each character are merged, then one pair of characters. As those merges rank
    by the length of what they make, longest first, and each joins one character to what stands
    beside it, that pair then grows to the whole word before any other begins. So n characters
    need n² merges, not n³. `texts` are what llama.cpp cuts: valid, escaped if the `pre` escapes;
    `spelled`: it spells words in the byte-level alphabet.

    >>> word_probe("gpt-2", ["a 1"]).tokens[256:]
    ('aĠ', 'Ġ1', 'aĠ1')
    """
    characters: dict[str, None] = {}
    parts: dict[tuple[str, ...], None] = {}
    for text in texts:
        units = [spell(char.encode("utf-8", "surrogatepass")) if spelled else char for char in text]
        characters.update(dict.fromkeys(units))
        parts.update(
            dict.fromkeys(
                tuple(units[start:end])
                for start in range(len(units))
                for end in range(start + 2, len(units) + 1)
            )
        )
    several = sorted(parts, key=len)
    prefixes = [unit[:end] for unit in characters for end in range(1, len(unit) + 1)]
    tokens = dict.fromkeys(
        [*(BYTES if spelled else HEXADECIMAL), *prefixes, *map("".join, several)]
    )
    merges = [f"{prefix[:-1]} {prefix[-1]}" for prefix in prefixes if len(prefix) > 1]
    for part in reversed(several):
        merges += (f"{''.join(part[:-1])} {part[-1]}", f"{part[0]} {''.join(part[1:])}")
    unique = dict.fromkeys(merges or [_UNUSED_MERGE])
    return _probe(tuple(tokens), {}, model, pre, {gguf_names.MERGES: list(unique)})


def pair_probe(pre: str, pairs: Iterable[str]) -> Probe:
    """The 256 bytes, and pairs of them that are merged wherever no boundary is between.

    >>> pair_probe("gpt-2", ["aÃ"]).tokens[256:]
    ('aÃ',)
    """
    pairs = list(pairs)
    merges: dict[str, Value] = {gguf_names.MERGES: [f"{pair[0]} {pair[1]}" for pair in pairs]}
    return _probe((*BYTES, *pairs), {}, "gpt2", pre, merges)


_NOT_IN_UTF8 = frozenset({0xC0, 0xC1, *range(0xF5, 0x100)})


def byte_probe(
    special: Mapping[str, int],
    model: str,
    pre: str | None,
    more: Mapping[str, Value],
    *,
    spelled: bool,
) -> Probe:
    """The 256 bytes, and `special`: content → token type, ids from 256 on.

    `spelled`: bytes are written in the byte-level alphabet, else "<0xAB>". `more` are further keys
    of the file: flags, `general.name`. No two tokens may be the same: a byte that is in no UTF-8
    leaves its spelling to a special token. NotImplementedError where another byte would have to.
    """
    single = [*(BYTES if spelled else HEXADECIMAL)]
    for byte, piece in enumerate(single):
        if piece in special:
            if byte not in _NOT_IN_UTF8:
                raise NotImplementedError(f"the special token {piece!r} is spelled as a byte is")
            single[byte] = f"<no byte {byte}>"
    merges: dict[str, Value] = {gguf_names.MERGES: [_UNUSED_MERGE]}
    scores: dict[str, Value] = {gguf_names.SCORES: [0] * (len(single) + len(special))}
    keys = {**(scores if model == "llama" else merges), **more}
    return _probe((*single, *special), special, model, pre, keys)


def _probe(
    tokens: Sequence[str],
    types: Mapping[str, int],
    model: str,
    pre: str | None,
    more: Mapping[str, Value],
) -> Probe:
    plain = gguf_names.BYTE if model == "llama" else gguf_names.NORMAL
    normal = gguf_names.NORMAL
    keys: dict[str, Value] = {
        gguf_names.ARCHITECTURE: "llama",
        gguf_names.MODEL: model,
        **({} if pre is None else {gguf_names.PRE: pre}),
        gguf_names.TOKENS: list(tokens),
        gguf_names.TOKEN_TYPES: [
            types.get(token, plain if at < 256 else normal) for at, token in enumerate(tokens)
        ],
        gguf_names.BOS_ID: 0,
        gguf_names.EOS_ID: 0,
        gguf_names.UNKNOWN_ID: 0,
        **more,
    }
    return Probe(tuple(tokens), gguf_file(keys))


def gguf_file(keys: Mapping[str, Value]) -> bytes:
    """A file without tensors. The package's own writer takes 40 times as long.

    Integers are written as 32 bits: UINT32, in lists INT32.
    """
    written = [struct.pack("<IIQQ", gguf_names.MAGIC, gguf_names.VERSION, 0, len(keys))]
    for key, value in keys.items():
        written.append(_string(key))
        match value:
            case bool():
                written.append(struct.pack("<I?", gguf_names.BOOL, value))
            case int():
                written.append(struct.pack("<II", gguf_names.UINT32, value))
            case str():
                written.append(_text_value(value))
            case list():
                kind = gguf_names.STRING if isinstance(value[0], str) else gguf_names.INT32
                written.append(struct.pack("<IIQ", gguf_names.ARRAY, kind, len(value)))
                for item in value:
                    written.append(
                        _string(item) if isinstance(item, str) else struct.pack("<i", item)
                    )
    return b"".join(written)


def _text_value(text: str) -> bytes:
    return struct.pack("<I", gguf_names.STRING) + _string(text)


def _string(text: str) -> bytes:
    data = text.encode("utf-8", "surrogatepass")
    return struct.pack("<Q", len(data)) + data
