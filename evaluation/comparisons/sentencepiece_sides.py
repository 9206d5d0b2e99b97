"""The reference and sentencepiece side by side on one .model, in this process.

For files that are made by the hundred: no worker, no shrinking. Not for files that may end the
library's process.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tokparity.corpora.generators.rng import Rng
from tokparity.harness.compare.verdict import Agreement, Refused, compare
from tokparity.oracles.adapters.google_sentencepiece import GoogleSentencepiece
from tokparity.reference_impl.contract import (
    Artefact,
    Case,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Observation,
    Refusal,
    StageCase,
    StageOutput,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.tokenizer.stages import stage_output
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

_PLAIN = EncodeOptions(add_special=False, parse_special=False)
_WITH_SPECIALS = EncodeOptions(add_special=True, parse_special=False)
_DECODE = DecodeOptions(skip_special=True)


@dataclass(frozen=True, slots=True)
class CaseDifference:
    """One case that the two sides answer differently."""

    case: Case | None
    reference: Observation | str
    library: Observation | str

    def __str__(self) -> str:
        return f"{self.case}\n  reference {self.reference}\n  library   {self.library}"


@dataclass(slots=True)
class Tally:
    """What became of the cases of some models."""

    compared: int = 0
    refused: int = 0
    """Cases that both sides refuse."""


Loaded = tuple[Tokenizer, GoogleSentencepiece]


def loaded(artefact: Artefact) -> Loaded | CaseDifference | None:
    """Both sides holding the file; None where neither loads it."""
    reference: Tokenizer | str
    library: GoogleSentencepiece | str
    try:
        reference = load(artefact)
    except TokparityError as error:
        reference = str(error)
    try:
        library = GoogleSentencepiece.load(artefact)
    except Exception as error:  # any: the library's own kinds
        library = str(error)
    if isinstance(reference, str) or isinstance(library, str):
        if isinstance(reference, str) and isinstance(library, str):
            return None
        outcomes = [side if isinstance(side, str) else "loads" for side in (reference, library)]
        return CaseDifference(None, *outcomes)
    return reference, library


def differences(
    sides: Loaded, texts: Sequence[str], rng: Rng, tally: Tally
) -> Iterator[CaseDifference]:
    """Every text encoded, each fourth with bos and eos too; what came out and random ids decoded;
    the normalizer of each third text."""
    reference, library = sides
    cases: list[Case] = [EncodeCase(text, _PLAIN) for text in texts]
    cases += [EncodeCase(text, _WITH_SPECIALS) for text in texts[::4]]
    cases += [StageCase("normalizer", text, _PLAIN) for text in texts[::3] if text]
    size = len(reference.pieces())
    for _ in range(len(texts) // 2):
        ids = tuple(rng.below(size) for _ in range(rng.below(9)))
        outside = (rng.choice((size, size + 7, 2**31 - 1)),) if rng.chance(0.03) else ()
        cases.append(DecodeCase((*ids, *outside), _DECODE))
    encoded: list[tuple[int, ...]] = []
    for case in cases:
        mine, theirs = _reference_answer(reference, case), _library_answer(library, case)
        yield from _compared(case, mine, theirs, tally)
        if isinstance(theirs, Encoding) and len(encoded) < len(texts) // 2:
            encoded.append(theirs.ids)
    for ids in encoded:
        decode = DecodeCase(ids, _DECODE)
        yield from _compared(
            decode, _reference_answer(reference, decode), _library_answer(library, decode), tally
        )


def _compared(
    case: Case, mine: Observation, theirs: Observation, tally: Tally
) -> Iterator[CaseDifference]:
    verdict = compare(mine, theirs, strict=True)
    tally.compared += 1
    if isinstance(verdict, Refused):
        tally.refused += 1
    elif not isinstance(verdict, Agreement):
        yield CaseDifference(case, mine, theirs)


def _reference_answer(reference: Tokenizer, case: Case) -> Observation:
    try:
        match case:
            case EncodeCase(text, options):
                return reference.encode(text, options)
            case DecodeCase(ids, decode_options):
                return reference.decode(ids, decode_options)
            case StageCase():
                return stage_output(reference, case)
            case _:
                raise TypeError(case)
    except TokparityError as error:
        return Refusal("error", str(error))


def _library_answer(library: GoogleSentencepiece, case: Case) -> Observation:
    try:
        match case:
            case EncodeCase(text, options):
                return library.encode(text, options)
            case DecodeCase(ids, decode_options):
                return library.decode(ids, decode_options)
            case StageCase(stage, text):
                (rows,) = library.probe(stage, [text])
                return StageOutput(tuple(tuple(row) for row in rows))
            case _:
                raise TypeError(case)
    except TypeError:
        raise
    except Exception as error:  # any: the library's own kinds
        return Refusal("error", str(error))
