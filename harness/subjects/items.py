"""What a subject is asked in somebody else's test session: questions by name, each with its check.

A check says whether the subject agrees, differs or was not asked: an option that it lacks is no
test that it passes. Of a batch only the smallest case is shown, made smaller. Not here: pytest
(`tokparity.pytest_plugin`).
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tokparity.corpora.embedded import Embedded
from tokparity.corpora.golden import GoldenCase, GoldenFile, goldens
from tokparity.corpora.regression import Regression
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import CellSpec, subject_cell
from tokparity.harness.compare.sides import observe
from tokparity.harness.compare.verdict import Agreement, Divergence, Refused, Verdict, compare
from tokparity.harness.findings.committed_cases import artefact_of, committed
from tokparity.harness.naming.diverging_case import DivergingCase
from tokparity.harness.run.check import checked_subject
from tokparity.harness.shards.runner import generating_runner
from tokparity.harness.shards.slot import CannotLoad, Slot
from tokparity.oracles.protocol import native_oracle
from tokparity.oracles.subjects.messages import Capabilities
from tokparity.reference_impl.contract import (
    Artefact,
    Case,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    FullCase,
    Observation,
    Refusal,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.text.visible import harmless


@dataclass(frozen=True, slots=True)
class Agrees:
    """The subject answers as the native library does."""


@dataclass(frozen=True, slots=True)
class Differs:
    """It answers otherwise, and `lines` show how."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotAsked:
    """Nothing could be compared, for a reason of one line."""

    reason: str


Result = Agrees | Differs | NotAsked
Check = Callable[[], Result]
PER_ITEM = 64
"""Generated cases of one test item."""
SHOWN = 8
"""Ids shown before and behind the first that differs."""


class NothingAsked(TokparityError):
    """No vocabulary is here that the subject says it loads."""

    def __init__(self, spec: str, globs: Sequence[str]) -> None:
        named = f" and {' or '.join(globs)} names" if globs else ""
        super().__init__(
            f"{spec}: nothing is fetched that it says it loads{named}: `tokparity vocabs fetch`"
        )


