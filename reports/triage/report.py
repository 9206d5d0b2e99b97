"""report.md: one finding as a bug report, ready to be pasted into an upstream tracker.

GitHub-flavoured Markdown. Whatever comes from a run directory, a file or a library stands in a code
span or a fenced block, where nothing is mark-up, a link or a mention.
"""

import json
import re
import shlex
import unicodedata
from collections.abc import Callable, Sequence

from tokparity.reference_impl.contract import (
    ChatCase,
    DecodeCase,
    Encoding,
    Observation,
    Rendered,
    StreamCase,
    case_ids,
    case_texts,
)
from tokparity.reports.records.finding import Field, Sighting
from tokparity.reports.summary import describe
from tokparity.reports.text.markdown import code
from tokparity.reports.text.sheets import markdown_row
from tokparity.reports.text.visible import code_point_name, escape, harmless
from tokparity.reports.triage.exhibit import EngineAnswer, Exhibit, Holding, Part, Proof
from tokparity.reports.triage.explain import KNOWN, METHODS, explanation, parts_at
from tokparity.reports.triage.legible import case_words, legible
from tokparity.reports.triage.scripts import SCRIPT, is_javascript, run_line, to_run
from tokparity.reports.triage.title import title
from tokparity.reports.triage.values import text_literal

MOST_AFFECTED = 100
MOST_CODE_POINTS = 16
MOST_PIECES = 40
LONGEST_LITERAL = 2_000
LONGEST_SCRIPT = 12_000
CELL = 160


def report(exhibit: Exhibit) -> str:
    """The whole report."""
    blocks = [
        f"# {title(exhibit.finding, exhibit.sighting, *exhibit.parts, span)}",
        _facts(exhibit),
        "## Input",
        *_input(exhibit.sighting),
        "## Tokenizer",
        *_tokenizers(exhibit),
        "## Expected and actual",
        _sides(exhibit),
        _why(exhibit),
        _answers(exhibit.answers, exhibit.field),
        "## Reproduce",
        *_reproduce(exhibit),
        "## Explanation",
        *_explained(exhibit),
        *_whole(exhibit),
        "## Affected",
        _affected(exhibit),
        "## Again with tokparity",
        fenced("\n".join(harmless(line) for line in exhibit.again), "sh"),
    ]
    return "\n\n".join(block for block in blocks if block) + "\n"


def span(text: str) -> str:
    """A code span of harmless text.

    >>> span("a\\u202e`b")
    '``a\\\\u202e`b``'
    """
    return code(harmless(text) or " ")


def cell_code(text: str) -> str:
    """A code span that may stand in a table: a "|" ends no field.

    >>> cell_code("a|b")
    '`a\\\\|b`'
    """
    return span(text).replace("|", "\\|")


def fenced(text: str, language: str = "") -> str:
    """A block whose fence is longer than any run of backticks in it.

    >>> fenced("```")
    '````\\n```\\n````'
    """
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text}\n{fence}"


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    return "\n".join(map(markdown_row, [head, ["---"] * len(head), *rows]))


def _facts(exhibit: Exhibit) -> str:
    finding, signature = exhibit.finding, exhibit.finding.signature
    stage = f"{cell_code(signature.stage)}, {cell_code(signature.component[:CELL])}"
    status = "; ".join(
        [finding.status, *(f"{cell_code(i)}: {cell_code(t)}" for i, t in exhibit.known)]
    )
    how_named = KNOWN if signature.cause else f"{finding.method}: {METHODS[finding.method]}"
    how = f"{cell_code(_run_line(exhibit))}, " if exhibit.script is not None else ""
    return _table(
        ("", ""),
        [
            ("finding", cell_code(finding.id)),
            ("signature", cell_code(finding.key[: 2 * CELL])),
            ("question", f"{signature.question} of {signature.op}"),
            ("first wrong stage", stage),
            ("named by", how_named),
            ("ledger", status if exhibit.known else f"{finding.status}: no entry speaks of it"),
            ("repro script", f"{how}{proof_line(exhibit, cell_code)}"),
        ],
    )


def proof_line(
    exhibit: Exhibit, span: Callable[[str], str] = span, proof: Proof | None = None
) -> str:
    """How the script went, or that of another `proof`: "run on tokenizers 0.23.3: reproduced"."""
    proof = proof or exhibit.proof
    why = f": {span(proof.reason)}" if proof.reason else ""
    if proof.outcome == "no script":
        return f"none{why}"
    on = f"run on {span(proof.ran_on)}" if proof.ran_on else "run"
    outcome = proof.outcome if proof.outcome == "reproduced" else f"**{proof.outcome}**"
    return f"{on}: {outcome}{why}"


