"""The corpus holds what it promises, counted from its characters and not from its labels."""

from collections import Counter
from functools import cache
from importlib.resources import files

import pytest
import regex

from tokparity.corpora.texts.corpus import KINDS, CorpusText, texts

WRITTEN = ("prose", "code", "markup", "maths", "chat")
ALSO = {"Hans": "Hani", "Hant": "Hani", "Jpan": "Hira"}
"""ISO 15924 codes for scripts that are no value of Unicode's Script property."""


@cache
def is_in(script: str) -> "regex.Pattern[str]":
    return regex.compile(rf"\p{{Script={ALSO.get(script, script)}}}")


def share(text: str, script: str) -> float:
    """Of the letters, the part that is of a script."""
    letters = regex.findall(r"\p{L}", text)
    return sum(bool(is_in(script).match(letter)) for letter in letters) / max(len(letters), 1)


def labelled() -> list[CorpusText]:
    return [text for text in texts("prose") if text.script not in ("Zyyy", "Brai")]


@pytest.mark.parametrize("text", labelled(), ids=lambda text: text.id)
def test_prose_is_in_the_script_it_says(text: CorpusText) -> None:
    assert share(text.text, text.script) > (0.3 if text.script == "Jpan" else 0.6)


def test_at_least_40_scripts_and_80_languages_of_prose() -> None:
    scripts = {t.script for t in labelled() if share(t.text, t.script) > 0.6}
    assert len(scripts) >= 40
    assert len({text.lang for text in labelled()}) >= 80


def test_at_least_150_scripts_in_all() -> None:
    everything = "".join(text.text for text in texts("characters"))
    scripts = {text.script for text in texts("characters") if text.id.startswith("script-")}
    found = {script for script in scripts if len(is_in(script).findall(everything)) >= 10}
    assert len(found) >= 150


@pytest.mark.parametrize(
    ("kind", "count"), [("code", 10), ("markup", 5), ("maths", 5), ("chat", 8)]
)
def test_notations(kind: str, count: int) -> None:
    found = [text for text in texts() if text.kind == kind]
    assert len(found) >= count
    assert kind == "chat" or kind == "maths" or len({text.lang for text in found}) == len(found)


MARKS = {
    "python": r"^def \w+\(",
    "c": r"^#include <",
    "cpp": r"std::\w+<",
    "rust": r"\bfn \w+",
    "go": r"^func ",
    "javascript": r"=> *[{\n]",
    "typescript": r": (number|string)\b",
    "java": r"public final class",
    "csharp": r"^using System;",
    "ruby": r"^end$",
    "shell": r"^#!/",
    "sql": r"\bGROUP BY\b",
    "haskell": r"^\w+ :: ",
}


@pytest.mark.parametrize(("lang", "mark"), MARKS.items(), ids=list(MARKS))
def test_code_is_in_the_language_it_says(lang: str, mark: str) -> None:
    (text,) = [text.text for text in texts("code") if text.lang == lang]
    assert regex.search(mark, text, regex.MULTILINE)


@pytest.mark.parametrize(
    "look_alike",
    [
        *("<|im_start|>", "<|endoftext|>", "<s>", "[INST]", "<think>", "<|im_start\n"),
        *("<| im_end |>", "<|begin_of_text|>", "<｜User｜>", "<0x0A>", "Ġhello", "<mask>"),
    ],
)
def test_chat_logs_hold_look_alikes_of_special_tokens(look_alike: str) -> None:
    assert any(look_alike in text.text for text in texts("chat"))


WHITE_SPACE = [*range(9, 14), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B)]
WHITE_SPACE += [0x2028, 0x2029, 0x202F, 0x205F, 0x3000]


@pytest.mark.parametrize(
    "points",
    [
        pytest.param(WHITE_SPACE, id="white-space"),
        pytest.param(range(0x20), id="c0"),
        pytest.param(range(0x80, 0xA0), id="c1"),
        pytest.param([0x200C, 0x200D, 0xFEFF, 0xFFFD], id="joiners-and-byte-order-mark"),
        pytest.param([*range(0x202A, 0x202F), *range(0x2066, 0x206A)], id="bidi"),
        pytest.param([0xFE0E, 0xFE0F, 0xE0100, 0x180B], id="variation-selectors"),
        pytest.param([0xE0001, 0xE0067, 0xE007F], id="tags"),
        pytest.param([*range(0xFDD0, 0xFDF0), 0xFFFE, 0x10FFFF], id="noncharacters"),
        pytest.param([0xE000, 0xF8FF, 0xF0000, 0x10FFFD], id="private-use"),
        pytest.param([0x378, 0x530], id="unassigned"),
    ],
)
def test_characters(points: list[int]) -> None:
    held = {ord(char) for text in texts("characters") for char in text.text}
    assert [f"U+{point:04X}" for point in points if point not in held] == []


def test_korean_stands_in_both_forms() -> None:
    found = {text.id: text.text for text in texts("prose") if text.lang == "ko"}
    assert "\uac10" in found["korean"]
    assert "\u1100\u1161\u11b7" in found["korean-nfd"]


def test_size_ids_and_kinds() -> None:
    every = texts()
    assert 100_000 <= sum(len(text.text.encode()) for text in every) <= 250_000
    assert max(Counter(text.id for text in every).values()) == 1
    assert {text.kind for text in every} == set(KINDS)
    assert all(text.text for text in every)


def test_the_files_are_all_read() -> None:
    shipped = {
        entry.name
        for entry in files("tokparity.corpora.texts").iterdir()
        if entry.name.endswith(".jsonl")
    }
    rows = sum(
        files("tokparity.corpora.texts").joinpath(name).read_text("utf-8").count("\n")
        for name in shipped
    )
    assert rows == len(texts())
