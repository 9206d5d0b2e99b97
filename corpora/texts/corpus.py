"""The text corpus: short texts written for this project, in many scripts, languages and notations.

Data, one JSON object a line, in the files beside this one. Not a source of expectations: what a
tokenizer makes of a text is asked of the native library, never stored here.
"""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

Kind = Literal["prose", "code", "markup", "maths", "chat", "characters"]
KINDS: tuple[Kind, ...] = get_args(Kind)
FILES = ("prose", "decomposed", "code", "markup", "maths", "chat", "characters")


@dataclass(frozen=True, slots=True)
class CorpusText:
    """One text: `lang` is a language tag, or the programming or mark-up language of the text;
    `script` is an ISO 15924 code."""

    id: str
    kind: Kind
    lang: str
    script: str
    text: str


@cache
def texts(kind: Kind | None = None) -> tuple[CorpusText, ...]:
    """Every text of the corpus, or those of one kind, in the order of the files.

    >>> texts("prose")[0].id
    'english'
    """
    folder = files("tokparity.corpora.texts")
    # Not splitlines: texts hold U+0085, U+2028 and the like.
    lines = (
        line
        for name in FILES
        for line in folder.joinpath(f"{name}.jsonl").read_text("utf-8").split("\n")
        if line
    )
    every = tuple(CorpusText(**json.loads(line)) for line in lines)
    return tuple(text for text in every if kind in (None, text.kind))