def _called(left: str, right: str) -> list[str]:
    """The name of an id, or both where two files have two; "" is none."""
    names = [cell_code(legible(name, 60)) if name else "none" for name in (left, right)]
    return names if left != right else names[:1]


def _input(sighting: Sighting) -> list[str]:
    case = sighting.case
    blocks: list[str] = []
    if isinstance(case, ChatCase):
        fields = json.dumps(describe.spoken_fields(case.conversation), indent=1)
        blocks.append(fenced(_cut(fields), "json"))
    elif isinstance(case, DecodeCase | StreamCase):
        left, right = sighting.names
        prompt = case.prompt_ids if isinstance(case, StreamCase) else ()
        behind = f"  # behind the prompt {list(prompt)}" if prompt else ""
        blocks.append(fenced(_cut(ascii(list(case.ids)) + behind), "python"))
        ids = case_ids(case)
        known = [(str(i), *_called(left[i], right[i])) for i in ids if i in left]
        if known:
            several = any(len(row) > 2 for row in known)
            columns = ("id", "piece", "in the other file") if several else ("id", "piece")
            rows = [(*row, "same")[: len(columns)] for row in dict.fromkeys(known)]
            blocks.append(_table(columns, rows[:MOST_PIECES]))
    else:
        texts = "\n".join(_cut(text_literal(text)) for text in case_texts(case))
        blocks.append(fenced(texts, "python"))
        chars = list(dict.fromkeys(char for text in case_texts(case) for char in text[:200]))
        odd = [char for char in chars if not 0x20 <= ord(char) < 0x7F][:MOST_CODE_POINTS]
        names = [(f"U+{ord(char):04X}", cell_code(escape(char)), _name(char)) for char in odd]
        if names:
            blocks.append(_table(("code point", "escape", "name"), names))
    stage = f"given to the stage {span(case.stage)} alone; " if case.op == "stage" else ""
    return [*blocks, f"{stage}{describe.options(case)}{_found_as(sighting)}"]


def _found_as(sighting: Sighting) -> str:
    first_case = sighting.found_as
    return f"; found as {code(case_words(first_case, 80))}" if first_case != sighting.case else ""


def _name(char: str) -> str:
    category = unicodedata.category(char)
    return f"{code_point_name(char)} ({category})"


def _cut(literal: str) -> str:
    more = len(literal) - LONGEST_LITERAL
    if more <= 0:
        return literal
    return f"{literal[:LONGEST_LITERAL]}  # … {more:,} more characters: see {SCRIPT}"


def _tokenizers(exhibit: Exhibit) -> list[str]:
    """A line a file; of two sides that hold the same one, the side that the script runs."""
    by_name: dict[str, Part] = {}
    for part in exhibit.parts:
        if part.artefact not in by_name or part.holding is not None:
            by_name[part.artefact] = part
    lines = [f"- {span(name[:CELL])}: {_how(exhibit, part)}" for name, part in by_name.items()]
    return ["\n".join(lines)]


def _how(exhibit: Exhibit, part: Part) -> str:
    holding, cut = part.holding, exhibit.recorded
    if holding is None:
        return f"not needed by the script; {_fetched(part.artefact)}"
    what = "the whole file"
    if cut is not None:
        what = f"cut down to {cut.entries:,} of {cut.before:,} entries"
    size = f"{what}, {holding.size:,} bytes, {holding.format}"
    if holding.content is not None:
        return f"{size}, in the script itself"
    if holding.file is None:
        return f"{size}, sha256 {span(holding.sha256)}; the script is told where it is"
    beside = f"{size}: {span(holding.file)} beside this report"
    if part in to_run(*exhibit.parts):
        return beside
    return f"{beside}{_facts_of(holding)}, not needed by the script"


def _facts_of(holding: Holding) -> str:
    """What a rank file does not say itself."""
    facts = holding.facts
    if facts is None:
        return ""
    pattern = span(ascii(facts.pattern)[:LONGEST_LITERAL])
    specials = span(ascii(dict(facts.specials))[:LONGEST_LITERAL])
    return f", with the pattern {pattern} and the special tokens {specials}"


def _fetched(name: str) -> str:
    return f"by its name: {span(shlex.join(['tokparity', 'vocabs', 'fetch', name[:CELL]]))}"


def _sides(exhibit: Exhibit) -> str:
    run = to_run(*exhibit.parts)
    rows = []
    for label, part in (("expected", exhibit.expected), ("got", exhibit.got)):
        answer = _answer(part.recorded, exhibit.field)
        how = "asked by the script" if part in run else "as recorded"
        rows.append((label, cell_code(part.label), cell_code(part.artefact[:CELL]), answer, how))
    head = ("", "engine", "tokenizer", "answer", "")
    where = f"They part in {span(exhibit.field)}, at index {exhibit.sighting.index}."
    if exhibit.recorded is not None:
        where += " All ids are those of what was cut down."
    return f"{_table(head, rows)}\n\n{where}"


