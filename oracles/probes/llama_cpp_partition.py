"""Where llama.cpp cuts a text at special tokens, and what it puts before it or escapes in it.

Through a vocabulary of the 256 bytes and the file's special tokens: whatever is no special token
comes back byte by byte. Not here: making and loading it (`probes`, `ggml_llama_cpp`).
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby

from tokparity.reference_impl.text.byte_text import from_bytes, to_bytes

MARK = "\u2581"
BYTES = 256
"""Ids below are bytes."""


class NotLocated(Exception):
    """What came back is not the text that llama.cpp was given."""


def stretches(
    text: str,
    ids: Sequence[int],
    special: Mapping[int, tuple[str, int]],
    *,
    prefixed: bool,
    escaped: bool,
    trailing: Collection[int] = (),
) -> list[tuple[int, int, int | None]]:
    """(start, end, id in the file or None) of each stretch, in characters of the text.

    `special`: id in the probe → content, id in the file. White space that a token took away
    belongs to it. `prefixed`: each other stretch has a space in front; `escaped`: spaces come back
    as U+2581; `trailing`: special tokens of the probe that take the white space behind them, and
    not those that follow. Raises NotLocated.

    >>> stretches("a <x>b", [97, 256, 98], {256: ("<x>", 5)}, prefixed=False, escaped=False)
    [(0, 1, None), (1, 5, 5), (5, 6, None)]
    """
    data, at = to_bytes(text), 0
    rows: list[tuple[int, int, int | None]] = []
    for is_bytes, group in groupby(ids, lambda token_id: token_id < BYTES):
        if not is_bytes:
            before = -1
            for token_id in group:
                content, real = special[token_id]
                found = data.find(to_bytes(content), at)
                if found < 0:
                    raise NotLocated(f"{content!r} is not in the rest of {text!r}")
                end = found + len(to_bytes(content))
                if found > at and before in trailing:
                    rows, at = _widened(rows, found, text), found
                before = token_id
                rows.append((at, end, real))
                at = end
            continue
        shown = bytes(group)
        if escaped:
            shown = shown.replace(MARK.encode(), b" ")
        shown = shown.removeprefix(b" " if prefixed else b"")
        start = at
        while not data.startswith(shown, start) and data[start : start + 1].isspace():
            start += 1
        if not data.startswith(shown, start):
            raise NotLocated(f"{shown!r} is not in {text!r} at byte {at}")
        if start > at:
            rows = _widened(rows, start, text)
        at = start + len(shown)
        rows.append((start, at, None))
    if at < len(data):
        rows = _widened(rows, len(data), text)
    characters = _characters(text)
    return [(characters[start], characters[end], token_id) for start, end, token_id in rows]


def _widened(
    rows: list[tuple[int, int, int | None]], end: int, text: str
) -> list[tuple[int, int, int | None]]:
    """The last stretch, a special token, takes what follows it too."""
    if not rows or rows[-1][2] is None:
        raise NotLocated(f"bytes of {text!r} before {end} are lost")
    start, _, token_id = rows[-1]
    return [*rows[:-1], (start, end, token_id)]


def normalized(text: str, ids: Sequence[int]) -> list[tuple[str, int, int]]:
    """(character, start, end) of each character of a text as it came back; a space that was put in
    front has the range of the first. Raises NotLocated.

    >>> normalized(" a", "▁▁a".encode())
    [('▁', 0, 1), ('▁', 0, 1), ('a', 1, 2)]
    """
    shown = from_bytes(bytes(ids))
    rows = []
    added = len(shown) - len(text)
    if added not in (0, 1) or shown[added:] not in (text, text.replace(" ", MARK)):
        raise NotLocated(f"{shown!r} is not {text!r}, with or without a space in front")
    if added:
        if shown[0] not in (" ", MARK):
            raise NotLocated(f"{shown!r} is not {text!r}, with or without a space in front")
        rows.append((shown[0], 0, 1))
    rows += [(char, at, at + 1) for at, char in enumerate(shown[added:])]
    return rows


def _characters(text: str) -> list[int]:
    """Index of the character that each byte is of, and one more for the end."""
    return [
        *(at for at, char in enumerate(text) for _ in to_bytes(char)),
        len(text),
    ]
