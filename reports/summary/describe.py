"""Findings and cases in words: the lines that every view shares.

Text that came from an artefact or a case is returned as it is; making it harmless is
up to each view (`reports.text.visible`).
"""

import json
import shlex
from pathlib import Path
from typing import Any, get_args

from tokparity.oracles.protocol import ORACLES
from tokparity.reference_impl.contract import (
    Bytes,
    Case,
    ChatCase,
    DecodeCase,
    EncodeCase,
    Encoding,
    FullCase,
    FullEncoding,
    Observation,
    Refusal,
    Rendered,
    StageCase,
    StageOutput,
    StreamCase,
    Streamed,
    Text,
    case_ids,
    case_texts,
)
from tokparity.reports.records.engine import (
    FaultyReference,
    Library,
    StreamWay,
    Subject,
    engine_called,
)
from tokparity.reports.records.finding import Finding, Sighting, kept_tokenizer
from tokparity.reports.records.run_info import RunInfo
from tokparity.reports.records.searches import Algorithm
from tokparity.reports.text.visible import visible_bytes, visible_clipped

LONGEST_ARGUMENT = 2_000
LONGEST_WORDS = 300
"""Characters of a text in a command that is to be read, as one writes them."""


def smallest(finding: Finding) -> Sighting:
    """The sighting with the shortlex smallest case: what stands for the finding."""

    def shortlex(sighting: Sighting) -> tuple[int, str, tuple[int, ...], str]:
        case = sighting.case
        if isinstance(case, DecodeCase | StreamCase):
            ids = case_ids(case)
            return len(ids), "", ids, sighting.artefact
        text = "\0".join(case_texts(case))
        return len(text), text, (), sighting.artefact

    return min(finding.sightings, key=shortlex)


def pair(finding: Finding) -> str:
    """Which two sides: "reference ~ huggingface_tokenizers"."""
    return f"{finding.signature.left} ~ {finding.signature.right}"


def stage_word(finding: Finding) -> str:
    """The stage, or that there is none: "no answer" where a side refuses before any."""
    if finding.signature.stage != "unknown":
        return finding.signature.stage
    return "no answer" if finding.verdict == "refusal" else "not named"


def place(finding: Finding) -> str:
    """Where a finding lies: "pre_tokenizer Split, reference ~ huggingface_tokenizers"."""
    component = "" if finding.signature.stage == "unknown" else f" {finding.signature.component}"
    return f"{stage_word(finding)}{component}, {pair(finding)}"


def artefact(sighting: Sighting) -> str:
    """The artefact, or both where two files are compared."""
    if sighting.against is None:
        return sighting.artefact
    return f"{sighting.artefact} ~ {sighting.against}"


def side_names(finding: Finding, sighting: Sighting) -> tuple[str, str]:
    """Both sides' names: the engines, with the file each holds where there are two."""
    left, right = finding.signature.left, finding.signature.right
    if sighting.against is None:
        return left, right
    return f"{left} on {sighting.artefact}", f"{right} on {sighting.against}"


def options(case: Case) -> str:
    """The options that are not the default, or "default options".

    >>> options(DecodeCase((1,)))
    'default options'
    """
    match case:
        case (
            EncodeCase(options=encode)
            | FullCase(options=encode)
            | StageCase(options=encode)
            | ChatCase(options=encode)
        ):
            named = {"add_special": encode.add_special, "parse_special": encode.parse_special}
            off = [f"{name}=False" for name, value in named.items() if not value]
            return ", ".join(off) or "default options"
        case DecodeCase(options=decode) | StreamCase(options=decode):
            flags = {"skip_special": decode.skip_special, "remove_special": decode.remove_special}
            on = [f"{name}=True" for name, value in flags.items() if value]
            return ", ".join(on) or "default options"


def case_line(case: Case, limit: int = 120) -> str:
    """The input on one harmless line: visible text, or ids.

    >>> case_line(EncodeCase("a\\n"))
    'a\\\\n'
    """
    match case:
        case EncodeCase(text):
            return _text(text, limit)
        case FullCase(text, pair):
            return _text(text, limit) + (f" with {_text(pair, limit)}" if pair is not None else "")
        case StageCase(stage, given):
            parts = (given,) if isinstance(given, str) else given
            return f"{stage} of " + _clipped(
                " | ".join(_text(part, limit) for part in parts), limit
            )
        case DecodeCase(ids):
            return f"id{'s' * (len(ids) > 1)} {_ids(ids, limit)}" if ids else "(no ids)"
        case StreamCase(ids, prompt):
            behind = f" behind {_ids(prompt, limit)}" if prompt else ""
            return f"id by id {_ids(ids, limit)}{behind}"
        case ChatCase(conversation):
            return f"chat {_text(conversation_line(conversation), limit)}"


