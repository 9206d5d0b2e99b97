"""How a file looks beside what llama.cpp's own converter makes of its source: lines for a person.

Nothing here decides a verdict: whether a difference matters, the cases show.
"""

from collections.abc import Iterator, Sequence

from tokparity.harness.conversion.upstream.differences import differences
from tokparity.harness.conversion.upstream.expected import (
    NoUpstream,
    config_of,
    expected,
    rows_of,
)
from tokparity.harness.conversion.upstream.pre_name import RELEASE, pre_of_hash
from tokparity.harness.conversion.upstream.written import Written, read_written
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.gguf.tensors import embedding_rows
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

CONVERTER = f"llama.cpp's converter {RELEASE}"
_FOLDERS = ("tokenizer.json", "tokenizer_config.json")


def beside_upstream(here: Written, source: Artefact, tokenizer: Tokenizer) -> list[str]:
    """What `here` says otherwise than the converter would for this source.

    Where the converter knows no name for the words of the source, what it needs to learn it.
    """
    lines = []
    if here.pre is not None and source.format in _FOLDERS:
        lines += _pre_lines(source, tokenizer, here.pre)
    try:
        there = expected(source, tokenizer)
    except NoUpstream as error:
        return [*lines, f"{CONVERTER}: {error}"]
    return [*lines, *(f"beside {CONVERTER}: {line}" for line in differences(here, there))]


def identity_lines(files: Sequence[tuple[Artefact, Tokenizer]]) -> list[str]:
    """Of one file, or of a file and the one that it is checked against."""
    lines = [line for artefact, tokenizer in files for line in _rows(artefact, tokenizer)]
    ggufs = [artefact for artefact, _ in files if artefact.format == "gguf"]
    others = [(file, tokenizer) for file, tokenizer in files if file.format != "gguf"]
    if len(ggufs) == 1 and others:
        return lines + beside_upstream(read_written(ggufs[0].path), *others[0])
    return lines + [line for file, made in others for line in _pre_lines(file, made, None)]


def _pre_lines(source: Artefact, tokenizer: Tokenizer, name: str | None) -> list[str]:
    """The name by its hash; what to add for `name` where there is none."""
    model = tokenizer.model
    if source.format not in _FOLDERS or not (isinstance(model, BPE) and tokenizer.spells_bytes):
        return []
    try:
        found = pre_of_hash(tokenizer)
    except TokparityError as error:
        return [f"pre: {CONVERTER} breaks off: {error}"]
    if found.name is None and name is not None:
        return [found.line(), *found.lines_to_add(source.name, name)]
    return [found.line()]


def _rows(artefact: Artefact, tokenizer: Tokenizer) -> Iterator[str]:
    """The tokens of a file against the rows of the embedding that it is used with."""
    size = max(tokenizer.pieces(), default=-1) + 1
    if artefact.format == "gguf":
        rows = embedding_rows(artefact.path)
        if rows is not None and rows != size:
            yield (
                f"{artefact.name}: token_embd.weight has {rows:,} rows for {size:,} tokens: "
                "llama.cpp does not load such a model"
            )
        return
    rows = rows_of(config_of(artefact.path.parent)) if artefact.format in _FOLDERS else None
    if rows is not None and rows < size:
        yield f"{artefact.name}: id {size - 1:,} is no row of the embedding of {rows:,} rows"
    elif rows is not None and rows > size:
        count = rows - size
        yield f"{artefact.name}: {count:,} of the {rows:,} rows of the embedding have no token"
