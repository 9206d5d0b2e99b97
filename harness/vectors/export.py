"""`exported`: the cases of an artefact that exercise most, with the answers of its native library.

Texts are taken as each adds most to what those before it exercise, regression cases among them;
when all is exercised, that begins anew. Every second text is taken as it was made. A quarter of the
vectors are ids to decode. The same file, library, count and seed give the same bytes.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import cycle
from typing import Any

import tokparity
from tokparity.corpora.regression import regressions
from tokparity.corpora.vocabs.catalogue import NotFetched
from tokparity.harness.artefacts.catalogue_names import NoSuchArtefact, manifest_of
from tokparity.harness.artefacts.loading import load
from tokparity.harness.bugs.ties import Ties
from tokparity.harness.compare.alike import alike
from tokparity.harness.compare.cells import CellSpec, fidelity_cell
from tokparity.harness.compare.sides import observe
from tokparity.harness.compare.verdict import as_text
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.run.distillation import features_of, ranked
from tokparity.harness.shards.runner import ShardRunner, generating_runner
from tokparity.harness.shards.slot import Slot
from tokparity.harness.vectors.vector import FORMAT, NO_RULE, TIE, Vector
from tokparity.oracles.protocol import ORACLES, native_oracle
from tokparity.reference_impl.contract import (
    Artefact,
    Bytes,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Text,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.unicode.ages import age, versions

SHARDS, TEXTS = 2, 512
"""Of so many shards as many texts are made; a file is given those that exercise most."""
LONGEST = 400
"""Characters of a text."""
DECODED = 4
"""One vector of so many is decoded."""
OLD = "13.0"
"""Characters that are newer are noted: the tables of libraries are of many versions."""
NEW = "unicode version"


def exported(
    slot: Slot, artefact: Artefact, count: int, seed: int
) -> tuple[dict[str, Any], list[Vector]]:
    """What the file says of itself, and its vectors. Errors: BadArtefact, CannotLoad."""
    cell = plain_cell(artefact)
    runner = generating_runner(slot, cell, seed)
    vectors = [*_encoded(slot, cell, runner, count - count // DECODED)]
    vectors += _decoded(slot, cell, runner, vectors, count - len(vectors))
    library = native_oracle(artefact.format)
    about = {
        "vectors": FORMAT,
        "model": artefact.name,
        "format": artefact.format,
        "sha256": artefact.sha256,
        "licence": _licence(artefact),
        "library": library,
        "version": ORACLES[library].installed_version(),
        "tokparity": tokparity.__version__,
        "seed": seed,
        "offset_unit": "code points",
    }
    kinds = {type(vector.answer) for vector in vectors} - {Encoding}
    if kinds:
        about["decodes"] = "text" if kinds == {Text} else "bytes"
    return about, vectors


def plain_cell(artefact: Artefact) -> CellSpec:
    """The reference and the native library on a file, with nothing cut off or padded."""
    return alike(replace(fidelity_cell(artefact, artefact.name), question="parity"), load)


def _licence(artefact: Artefact) -> str | None:
    try:
        return manifest_of(artefact.name).licence
    except (NoSuchArtefact, NotFetched):
        return None


def _encoded(slot: Slot, cell: CellSpec, runner: ShardRunner, count: int) -> Iterator[Vector]:
    tokenizer = slot.tokenizer(cell.left.artefact)
    can = [choice for choice in runner.options("encode")[0] if isinstance(choice, EncodeOptions)]
    sources = _texts(runner, cell.left.artefact)
    assert runner.feedback is not None
    order = _by_turns(ranked(features_of(sources, runner.feedback.reader, can)), sources)
    turns = zip(order, cycle(can))
    ties, other = Ties.of(tokenizer), FAULT_MODELS["tie-from-the-left"].apply(tokenizer)
    while count > 0:
        cases = [EncodeCase(text, choice) for _, (text, choice) in zip(range(count), turns)]  # noqa: B905
        if not cases:
            return
        for case, answer in zip(cases, observe(runner.right, cases), strict=True):
            if not isinstance(answer, Encoding):
                continue  # refused: nobody is held to that
            notes = [NEW] * _is_new(case.text)
            if ties.scores is not None and ties(answer.ids, _ids(other, case)):
                notes.append(TIE)
            if _no_text(case.text):
                notes.append(NO_RULE)
            count -= 1
            yield Vector(case, answer, sources[case.text], _version(case.text), tuple(notes))


def _by_turns(ranked_texts: Iterable[str], texts: Iterable[str]) -> Iterator[str]:
    """The next that adds most, then the next as they were made: what no feature tells apart is in
    some of those.

    >>> "".join(_by_turns("dcba", "abcd"))
    'dacb'
    """
    taken: set[str] = set()
    for pair in zip(ranked_texts, texts, strict=True):
        for text in pair:
            if text not in taken:
                taken.add(text)
                yield text


def _texts(runner: ShardRunner, artefact: Artefact) -> dict[str, str]:
    """Each text with where it is from; regression cases first."""
    found: dict[str, str] = {}
    for case in regressions():
        if isinstance(case.case, EncodeCase) and len(case.case.text) <= LONGEST:
            found.setdefault(case.case.text, f"regression {case.name}")
    for shard in range(SHARDS):
        for text in runner.texts(shard, TEXTS):
            if len(text) <= LONGEST:
                found.setdefault(text, "generated")
    return found


def _decoded(
    slot: Slot, cell: CellSpec, runner: ShardRunner, encoded: Sequence[Vector], count: int
) -> Iterator[Vector]:
    """Half are ids of the texts before, half are made; under each way to decode by turns."""
    pieces = slot.tokenizer(cell.left.artefact).pieces()
    can = [choice for choice in runner.options("decode")[0] if isinstance(choice, DecodeOptions)]
    answers = (vector.answer for vector in encoded)
    known = [answer.ids for answer in answers if isinstance(answer, Encoding)][: count // 2]
    made = runner.source.ids(0, 2 * (count - len(known)))
    turns = zip([*known, *made], cycle(can), strict=False)
    cases = [DecodeCase(tuple(ids), choice) for ids, choice in turns]
    for case, answer in zip(cases, observe(runner.right, cases), strict=True):
        if count <= 0:
            return
        if isinstance(answer, Text | Bytes):
            stranger = any(at not in pieces for at in case.ids)
            text = as_text(answer)
            notes = (NEW,) * _is_new(text) + (NO_RULE,) * stranger
            count -= 1
            yield Vector(case, answer, "generated", _version(text), notes)


def _ids(tokenizer: Tokenizer, case: EncodeCase) -> tuple[int, ...]:
    try:
        return tokenizer.encode(case.text, case.options).ids
    except TokparityError:
        return ()


def _no_text(text: str) -> bool:
    """Whether it holds bytes that are no UTF-8."""
    return any("\ud800" <= char <= "\udfff" for char in text)


def _version(text: str) -> str:
    return versions()[max(map(age, text), default=0)]


def _is_new(text: str) -> bool:
    return max(map(age, text), default=0) > versions().index(OLD)
