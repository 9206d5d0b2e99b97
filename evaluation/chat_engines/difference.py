r"""`TextDifference`: what the first difference of two rendered texts is, in a few words.

Texts are compared by control tokens, words, numbers, marks and runs of white space. Not here: why
they differ, which only the conversation made small can tell (`features`, `cell`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from tokparity.reference_impl.chat.conversation import THOUGHTS, Conversation

_PART = re.compile(
    r"</?[|｜]?[^\s<>|]{1,40}[|｜]?>|\[/?[A-Z_]{3,30}\]|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\w+|\s+|[^\w\s]"
)
_ESCAPE = re.compile(r"\\(?:u([0-9a-f]{4})|x([0-9a-f]{2}))")
_NAMED = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&#39;": "'", "&#34;": '"', "&quot;": '"'}
_SHORT = 24
_MOST = 400
"""Parts of a stretch that is aligned; of a longer one only its ends are."""


@dataclass(frozen=True, slots=True)
class TextDifference:
    """`kind` in words; `missing` and `added` are the texts at the first place."""

    kind: str
    missing: str
    added: str


def difference(expected: str, actual: str, conversation: Conversation) -> TextDifference:
    r"""The first difference of two texts that differ; `held` is what they were rendered from.

    >>> say = Conversation(({"role": "developer", "content": "a <b>"},))
    >>> difference("<developer>x", "<system>x", say).kind
    "'<developer>' is '<system>'"
    >>> difference('"a <b>"', '"a \\u003cb\\u003e"', say).kind
    'characters are escaped'
    >>> difference("x\n", "x", say).kind
    'line ends are missing'
    """
    left, right = _PART.findall(expected), _PART.findall(actual)
    start = _common(left, right)
    end = _common(left[start:][::-1], right[start:][::-1])
    middle = left[start : len(left) - end], right[start : len(right) - end]
    for missing, added in _stretches(*middle):
        return TextDifference(_kind(missing, added, conversation, middle), missing, added)
    raise ValueError("the texts are equal")


def difference_of_ids(expected: Sequence[int], actual: Sequence[int]) -> str:
    """In which way two rows of ids of one text differ.

    >>> difference_of_ids((5, 6), (1, 5, 6))
    'a token is put before'
    >>> difference_of_ids((5, 6, 7), (5, 1, 2, 7))
    'a text is cut into more tokens'
    """
    more = len(actual) - len(expected)
    if more and tuple(actual[more:] if more > 0 else expected[-more:]) == tuple(
        expected if more > 0 else actual
    ):
        many = abs(more) > 1
        if more > 0:
            return "tokens are put before" if many else "a token is put before"
        return "the first tokens are missing" if many else "the first token is missing"
    kind = "into more tokens" if more > 0 else "into fewer tokens" if more else "otherwise"
    return f"a text is cut {kind}"


def _common(left: Sequence[str], right: Sequence[str]) -> int:
    pairs = zip(left, right, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(left), len(right)))


def _stretches(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[str, str]]:
    if max(len(left), len(right)) > _MOST:
        yield "".join(left), "".join(right)
        return
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            yield "".join(left[a:b]), "".join(right[c:d])


def _kind(
    missing: str,
    added: str,
    conversation: Conversation,
    middle: tuple[Sequence[str], Sequence[str]],
) -> str:
    left, right = middle
    if not (missing + added).strip():
        name = "line ends" if "\n" in missing + added else "white space"
        more, less = len(added) > len(missing), len(added) < len(missing)
        return f"{name} {'are' if name[-1] == 's' else 'is'} " + (
            "missing" if less else "added" if more else "written otherwise"
        )
    if _unescaped(missing) == _unescaped(added):
        return "characters are escaped" if len(added) > len(missing) else "escapes are missing"
    if _number(missing) is not None and _number(missing) == _number(added):
        return "a number is written otherwise"
    if left != right and sorted(left) == sorted(right):
        return "the order is another"
    if "".join("".join(left).split()) == "".join("".join(right).split()):
        return "white space is written otherwise"
    lost, come = _sources(missing, conversation), _sources(added, conversation)
    for name in lost:
        if name not in come:
            return f"{name} is missing"
    for name in come:
        if name not in lost:
            return f"{name} is added"
    if lost:
        return f"{lost[0]} is another"
    if not missing.strip() or not added.strip():
        return f"{_literal(missing + added)} is {'missing' if missing.strip() else 'added'}"
    return f"{_literal(missing)} is {_literal(added)}"


def _unescaped(text: str) -> str:
    text = _ESCAPE.sub(lambda match: chr(int(match[1] or match[2], 16)), text)
    for name, char in _NAMED.items():
        text = text.replace(name, char)
    return text


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _sources(piece: str, conversation: Conversation) -> list[str]:
    """What of the conversation a piece is, or has in it, what is rarest first."""
    word = piece.strip()
    names = []
    for name, value in _places(conversation):
        texts = [text.strip() for text in _texts(value)]
        if any(text and (text in piece or (word and word in text)) for text in texts):
            names.append(name)
    return names


def _literal(piece: str) -> str:
    """A short piece as it is, white space at its ends aside."""
    word = piece.strip()
    return repr(word) if len(word) <= _SHORT else "text of the template"


def _places(conversation: Conversation) -> Iterator[tuple[str, Any]]:
    messages = [message for message in conversation.messages if isinstance(message, dict)]
    yield "a thought", [message.get(name) for message in messages for name in THOUGHTS]
    yield "a call", [message.get("tool_calls") for message in messages]
    yield "a tool", conversation.tools
    yield "a document", conversation.documents
    yield "content", [message.get("content") for message in messages]


def _texts(value: Any) -> Iterator[str]:
    """Every text in a JSON value, names of fields too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
