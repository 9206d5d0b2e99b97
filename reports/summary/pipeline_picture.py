"""A tokenizer's pipeline as a picture for the terminal: a box a stage, top down, with its options.

Options are the fields of the stages themselves: words and numbers as they are, tables by their
size. Everything that a file wrote is made harmless first. Not here: what a stage does with a
text (`tracing`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from textwrap import wrap
from typing import Any

from rich.cells import cell_len

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.models.sentencepiece.pieces import Pieces
from tokparity.reference_impl.stage_types import type_name
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.text.visible import harmless

WIDTH = 96
_MOST_ENTRIES = 4
_INSIDE = ("normalizers", "pretokenizers", "processors", "decoders")
_HIDDEN = ("pieces", "vocab", "texts", "products", "lookup")
"""Fields that say again how many tokens or merges there are, or how they are looked up."""
_FLAGS = ("special", "normalized", "single_word", "lstrip", "rstrip")

Box = tuple[str, list[str]]


def picture(tokenizer: Tokenizer, width: int = WIDTH) -> str:
    r"""The boxes of all stages, joined by arrows, and beside them the way back.

    >>> from tokparity.reference_impl.models.hf.wordlevel import WordLevel
    >>> print(picture(Tokenizer(WordLevel({"a": 0, "b": 1}, "a"))))
    text
      │
    ┌─▼ model ──────────────────────┐
    │ WordLevel                     │
    │   2 tokens in all             │
    │   unk_token: a                │
    └─┬─────────────────────────────┘
      ▼
     ids
      │
    ┌─▼ decoder ────────────────────┐
    │ none: pieces joined by spaces │
    └─┬─────────────────────────────┘
      ▼
    text
    """
    boxes = list(_boxes(tokenizer))
    fitted = [(title, [row for line in rows for row in _fit(line, width)]) for title, rows in boxes]
    inner = max(cell_len(row) for title, rows in fitted for row in (*rows, title + "----"))
    lines = ["text"]
    for title, rows in fitted:
        if title == "decoder":
            lines.append(" ids")
        lines += ["  │", f"┌─▼ {title} ".ljust(inner + 3, "─") + "┐"]
        lines += ["│ " + row + " " * (inner - cell_len(row)) + " │" for row in rows]
        lines.append("└─┬".ljust(inner + 3, "─") + "┘")
        if title in ("decoder", boxes[-2][0]):
            lines.append("  ▼")
    return "\n".join([*lines, "text"])


def settings(tokenizer: Tokenizer) -> tuple[tuple[str, str], ...]:
    """What its file says, an option a row, each with its stage.

    >>> from tokparity.reference_impl.models.hf.wordlevel import WordLevel
    >>> settings(Tokenizer(WordLevel({"a": 0}, "a")))[-1]
    ('decoder', 'none: pieces joined by spaces')
    """
    return tuple((title, line) for title, lines in _boxes(tokenizer) for line in lines)


def settings_apart(left: Tokenizer, right: Tokenizer) -> tuple[tuple[str, str, str], ...]:
    r"""What two files say of a stage, where that is not the same: an option a line, "" of a stage
    that one has not.

    >>> from tokparity.reference_impl.models.hf.wordlevel import WordLevel
    >>> one, two = (Tokenizer(WordLevel({"a": 0}, unknown)) for unknown in "ab")
    >>> [(stage, said.splitlines()[-1]) for stage, said, _ in settings_apart(one, two)]
    [('model', '  unk_token: a')]
    """
    mine, theirs = (
        {title: "\n".join(lines + _only(title, it, other)) for title, lines in _boxes(it)}
        for it, other in ((left, right), (right, left))
    )
    return tuple(
        (stage, mine.get(stage, ""), theirs.get(stage, ""))
        for stage in dict.fromkeys((*mine, *theirs))
        if mine.get(stage) != theirs.get(stage)
    )


def _boxes(tokenizer: Tokenizer) -> Iterator[Box]:
    if tokenizer.added_tokens:
        yield "added_tokens", list(_added(tokenizer.added_tokens))
    if tokenizer.normalizer is not None:
        yield "normalizer", list(_stage(tokenizer.normalizer))
    if tokenizer.pre_tokenizer is not None:
        yield "pre_tokenizer", list(_stage(tokenizer.pre_tokenizer))
    name, *options = _stage(tokenizer.model)
    yield "model", [name, f"  {len(tokenizer.pieces()):,} tokens in all", *options]
    if tokenizer.post_processor is not None:
        yield "post_processor", list(_stage(tokenizer.post_processor))
    for name in ("truncation", "padding"):
        if (value := getattr(tokenizer, name)) is not None:
            yield name, list(_stage(value))
    back = tokenizer.detokenizer or tokenizer.decoder
    joined = (
        "pieces joined by spaces" if tokenizer.decodes == "text" else "bytes of the tokens joined"
    )
    yield "decoder", [f"none: {joined}"] if back is None else list(_stage(back))


def _added(tokens: Sequence[AddedToken]) -> Iterator[str]:
    yield f"{len(tokens):,}: {_listed(tokens)}"
    counts = Counter(flag for token in tokens for flag in _FLAGS if getattr(token, flag))
    yield "flags: " + (", ".join(f"{flag} {counts[flag]:,}" for flag in _FLAGS if counts[flag]))


def _only(title: str, here: Tokenizer, there: Tokenizer) -> list[str]:
    """The added tokens that the other file has not, or at another id."""
    known = {(token.content, token.id) for token in there.added_tokens}
    if title != "added_tokens" or not known:
        return []
    only = [token for token in here.added_tokens if (token.content, token.id) not in known]
    return [f"only here: {_listed(only)}"] if only else []


def _listed(tokens: Sequence[AddedToken]) -> str:
    first = ", ".join(f"{token.content} {token.id}" for token in tokens[:_MOST_ENTRIES])
    return harmless(first) + ", …" * (len(tokens) > _MOST_ENTRIES)


def _stage(stage: object, indent: str = "") -> Iterator[str]:
    """The type, then an option a line; of a sequence its parts, numbered by their order."""
    for name in _INSIDE:
        if (inner := getattr(stage, name, None)) is not None:
            if not inner:
                yield f"{indent}an empty sequence"
            for part in inner:
                yield from _stage(part, indent)
            return
    yield f"{indent}{type_name(stage)}"
    yield from _options(stage, indent + "  ")


def _options(stage: Any, indent: str) -> Iterator[str]:
    if not is_dataclass(stage):
        return
    for option in fields(stage):
        if option.name.startswith("_") or not option.repr or option.name in _HIDDEN:
            continue
        value = getattr(stage, option.name)
        if isinstance(value, Pieces):
            kinds = Counter(value.types).items()
            yield indent + "pieces: " + ", ".join(f"{kind} {count:,}" for kind, count in kinds)
            yield f"{indent}byte_fallback: {_words_of(value.byte_fallback)}"
        elif is_dataclass(value) and not isinstance(value, type):
            yield f"{indent}{option.name}: {type_name(value)}"
            yield from _options(value, indent + "  ")
        elif (words := _words_of(value)) is not None:
            yield f"{indent}{option.name}: {words}"


def _words_of(value: object) -> str | None:
    """An option's value in few words; None where there is nothing to tell.

    >>> _words_of(True), _words_of(None), _words_of("a\\n"), _words_of((1, 2))
    ('yes', None, '"a\\\\n"', '1, 2')
    >>> _words_of(dict.fromkeys(range(5000)))
    '5,000'
    """
    match value:
        case None:
            return None
        case bool():
            return "yes" if value else "no"
        case str():
            return harmless(value) if value and value == value.strip() else f'"{harmless(value)}"'
        case int() | float():
            return str(value)
        case bytes():
            return f"{len(value):,} bytes"
        case Sequence() | Set() | Mapping():
            if not value or len(value) > _MOST_ENTRIES or isinstance(value, Mapping):
                return f"{len(value):,}"
            entries = [_words_of(entry) for entry in value]
            return ", ".join(entry for entry in entries if entry is not None) or None
        case _ if callable(value):
            return None
        case _ if is_dataclass(value):
            inner = ", ".join(line.strip() for line in _options(value, ""))
            return f"{type_name(value)}({inner})"
        case _:
            return type_name(value)


def _fit(line: str, width: int) -> list[str]:
    """A line as it is, or broken into such that fit, the later ones further in."""
    indent = len(line) - len(line.lstrip())
    return wrap(
        line,
        width,
        subsequent_indent=" " * (indent + 4),
        drop_whitespace=False,
        replace_whitespace=False,
        break_on_hyphens=False,
    ) or [""]
