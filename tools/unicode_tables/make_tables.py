"""Makes the committed tables again from the installed `tokenizers`.

    python -m tools.unicode_tables.make_tables [NAME ...]       # all: about two minutes

Writes each of `TABLES` as NAME.json beside itself. Nothing of the reference imports this module.
"""

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tokenizers import __version__, normalizers

from tokparity.reference_impl.unicode.ranges import pack
from tools.unicode_tables import (
    ask_graphemes,
    ask_normalization,
    ask_oniguruma,
    ask_rust,
)

HERE = Path(__file__).parents[2] / "reference_impl" / "unicode"


def oniguruma_classes() -> Mapping[str, Any]:
    """Joined names -> {"near", "add", "drop"}."""
    return dict(ask_oniguruma.classes())


def oniguruma_folds() -> Mapping[str, Any]:
    """{"single": classes of equal characters, "several": sequence -> characters it equals}."""
    single, several = ask_oniguruma.folds()
    answer = ask_oniguruma.uncased_answer("".join(single) + "".join(several.values()))
    if answer:
        raise SystemExit(f"characters with a case that no one suggested: {answer!a}")
    return {"single": " ".join(single), "several": several}


def oniguruma_segments() -> Mapping[str, Any]:
    """{"clusters", "words"} -> class -> {"near", "add", "drop"}."""
    clusters = ask_oniguruma.CLUSTER_CLASSES, ask_oniguruma.CLUSTER_FRAMES
    words = ask_oniguruma.WORD_CLASSES, ask_oniguruma.WORD_FRAMES
    return {
        "clusters": ask_oniguruma.segments("g", *clusters),
        "words": ask_oniguruma.segments("w", *words),
    }


def rust_classes() -> Mapping[str, Any]:
    """Class -> packed ranges."""
    classes = {
        "whitespace": ask_rust.whitespace(),
        "numeric": ask_rust.numeric(),
        "word": ask_rust.word(),
        "punctuation": ask_rust.punctuation(),
        "bert_control": ask_rust.bert_control(),
        "nonspacing_mark": ask_rust.nonspacing_mark(),
        "combining_mark": ask_rust.combining_mark(),
    }
    return {name: pack(ranges) for name, ranges in classes.items()}


def lower_case() -> Mapping[str, Any]:
    """Character, lower case, in turn."""
    return {"lower_case": table(ask_rust.lower_case())}


def scripts() -> Mapping[str, Any]:
    """The packed members of each script."""
    return {"scripts": [pack(ranges) for ranges in ask_rust.scripts()]}


def graphemes() -> Mapping[str, Any]:
    """Class -> packed ranges."""
    return {name: pack(ranges) for name, ranges in ask_graphemes.graphemes().items()}


def normalization() -> Mapping[str, Any]:
    """Decompositions, composing pairs, and marks in groups of rising combining class."""
    canonical = ask_normalization.decompositions(normalizers.NFD())
    every = ask_normalization.decompositions(normalizers.NFKD())
    compatibility = {char: part for char, part in every.items() if canonical.get(char) != part}
    return {
        "canonical": table(canonical),
        "compatibility": table(compatibility),
        "composition": table(ask_normalization.compositions(canonical)),
        "marks": ["".join(group) for group in ask_normalization.mark_groups(canonical)],
    }


def table(mapping: Mapping[str, str]) -> str:
    """One string: key, value, key, value, divided by line feeds (which no entry holds)."""
    return "\n".join(word for entry in mapping.items() for word in entry)


TABLES: Mapping[str, Callable[[], Mapping[str, Any]]] = {
    "oniguruma_classes": oniguruma_classes,
    "oniguruma_folds": oniguruma_folds,
    "oniguruma_segments": oniguruma_segments,
    "rust_classes": rust_classes,
    "normalization": normalization,
    "lower_case": lower_case,
    "scripts": scripts,
    "graphemes": graphemes,
}


def main() -> None:
    """Write the tables named on the command line, every one where none is."""
    for name in sys.argv[1:] or TABLES:
        make = TABLES[name]
        content = {"made_from": f"tokenizers {__version__}", **make()}
        text = json.dumps(content, indent=0, ensure_ascii=True, sort_keys=True)
        (HERE / f"{name}.json").write_text(text + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