def answer_line(observation: Observation, limit: int = 120) -> str:
    """What one side answered, on one harmless line."""
    match observation:
        case Encoding(ids, offsets):
            spans = "" if not offsets else f" at {' '.join(f'{a}:{b}' for a, b in offsets)}"
            line = _ids(ids, limit) + spans
            return line if len(line) <= 2 * limit else line[: 2 * limit] + "…"
        case FullEncoding(ids):
            return _ids(ids, limit)
        case StageOutput(rows):
            cells = (" ".join(map(_cell, row)) for row in rows)
            return _clipped(", ".join(cells), 2 * limit) if rows else "(nothing)"
        case Streamed(parts):
            cells = ("refused" if part is None else _cell(part) for part in parts[:limit])
            return _clipped(", ".join(cells), 2 * limit) if parts else "(nothing)"
        case Rendered(text, ids):
            if text is None:
                return _ids(ids or (), limit)
            return _text(text, limit)
        case Text(value):
            return visible_clipped(value, limit)
        case Bytes(value):
            return visible_bytes(value, limit)
        case Refusal(kind, detail):
            return f"{kind}: {visible_clipped(detail, limit)}"


def conversation_line(conversation: str) -> str:
    """A conversation without what is as by default.

    >>> conversation_line('{"messages": [{"role": "user"}], "tools": null, "continued": null}')
    '[{"role": "user"}]'
    """
    more = spoken_fields(conversation)
    messages = json.dumps(more.pop("messages"), ensure_ascii=False)
    return messages + (f" {json.dumps(more, ensure_ascii=False)}" if more else "")


def spoken_fields(conversation: str) -> dict[str, Any]:
    """The messages of a conversation, and what else of it is not as by default."""
    fields = json.loads(conversation)
    return {name: value for name, value in fields.items() if value or name == "messages"}


def _text(text: str, limit: int) -> str:
    return visible_clipped(text, limit) if text else "(empty text)"


def _clipped(line: str, limit: int) -> str:
    return line if len(line) <= limit else line[:limit] + "…"


def _cell(cell: str | int | None) -> str:
    """One cell of a stage's output: a text in quotes, a number as it is."""
    return f'"{visible_clipped(cell, 40)}"' if isinstance(cell, str) else str(cell)


