"""Make a conversation that shows a fault as small as it gets: fewer messages, fields, characters.

A conversation is JSON, and so are its parts: lists and objects lose elements, texts get shorter
(`sequence.shrink_text`), other values become simpler. Bounded by candidates, never by time.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from typing import Any

from tokparity.harness.shrinking.sequence import (
    CandidateBudget,
    CandidateSearch,
    shortlex,
    shrink_text,
)
from tokparity.reference_impl.chat.conversation import Conversation

LIMIT = 20_000
"""Candidates of one conversation."""
_LONG_LIST = 8

Json = dict[str, Any]
Path = tuple[str | int, ...]


def shrink_conversation(
    conversation: Conversation,
    fails: Callable[[Conversation], bool],
    budget: CandidateBudget | None = None,
) -> Conversation:
    """A small conversation that still fails, given one that does.

    Without an exhausted budget nothing can be left out of it any more: no message, no field, no
    tool, and no character of any text.

    >>> say = lambda *texts: Conversation(tuple({"role": "user", "content": t} for t in texts))
    >>> odd = lambda talk: any("é" in message.get("content", "") for message in talk.messages)
    >>> shrink_conversation(say("hello", "a café", "bye"), odd).messages
    ({'content': 'é'},)
    """
    search = _Trial(fails, CandidateBudget(LIMIT) if budget is None else budget)
    whole = conversation.to_json()
    while True:
        before = json.dumps(whole)
        whole = _plain_fields(whole, search)
        for path in list(_containers(whole, ())):
            whole = _fewer(whole, path, search)
        for path in list(_containers(whole, ())):
            whole = _unpacked(whole, path, search)
        for path in list(_values(whole, ())):
            whole = _simpler(whole, path, search)
        if json.dumps(whole) == before or search.budget.left <= 0:
            return Conversation.from_json(whole)


class _Trial:
    """Asks of a conversation in JSON whether it still fails, no more often than is left. Without
    any message it is none."""

    def __init__(self, fails: Callable[[Conversation], bool], budget: CandidateBudget) -> None:
        self._fails, self.budget = fails, budget

    def fails(self, whole: Json) -> bool:
        if self.budget.left <= 0 or not whole["messages"]:
            return False
        self.budget.spent += 1
        return self._fails(Conversation.from_json(whole))


def _plain_fields(whole: Json, search: _Trial) -> Json:
    """Without what a request says besides its messages."""
    plain = Conversation(()).to_json()
    for name, value in plain.items():
        if name != "messages" and whole[name] != value:
            less = {**whole, name: value}
            whole = less if search.fails(less) else whole
    return whole


def _containers(value: Any, path: Path) -> Iterator[Path]:
    """The lists and objects, the outer first."""
    if isinstance(value, list | dict):
        if path:
            yield path
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _containers(inner, (*path, key))


def _values(value: Any, path: Path) -> Iterator[Path]:
    """What is neither list nor object."""
    if isinstance(value, list | dict):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _values(inner, (*path, key))
    else:
        yield path


def _fewer(whole: Json, path: Path, search: _Trial) -> Json:
    """Without as many elements of one list or object as can be left out, blocks of a long one
    first; as it is where the path is gone by now."""
    container = _at(whole, path)
    if not isinstance(container, list | dict):
        return whole
    keys = list(container) if isinstance(container, dict) else list(range(len(container)))
    size = max(1, len(keys) // 2) if len(keys) >= _LONG_LIST else 1
    while size:
        start = 0
        while start < len(keys):
            keys_left = keys[:start] + keys[start + size :]
            less = _with(whole, path, _only(container, keys_left))
            if search.fails(less):
                whole, keys = less, keys_left
            else:
                start += size
        size //= 2
    return whole


def _unpacked(whole: Json, path: Path, search: _Trial) -> Json:
    """With what stands inside a list or an object in its place, where that still fails."""
    container = _at(whole, path)
    if len(path) == 1 or not isinstance(container, list | dict):
        return whole
    for inner in container.values() if isinstance(container, dict) else container:
        less = _with(whole, path, inner)
        if isinstance(inner, list | dict) and search.fails(less):
            return _unpacked(less, path, search)
    return whole


def _only(container: Any, keys: Sequence[Any]) -> Any:
    return (
        {key: container[key] for key in keys}
        if isinstance(container, dict)
        else [container[at] for at in keys]
    )


def _simpler(whole: Json, path: Path, search: _Trial) -> Json:
    """A text as small as it fails; a number or a flag as the simplest value that does."""
    value = _at(whole, path)
    if isinstance(value, str):

        def fails(texts: Sequence[str]) -> list[bool]:
            return [_fails_with(whole, path, text, search) for text in texts]

        budget = CandidateBudget(search.budget.left)
        small = shrink_text(value, CandidateSearch(fails, budget, batch=1))
        return _with(whole, path, small) if shortlex(small) < shortlex(value) else whole
    for simple in ("", 0):
        if value is not None and not isinstance(value, bool) and len(path) > 1 and value != simple:
            less = _with(whole, path, simple)
            if search.fails(less):
                return less
    return whole


def _fails_with(whole: Json, path: Path, value: Any, search: _Trial) -> bool:
    return search.fails(_with(whole, path, value))


def _at(whole: Any, path: Path) -> Any:
    """What stands at a path; None where nothing does."""
    for key in path:
        inside = isinstance(whole, dict) and key in whole
        if not inside and not (isinstance(whole, list) and isinstance(key, int)):
            return None
        if isinstance(whole, list) and int(key) >= len(whole):
            return None
        whole = whole[key]
    return whole


def _with(whole: Json, path: Path, value: Any) -> Json:
    """A copy in which something else stands at a path."""
    copy = deepcopy(whole)
    inside: Any = copy
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = value
    return copy
