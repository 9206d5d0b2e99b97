"""`TemplateCell`: what became of one template in one engine, its divergences grouped by cause.

First by a cheap key: who refuses for which reason, or what kind the first difference is. Of each
key a few are made small, the shortest first; what is left in one, together with its key, is the
name of a group. A divergence that was not made small belongs to the group of its key whose
features it has all; one that fits none is `unnamed`, and counted so.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from evaluation.chat_engines.difference import difference, difference_of_ids
from evaluation.chat_engines.features import features
from evaluation.chat_engines.reduction import reduce_conversation
from evaluation.chat_engines.sides import ChatAnswer, TemplateSides
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.contract import Refusal, Rendered

Outcome = Literal[
    "equal",
    "equal text",
    "both refuse",
    "unsupported",
    "engine breaks",
    "engine refuses",
    "engine answers",
    "text",
    "ids",
]
DIVERGING: tuple[Outcome, ...] = (
    *("engine breaks", "engine refuses", "engine answers", "text", "ids"),
)
OUTCOMES: tuple[Outcome, ...] = (
    *("equal", "equal text", "both refuse", "unsupported"),
    *DIVERGING,
)
"""Equal text: only one side has ids, so that none were compared."""
UNNAMED = "(not made small)"
_PLACES = re.compile(
    r"\s*\(in [^)]*\)| at row \d+, column \d+:?| at line \d+,? column \d+|line \d+: |; tools = .*"
    r"|\s*\(ref: .*"
)
_QUOTED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[{\[].*")
_WORD = re.compile(r"^['\"]\w{1,24}['\"]$")
_LONGEST = 120
_BATCH = 250
_IN_EVERY = frozenset({"generation prompt"})


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is made small: `each` conversations of a key, in rounds of so many candidates."""

    each: int = 3
    candidates: int = 60


@dataclass(frozen=True, slots=True)
class ChatDivergence:
    """One conversation that both sides answer otherwise; `key` is (outcome, in which way)."""

    conversation: Conversation
    expected: ChatAnswer
    actual: ChatAnswer
    key: tuple[Outcome, str]

    @property
    def size(self) -> int:
        return len(self.conversation.to_text())


@dataclass(frozen=True, slots=True)
class DivergenceGroup:
    """Divergences of one cause: how many, and the smallest. `causes`: the features left in it."""

    outcome: Outcome
    way: str
    causes: frozenset[str]
    count: int
    smallest: ChatDivergence

    @property
    def name(self) -> str:
        """What groups of several templates share where their cause is the same."""
        left = ", ".join(sorted(self.causes))
        return f"{self.outcome}: {self.way}" + (f" [{left}]" if left else "")

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "outcome": self.outcome,
            "count": self.count,
            "conversation": self.smallest.conversation.to_json(),
            "expected": answer_to_json(self.smallest.expected),
            "actual": answer_to_json(self.smallest.actual),
        }


KnownGroups = dict[tuple[Outcome, str], dict[frozenset[str], DivergenceGroup]]
"""Groups by key and by causes: what was made small for one template need not be for the next."""


@dataclass(frozen=True, slots=True)
class TemplateCell:
    """Counts by outcome, and the groups, big ones first."""

    engine: str
    template: str
    counts: Counter[str] = field(default_factory=Counter)
    groups: tuple[DivergenceGroup, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "engine": self.engine,
            "template": self.template,
            "counts": {name: self.counts[name] for name in OUTCOMES},
            "groups": [group.to_json() for group in self.groups],
        }


def answer_to_json(answer: ChatAnswer) -> dict[str, Any]:
    """{"text"}, with "ids" where there are some, or {"refused", "kind"}."""
    if isinstance(answer, Refusal):
        return {"refused": answer.detail, "kind": answer.kind}
    ids = {} if answer.ids is None else {"ids": list(answer.ids)}
    return {"text": answer.text, **ids}


def key_of(
    conversation: Conversation, expected: ChatAnswer, actual: ChatAnswer
) -> tuple[Outcome, str]:
    """Outcome, and in which way: the cheap key of a divergence. Ids are compared where both sides
    have them, of one text; where one alone has, that is said."""
    match expected, actual:
        case _, Refusal("unsupported"):
            return "unsupported", ""
        case _, Refusal("crash" | "timeout" | "memory", detail):
            return "engine breaks", f"{actual.kind}: {detail}"
        case Refusal(), Refusal():
            return "both refuse", ""
        case Rendered(), Refusal():
            return "engine refuses", reason(actual)
        case Refusal(), Rendered():
            return "engine answers", f"where transformers: {reason(expected)}"
    assert isinstance(expected, Rendered)
    assert isinstance(actual, Rendered)
    if expected.text != actual.text:
        assert expected.text is not None
        assert actual.text is not None
        return "text", difference(expected.text, actual.text, conversation).kind
    if expected.ids == actual.ids:
        return "equal", ""
    if expected.ids is None or actual.ids is None:
        return "equal text", ""
    return "ids", difference_of_ids(expected.ids, actual.ids)