def _ids(ids: tuple[int, ...], limit: int) -> str:
    text = " ".join(map(str, ids[: limit // 2]))
    more = len(ids) - limit // 2
    return text + (f" … ({more:,} more ids)" if more > 0 else "") if ids else "(no ids)"


def again_commands(run_dir: Path, finding: Finding, sighting: Sighting) -> tuple[str, ...]:
    """The commands that show this case again; none where no command line can hold its input.

    Each side's own library is asked; of two libraries on files that the reference reads, its trace
    follows, which shows the stages.
    """
    tokenizer_file = kept_tokenizer(run_dir, sighting.sha256)
    left = str(tokenizer_file) if tokenizer_file.is_file() else sighting.artefact
    right = sighting.against or left
    engines = finding.signature.left, finding.signature.right
    sides = tuple(zip(engines, (left, right), strict=True))
    match sighting.case:
        case EncodeCase(text, encode):
            words = text_words(text)
            if words is None or len(words[-1]) > LONGEST_WORDS:
                return (_of_finding(run_dir, finding),)
            flags = [
                *([] if encode.add_special else ["--no-add-special"]),
                *([] if encode.parse_special else ["--no-parse-special"]),
            ]
            *escaped, word = words
            flags += escaped
            end = ["--"] if text.startswith("-") else []
            asked = [["encode", *flags, *_asked(side), *end, file] for side, file in sides]
            is_shown = not any(map(_answers_for_itself, engines))
            commands = [] if is_shown and not all(map(_asked, engines)) else asked
            if is_shown:
                against = ["--against", sighting.against] if sighting.against else []
                match engine_called(finding.signature.left):
                    case FaultyReference(algorithm) if algorithm in get_args(Algorithm):
                        against = ["--model-algorithm", algorithm]
                commands.append(["trace", left, *against, *flags, *end])
            return tuple(shlex.join(["tokparity", *words, word]) for words in commands)
        case FullCase():
            return (_of_finding(run_dir, finding),)
        case StageCase():
            return ()  # no command asks for one stage alone
        case ChatCase(conversation):
            return _chat_commands(conversation, left)
        case StreamCase(ids, prompt, decode):
            if len(ids) + len(prompt) > LONGEST_ARGUMENT // 8:
                return ()
            flags = ["--skip-special"] if decode.skip_special else []
            flags += ["--prompt", " ".join(map(str, prompt))] if prompt else []
            flags += [word for side, _ in sides for word in (*_way(side), *_oracle(side))]
            end = ["--"] if any(token_id < 0 for token_id in ids) else []
            return (shlex.join(["tokparity", "stream", *flags, *end, left, *map(str, ids)]),)
        case DecodeCase(ids, decode):
            if len(ids) > LONGEST_ARGUMENT // 8:
                return ()
            flags = ["--skip-special"] if decode.skip_special else []
            flags += ["--remove-special"] if decode.remove_special else []
            end = ["--"] if any(token_id < 0 for token_id in ids) else []
            numbers = [str(token_id) for token_id in ids] or [""]
            commands = [
                ["decode", *flags, *_asked(side), *end, file, *numbers] for side, file in sides
            ]
            return tuple(dict.fromkeys(shlex.join(["tokparity", *words]) for words in commands))


def _of_finding(run_dir: Path, finding: Finding) -> str:
    """The trace of what no argument can hold."""
    return shlex.join(["tokparity", "trace", f"{run_dir}:{finding.id}"])


def _chat_commands(conversation: str, artefact: str) -> tuple[str, ...]:
    """The reference's rendering, its messages from stdin; ASCII, as JSON escapes all else."""
    fields = json.loads(conversation)
    request = {name: value for name, value in fields.items() if name in _IN_A_FILE and value}
    text = json.dumps(request)
    if len(text) > LONGEST_ARGUMENT or fields.get("continued") not in (None, "content"):
        return ()
    flags = ["--add-generation-prompt"] if fields.get("add_generation_prompt") else []
    flags += ["--continue-final-message"] if fields.get("continued") else []
    if len(flags) == 2:
        return ()
    command = shlex.join(["tokparity", "chat", artefact, "-", *flags])
    return (f"printf %s {shlex.quote(text)} | {command}",)


_IN_A_FILE = ("messages", "tools", "documents", "variables")


def _answers_for_itself(side: str) -> bool:
    """Whether it may answer otherwise than the file says that the reference reads."""
    spec = ORACLES.get(side)
    return bool(_subject(side)) or bool(spec and (spec.overrides or spec.second_opinion))


def _asked(side: str) -> list[str]:
    """How a command asks it; nothing where that is the reference."""
    return _oracle(side) or _subject(side)


def _oracle(side: str) -> list[str]:
    return ["--oracle", side] if side in ORACLES else []


def _subject(side: str) -> list[str]:
    """A bundled implementation, whose name says how it is asked."""
    match engine_called(side):
        case Subject(_, spec) if spec:
            return ["--subject", spec]
        case _:
            return []


def _way(side: str) -> list[str]:
    """Of the reference that decodes in a way of its own, or as the library does."""
    match engine_called(side):
        case Library():
            return []
        case StreamWay(way):
            return ["--way", way]
        case _:
            return ["--way", "decode_stream"]


def replay_command(run_dir: Path, info: RunInfo) -> str:
    """The command that does exactly this run's work again: of a check, and of a run over
    generated tokenizers, the one that it was."""
    if info.profile not in ("check", "pipelines"):
        return shlex.join(["tokparity", "run", "--replay", str(run_dir)])
    options = info.options | {"seed": info.seed}
    words = [str(options.pop("artefact"))] if "artefact" in options else []
    words += [
        word
        for name, value in options.items()
        for word in (f"--{name.replace('_', '-')}", *([] if value is True else [str(value)]))
    ]
    return shlex.join(["tokparity", info.profile, *words])


def shrink_command(run_dir: Path, finding: Finding) -> str:
    """The command that shrinks a finding again, from the run directory."""
    return shlex.join(["tokparity", "shrink", f"{run_dir}:{finding.id}"])


def history_command(run_dir: Path) -> str:
    """The command that says since when each finding of the runs beside this one is seen. It names
    this run's folder, and no other: all pages of a run are the same wherever that lies.

    >>> history_command(Path("runs/0007"))
    'tokparity trend runs/0007/../*'
    """
    return f"tokparity trend {shlex.quote(str(run_dir))}/../*"


def text_words(text: str) -> tuple[str, ...] | None:
    r"""Text as words of a command line, in ASCII: any shell passes them on in any locale.

    What is no plain ASCII is escaped as JSON does it. None of a text that nobody pastes, of over
    2,000 characters.

    >>> text_words("a b"), text_words("a\u0301")
    (('a b',), ('--escaped', 'a\\u0301'))
    """
    if len(text) > LONGEST_ARGUMENT:
        return None
    if text.isascii() and text.isprintable() and text == text.strip():
        return (text,)
    escaped = json.dumps(text)
    if json.loads(escaped) != text:
        return None
    inside, edge = escaped[1:-1], "\\u0020"  # a space at an end is lost where a line is broken
    bare = inside.strip(" ")
    before = len(inside) - len(inside.lstrip(" "))
    after = len(inside) - len(bare) - before if bare else 0
    return ("--escaped", edge * before + bare + edge * after)
