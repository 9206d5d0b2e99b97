"""Where llama.cpp cuts a text at special tokens, and what it puts before it or escapes in it.

Through a vocabulary of the 256 bytes and the file's special tokens: whatever is no special token
comes back byte by byte. Not here: making and loading it (`probes`, `ggml_llama_cpp`).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby

from tokparity.oracles.probes.probe import NotLocated
from tokparity.reference_impl.text.byte_text import from_bytes, to_bytes

MARK = "\u2581"
BYTES = 256
"""Ids below are bytes."""


def stretches(
    text: str,
    ids: Sequence[int],
    special: Mapping[int, tuple[str, int]],
    *,
    prefixed: bool,
    escaped: bool,
    trailing: Collection[int] = (),
    joined: Collection[int] = (),
) -> list[tuple[int, int, int | None]]:
    """(start, end, id in the file or None) of each stretch, in characters of the text.

    `special`: id in the probe → content, id in the file. White space that a token took away
    belongs to it. `prefixed`: each other stretch has a space in front; `escaped`: spaces come back
    as U+2581; `trailing`: special tokens of the probe that take the white space behind them, and
    not those that follow. `joined`: those that no text was cut at: the model "llama" joins two
    characters to any token of the file (`llm_tokenizer_spm_session::try_add_bigram` of
    src/llama-vocab.cpp), and so two escaped spaces to Gemma's token of two U+2581. Raises
    NotLocated.

    >>> stretches("a <x>b", [97, 256, 98], {256: ("<x>", 5)}, prefixed=False, escaped=False)
    [(0, 1, None), (1, 5, 5), (5, 6, None)]
    """
    data, at = to_bytes(text), 0
    rows: list[tuple[int, int, int | None]] = []
    for is_bytes, group in groupby(
        _unmerged(ids, special, joined), lambda token_id: token_id < BYTES
    ):
        if not is_bytes:
            before = -1
            for token_id in group:
                content, real = special[token_id]
                place = data.find(to_bytes(content), at)
                if place < 0:
                    raise NotLocated(f"{content!r} is not in the rest of {text!r}")
                end = place + len(to_bytes(content))
                if place > at and before in trailing:
                    rows, at = _widen_last(rows, place, text), place
                before = token_id
                rows.append((at, end, real))
                at = end
            continue
        answer = bytes(group)
        if escaped:
            answer = answer.replace(MARK.encode(), b" ")
        answer = answer.removeprefix(b" " if prefixed else b"")
        start = at
        while not data.startswith(answer, start) and data[start : start + 1].isspace():
            start += 1
        if not data.startswith(answer, start):
            raise NotLocated(f"{answer!r} is not in {text!r} at byte {at}")
        if start > at:
            rows = _widen_last(rows, start, text)
        at = start + len(answer)
        rows.append((start, at, None))
    if at < len(data):
        rows = _widen_last(rows, len(data), text)
    characters = _characters(text)
    return [(characters[start], characters[end], token_id) for start, end, token_id in rows]


def _unmerged(
    ids: Sequence[int], special: Mapping[int, tuple[str, int]], joined: Collection[int]
) -> Iterator[int]:
    """The ids, with the bytes of each that the model made."""
    for token_id in ids:
        yield from to_bytes(special[token_id][0]) if token_id in joined else (token_id,)


def _widen_last(
    rows: list[tuple[int, int, int | None]], end: int, text: str
) -> list[tuple[int, int, int | None]]:
    """The last stretch, a special token, takes what follows it too."""
    if not rows or rows[-1][2] is None:
        raise NotLocated(f"bytes of {text!r} before {end} are lost")
    start, _, token_id = rows[-1]
    return [*rows[:-1], (start, end, token_id)]


def normalizer_rows(text: str, ids: Sequence[int]) -> list[tuple[str, int, int]]:
    """(character, start, end) of each character of a text as it came back; a space that was put in
    front has the range of the first. Raises NotLocated.

    >>> normalizer_rows(" a", "▁▁a".encode())
    [('▁', 0, 1), ('▁', 0, 1), ('a', 1, 2)]
    """
    answer = from_bytes(bytes(ids))
    rows = []
    added = len(answer) - len(text)
    if added not in (0, 1) or answer[added:] not in (text, text.replace(" ", MARK)):
        raise NotLocated(f"{answer!r} is not {text!r}, with or without a space in front")
    if added:
        if answer[0] not in (" ", MARK):
            raise NotLocated(f"{answer!r} is not {text!r}, with or without a space in front")
        rows.append((answer[0], 0, 1))
    rows += [(char, at, at + 1) for at, char in enumerate(answer[added:])]
    return rows


def _characters(text: str) -> list[int]:
    """Index of the character that each byte is of, and one more for the end."""
    return [
        *(at for at, char in enumerate(text) for _ in to_bytes(char)),
        len(text),
    ]