class SubjectItems:
    """The items of one subject, which runs until `close`. Errors: BadSubject, NoSubject."""

    def __init__(self, spec: str, globs: Sequence[str], cases: int) -> None:
        self._spec, self._globs, self._cases = spec, globs, cases
        self._open = ExitStack()
        self._slot = self._open.enter_context(Slot())
        self._folder = Path(self._open.enter_context(TemporaryDirectory()))
        self._subject, client = self._slot.subject_called(spec)
        hello = client.hello()
        if isinstance(hello, Refusal):
            self.close()
            raise NotAnswering(spec, hello)
        self._can: Capabilities = hello.capabilities

    def close(self) -> None:
        """End the subject and the libraries."""
        self._open.close()

    def items(self) -> Iterator[tuple[str, Check]]:
        """Every question by its name. Errors: NothingAsked."""
        artefacts = list(self._artefacts())
        if not artefacts:
            raise NothingAsked(self._spec, self._globs)
        recorded = goldens()
        for artefact in artefacts:
            yield from self._of_goldens(artefact, recorded)
            yield from self._generated(artefact)
        for regression in committed():
            embedded = regression.side.artefact
            loads = isinstance(embedded, Embedded) and embedded.format in self._can.formats
            if loads and not isinstance(regression.case, FullCase):
                check = partial(_result, self._regression, regression)
                yield f"{self._subject.name}::regression[{regression.name}]", check

    def _artefacts(self) -> Iterator[Artefact]:
        cache = Cache.default()
        globs = self._globs or ["*"]
        for glob in globs:
            if Path(glob).exists():
                yield resolve(glob)
                continue
            for entry in catalogue.find(glob, catalogue.OWN):
                loads = entry.format in self._can.formats or entry.name in self._can.vocabularies
                if loads and catalogue.is_cached(entry, cache):
                    yield catalogue.artefact(entry, cache)

    def _of_goldens(
        self, artefact: Artefact, recorded: Sequence[GoldenFile]
    ) -> Iterator[tuple[str, Check]]:
        for golden in recorded:
            if golden.sha256 == artefact.sha256:
                for each in golden.cases:
                    if isinstance(each.case, EncodeCase | DecodeCase):
                        check = partial(_result, self._golden, artefact, each)
                        yield f"{self._subject.name}::{artefact.name}::golden[{each.id}]", check

    def _generated(self, artefact: Artefact) -> Iterator[tuple[str, Check]]:
        name = f"{self._subject.name}::{artefact.name}"
        shards = max(1, self._cases // PER_ITEM)
        for shard in range(shards):
            yield f"{name}::encode[{shard}]", partial(_result, self._encoded, artefact, shard)
        for shard in range(max(1, shards // 4)):
            yield f"{name}::decode[{shard}]", partial(_result, self._decoded, artefact, shard)

    def _encoded(self, artefact: Artefact, shard: int) -> Result:
        cell = checked_subject(artefact, self._subject)
        texts = generating_runner(self._slot, cell, 0).texts(shard, PER_ITEM)
        options = [
            EncodeOptions(add, parse)
            for add in self._can.add_special
            for parse in self._can.parse_special
        ]
        turn = options[shard % len(options)] if options else EncodeOptions()
        return self._compared(cell, [EncodeCase(text, turn) for text in texts])

    def _decoded(self, artefact: Artefact, shard: int) -> Result:
        cell = checked_subject(artefact, self._subject)
        ids = generating_runner(self._slot, cell, 0).source.ids(shard, PER_ITEM)
        skips = self._can.skip_special or (False,)
        options = DecodeOptions(skip_special=skips[shard % len(skips)])
        return self._compared(cell, [DecodeCase(tuple(each), options) for each in ids])

    def _compared(self, cell: CellSpec, cases: Sequence[Case]) -> Result:
        investigator = generating_runner(self._slot, cell, 0).investigator
        sides = (observe(side, cases) for side in (investigator.left, investigator.right))
        diverging, agreed, why = [], 0, "there is no such case"
        for case, left, right in zip(cases, *sides, strict=True):
            verdict = compare(left, right, strict=cell.strict)
            if isinstance(verdict, Divergence):
                diverging.append(DivergingCase(case, left, right, verdict))
            elif isinstance(verdict, Agreement):
                agreed += 1
            else:
                why = _refusal_line(left, right)
        if not diverging:
            return Agrees() if agreed else NotAsked(why)
        lines = [f"{len(diverging)} of {len(cases)} cases differ"]
        for each in investigator.investigate(diverging):
            small = each.sighting
            verdict = compare(small.left, small.right, strict=True)
            shown = _lines(small.case, small.left, small.right, verdict)
            lines += ["", each.signature.key, *shown]
        return Differs(tuple(lines))

    def _golden(self, artefact: Artefact, golden: GoldenCase) -> Result:
        """As recorded. Of a file that pads, a subject that does not is asked without its limits,
        and so is the native library then: what is recorded is padded."""
        cell, expected = subject_cell(artefact, artefact.name, self._subject), golden.expected
        if not self._can.limits and _is_limited(artefact):
            cell = checked_subject(artefact, self._subject)
            (expected,) = observe(self._slot.side(cell.left), [golden.case])
        (answer,) = observe(self._slot.side(cell.right), [golden.case])
        return _compared_alone(golden.case, expected, answer)

    def _regression(self, regression: Regression) -> Result:
        """With the settings under which it was recorded, as far as a subject can be told them."""
        artefact, case = artefact_of(regression.side, self._folder), regression.case
        oracle, settings = native_oracle(artefact.format), artefact.settings
        expected = regression.side.expected.get(oracle)
        if expected is None:
            return NotAsked(f"it has no answer of {oracle}, which decides")
        adds = isinstance(case, EncodeCase) and case.options.add_special
        if adds and not (settings.bos and settings.eos):
            return NotAsked("no subject can be told to add special tokens, but no bos or eos")
        if not self._can.limits and _is_limited(artefact):
            return NotAsked("its file truncates or pads, which the subject does not")
        cell = subject_cell(artefact, regression.name, self._subject)
        (answer,) = observe(self._slot.side(cell.right), [case])
        return _compared_alone(case, expected.observation, answer)


class NotAnswering(TokparityError):
    """A subject that does not say who it is."""

    def __init__(self, spec: str, refusal: Refusal) -> None:
        super().__init__(f"{spec}: {refusal.kind}: {refusal.detail}: see `tokparity smoke`")


def _result(check: Callable[..., Result], *arguments: object) -> Result:
    """How a check goes where a side may load no such file."""
    try:
        return check(*arguments)
    except CannotLoad as error:
        line = harmless(str(error))
        return NotAsked(line) if error.refusal.kind == "unsupported" else Differs((line,))


def _compared_alone(case: Case, expected: Observation, answer: Observation) -> Result:
    match verdict := compare(expected, answer, strict=True):
        case Divergence():
            return Differs(tuple(_lines(case, expected, answer, verdict)))
        case Agreement() | Refused(Refusal(), Refusal()):
            return Agrees()
        case _:
            return NotAsked(_refusal_line(expected, answer))


def _is_limited(artefact: Artefact) -> bool:
    """Whether a file is asked to truncate or pad, and says how."""
    if artefact.format != "tokenizer.json" or not artefact.settings.limits:
        return False
    content = json.loads(artefact.path.read_bytes())
    return bool(content.get("truncation") or content.get("padding"))


def _refusal_line(left: Observation, right: Observation) -> str:
    """Why two answers are not compared: the subject's refusal, or that of the native library."""
    refusals = [each for each in (right, left) if isinstance(each, Refusal)]
    unsupported = [each for each in refusals if each.kind == "unsupported"]
    first = (unsupported or refusals)[0]
    return harmless(f"{first.kind}: {first.detail}")


def _lines(case: Case, expected: Observation, answer: Observation, verdict: Verdict) -> list[str]:
    if not isinstance(verdict, Divergence):
        return []
    return difference(DivergingCase(case, expected, answer, verdict))


def difference(raw: DivergingCase) -> list[str]:
    """A diverging case for a terminal: what was asked, both answers from where they part."""
    match raw.case:
        case EncodeCase(text, options):
            asked = f"encode {text!a}, add_special={options.add_special}, "
            asked += f"parse_special={options.parse_special}"
        case DecodeCase(ids, decode):
            asked = f"decode {list(ids)}, skip_special={decode.skip_special}"
        case case:
            asked = str(case)
    at = raw.divergence.index
    return [
        harmless(f"  {asked}"),
        harmless(f"    expected {_shown(raw.left, at)}"),
        harmless(f"    got      {_shown(raw.right, at)}"),
    ]


def _shown(answer: Observation, at: int) -> str:
    if isinstance(answer, Refusal):
        return f"{answer.kind}: {answer.detail}"
    ids = getattr(answer, "ids", None)
    if ids is None:
        return f"{getattr(answer, 'value', answer)!a}"
    start = max(0, at - SHOWN)
    shown = ", ".join(map(str, ids[start : at + SHOWN]))
    return f"[{'… ' * (start > 0)}{shown}{' …' * (at + SHOWN < len(ids))}]"
