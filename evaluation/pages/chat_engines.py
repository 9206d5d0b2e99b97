"""Tables of what chat engines did with templates: for the terminal, and as Markdown.

They are made of the JSON of cells (`evaluation.chat_engines.cell`), one for each template and
engine. A cause is one line in the table of groups: what is known of it (`causes`) puts groups
together.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

DIVERGING = ("engine breaks", "engine refuses", "engine answers", "text", "ids")
COLUMNS = ("equal", "equal text", "both refuse", "unsupported", *DIVERGING)
_EXAMPLE = 160


@dataclass(frozen=True, slots=True)
class Cause:
    """What is known of some groups of one engine: a pattern of their names, and why they are.
    `template`: a pattern of the templates that it is known of; all of them where there is none."""

    engine: str
    name: str
    pattern: str
    why: str
    template: str = ""

    def covers(self, engine: str, name: str, template: str) -> bool:
        of_template = re.search(self.template, template) is not None
        return engine == self.engine and of_template and re.search(self.pattern, name) is not None


@dataclass(frozen=True, slots=True)
class CauseRow:
    """A line of the table of groups: over all templates of one engine."""

    engine: str
    name: str
    why: str
    count: int
    templates: tuple[str, ...]
    example: Mapping[str, Any]


def cause_rows(cells: Iterable[Mapping[str, Any]], causes: Sequence[Cause]) -> list[CauseRow]:
    """Groups of one cause together, big ones first; what no cause covers stays by its own name."""
    rows: dict[tuple[str, str], CauseRow] = {}
    for cell in cells:
        for group in cell["groups"]:
            engine, names = cell["engine"], (group["name"], cell["template"])
            cause = next((known for known in causes if known.covers(engine, *names)), None)
            name = cause.name if cause else group["name"]
            before = rows.get((engine, name))
            count, templates, example = group["count"], (cell["template"],), group
            if before is not None:
                count += before.count
                templates = tuple(dict.fromkeys((*before.templates, *templates)))
                example = min(before.example, group, key=_size)
            rows[engine, name] = CauseRow(
                engine, name, cause.why if cause else "", count, templates, example
            )
    return sorted(rows.values(), key=lambda line: (line.engine, -line.count, line.name))


def _size(group: Mapping[str, Any]) -> tuple[int, str]:
    text = json.dumps(group["conversation"])
    return len(text), text


def totals(cells: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    """Engine → counts over all templates."""
    engines: dict[str, dict[str, int]] = {}
    for cell in cells:
        counts = engines.setdefault(cell["engine"], dict.fromkeys(COLUMNS, 0))
        for name in COLUMNS:
            counts[name] += cell["counts"].get(name, 0)  # a journal may be older than a column
    return engines


def terminal_row(name: str, counts: Mapping[str, int]) -> str:
    """A line of the table that is printed as a run goes."""
    return f"{name:42}" + "".join(f"{counts[column]:>16}" for column in COLUMNS)


def terminal_head() -> str:
    """The line above all of these."""
    return f"{'':42}" + "".join(f"{column:>16}" for column in COLUMNS)


def markdown(cells: Sequence[Mapping[str, Any]], causes: Sequence[Cause]) -> str:
    """Both tables: counts by engine and by template, and the groups with what is known of them."""
    versions = {cell["engine"]: cell["version"] for cell in cells}
    parts = ["| engine | version | asked | " + " | ".join(COLUMNS) + " |", _rule(len(COLUMNS) + 3)]
    for engine, counts in totals(cells).items():
        columns = " | ".join(str(counts[name]) for name in COLUMNS)
        parts.append(f"| {engine} | {versions[engine]} | {sum(counts.values())} | {columns} |")
    parts += ["", "Diverging conversations by template:", "", *_by_template(cells), ""]
    known = cause_rows(cells, causes)
    for engine in totals(cells):
        own = [line for line in known if line.engine == engine]
        parts += [f"### {engine}", "", *_groups(own), ""]
    return "\n".join(parts)


def _by_template(cells: Sequence[Mapping[str, Any]]) -> list[str]:
    engines = list(totals(cells))
    by_name: dict[str, dict[str, int]] = {}
    for cell in cells:
        diverging = sum(cell["counts"].get(name, 0) for name in DIVERGING)
        by_name.setdefault(cell["template"], {})[cell["engine"]] = diverging
    rows = [
        f"| {name} | " + " | ".join(str(counts.get(engine, "–")) for engine in engines) + " |"
        for name, counts in sorted(by_name.items())
    ]
    return ["| template | " + " | ".join(engines) + " |", _rule(len(engines) + 1), *rows]


def _groups(own: Sequence[CauseRow]) -> list[str]:
    rows = ["| cases | templates | group | smallest | transformers | engine |", _rule(6)]
    for line in own:
        example = line.example
        conversation = {key: value for key, value in example["conversation"].items() if value}
        cells = (
            str(line.count),
            str(len(line.templates)),
            f"**{_escaped(line.name)}** {_escaped(line.why)}".rstrip(),
            _code(json.dumps(conversation, ensure_ascii=False)),
            _code(_answer_text(example["expected"])),
            _code(_answer_text(example["actual"])),
        )
        rows.append("| " + " | ".join(cells) + " |")
    return rows


def _answer_text(answer: Mapping[str, Any]) -> str:
    if "text" in answer:
        text = json.dumps(answer["text"], ensure_ascii=False)
        return f"{text} {answer['ids']}" if "ids" in answer else text
    return f"refused: {answer['refused'] or answer['kind']}"


def _code(text: str) -> str:
    """A code span that no table and no terminal takes for anything else."""
    cut = text if len(text) <= _EXAMPLE else f"{text[: _EXAMPLE // 2]} … {text[-_EXAMPLE // 2 :]}"
    plain = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in cut)
    fence = "``" if "`" in plain else "`"
    return f"{fence}{plain.replace('|', chr(92) + '|')}{fence}"


def _escaped(text: str) -> str:
    """For a cell of a table; what stands between backticks shows as it is written."""
    parts = text.replace("|", "\\|").split("`")
    return "`".join(
        part if number % 2 else part.replace("<", "&lt;") for number, part in enumerate(parts)
    )


def _rule(columns: int) -> str:
    return "|" + "---|" * columns
