"""What a subject is asked in somebody else's test session: questions by name, each with its check.

A check gives the lines to show where the subject answers otherwise, and none where it agrees; of a
batch only the smallest case is shown, made smaller. Not here: pytest (`tokparity.pytest_plugin`).
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tokparity.corpora.embedded import Embedded, materialise
from tokparity.corpora.golden import goldens
from tokparity.corpora.regression import Regression
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import CellSpec, SideSpec, subject_cell
from tokparity.harness.compare.sides import observe
from tokparity.harness.compare.verdict import Divergence, compare
from tokparity.harness.findings.committed_cases import committed
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

Check = Callable[[], list[str]]
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
        for artefact in artefacts:
            yield from self._of_goldens(artefact)
            yield from self._generated(artefact)
        for regression in committed():
            embedded = regression.side.artefact
            if isinstance(embedded, Embedded) and embedded.format in self._can.formats:
                check = partial(self._regression, regression, embedded)
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

    def _of_goldens(self, artefact: Artefact) -> Iterator[tuple[str, Check]]:
        for golden in goldens():
            if golden.sha256 == artefact.sha256:
                cell = subject_cell(artefact, artefact.name, self._subject)
                for each in golden.cases:
                    if isinstance(each.case, EncodeCase | DecodeCase):
                        check = partial(self._answered, cell, each.case, each.expected)
                        yield f"{self._subject.name}::{artefact.name}::golden[{each.id}]", check

    def _generated(self, artefact: Artefact) -> Iterator[tuple[str, Check]]:
        name = f"{self._subject.name}::{artefact.name}"
        shards = max(1, self._cases // PER_ITEM)
        for shard in range(shards):
            yield f"{name}::encode[{shard}]", partial(self._encoded, artefact, shard)
        for shard in range(max(1, shards // 4)):
            yield f"{name}::decode[{shard}]", partial(self._decoded, artefact, shard)

    def _encoded(self, artefact: Artefact, shard: int) -> list[str]:
        cell = checked_subject(artefact, self._subject)
        texts = generating_runner(self._slot, cell, 0).texts(shard, PER_ITEM)
        options = [
            EncodeOptions(add, parse)
            for add in self._can.add_special
            for parse in self._can.parse_special
        ]
        turn = options[shard % len(options)] if options else EncodeOptions()
        return self._compared(cell, [EncodeCase(text, turn) for text in texts])

    def _decoded(self, artefact: Artefact, shard: int) -> list[str]:
        cell = checked_subject(artefact, self._subject)
        ids = generating_runner(self._slot, cell, 0).source.ids(shard, PER_ITEM)
        skips = self._can.skip_special or (False,)
        options = DecodeOptions(skip_special=skips[shard % len(skips)])
        return self._compared(cell, [DecodeCase(tuple(each), options) for each in ids])

    def _compared(self, cell: CellSpec, cases: Sequence[Case]) -> list[str]:
        runner = generating_runner(self._slot, cell, 0)
        diverging = runner.investigator.diverging(cases)
        if not diverging:
            return []
        found = runner.investigator.investigate(diverging)
        lines = [f"{len(diverging)} of {len(cases)} cases differ"]
        for each in found:
            small = each.sighting
            lines += ["", each.signature.key, *_lines(small.case, small.left, small.right)]
        return lines

    def _answered(self, cell: CellSpec, case: Case, expected: Observation) -> list[str]:
        try:
            (answer,) = observe(self._slot.side(cell.right), [case])
        except CannotLoad as error:
            return [str(error)]
        return _lines(case, expected, answer)

    def _regression(self, regression: Regression, embedded: Embedded) -> list[str]:
        artefact = materialise(embedded, self._folder)
        oracle = native_oracle(artefact.format)
        expected = regression.side.expected.get(oracle)
        if expected is None or isinstance(regression.case, FullCase):
            return []
        try:
            (answer,) = observe(
                self._slot.side(SideSpec(self._subject, artefact)), [regression.case]
            )
        except CannotLoad as error:
            return [str(error)]
        return _lines(regression.case, expected.observation, answer)


class NotAnswering(TokparityError):
    """A subject that does not say who it is."""

    def __init__(self, spec: str, refusal: Refusal) -> None:
        super().__init__(f"{spec}: {refusal.kind}: {refusal.detail}: see `tokparity smoke`")


def _lines(case: Case, expected: Observation, answer: Observation) -> list[str]:
    verdict = compare(expected, answer, strict=True)
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
