"""What a comparison of two runs says, as sheets: findings, answers, versions, files, speed."""

import pandas as pd

from tokparity.reports.compare_runs.diff import Change, Diff
from tokparity.reports.records.run_directory import Run
from tokparity.reports.records.tables import totals
from tokparity.reports.text.sheets import Sheet, Value, cell_lines

MOST_CASES = 20
_ANSWER_CHANGES = ("changed", "same", "other cases", "not recorded", "only in old", "only in new")


def diff_sheets(diff: Diff) -> list[Sheet]:
    """All there is to show a person: what did not change is counted, not listed."""
    return [
        run_sheet(diff),
        finding_sheet(diff),
        model_sheet(diff),
        case_sheet(diff),
        version_sheet(diff),
        artefact_sheet(diff),
    ]


def diff_tables(diff: Diff) -> dict[str, pd.DataFrame]:
    """Name → table, for a program; the last has the one row of what the command concludes."""
    changes = diff.findings["change"].value_counts()
    names: tuple[Change, ...] = ("added", "removed", "changed", "unchanged")
    verdict: dict[str, object] = {name: int(changes.get(name, 0)) for name in names}
    verdict["changed_models"] = list(diff.changed_models)
    return {
        "run": pd.DataFrame([_facts(diff.old), _facts(diff.new)]),
        "finding": diff.findings.drop(columns=["sightings_old", "sightings_new"]),
        "cell": diff.cells,
        "case": diff.cases,
        "version": diff.versions,
        "artefact": diff.artefacts,
        "verdict": pd.DataFrame([verdict]),
    }


def verdict_line(diff: Diff) -> str:
    """One line: how many findings came, went, changed; in how many models answers changed."""
    counts = diff.findings["change"].value_counts()
    names: tuple[Change, ...] = ("added", "removed", "changed", "unchanged")
    findings = ", ".join(f"{int(counts.get(name, 0)):,} {name}" for name in names)
    return f"findings: {findings}; {_answers_line(diff)}"


def _answers_line(diff: Diff) -> str:
    table = _model_table(diff)
    changed = len(diff.changed_models)
    comparable = table[
        (table["changed"] + table["same"] > 0) | table.index.isin(diff.changed_models)
    ]
    others = table.drop(comparable.index)
    other = int((others["other cases"] > 0).sum())
    rest = len(others) - other
    return (
        f"answers: changed in {changed} of {len(comparable)} models that were asked the same"
        + f", {other} asked other cases" * bool(other)
        + f", {rest} cannot be told" * bool(rest)
    )


def run_sheet(diff: Diff) -> Sheet:
    """The two runs side by side."""
    sides = [_facts(diff.old), _facts(diff.new)]
    rows = tuple((name, *(cell_lines(side[name])[0] for side in sides)) for name in sides[0])
    return Sheet("Runs", ("what", "old", "new"), rows)


def _facts(run: Run) -> dict[str, str | int | float]:
    sums = totals(run.cells)
    info = run.info
    return {
        "directory": str(run.directory),
        "started": info.started,
        "profile": info.profile,
        "seed": str(info.seed),
        "epochs": info.epochs,
        "artefacts": len(info.artefacts),
        "cases": info.cases,
        **{f"{question} diverged": sums[question].counts.diverged for question in sums},
        "refused": sum(total.counts.refused for total in sums.values()),
        "could not run": len(run.could_not_run),
        "seconds": round(info.seconds, 1),
        "cases per second": round(info.cases_per_second),
        "cases per CPU-second": round(info.cases_per_cpu_second),
    }


def finding_sheet(diff: Diff) -> Sheet:
    """The findings that came, went or changed."""
    changed = diff.findings[diff.findings["change"] != "unchanged"]
    unchanged = len(diff.findings) - len(changed)
    rows = tuple(
        (
            (row["change"], *row["what"].split(", ")) if row["what"] else row["change"],
            (
                f"{row['question']} {row['op']}: {row['name']}",
                row["pair"],
                _both(row, "artefacts"),
                _both(row, "smallest"),
                row["id"],
            ),
            _both(row, "status"),
            _both(row, "cases"),
        )
        for row in changed.to_dict("records")
    )
    note = f"{unchanged:,} more are unchanged" * bool(rows and unchanged)
    columns = ("change", "finding", "status", "cases")
    return Sheet("Findings", columns, rows, note, "Nothing added, removed or changed.")


def _both(row: dict[str, object], name: str) -> str:
    """A value where it did not change, "old → new" where it did."""
    values = [
        f"{int(value):,}" if isinstance(value, float) else str(value)
        for value in (row[f"{name}_old"], row[f"{name}_new"])
        if not pd.isna(value)
    ]
    return " → ".join(dict.fromkeys(values))


def _models(diff: Diff) -> tuple[str, ...]:
    """The models of both runs: of committed regression cases no row of cells tells anything."""
    models = (artefact.model for run in (diff.old, diff.new) for artefact in run.info.artefacts)
    return tuple(sorted({*models, *diff.changed_models}))


def _model_table(diff: Diff) -> pd.DataFrame:
    """A row a model: how many of its cells tell what."""
    counts = pd.crosstab(diff.cells["model"], diff.cells["said"])
    return counts.reindex(index=list(_models(diff)), columns=list(_ANSWER_CHANGES), fill_value=0)


def model_sheet(diff: Diff) -> Sheet:
    """The models whose libraries answered otherwise: in how many cells, and in which."""
    counts = _model_table(diff)
    changed = diff.cells[diff.cells["said"] == "changed"]
    rows = []
    for model in diff.changed_models:
        cells = changed[changed["model"] == model].to_dict("records")
        names = (f"{_artefact(row)} {row['op']}" for row in cells)
        cases = int((diff.cases["model"] == model).sum())
        numbers = tuple(int(counts[change][model]) for change in _ANSWER_CHANGES)
        rows.append((model, *numbers, cases, tuple(names) or None))
    columns = ("model", *_ANSWER_CHANGES, "cases of findings", "changed in")
    note = f"of native libraries, in cells by what they tell; {_answers_line(diff)}"
    return Sheet("Changed answers", columns, tuple(rows), note, "None that the runs can tell of.")


def _artefact(row: dict[str, object]) -> str:
    return f"{row['artefact']} ~ {row['against']}" if row["against"] else str(row["artefact"])


def case_sheet(diff: Diff) -> Sheet:
    """The cases of findings that stand in both runs with other answers."""
    rows = tuple(
        ((row["artefact"], row["engine"]), row["case"], (row["answer_old"], row["answer_new"]))
        for row in diff.cases.head(MOST_CASES).to_dict("records")
    )
    more = len(diff.cases) - len(rows)
    columns = ("artefact and library", "case", "answers, old and new")
    return Sheet("Cases answered otherwise", columns, rows, f"… {more:,} more" * (more > 0))


def version_sheet(diff: Diff) -> Sheet:
    """Libraries and tables of which the runs had other versions."""
    rows = tuple(map(_row, diff.versions.to_dict("records")))
    return Sheet("Other versions", ("library", "old", "new"), rows)


def artefact_sheet(diff: Diff) -> Sheet:
    """Files that changed, and files in one run only."""
    rows = tuple(map(_row, diff.artefacts.to_dict("records")))
    return Sheet(
        "Other files", ("artefact", "old", "new"), rows, "sha256; “–”: not in that run" * bool(rows)
    )


def _row(row: dict[str, object]) -> tuple[Value, ...]:
    return tuple(
        None if pd.isna(row[name]) else str(row[name])[:64] for name in ("name", "old", "new")
    )
