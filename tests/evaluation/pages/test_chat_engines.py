import re

from evaluation.pages.chat_engines import (
    COLUMNS,
    Cause,
    cause_rows,
    markdown,
    terminal_head,
    terminal_row,
    totals,
)

ESCAPES = Cause("b", "JSON for HTML", "characters are escaped", "The filter writes `\\u003c`.")


def group(name, count, content="a", expected=None, actual=None):
    return {
        "name": name,
        "outcome": "text",
        "count": count,
        "conversation": {"messages": [{"content": content}], "tools": None},
        "expected": expected or {"text": "x|y\n"},
        "actual": actual or {"refused": "E: no", "kind": "error"},
    }


def cell(engine, template, *groups):
    counts = dict.fromkeys(COLUMNS, 0) | {"equal": 5, "text": sum(g["count"] for g in groups)}
    return {
        "engine": engine,
        "version": "1.0",
        "template": template,
        "counts": counts,
        "groups": list(groups),
    }


CELLS = [
    cell("a", "one", group("text: x is missing", 3, "long"), group("text: z", 1)),
    cell("a", "two", group("text: x is missing", 4)),
    cell("b", "one", group("text: characters are escaped [tools]", 2)),
    cell("b", "two", group("text: characters are escaped [calls]", 9), group("text: other", 1)),
]


def test_groups_of_one_name_are_one_line_with_the_smallest_example():
    first = cause_rows(CELLS, [])[0]
    assert (first.name, first.count, first.templates) == ("text: x is missing", 7, ("one", "two"))
    assert first.example["conversation"]["messages"] == [{"content": "a"}]


def test_a_cause_puts_groups_of_its_engine_together():
    own = [line for line in cause_rows(CELLS, [ESCAPES]) if line.engine == "b"]
    assert [(line.name, line.count) for line in own] == [("JSON for HTML", 11), ("text: other", 1)]
    assert own[0].why == ESCAPES.why
    assert not own[1].why
    assert not ESCAPES.covers("a", "text: characters are escaped", "one")


def test_a_cause_may_be_that_of_one_template():
    here = Cause("a", "x goes", "x is missing", "Why.", "^two$")
    own = [line for line in cause_rows(CELLS, [here]) if line.engine == "a"]
    assert [(line.name, line.count, line.templates) for line in own] == [
        *(("x goes", 4, ("two",)), ("text: x is missing", 3, ("one",)), ("text: z", 1, ("one",))),
    ]


def test_the_first_cause_counts():
    other = Cause("b", "all", ".", "")
    assert {line.name for line in cause_rows(CELLS[2:], [ESCAPES, other])} == {
        "JSON for HTML",
        "all",
    }
    assert {line.name for line in cause_rows(CELLS[2:], [other, ESCAPES])} == {"all"}


def test_no_case_is_lost():
    for causes in ([], [ESCAPES]):
        told = sum(line.count for line in cause_rows(CELLS, causes))
        assert told == sum(counts["text"] for counts in totals(CELLS).values()) == 20


def test_the_terminal_table():
    row = terminal_row("a one", CELLS[0]["counts"])
    assert len(row) == len(terminal_head())
    assert row.split()[:3] == ["a", "one", "5"]


def test_markdown_has_every_engine_template_and_group():
    text = markdown(CELLS, [ESCAPES])
    assert "| a | 1.0 | 18 | 10 |" in text
    assert "| one | 4 | 2 |" in text
    assert "**JSON for HTML** The filter writes" in text
    assert "refused: E: no" in text


def test_every_row_of_a_table_has_its_columns():
    nasty = group("text: a|b <x>", 1, "``|`\x1b[0m\u202e", {"text": "|" * 500})
    rows = [
        line
        for line in markdown([cell("a", "one", nasty)], []).splitlines()
        if line.startswith("|")
    ]
    groups = [len(re.findall(r"(?<!\\)\|", line)) for line in rows[-3:]]
    assert groups == [7, 7, 7]
    assert all(char.isprintable() for row in rows for char in row)
