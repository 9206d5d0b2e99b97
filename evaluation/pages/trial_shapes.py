"""The shapes of `trials.jsonl`, field for field: its head, and a trial.

They mirror `evaluation.pages.trials` and know nothing of files or lines.
"""

from typing import get_args

from tokparity.reference_impl.contract import STAGES
from tokparity.reports.records.finding import Method
from tokparity.reports.records.finding_shapes import CASE, PLACE
from tokparity.reports.records.shapes import (
    Shape,
    boolean,
    both,
    each,
    exactly,
    fields,
    maybe,
    natural,
    number,
    only,
    optional,
    text,
    values,
    words,
)

_EVENT = exactly(cases=natural, seconds=number)
_SHRUNK = exactly(
    characters=natural,
    entries=maybe(natural),
    loads=natural,
    candidates=natural,
    seconds=number,
    bound_by_length=boolean,
    bound_by_vocabulary=boolean,
    needed=natural,
    case=CASE,
)
_NAMED = exactly(method=words(*get_args(Method)), stage=PLACE, component=text, finding=text)
_TRIAL: dict[str, Shape] = {
    "mutant": text,
    "half": words("tuning", "held-back"),
    "variant": text,
    "stage": words(*STAGES),
    "vocabulary": text,
    "model_kind": text,
    "op": text,
    "arm": text,
    "seed": natural,
    "budget": natural,
    "cases": natural,
    "seconds": number,
    "out_of_time": boolean,
    "reached": maybe(_EVENT),
    "triggered": maybe(_EVENT),
    "detected": maybe(_EVENT),
    "shrunk": maybe(_SHRUNK),
    "named": each(_NAMED),
}
TRIAL = both(fields(**_TRIAL), optional("characters", maybe(natural)), only(*_TRIAL, "characters"))
"""`characters` is not in older files."""
HEAD = exactly(
    budget=natural,
    seeds=each(natural),
    arms=each(text),
    versions=values(text),
    left_out=each(text),
    false_alarms=values(natural),
)
