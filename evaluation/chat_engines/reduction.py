"""`reduce_conversation`: a conversation made small in few questions, each about many candidates.

An engine in another process answers a hundred candidates in hardly more time than one, so each
round asks about every one-step reduction at once and goes on from the shortest that holds.
`harness.shrinking.conversation` goes further with a text, one candidate after the other.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tokparity.reference_impl.chat.conversation import Conversation

Json = dict[str, Any]
Path = tuple[str | int, ...]
Holds = Callable[[Sequence[Conversation]], list[bool]]
ROUNDS = 40
_LETTERS = 12
"""Characters of a text that is reduced by each of them."""


def reduce_conversation(
    conversation: Conversation, holds: Holds, most: int, rounds: int = ROUNDS
) -> Conversation:
    """A conversation of which no reduction holds any more; `conversation` itself where none does.

    `most`: candidates of one round, the shortest ones. Ends after so many rounds in any case.

    >>> say = Conversation(({"role": "user", "content": "a café"}, {"role": "assistant"}), ())
    >>> def holds(many):
    ...     texts = [smaller.to_text().encode() for smaller in many]
    ...     return ["é" in text.decode("unicode_escape") for text in texts]
    >>> reduce_conversation(say, holds, 100).messages
    ({'content': 'é'},)
    """
    whole = conversation.to_json()
    for _ in range(rounds):
        listed = _candidates(whole, most)
        answers = (
            holds([Conversation.from_json(reduction) for reduction in listed]) if listed else []
        )
        whole_before = whole
        whole = next(
            (reduction for reduction, does_hold in zip(listed, answers, strict=True) if does_hold),
            whole,
        )
        if whole is whole_before:
            break
    return Conversation.from_json(whole)


def _candidates(whole: Json, most: int) -> list[Json]:
    """Every reduction that leaves a message, the shortest first, each once."""
    texts = {
        json.dumps(candidate): candidate
        for candidate in _reductions(whole)
        if candidate["messages"]
    }
    return [texts[text] for text in sorted(texts, key=lambda text: (len(text), text))][:most]


def _reductions(whole: Json) -> Iterator[Json]:
    plain = Conversation(()).to_json()
    for name, value in plain.items():
        if name != "messages" and whole[name] != value:
            yield {**whole, name: value}
    yield {**plain, "messages": whole["messages"]}
    for message in whole["messages"]:
        yield {**whole, "messages": [message]}
        yield {**plain, "messages": [message]}
    for path, value in _inside(whole, ()):
        for less in _less(value, len(path)):
            yield _with(whole, path, less)


def _inside(value: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """Every value below the fields of the whole, with where it stands."""
    if path:
        yield path, value
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _inside(inner, (*path, key))


def _less(value: Any, depth: int) -> Iterator[Any]:
    match value:
        case dict():
            for name in value:
                yield {key: inner for key, inner in value.items() if key != name}
        case list():
            for at in range(len(value)):
                yield value[:at] + value[at + 1 :]
        case str() if depth > 1:
            yield from _shorter(value)
        case bool() | None:
            pass
        case int() | float() if value != 0:
            yield 0


def _shorter(text: str) -> Iterator[str]:
    half = len(text) // 2
    for less in ("", "a", text[:half], text[half:], text.strip()):
        if len(less) < len(text):
            yield less
    if 1 < len(text) <= _LETTERS:
        for at in range(len(text)):
            yield text[:at] + text[at + 1 :]


def _with(whole: Any, path: Path, value: Any) -> Any:
    """A copy in which something else stands at a path; what is beside the path is shared."""
    if not path:
        return value
    key, *rest = path
    copy: Any = list(whole) if isinstance(whole, list) else dict(whole)
    copy[key] = _with(whole[key], tuple(rest), value)
    return copy