def _why(exhibit: Exhibit) -> str:
    """For what reasons one side is expected to be right."""
    if not exhibit.why:
        return ""
    lines = [f"- {span(reason[: 4 * CELL])}" for reason in exhibit.why]
    return "\n".join([f"{span(exhibit.expected.label)} is expected to be right:", "", *lines])


def _run_line(exhibit: Exhibit) -> str:
    return run_line(to_run(*exhibit.parts))


def _answer(answer: Observation, field: Field, limit: int = CELL) -> str:
    """What a side said; of a conversation its ids, where they are what differs."""
    if isinstance(answer, Rendered) and field == "ids" and answer.ids is not None:
        answer = Encoding(answer.ids)
    return cell_code(describe.answer_line(answer, limit))


def _answers(answers: Sequence[EngineAnswer], field: Field) -> str:
    """What every engine that can load the tokenizers says now."""
    if not answers:
        return "Nobody could be asked again here."
    rows = [
        (
            cell_code(answer.engine),
            cell_code(answer.version),
            cell_code(answer.artefact[:CELL]),
            _answer(answer.now, field),
            _compared(answer),
        )
        for answer in answers
    ]
    head = ("engine", "version", "tokenizer", "answers now", "")
    return f"Asked again, each in a process of its own:\n\n{_table(head, rows)}"


def _compared(answer: EngineAnswer) -> str:
    if answer.recorded is None:
        return ""
    return "as recorded" if answer.now == answer.recorded else "**not as recorded**"


def _reproduce(exhibit: Exhibit) -> list[str]:
    if exhibit.script is None:
        return [f"No script: {span(exhibit.proof.reason)}"]
    script = exhibit.script.rstrip("\n")
    if len(script) > LONGEST_SCRIPT:
        lines = (
            line if len(line) <= 400 else line[:400] + " # … cut" for line in script.split("\n")
        )
        script = "\n".join(lines)
    return [
        f"{span(_run_line(exhibit))}, {proof_line(exhibit)}",
        fenced(script, "js" if is_javascript(to_run(*exhibit.parts)) else "python"),
        "Its output:",
        fenced(exhibit.proof.output or "(nothing)"),
    ]


def _explained(exhibit: Exhibit) -> list[str]:
    lines = explanation(exhibit.finding, exhibit.sighting)
    first_difference = parts_at(exhibit.finding, exhibit.sighting)
    if not lines:
        return ["Only the two answers are known: no engine showed its stages for this case."]
    summary = [] if first_difference is None else [_in_words(exhibit, first_difference)]
    return [*summary, fenced("\n".join(lines))]


def _whole(exhibit: Exhibit) -> list[str]:
    """The finding in the tokenizers as they are, where the report shows smaller ones."""
    whole = exhibit.recorded
    if whole is None:
        return []
    answers = _answers(whole.answers, whole.sighting.field)
    how = proof_line(exhibit, proof=whole.proof)
    again = f"{span(whole.run)}, {how}" if whole.run else f"Its script: {how}"
    return ["## In the whole tokenizer", *_input(whole.sighting), again, answers]


def _in_words(exhibit: Exhibit, stage: str) -> str:
    return (
        f"Up to {span(stage)} both sides are equal; there they part, and what follows is a "
        f"consequence. Expected is {span(exhibit.expected.label)} on "
        f"{span(exhibit.expected.artefact[:CELL])}."
    )


def _affected(exhibit: Exhibit) -> str:
    """A row a tokenizer (or pair), most cases first, each with its own smallest input."""
    sightings = sorted(
        exhibit.finding.sightings, key=lambda occurrence: (-occurrence.count, occurrence.artefact)
    )
    rows = [
        (
            cell_code(describe.artefact(occurrence)[: 2 * CELL]),
            f"{occurrence.count:,}",
            cell_code(case_words(occurrence.case, 60)),
            _answer(occurrence.left, occurrence.field, 60),
            _answer(occurrence.right, occurrence.field, 60),
        )
        for occurrence in sightings[:MOST_AFFECTED]
    ]
    signature = exhibit.finding.signature
    head = (
        "tokenizer",
        "cases",
        "smallest input",
        *map(cell_code, (signature.left, signature.right)),
    )
    more = len(sightings) - len(rows)
    table = _table(head, rows)
    return f"{table}\n\n… and {more:,} more" if more > 0 else table
