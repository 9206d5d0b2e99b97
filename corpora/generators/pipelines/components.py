"""Drawing a component, or a section of several, from the table of options."""

from collections.abc import Sequence
from typing import Any

from tokparity.corpora.generators.pipelines.options import OPTIONS, STAGES, values
from tokparity.corpora.generators.pipelines.stages import INSIDE
from tokparity.corpora.generators.rng import Rng

Options = dict[str, Any]


def types(section: str) -> tuple[str, ...]:
    """The types a section may hold, without Sequence.

    >>> types("post_processor")
    ('BertProcessing', 'ByteLevel', 'RobertaProcessing', 'TemplateProcessing')
    """
    return tuple(kind for where, kind in OPTIONS if where == section)


def component(rng: Rng, section: str, kind: str) -> Options:
    """One component, each option with one of its values."""
    choices = OPTIONS[section, kind]
    drawn = {"type": kind} | {name: rng.choice(some) for name, some in choices.items()}
    for option in STAGES[section][kind].options:
        if option.name not in choices:
            (drawn[option.name],) = values(option)
        if option.omitted and rng.chance(0.1) and drawn[option.name] == option.missing:
            del drawn[option.name]
    return drawn


def section_of(rng: Rng, section: str, kinds: Sequence[str]) -> Options | None:
    """A section that applies components of these types in this order, some of them nested.

    None where there are none. One component is in a Sequence one time in four.
    """
    drawn = [component(rng, section, kind) for kind in kinds]
    if not drawn:
        return None
    if len(drawn) == 1 and rng.chance(0.75):
        return drawn[0]
    return _sequence(section, _nested(rng, section, drawn))


def _nested(rng: Rng, section: str, drawn: list[Options]) -> list[Options]:
    """Some neighbours become a Sequence of their own, which may be empty."""
    if rng.chance(0.25):
        start = rng.between(0, len(drawn))
        stop = rng.between(start, len(drawn))
        drawn = [*drawn[:start], _sequence(section, drawn[start:stop]), *drawn[stop:]]
    return drawn


def _sequence(section: str, inside: list[Options]) -> Options:
    return {"type": "Sequence", INSIDE[section]: inside}
