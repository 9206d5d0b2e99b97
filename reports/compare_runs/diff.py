"""Two runs compared: findings, what the native libraries answered, versions, artefacts, speed.

Everything comes from the two run directories, as pandas tables; nothing runs again. What a run
directory can tell of changed answers is two things: a case of a finding that stands in both
runs with other answers, and a cell that was asked the same cases (equal digests) and answered
otherwise. A cell that was asked other cases says nothing, and is shown as such.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

import pandas as pd

from tokparity.reference_impl.codec import write
from tokparity.reference_impl.contract import Observation
from tokparity.reports.records.engine import Library, engine_called
from tokparity.reports.records.finding import Finding, Sighting
from tokparity.reports.records.run_directory import Run
from tokparity.reports.summary import describe

Change = Literal["added", "removed", "changed", "unchanged"]
AnswerChange = Literal[
    "changed", "same", "other cases", "not recorded", "only in old", "only in new"
]
"""What two cells tell of the answers of a native library."""

CELL = ["model", "artefact", "against", "left", "right", "op"]
_FINDING = ["status", "verdict", "cases", "artefacts", "smallest", "sightings", "shape"]
"""What may change under one key. "sightings": the smallest case of each artefact."""


@dataclass(frozen=True, slots=True)
class Diff:
    """What changed between two runs.

    `findings`: a row a key: `change`, what of it changed, and the columns of both runs, ending in
    "_old" and "_new"; of one that came or went, whether the other run looked at any of its
    artefacts so. `cells`: a row a cell with its `said`. `cases`: a row a case that a native library
    answered otherwise: artefact, engine, case, answer_old, answer_new. `versions`, `artefacts`:
    name, old, new, of what is not equal in both.
    """

    old: Run
    new: Run
    findings: pd.DataFrame
    cells: pd.DataFrame
    cases: pd.DataFrame
    versions: pd.DataFrame
    artefacts: pd.DataFrame

    @property
    def changed_models(self) -> tuple[str, ...]:
        """The models of which some native library answered some equal case otherwise."""
        cells = self.cells.loc[self.cells["said"] == "changed", "model"]
        return tuple(sorted({*cells, *self.cases["model"]}))

    @property
    def red(self) -> bool:
        """Whether a finding came, or turned new or stale, or some answer is another."""
        turned = self.findings["status_new"].isin(["new", "stale"])
        worse = turned & (self.findings["status_old"] != self.findings["status_new"])
        added = self.findings["change"] == "added"
        return bool((added | worse).any()) or bool(self.changed_models)


def diff(old: Run, new: Run) -> Diff:
    """Compare two runs; `old` is what `new` is measured by."""
    return Diff(
        old=old,
        new=new,
        findings=_findings(old, new),
        cells=_cells(old, new),
        cases=_cases(old, new),
        versions=_unequal(
            old.info.oracles | old.info.tables | {"tokparity": old.info.tokparity},
            new.info.oracles | new.info.tables | {"tokparity": new.info.tokparity},
        ),
        artefacts=_unequal(
            {artefact.name: artefact.sha256 for artefact in old.info.artefacts},
            {artefact.name: artefact.sha256 for artefact in new.info.artefacts},
        ),
    )


def finding_table(findings: Iterable[Finding]) -> pd.DataFrame:
    """A row a finding: its key and id, what it is called, and all that may change under one key.

    Columns of Python objects: a component may hold what no Arrow string can.
    """
    rows = [
        {
            "key": finding.key,
            "id": finding.id,
            "name": f"{finding.signature.stage} {finding.signature.component}",
            "question": finding.signature.question,
            "op": finding.signature.op,
            "pair": describe.pair(finding),
            "status": finding.status,
            "verdict": finding.verdict,
            "cases": sum(sighting.count for sighting in finding.sightings),
            "artefacts": ", ".join(sorted(map(describe.artefact, finding.sightings))),
            "smallest": _case(describe.smallest(finding)),
            "sightings": _sightings(finding),
            "shape": finding.shape,
        }
        for finding in findings
    ]
    columns = ["key", "id", "name", "question", "op", "pair", *_FINDING]
    return pd.DataFrame(rows, columns=columns, dtype=object)


def _findings(old: Run, new: Run) -> pd.DataFrame:
    fixed = ["key", "id", "name", "question", "op", "pair"]
    both = finding_table(old.findings).merge(
        finding_table(new.findings),
        on=fixed,
        how="outer",
        suffixes=("_old", "_new"),
        indicator="where",
    )
    unequal = {name: both[f"{name}_old"] != both[f"{name}_new"] for name in _FINDING}
    what = [
        ", ".join(name for name in _FINDING if unequal[name][at]) if where == "both" else ""
        for at, where in both["where"].items()
    ]
    before, now = _not_compared(new, old), _not_compared(old, new)
    what = [
        "not looked at before" if key in before else "not looked at now" if key in now else changed
        for key, changed in zip(both["key"], what, strict=True)
    ]
    names: dict[str, Change] = {"left_only": "removed", "right_only": "added", "both": "unchanged"}
    changes = [
        "changed" if changed and where == "both" else names[where]
        for changed, where in zip(what, both["where"], strict=True)
    ]
    both.insert(0, "change", pd.Series(changes, dtype=object))
    both.insert(1, "what", pd.Series(what, dtype=object))
    order = both["change"].map({"added": 0, "changed": 1, "removed": 2, "unchanged": 3})
    return both.drop(columns="where").iloc[order.argsort(kind="stable")].reset_index(drop=True)


def _not_compared(seen: Run, other: Run) -> set[str]:
    """The keys that only one run has because the other compared none of their artefacts so."""
    compared = {
        (row["artefact"], row["against"], row["left"], row["right"])
        for row in other.cells[other.cells["compared"] > 0].to_dict("records")
    }
    keys = {finding.key for finding in other.findings}
    return {
        finding.key
        for finding in seen.findings
        if finding.key not in keys
        and compared.isdisjoint(
            (sighting.artefact, sighting.against, finding.signature.left, finding.signature.right)
            for sighting in finding.sightings
        )
    }


def _cells(old: Run, new: Run) -> pd.DataFrame:
    both = _digests(old.cells).merge(
        _digests(new.cells), on=CELL, how="outer", suffixes=("_old", "_new"), indicator="where"
    )
    changes = [_answer_change(row) for row in both.to_dict("records")]
    both["said"] = pd.Series(changes, dtype=object)
    return both.drop(columns="where")


def _digests(cells: pd.DataFrame) -> pd.DataFrame:
    """A row a cell in which something was compared, two rows of one cell put together."""
    compared = cells[cells["compared"] > 0]
    compared = compared.assign(against=compared["against"].fillna("")).astype(
        dict.fromkeys(CELL, object)
    )
    grouped = compared.groupby(CELL, as_index=False)
    together = grouped.agg(
        compared=("compared", "sum"), asked=("asked", list), answers=("answers", list)
    )
    for name in ("asked", "answers"):
        together[name] = pd.Series(
            [None if None in parts else "+".join(parts) for parts in together[name]],
            dtype=object,
            index=together.index,
        )
    return together


def _answer_change(row: dict[str, object]) -> AnswerChange:
    if row["where"] != "both":
        return "only in old" if row["where"] == "left_only" else "only in new"
    digests = [row[f"{name}_{run}"] for name in ("asked", "answers") for run in ("old", "new")]
    if not all(isinstance(digest, str) for digest in digests):
        return "not recorded"
    if digests[0] != digests[1]:
        return "other cases"
    return "same" if digests[2] == digests[3] else "changed"


def _cases(old: Run, new: Run) -> pd.DataFrame:
    models = {file.name: file.model for run in (old, new) for file in run.info.artefacts}
    before = dict(_answers(old.findings))
    rows = []
    for place, answer in _answers(new.findings):
        if place in before and before[place][1] != answer[1]:
            artefact, engine, _ = place
            case, observation = answer
            rows.append(
                {
                    "model": models.get(artefact, artefact),
                    "artefact": artefact,
                    "engine": engine,
                    "case": case,
                    "answer_old": describe.answer_line(before[place][1]),
                    "answer_new": describe.answer_line(observation),
                }
            )
    columns = ["model", "artefact", "engine", "case", "answer_old", "answer_new"]
    return pd.DataFrame(rows, columns=columns, dtype=object).drop_duplicates(ignore_index=True)


Place = tuple[str, str, str]
"""(artefact, engine, canonical case)."""


def _answers(findings: Iterable[Finding]) -> Iterator[tuple[Place, tuple[str, Observation]]]:
    """What native libraries answered to the smallest cases of findings."""
    for finding in findings:
        for sighting in finding.sightings:
            sides = (
                (finding.signature.left, sighting.artefact, sighting.left),
                (finding.signature.right, sighting.against or sighting.artefact, sighting.right),
            )
            for engine, artefact, observation in sides:
                if isinstance(engine_called(engine), Library):
                    yield (
                        (artefact, engine, _canonical(sighting)),
                        (_case(sighting), observation),
                    )


def _case(sighting: Sighting) -> str:
    case = sighting.case
    return f"{case.op} {describe.case_line(case)} ({describe.options(case)})"


def _canonical(sighting: Sighting) -> str:
    return json.dumps(write(sighting.case), sort_keys=True)


def _sightings(finding: Finding) -> str:
    return "\n".join(
        sorted(
            f"{describe.artefact(sighting)} {_canonical(sighting)}"
            for sighting in finding.sightings
        )
    )


def _unequal(old: dict[str, str], new: dict[str, str]) -> pd.DataFrame:
    frame = pd.DataFrame({"old": pd.Series(old, dtype=object), "new": pd.Series(new, dtype=object)})
    frame = frame[frame["old"].fillna("") != frame["new"].fillna("")]
    return frame.rename_axis("name").reset_index().astype(object)
