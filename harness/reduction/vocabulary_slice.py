"""The entries of a vocabulary that a case touches, in steps: each wider than the one before.

An entry is touched where it lies inside a word that either side gave its model, or is in an
answer. Where a side shows no words, or sees others than the reference does, a wider step has
them: the text as written, its spellings and its normal forms, then all bytes and added tokens.
Whether a step still shows the fault is for the caller to see.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from unicodedata import normalize

from tokparity.reference_impl.contract import (
    Case,
    Encoding,
    FullEncoding,
    Observation,
    case_ids,
    case_texts,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.models.model import Model
from tokparity.reference_impl.text.byte_level import spell
from tokparity.reference_impl.tokenizer import tracing
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

LONGEST = 64
"""Characters of a piece that is looked for."""
LONG_WORD = 2000
"""Characters from which on a word has so many parts that only those are looked for that can be in
the tables, and not how else it could be written: that takes seconds and hundreds of megabytes."""
_AFFIXES = (("##", ""), ("", "</w>"), ("##", "</w>"), ("▁", ""), ("Ġ", ""))
_UNKNOWN = ("<unk>", "[UNK]", "<UNK>")


def widening(
    tokenizers: Sequence[Tokenizer], case: Case, answers: Iterable[Observation]
) -> Iterator[frozenset[int]]:
    """The ids touched, four times: by the trace; by the text however written; with all bytes; with
    all added tokens. `tokenizers` are all that take part: the reference on each artefact, and a
    changed one.
    """
    entries = _tables(tokenizers)
    texts = case_texts(case)
    ids = {token_id for answer in answers if isinstance(answer, Encoding | FullEncoding)
             for token_id in answer.ids}  # fmt: skip
    ids |= set(case_ids(case))
    ids |= _touched(_words(tokenizers, case), entries)
    ids |= _ids_of(_unknown(tokenizers), entries)
    unknown = (getattr(tokenizer.model, "unk_id", None) for tokenizer in tokenizers)
    ids |= {token_id for token_id in unknown if isinstance(token_id, int)}
    yield frozenset(ids)
    ids |= _touched(_spellings(texts), entries)
    yield frozenset(ids)
    ids |= _ids_of(_BYTES, entries)
    yield frozenset(ids)
    ids |= {token.id for tokenizer in tokenizers for token in tokenizer.added_tokens}
    yield frozenset(ids)


_BYTES = (
    *(spell(bytes([byte])) for byte in range(256)),
    *(f"<0x{byte:02X}>" for byte in range(256)),
)


def _words(tokenizers: Iterable[Tokenizer], case: Case) -> set[str]:
    """What reaches a model, and the added tokens that are found; the pieces given to a decoder."""
    words = set(case_texts(case))
    for text in case_texts(case):
        for tokenizer in tokenizers:
            try:
                words.add(spell(text.encode()))
                trace = tracing.trace(tokenizer, text, case.options)  # type: ignore[arg-type]  # a text is encoded
            except (TokparityError, UnicodeEncodeError):
                continue
            words |= {piece.text for stage in trace.stages for piece in stage.pieces}
    return words


def _spellings(texts: Iterable[str]) -> set[str]:
    forms: set[str] = set()
    for text in texts:
        if len(text) > LONG_WORD:
            continue
        for form in ("NFC", "NFD", "NFKC", "NFKD"):
            normal = normalize(form, text)
            forms |= {normal, normal.lower(), normal.upper(), normal.casefold()}
    forms |= {f" {form}" for form in forms} | {f"{form} " for form in forms}
    spelled = {spell(form.encode("utf-8", "surrogatepass")) for form in forms}
    return forms | spelled | {form.replace(" ", "▁") for form in forms}


def _touched(words: Iterable[str], entries: Sequence[Mapping[str, int]]) -> set[int]:
    """The entries inside the words, and those of their bytes."""
    words = list(words)
    reach = _reach(entries) if any(len(word) > LONG_WORD for word in words) else None
    parts = {
        word[start : start + size]
        for word in words
        for start, first in enumerate(word)
        for size in range(1, _most(reach, first, len(word) - start) + 1)
    }
    affixed = (before + part + behind for before, behind in _AFFIXES for part in parts)
    raw = {byte for word in words for byte in word.encode("utf-8", "surrogatepass")}
    return (
        _ids_of(parts, entries)
        | _ids_of(affixed, entries)
        | _ids_of((f"<0x{byte:02X}>" for byte in raw), entries)
    )


def _most(reach: Mapping[str, int] | None, first: str, left: int) -> int:
    """How long the parts are that are looked for from one place of a word."""
    return min(LONGEST if reach is None else reach.get(first, 0), left)


def _reach(entries: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """The longest piece by its first character, whatever of it is an affix: up to `LONGEST`."""
    reach: dict[str, int] = {}
    for table in entries:
        for piece in table:
            for before, behind in (("", ""), *_AFFIXES):
                if piece.startswith(before) and piece.endswith(behind):
                    bare = piece[len(before) : len(piece) - len(behind)]
                    if bare and reach.get(bare[0], 0) < len(bare):
                        reach[bare[0]] = min(len(bare), LONGEST)
    return reach


def _tables(tokenizers: Iterable[Tokenizer]) -> list[Mapping[str, int]]:
    """From piece to id, of a model and of all that has an id: one may hide the other."""
    tables: list[Mapping[str, int]] = []
    models: list[Model] = []
    for tokenizer in tokenizers:
        if all(tokenizer.model is not model for model in models):  # a changed one often shares it
            models.append(tokenizer.model)
            tables.append(tokenizer.model.vocab)
            tables.append({piece: token_id for token_id, piece in tokenizer.pieces().items()})
        tables.append({token.content: token.id for token in tokenizer.added_tokens})
    return tables


def _ids_of(pieces: Iterable[str], entries: Sequence[Mapping[str, int]]) -> set[int]:
    ids = {table.get(piece) for piece in pieces for table in entries}
    return {token_id for token_id in ids if token_id is not None}


def _unknown(tokenizers: Iterable[Tokenizer]) -> Iterator[str]:
    yield from _UNKNOWN
    for tokenizer in tokenizers:
        named = getattr(tokenizer.model, "unk_token", None)
        if isinstance(named, str):
            yield named
