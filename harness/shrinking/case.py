"""Make a failing case as small as it gets: its options, then its texts or ids.

What "smaller" means for a text or for ids is in `sequence`. Options come first: without the
template's tokens, say, every later answer is shorter, and a text that needs them shows at once.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from tokparity.harness.shrinking.conversation import shrink_conversation
from tokparity.harness.shrinking.sequence import (
    CandidateBudget,
    CandidateSearch,
    T,
    delete_parts,
    shortlex,
    shrink_ids,
    shrink_text,
)
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.contract import (
    STAGES,
    Case,
    ChatCase,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    FullCase,
    StageCase,
    StreamCase,
    case_texts,
)

Fails = Callable[[Sequence[Case]], Sequence[bool]]
"""Says of each case whether it still shows the fault."""

SIMPLER = (
    EncodeOptions(add_special=False, parse_special=True),
    EncodeOptions(add_special=False, parse_special=False),
)
SIMPLER_TO_DECODE = (
    DecodeOptions(),
    DecodeOptions(remove_special=True),
    DecodeOptions(skip_special=True),
)

WINDOW = 3
WINDOWS = 96
"""So many stretches, of as many code points or ids at most, are tried first: hardly anything of
what is known needs more, and what costs is to tell the cause of each that differs."""
WINDOW_STARTS = 1000
"""… beginning at these places of a long one."""


def case_order(case: Case) -> tuple[Any, ...]:
    """The shortlex order of cases: text or ids first, then the options."""
    match case:
        case EncodeCase(text, options):
            return (0, *shortlex(text), options.add_special, options.parse_special)
        case DecodeCase(ids, decode_options):
            return (
                1,
                len(ids),
                list(ids),
                decode_options.skip_special,
                decode_options.remove_special,
            )
        case FullCase(text, pair, options):
            both = (pair is not None, *shortlex(text + (pair or "")), *shortlex(text))
            return (2, *both, options.add_special, options.parse_special)
        case StageCase(stage, given, options):
            at = STAGES.index(stage)
            texts = [shortlex(text) for text in case_texts(case)]
            size = sum(length for length, _ in texts) + isinstance(given, tuple) * len(texts)
            return (3, at, size, texts, options.add_special, options.parse_special)
        case StreamCase(ids, prompt, decode_options):
            sizes = len(ids) + len(prompt), len(prompt)
            skips = decode_options.skip_special, decode_options.remove_special
            return (4, *sizes, list(ids), list(prompt), *skips)
        case ChatCase(conversation, options):
            return (5, *shortlex(conversation), options.add_special, options.parse_special)


def cheap_size(case: Case) -> int:
    """How long a case is, as `case_order` has it, where that is cheap to tell; else 0."""
    match case:
        case EncodeCase(text):
            return len(text)
        case DecodeCase(ids):
            return len(ids)
        case _:
            return 0


def shrink_case(case: Case, fails: Fails, budget: CandidateBudget, batch: int) -> Case:
    """A small case that still fails, given one that does; asked `batch` candidates at a time."""
    match case:
        case EncodeCase(text, options):
            options = _simpler(options, lambda other: EncodeCase(text, other), fails)
            return EncodeCase(
                _text(text, lambda candidate: EncodeCase(candidate, options), fails, budget, batch),
                options,
            )
        case DecodeCase(ids, decode_options):
            decode_options = _simpler_to_decode(case, fails)
            search = CandidateSearch[tuple[int, ...]](
                lambda some: fails([DecodeCase(candidate, decode_options) for candidate in some]),
                budget,
                batch,
            )
            fewer = DecodeCase(shrink_ids(ids, search), decode_options)
            return replace(fewer, options=_simpler_to_decode(fewer, fails))
        case FullCase():
            return _shrink_full(case, fails, budget, batch)
        case StageCase(stage, given, options):
            small: str | tuple[str, ...]
            if isinstance(given, str):
                small = _text(
                    given,
                    lambda candidate: StageCase(stage, candidate, options),
                    fails,
                    budget,
                    batch,
                )
            else:
                small = _texts(
                    given, lambda some: StageCase(stage, some, options), fails, budget, batch
                )
            return StageCase(stage, small, options)
        case StreamCase():
            return _shrink_stream(case, fails, budget, batch)
        case ChatCase():
            return _shrink_chat(case, fails, budget)


def one_less(case: Case, most: int) -> list[Case]:
    """The distinct cases of one character, or id, less: up to `most`, left out evenly apart.

    >>> [one.text for one in one_less(EncodeCase("aab"), 9)]
    ['ab', 'aa']
    """
    match case:
        case EncodeCase(text, options):
            shorter: list[Case] = [
                EncodeCase(candidate, options) for candidate in _without(text, most)
            ]
        case DecodeCase(ids, decode_options):
            shorter = [DecodeCase(candidate, decode_options) for candidate in _without(ids, most)]
        case FullCase(text, None, options):
            shorter = [FullCase(candidate, None, options) for candidate in _without(text, most)]
        case FullCase(text, str(pair), options):
            half = most // 2
            shorter = [FullCase(candidate, pair, options) for candidate in _without(text, half)]
            shorter += [FullCase(text, candidate, options) for candidate in _without(pair, half)]
        case StageCase(stage, str(text), options):
            shorter = [StageCase(stage, candidate, options) for candidate in _without(text, most)]
        case StageCase(stage, texts, options):
            assert not isinstance(texts, str)
            shorter = [StageCase(stage, some, options) for some in _without(texts, most)]
        case StreamCase(ids, prompt, decode_options):
            half = most // 2 if prompt else most
            shorter = [
                StreamCase(candidate, prompt, decode_options) for candidate in _without(ids, half)
            ]
            shorter += [
                StreamCase(ids, candidate, decode_options) for candidate in _without(prompt, half)
            ]
        case ChatCase():
            shorter = []
    return shorter


def short_stretches(case: Case) -> list[Case]:
    """The stretches of a text, or of ids, the shortest first; none of what has neither."""
    windows: Iterable[Case]
    match case:
        case EncodeCase(text):
            windows = (replace(case, text=text[a:b]) for a, b in _stretches(len(text)))
        case DecodeCase(ids):
            windows = (replace(case, ids=ids[a:b]) for a, b in _stretches(len(ids)))
        case _:
            return []
    return sorted(islice(dict.fromkeys(windows), WINDOWS), key=case_order)


def _stretches(length: int) -> Iterator[tuple[int, int]]:
    for size in range(1, min(WINDOW, length - 1) + 1):
        for start in range(min(length - size + 1, WINDOW_STARTS)):
            yield start, start + size


def _without(whole: T, most: int) -> list[T]:
    step = max(1, -(-len(whole) // most)) if most else 1
    return list(dict.fromkeys(whole[:at] + whole[at + 1 :] for at in range(0, len(whole), step)))


def _simpler(
    options: EncodeOptions, with_options: Callable[[EncodeOptions], Case], fails: Fails
) -> EncodeOptions:
    for simpler in SIMPLER:
        if simpler == options:
            break
        if fails([with_options(simpler)])[0]:
            return simpler
    return options


def _simpler_to_decode(case: DecodeCase | StreamCase, fails: Fails) -> DecodeOptions:
    for simpler in SIMPLER_TO_DECODE:
        if simpler == case.options:
            break
        if fails([replace(case, options=simpler)])[0]:
            return simpler
    return case.options


def _shrink_full(case: FullCase, fails: Fails, budget: CandidateBudget, batch: int) -> FullCase:
    text, pair = case.text, case.pair
    options = _simpler(case.options, lambda other: FullCase(text, pair, other), fails)
    if pair is not None:
        for alone in (text, pair):
            if fails([FullCase(alone, None, options)])[0]:
                text, pair = alone, None
                break
    if pair is not None:
        text, pair = _each(
            (text, pair), lambda some: FullCase(some[0], some[1], options), fails, budget, batch
        )
        return FullCase(text, pair, options)
    return FullCase(
        _text(text, lambda candidate: FullCase(candidate, None, options), fails, budget, batch),
        None,
        options,
    )


def _shrink_stream(
    case: StreamCase, fails: Fails, budget: CandidateBudget, batch: int
) -> StreamCase:
    """Without its prompt, or with that as part of the reply; then fewer and lower ids of both."""
    ids, prompt, options = case.ids, case.prompt_ids, _simpler_to_decode(case, fails)
    if prompt:
        for whole in (ids, prompt + ids):
            if fails([StreamCase(whole, (), options)])[0]:
                ids, prompt = whole, ()
                break
    while True:
        before = ids, prompt
        of_reply = CandidateSearch[tuple[int, ...]](
            lambda some, prompt=prompt: fails(
                [StreamCase(candidate, prompt, options) for candidate in some]
            ),  # type: ignore[misc]  # mypy cannot infer a lambda with defaults
            budget,
            batch,
        )
        ids = shrink_ids(ids, of_reply)
        if prompt:
            of_prompt = CandidateSearch[tuple[int, ...]](
                lambda some, ids=ids: fails(
                    [StreamCase(ids, candidate, options) for candidate in some]
                ),  # type: ignore[misc]  # as above
                budget,
                batch,
            )
            prompt = shrink_ids(prompt, of_prompt)
        if (ids, prompt) == before or not prompt:
            return StreamCase(ids, prompt, options)


def _shrink_chat(case: ChatCase, fails: Fails, budget: CandidateBudget) -> ChatCase:
    """Fewer messages and fields, and shorter texts in them, one candidate at a time."""

    def still(conversation: Conversation) -> bool:
        return fails([replace(case, conversation=conversation.to_text())])[0]

    original = Conversation.from_json(json.loads(case.conversation))
    return replace(case, conversation=shrink_conversation(original, still, budget).to_text())


def _text(
    text: str, as_case: Callable[[str], Case], fails: Fails, budget: CandidateBudget, batch: int
) -> str:
    search = CandidateSearch[str](
        lambda some: fails([as_case(candidate) for candidate in some]), budget, batch
    )
    return shrink_text(text, search)


def _texts(
    texts: tuple[str, ...],
    as_case: Callable[[tuple[str, ...]], Case],
    fails: Fails,
    budget: CandidateBudget,
    batch: int,
) -> tuple[str, ...]:
    """Fewer texts, then each of them smaller."""
    search = CandidateSearch[tuple[str, ...]](
        lambda some: fails([as_case(candidate) for candidate in some]), budget, batch
    )
    return _each(delete_parts(texts, search), as_case, fails, budget, batch)


def _each(
    texts: tuple[str, ...],
    as_case: Callable[[tuple[str, ...]], Case],
    fails: Fails,
    budget: CandidateBudget,
    batch: int,
) -> tuple[str, ...]:
    for at in range(len(texts)):
        before, after = texts[:at], texts[at + 1 :]
        smaller = _text(
            texts[at],
            lambda candidate, before=before, after=after: as_case((*before, candidate, *after)),  # type: ignore[misc]  # mypy cannot infer a lambda with defaults
            fails,
            budget,
            batch,
        )
        texts = (*before, smaller, *after)
    return texts
