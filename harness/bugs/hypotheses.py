"""What each fault model answers, alone and in compositions, on the cases of one artefact."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tokparity.harness.bugs.answers import Answer, Known, Question
from tokparity.harness.fault_models.fault_model import FaultModel
from tokparity.harness.shrinking.case import case_order
from tokparity.reference_impl.contract import STAGES, DecodeCase
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

SAMPLE = 64
"""Of the wrong cases so many of the smallest, and as many of all, are put to every fault model."""
COMPOSITIONS = 400
"""Compositions kept with their answers; then all are made anew."""


@dataclass(slots=True)
class Hypotheses:
    """The fault models that change one tokenizer, in the order in which they compose: by stage,
    then as listed.

    Those of a decoder are asked of ids alone: they change no encoding.
    """

    honest: Known
    models: dict[str, FaultModel]
    single: dict[str, Known] = field(default_factory=dict)
    rank: dict[str, tuple[int, int]] = field(default_factory=dict)
    _composed: dict[tuple[str, ...], Known] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        honest: Tokenizer,
        changed: Iterable[tuple[FaultModel, Tokenizer]],
        as_texts: bool = False,
    ) -> "Hypotheses":
        """Those of the fault models that make another tokenizer of this one; each with that."""
        made = cls(Known(honest, as_texts), {})
        for number, (model, tokenizer) in enumerate(changed):
            if tokenizer is not honest and model.name not in made.models:
                made.models[model.name] = model
                made.single[model.name] = Known(tokenizer, as_texts)
                made.rank[model.name] = STAGES.index(model.stage), number
        return made

    def answer(self, name: str, question: Question) -> Answer:
        """What one fault model answers."""
        if self.models[name].stage == "decoder" and not isinstance(question, DecodeCase):
            return self.honest(question)
        return self.single[name](question)

    def touches(self, name: str, question: Question) -> bool:
        """Whether one fault model answers otherwise than the reference."""
        return self.answer(name, question) != self.honest(question)

    def ordered(self, names: Iterable[str]) -> list[str]:
        """Names in the order in which they compose."""
        return sorted(names, key=self.rank.__getitem__)

    def composed(self, names: Iterable[str]) -> Known:
        """The reference with all of these faults. Where the order of stages leaves one of them
        nothing to change, that one comes first: another had replaced what it looks for."""
        key = tuple(self.ordered(names))
        if not key:
            return self.honest
        if len(key) == 1:
            return self.single[key[0]]
        if key not in self._composed:
            if len(self._composed) >= COMPOSITIONS:
                self._composed.clear()
            self._composed[key] = Known(self._apply(key), self.honest.as_texts)
        return self._composed[key]

    def _apply(self, names: Sequence[str]) -> Tokenizer:
        order = list(names)
        for _ in names:
            tokenizer, lost = self.honest.tokenizer, None
            for name in order:
                changed = self.models[name].apply(tokenizer)
                if changed is tokenizer:
                    lost = lost or name
                tokenizer = changed
            if lost is None or lost == order[0]:
                break
            order = [lost, *(name for name in order if name != lost)]
        return tokenizer


@dataclass(slots=True)
class Table:
    """Of one list of cases what each fault model answers where the reference answers otherwise:
    `touched[name]` maps the index of a case to the answer."""

    hypotheses: Hypotheses
    cases: Sequence[Question]
    touched: dict[str, dict[int, Answer]]

    @classmethod
    def of(
        cls,
        hypotheses: Hypotheses,
        cases: Sequence[Question],
        names: Iterable[str],
        wrong: Iterable[int] | None = None,
    ) -> "Table":
        """Ask every fault model of the names every case; where it is known which cases a box is
        wrong about, only those that touch some of these."""
        sample = None if wrong is None else _sample([*wrong], cases)
        touched = {}
        for name in names:
            if sample is not None and not any(
                hypotheses.touches(name, cases[index]) for index in sample
            ):
                continue
            differing = {
                index: hypotheses.answer(name, case)
                for index, case in enumerate(cases)
                if hypotheses.touches(name, case)
            }
            if differing:
                touched[name] = differing
        return cls(hypotheses, cases, touched)

    def with_models(self, names: Iterable[str], wrong: Iterable[int]) -> "Table":
        """… and of those of these fault models besides that touch one of these cases."""
        touched = self.touched | Table.of(self.hypotheses, self.cases, names, wrong).touched
        listed = {name: touched[name] for name in self.hypotheses.models if name in touched}
        return Table(self.hypotheses, self.cases, listed)

    def with_cases(self, more: Sequence[Question]) -> "Table":
        """… and of these cases besides."""
        cases = [*self.cases, *more]
        touched = {
            name: answers
            | {
                index: self.hypotheses.answer(name, cases[index])
                for index in range(len(self.cases), len(cases))
                if self.hypotheses.touches(name, cases[index])
            }
            for name, answers in self.touched.items()
        }
        return Table(self.hypotheses, cases, touched)

    def answer(self, names: Sequence[str], index: int) -> Answer:
        """What a composition answers; only those members that touch the case are composed."""
        touching = [name for name in names if index in self.touched[name]]
        if len(touching) == 1:
            return self.touched[touching[0]][index]
        return self.hypotheses.composed(touching)(self.cases[index])


def _sample(wrong: Sequence[int], cases: Sequence[Question]) -> list[int]:
    """The smallest of the wrong cases, and some of all sizes."""
    by_size = sorted(wrong, key=lambda index: case_order(cases[index]))
    step = max(1, len(by_size) // SAMPLE)
    return list(dict.fromkeys([*by_size[:SAMPLE], *by_size[::step][:SAMPLE]]))
