"""`Cell`: what became of one template in one engine, its divergences grouped by their causes.

First by a cheap key: who refuses for which reason, or what kind the first difference is. Of each
key a few are made small, the shortest first; what is left in one, together with its key, is the
name of a group. A divergence that was not made small belongs to the group of its key whose
features it has all; one that fits none is `unnamed`, and counted so.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from evaluation.chat_engines.difference import difference, difference_of_ids
from evaluation.chat_engines.features import features
from evaluation.chat_engines.reasons import reason
from evaluation.chat_engines.sides import Asker, Said
from evaluation.chat_engines.small import made_smaller
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
_BATCH = 250
_IN_EVERY = frozenset({"generation prompt"})


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is made small: `each` conversations of a key, in rounds of so many candidates."""

    each: int = 3
    candidates: int = 60


@dataclass(frozen=True, slots=True)
class Divergence:
    """One conversation that both sides answer otherwise; `key` is (outcome, in which way)."""

    held: Conversation
    expected: Said
    actual: Said
    key: tuple[Outcome, str]

    @property
    def size(self) -> int:
        return len(self.held.to_text())


@dataclass(frozen=True, slots=True)
class Group:
    """Divergences of one cause: how many, and the smallest. `causes`: the features left in it."""

    outcome: Outcome
    way: str
    causes: frozenset[str]
    count: int
    smallest: Divergence

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
            "conversation": self.smallest.held.to_json(),
            "expected": shown(self.smallest.expected),
            "actual": shown(self.smallest.actual),
        }


Known = dict[tuple[Outcome, str], dict[frozenset[str], Group]]
"""Groups by key and by causes: what was made small for one template need not be for the next."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Counts by outcome, and the groups, big ones first."""

    engine: str
    template: str
    counts: Counter[str] = field(default_factory=Counter)
    groups: tuple[Group, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "engine": self.engine,
            "template": self.template,
            "counts": {name: self.counts[name] for name in OUTCOMES},
            "groups": [group.to_json() for group in self.groups],
        }


def shown(said: Said) -> dict[str, Any]:
    """{"text"}, with "ids" where there are some, or {"refused", "kind"}."""
    if isinstance(said, Refusal):
        return {"refused": said.detail, "kind": said.kind}
    ids = {} if said.ids is None else {"ids": list(said.ids)}
    return {"text": said.text, **ids}


def key_of(held: Conversation, expected: Said, actual: Said) -> tuple[Outcome, str]:
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
        return "text", difference(expected.text, actual.text, held).kind
    if expected.ids == actual.ids:
        return "equal", ""
    if expected.ids is None or actual.ids is None:
        return "equal text", ""
    return "ids", difference_of_ids(expected.ids, actual.ids)


def run_cell(
    engine: str,
    template: str,
    asker: Asker,
    conversations: Sequence[Conversation],
    known: Known,
    limits: Limits | None = None,
) -> Cell:
    """Ask all of them, and group what diverges. `known`: the groups of this engine so far, to
    which new ones are added."""
    counts: Counter[str] = Counter()
    by_key: dict[tuple[Outcome, str], list[Divergence]] = defaultdict(list)
    for start in range(0, len(conversations), _BATCH):
        batch = conversations[start : start + _BATCH]
        for held, (ours, theirs) in zip(batch, asker.both(batch), strict=True):
            key = key_of(held, ours, theirs)
            counts[key[0]] += 1
            if key[0] in DIVERGING:
                by_key[key].append(Divergence(held, ours, theirs, key))
    groups = [
        group
        for found in by_key.values()
        for group in grouped(found, asker, known, limits or Limits())
    ]
    groups.sort(key=lambda group: -group.count)
    return Cell(engine, template, counts, tuple(groups))


def grouped(found: Sequence[Divergence], asker: Asker, known: Known, limits: Limits) -> list[Group]:
    """The groups of divergences that share a key."""
    outcome, way = found[0].key
    shared = known.setdefault(found[0].key, {})
    groups = _shown_here(shared, asker)
    left = sorted(found, key=lambda one: one.size)
    for _ in range(limits.each):
        unnamed = [one for one in left if not _home(one, groups)]
        if not unnamed:
            break
        small = made_small(unnamed[0], asker, limits.candidates)
        causes = _causes(small)
        if causes not in groups or small.size < groups[causes].smallest.size:
            groups[causes] = Group(outcome, way, causes, 0, small)
            if causes not in shared or small.size < shared[causes].smallest.size:
                shared[causes] = groups[causes]
    totals: Counter[frozenset[str]] = Counter()
    strays = []
    for one in left:
        home = _home(one, groups)
        if home is None:
            strays.append(one)
        else:
            totals[home] += 1
    named = [replace(group, count=totals[causes]) for causes, group in groups.items()]
    if strays:
        named.append(Group(outcome, way, frozenset({UNNAMED}), len(strays), strays[0]))
    return [group for group in named if group.count]


def _shown_here(
    groups: Mapping[frozenset[str], Group], asker: Asker
) -> dict[frozenset[str], Group]:
    """Those whose smallest conversation diverges in this template as in the one it was found in:
    where it does not, what looks alike has another cause."""
    smallest = [group.smallest for group in groups.values()]
    answers = asker.both([one.held for one in smallest]) if smallest else []
    here = [
        Divergence(one.held, ours, theirs, key_of(one.held, ours, theirs))
        for one, (ours, theirs) in zip(smallest, answers, strict=True)
    ]
    return {
        causes: replace(group, smallest=own)
        for (causes, group), own in zip(groups.items(), here, strict=True)
        if own.key == group.smallest.key
    }


def made_small(found: Divergence, asker: Asker, candidates: int) -> Divergence:
    """The same key in a small conversation, in rounds of that many candidates. What takes too long
    is left as it is: so would each candidate."""
    if isinstance(found.actual, Refusal) and found.actual.kind == "timeout":
        return found
    has, refused = features(found.held), isinstance(found.expected, Refusal)

    def holds(many: Sequence[Conversation]) -> list[bool]:
        # One with a feature more, such as a tool that has lost its function, is another cause.
        ours = [asker.ours(held) if features(held) <= has else None for held in many]
        likely = [isinstance(said, Refusal) == refused and said is not None for said in ours]
        asked = [held for held, is_likely in zip(many, likely, strict=True) if is_likely]
        theirs = iter(asker.theirs(asked) if asked else ())
        return [
            is_likely and said is not None and key_of(held, said, next(theirs)) == found.key
            for held, said, is_likely in zip(many, ours, likely, strict=True)
        ]

    small = made_smaller(found.held, holds, candidates)
    ((ours, theirs),) = asker.both([small])
    return Divergence(small, ours, theirs, found.key)


def _causes(small: Divergence) -> frozenset[str]:
    """A refusal is named by its reason alone."""
    if small.key[0] in ("engine refuses", "engine breaks"):
        return frozenset()
    return features(small.held) - _IN_EVERY


def _home(one: Divergence, groups: dict[frozenset[str], Group]) -> frozenset[str] | None:
    """The group that a divergence belongs to: of those that fit, the one of the most features."""
    has = features(one.held)
    fitting = [causes for causes in groups if causes <= has]
    return max(fitting, key=lambda causes: (len(causes), sorted(causes)), default=None)