def run_cell(
    engine: str,
    template: str,
    sides: TemplateSides,
    conversations: Sequence[Conversation],
    known_groups: KnownGroups,
    limits: Limits | None = None,
) -> TemplateCell:
    """Ask all of them, and group what diverges. `known`: the groups of this engine so far, to
    which new ones are added."""
    counts: Counter[str] = Counter()
    by_key: dict[tuple[Outcome, str], list[ChatDivergence]] = defaultdict(list)
    for start in range(0, len(conversations), _BATCH):
        batch = conversations[start : start + _BATCH]
        for conversation, (ours, theirs) in zip(batch, sides.both(batch), strict=True):
            key = key_of(conversation, ours, theirs)
            counts[key[0]] += 1
            if key[0] in DIVERGING:
                by_key[key].append(ChatDivergence(conversation, ours, theirs, key))
    groups = [
        group
        for divergences in by_key.values()
        for group in grouped(divergences, sides, known_groups, limits or Limits())
    ]
    groups.sort(key=lambda group: -group.count)
    return TemplateCell(engine, template, counts, tuple(groups))


def grouped(
    divergences: Sequence[ChatDivergence],
    sides: TemplateSides,
    known_groups: KnownGroups,
    limits: Limits,
) -> list[DivergenceGroup]:
    """The groups of divergences that share a key."""
    outcome, way = divergences[0].key
    shared = known_groups.setdefault(divergences[0].key, {})
    groups = _groups_here(shared, sides)
    left = sorted(divergences, key=lambda divergence: divergence.size)
    for _ in range(limits.each):
        unnamed = [divergence for divergence in left if not _home(divergence, groups)]
        if not unnamed:
            break
        small = shrink_divergence(unnamed[0], sides, limits.candidates)
        causes = _causes(small)
        if causes not in groups or small.size < groups[causes].smallest.size:
            groups[causes] = DivergenceGroup(outcome, way, causes, 0, small)
            if causes not in shared or small.size < shared[causes].smallest.size:
                shared[causes] = groups[causes]
    totals: Counter[frozenset[str]] = Counter()
    strays = []
    for divergence in left:
        home = _home(divergence, groups)
        if home is None:
            strays.append(divergence)
        else:
            totals[home] += 1
    named = [replace(group, count=totals[causes]) for causes, group in groups.items()]
    if strays:
        named.append(DivergenceGroup(outcome, way, frozenset({UNNAMED}), len(strays), strays[0]))
    return [group for group in named if group.count]


def _groups_here(
    groups: Mapping[frozenset[str], DivergenceGroup], sides: TemplateSides
) -> dict[frozenset[str], DivergenceGroup]:
    """Those whose smallest conversation diverges in this template as in the one it was found in:
    where it does not, what looks alike has another cause."""
    smallest = [group.smallest for group in groups.values()]
    answers = sides.both([divergence.conversation for divergence in smallest]) if smallest else []
    here = [
        ChatDivergence(
            divergence.conversation, ours, theirs, key_of(divergence.conversation, ours, theirs)
        )
        for divergence, (ours, theirs) in zip(smallest, answers, strict=True)
    ]
    return {
        causes: replace(group, smallest=own)
        for (causes, group), own in zip(groups.items(), here, strict=True)
        if own.key == group.smallest.key
    }


def shrink_divergence(
    divergence: ChatDivergence, sides: TemplateSides, candidates: int
) -> ChatDivergence:
    """The same key in a small conversation, in rounds of that many candidates. What takes too long
    is left as it is: so would each candidate."""
    if isinstance(divergence.actual, Refusal) and divergence.actual.kind == "timeout":
        return divergence
    has, refused = features(divergence.conversation), isinstance(divergence.expected, Refusal)

    def holds(many: Sequence[Conversation]) -> list[bool]:
        # One with a feature more, such as a tool that has lost its function, is another cause.
        ours = [
            sides.ours(conversation) if features(conversation) <= has else None
            for conversation in many
        ]
        likely = [isinstance(answer, Refusal) == refused and answer is not None for answer in ours]
        tested = [
            conversation for conversation, is_likely in zip(many, likely, strict=True) if is_likely
        ]
        theirs = iter(sides.theirs(tested) if tested else ())
        return [
            is_likely
            and answer is not None
            and key_of(conversation, answer, next(theirs)) == divergence.key
            for conversation, answer, is_likely in zip(many, ours, likely, strict=True)
        ]

    small = reduce_conversation(divergence.conversation, holds, candidates)
    ((ours, theirs),) = sides.both([small])
    return ChatDivergence(small, ours, theirs, divergence.key)


def _causes(small: ChatDivergence) -> frozenset[str]:
    """A refusal is named by its reason alone."""
    if small.key[0] in ("engine refuses", "engine breaks"):
        return frozenset()
    return features(small.conversation) - _IN_EVERY


def _home(
    divergence: ChatDivergence, groups: dict[frozenset[str], DivergenceGroup]
) -> frozenset[str] | None:
    """The group that a divergence belongs to: of those that fit, the one of the most features."""
    has = features(divergence.conversation)
    fitting = [causes for causes in groups if causes <= has]
    return max(fitting, key=lambda causes: (len(causes), sorted(causes)), default=None)


def reason(refusal: Refusal) -> str:
    """A refusal without what differs from template to template and case to case: lines, columns,
    values, texts of a template. The same fault then has the same words.

    >>> reason(Refusal("error", "RuntimeError: Unknown method: replace at row 7, column 12:"))
    'RuntimeError: Unknown method: replace'
    >>> reason(Refusal("error", "ServerRefused: 500: Missing tool type: {\\"a\\": 1}"))
    'ServerRefused: 500: Missing tool type: …'
    """
    if refusal.kind != "error":
        return refusal.kind
    text = _PLACES.sub("", refusal.detail)
    text = _QUOTED.sub(lambda match: match[0] if _WORD.match(match[0]) else "…", text)
    return text[:_LONGEST].strip()
