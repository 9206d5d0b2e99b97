"""From a finding to its bug report: who is asked, which tokenizer is shown, the script is run.

A finding is given as it stands in a run directory or a regression file; both are somebody else's.
Not here: how the tokenizer becomes small (`triage.small_tokenizer`), how report and script look
(`reports.triage`).
"""

import shlex
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path

from tokparity.harness.compare.cells import CellSpec, SideSpec
from tokparity.harness.compare.engines import may_be_asked
from tokparity.harness.compare.sides import observe
from tokparity.harness.compare.verdict import Agreement, compare
from tokparity.harness.findings.judgement import OWN_LEDGER
from tokparity.harness.run.finding_cell import cell_found_in
from tokparity.harness.shards.slot import CannotLoad, Slot, environments
from tokparity.harness.shrinking.case import case_order
from tokparity.harness.triage.as_found import as_found
from tokparity.harness.triage.given_files import given_beside, laid_out, told_holding
from tokparity.harness.triage.report_folder import Folder
from tokparity.harness.triage.script_run import HERE, Place, prove
from tokparity.harness.triage.small_tokenizer import on_small_files
from tokparity.oracles.protocol import ORACLES
from tokparity.reference_impl.contract import Artefact, Case, ChatCase, Observation, Refusal
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.engine import (
    NO_SUBJECTS,
    REFERENCE,
    Engine,
    Library,
    Subjects,
    engine_called,
)
from tokparity.reports.records.finding import Finding, Sighting
from tokparity.reports.records.ledger import load_ledger
from tokparity.reports.summary.describe import again_commands, shrink_command
from tokparity.reports.summary.votes import vote_line
from tokparity.reports.text.visible import harmless
from tokparity.reports.triage.exhibit import (
    EngineAnswer,
    Exhibit,
    Holding,
    Part,
    Proof,
    Recorded,
    Stranger,
)
from tokparity.reports.triage.recipes.recipe import NoScript, holding_of
from tokparity.reports.triage.report import report
from tokparity.reports.triage.roles import Votes, parts, reasons
from tokparity.reports.triage.scripts import (
    ORIGINAL,
    SCRIPT,
    Asked,
    Script,
    file_name,
    run_line,
    script,
    to_run,
)
from tokparity.reports.triage.title import title
from tokparity.reports.triage.values import case_literal

INLINE = 4_096
"""Bytes of a tokenizer that stands in the script itself."""
TEXTUAL = ("tokenizer.json", "tiktoken")
MOST_SIGHTINGS = 12
"""Sightings of a finding that are tried until one's files are here."""


@dataclass(frozen=True, slots=True)
class Triager:
    """Writes bug reports of one run's findings into `folder`; `run_dir` is where they are from."""

    slot: Slot
    run_dir: Path
    folder: Folder
    scratch: Path
    known: dict[str, str] = field(default_factory=dict)
    given: Subjects = field(default_factory=lambda: NO_SUBJECTS)

    def triage(self, finding: Finding, cell: CellSpec | None = None) -> Exhibit:
        """Write one report with its script, and run that. `cell`: of a regression file."""
        given = cell is not None
        sighting, cell, why = self._sighting_here(finding, cell)
        got, expected = self._parts(finding, sighting)
        exhibit = Exhibit(
            finding,
            sighting,
            got,
            expected,
            known=self._entries(finding),
            again=self._again(finding, sighting, of_a_case=given),
            proof=Proof("no script", _one_line(why)),
        )
        place = self.folder.begin(finding.id)
        if cell is not None:
            exhibit = replace(exhibit, answers=self._answers(cell, exhibit))
            third = vote_line(finding, exhibit.sighting)
            because = reasons(finding, got, expected, exhibit.known, votes(exhibit), third)
            exhibit = self._proven(replace(exhibit, why=because), cell)
        self.folder.write(place / "report.md", report(exhibit))
        return exhibit

    def _cell(self, finding: Finding, sighting: Sighting) -> CellSpec:
        return cell_found_in(self.run_dir, finding, sighting, self.scratch, self.given)

    def _parts(self, finding: Finding, sighting: Sighting) -> tuple[Part, Part]:
        """Both sides; of a subject that the user names with how it is asked."""
        got, expected = (
            replace(part, stranger=self._stranger(part)) for part in parts(finding, sighting)
        )
        return got, expected

    def _stranger(self, part: Part) -> Stranger | None:
        subject = self.given.get(part.engine)
        if subject is None or part.library is not None:
            return None
        client = self.slot.subject(subject)
        hello = client.hello()
        if isinstance(hello, Refusal):
            return None
        can = hello.capabilities
        return Stranger(client.asked, can.vocabularies, can.decodes)

    def _proven(self, exhibit: Exhibit, cell: CellSpec) -> Exhibit:
        """With its script: on small files where that reproduces, or no file has one; else on the
        files as they are."""
        small = self._on_small_files(exhibit, cell)
        if small is None:
            return self._on_whole_files(exhibit, cell)
        on_small = self._with_script(*small)
        if on_small.proof.outcome == "reproduced":
            return self._with_original(on_small, exhibit, cell)
        self.folder.begin(exhibit.finding.id)
        whole = self._with_script(exhibit, cell)
        if on_small.proof.outcome != "no script" or whole.proof.outcome != "no script":
            return whole
        self.folder.begin(exhibit.finding.id)
        return self._with_script(*small)

    def _on_whole_files(self, exhibit: Exhibit, cell: CellSpec) -> Exhibit:
        """On the files as they are; a crash that does not come again on the case as it was found,
        where it does there."""
        whole = self._with_script(exhibit, cell)
        found = None
        if whole.proof.outcome == "does not reproduce":
            found = as_found(exhibit, lambda part, case: self._of_part(cell, exhibit, part, case))
        if found is None:
            return whole
        met = self._with_script(replace(found, answers=self._answers(cell, found)), cell)
        return met if met.proof.outcome == "reproduced" else self._with_script(exhibit, cell)

    def _of_part(self, cell: CellSpec, exhibit: Exhibit, part: Part, case: Case) -> Observation:
        assert part.oracle is not None
        return self._answer(part.oracle, _artefact_of(cell, exhibit, part), case)

    def _on_small_files(self, exhibit: Exhibit, cell: CellSpec) -> tuple[Exhibit, CellSpec] | None:
        """The exhibit on the smallest tokenizer that shows it, and the cell that holds that; None
        where there is none, or a side answers otherwise than it is recorded: then what would be
        made small is another finding."""
        if not exhibit.is_as_recorded:
            return None
        finding = exhibit.finding
        small = on_small_files(self.slot, cell, finding, exhibit.sighting, self.scratch)
        if small is None:
            return None
        got, expected = self._parts(finding, small.sighting)
        seen = replace(small.sighting, found_as=small.sighting.case)  # what it was is in `recorded`
        recorded = Recorded(exhibit.sighting, exhibit.answers, small.entries, small.before)
        smaller = replace(exhibit, sighting=seen, got=got, expected=expected, recorded=recorded)
        beside = replace(self, slot=self.slot.beside())  # what is whole stays loaded
        smaller = replace(smaller, answers=beside._answers(small.cell, smaller))
        beside.slot.let_go()
        return (smaller, small.cell) if smaller.is_as_recorded else None

    def _sighting_here(
        self, finding: Finding, cell: CellSpec | None
    ) -> tuple[Sighting, CellSpec | None, str]:
        """The smallest sighting whose files are here, with its cell; else why there is none."""
        ordered = sorted(
            finding.sightings, key=lambda sighting: (case_order(sighting.case), sighting.artefact)
        )
        if cell is not None:
            return ordered[0], cell, ""
        why = ""
        for sighting in ordered[:MOST_SIGHTINGS]:
            try:
                return sighting, self._cell(finding, sighting), ""
            except (TokparityError, OSError, ValueError) as error:
                why = why or str(error)
        return ordered[0], None, why

    def _answers(self, cell: CellSpec, exhibit: Exhibit) -> tuple[EngineAnswer, ...]:
        """What everybody who can load one of the tokenizers answers now."""
        case = exhibit.case
        answers: list[EngineAnswer] = []
        named = {side.artefact.identity: side.artefact for side in cell.sides}
        for artefact in named.values():
            by_name = {
                part.oracle or part.engine: part.recorded
                for part in exhibit.parts
                if part.artefact == artefact.name or len(named) == 1
            }
            for name, spec in ORACLES.items():
                if artefact.format in spec.formats and spec.installed and spec.threads == 1:
                    now = self._answer(name, artefact, case)
                    release = spec.installed_version()
                    answers.append(
                        EngineAnswer(name, release, artefact.name, now, by_name.get(name))
                    )
            names = {str(REFERENCE), *(name for name in by_name if name not in ORACLES)}
            for name in sorted(names):
                engine = engine_called(name, self.given)
                if not may_be_asked(engine):
                    continue
                if (now_ours := self._ours(engine, artefact, case)) is not None:
                    own = (it.library for it in exhibit.parts if it.engine == name)
                    ours = f"tokparity {version('tokparity')}"
                    release = next((it.version for it in own if it), ours)
                    answers.append(
                        EngineAnswer(name, release, artefact.name, now_ours, by_name.get(name))
                    )
        return tuple(answers)

    def _answer(self, oracle: str, artefact: Artefact, case: Case) -> Observation:
        """A library's answer; loaded for this alone where it is not at hand."""
        try:
            (answer,) = observe(self.slot.side(SideSpec(Library(oracle), artefact)), [case])
        except CannotLoad as error:
            return error.refusal
        except OverflowError:
            return Refusal("unsupported", "an id of more than 64 bits")
        return answer

    def _ours(self, engine: Engine, artefact: Artefact, case: Case) -> Observation | None:
        """The reference's answer, or that of a change of it; None where it does not read the
        file."""
        load = self.slot.chat_side if isinstance(case, ChatCase) else self.slot.side
        try:
            (answer,) = observe(load(SideSpec(engine, artefact)), [case])
        except TokparityError:
            return None
        return answer

    def _with_original(self, on_small: Exhibit, exhibit: Exhibit, cell: CellSpec) -> Exhibit:
        """With a second script, that repeats the finding on the files as they were published."""
        assert on_small.recorded is not None
        artefacts = [_artefact_of(cell, exhibit, part) for part in to_run(*exhibit.parts)[::-1]]
        told = {
            part.role: replace(part, holding=told_holding(part, artefact))
            for part, artefact in zip(to_run(*exhibit.parts)[::-1], artefacts, strict=True)
        }
        got, expected = (told.get(part.role, part) for part in exhibit.parts)
        path = self.folder.of_finding(exhibit.finding.id) / file_name(told.values(), ORIGINAL)
        try:
            made = self._script(replace(exhibit, got=got, expected=expected), ORIGINAL)
        except NoScript as error:
            proof, run = Proof("no script", _one_line(str(error))), ""
        else:
            self.folder.write(path, made.text)
            files = [
                laid_out(artefact, holding_of(part), self.scratch)
                for part, artefact in zip(told.values(), artefacts, strict=True)
            ]
            proof = prove(path, made, files, place=_place(exhibit))
            run = run_line(told.values(), ORIGINAL)
        return replace(on_small, recorded=replace(on_small.recorded, run=run, proof=proof))

    @staticmethod
    def _script(exhibit: Exhibit, name: str = SCRIPT) -> Script:
        """Raises NoScript."""
        got, expected = exhibit.parts
        sighting = exhibit.sighting
        headline = title(exhibit.finding, sighting, got, expected, words_of=case_literal)
        return script(headline, Asked.of(sighting), got, expected, exhibit.why, name)

    def _with_script(self, exhibit: Exhibit, cell: CellSpec) -> Exhibit:
        """The exhibit with its script, written, and how that went. Of two small files both lie
        beside it: the one that no script needs has no name to fetch it by."""
        run = to_run(*exhibit.parts)
        both = exhibit.recorded is not None and exhibit.sighting.against is not None
        parts = [part for part in exhibit.parts if both or part in run]
        contents = {}
        outside: list[Path] = []
        for part in parts:  # got first: `path_of`
            artefact = _artefact_of(cell, exhibit, part)
            name = "expected" if part.role == "expected" and len(parts) == 2 else "tokenizer"
            holding = self._holding(exhibit, part, artefact, name, inline=part in run)
            if holding.is_told:
                outside.append(laid_out(artefact, holding, self.scratch))
            contents[part.role] = replace(part, holding=holding)
        got, expected = (contents.get(part.role, part) for part in exhibit.parts)
        exhibit = replace(exhibit, got=got, expected=expected)
        try:
            made = self._script(exhibit)
        except NoScript as error:
            return replace(exhibit, proof=Proof("no script", _one_line(str(error))))
        path = self.folder.of_finding(exhibit.finding.id) / file_name(run)
        self.folder.write(path, made.text)
        proof = prove(path, made, outside, place=_place(exhibit))
        return replace(exhibit, script=made.text, proof=proof)

    def _holding(
        self, exhibit: Exhibit, part: Part, artefact: Artefact, name: str, *, inline: bool
    ) -> Holding:
        """A side's tokenizer, in the script where it may and is short, else beside the report."""
        holding = told_holding(part, artefact)
        short = holding.size <= INLINE and not holding.beside
        if inline and artefact.format in TEXTUAL and short:
            content = artefact.path.read_bytes()
            if content.isascii():
                return replace(holding, content=content)
        file = self.folder.copy(exhibit.finding.id, artefact, name)
        if file is not None and holding.beside:
            self.folder.copy_beside(exhibit.finding.id, file, given_beside(artefact))
        return replace(holding, file=file)

    def _entries(self, finding: Finding) -> tuple[tuple[str, str], ...]:
        names = (finding.ledger_entry or "").split(", ") if finding.ledger_entry else []
        return tuple((name, self.known.get(name, "no such entry here")) for name in names)

    def _again(self, finding: Finding, sighting: Sighting, *, of_a_case: bool) -> tuple[str, ...]:
        """The commands that show it; the tokenizer of a regression file has no other name."""
        if of_a_case:
            file = str(self.run_dir)
            return tuple(shlex.join(["tokparity", what, file]) for what in ("shrink", "triage"))
        shrink = shrink_command(self.run_dir, finding)
        return (*again_commands(self.run_dir, finding, sighting), shrink)


def _place(exhibit: Exhibit) -> Place:
    """Where there is what the script needs: of a bundled library its own environment, which has
    nothing else."""
    for part in to_run(*exhibit.parts):
        if part.stranger is not None:
            return Place(own=True)
        if part.library is not None and part.library.registry == "npm":
            return Place(modules=environments().make(part.library) / "node_modules")
        if part.library is not None:
            return Place(environments().program(part.library).arguments[0])
    return HERE


def votes(exhibit: Exhibit) -> Votes:
    """What the libraries say that are neither side's, each engine once; who refuses has no vote."""
    sides = {ORACLES[part.oracle].engine for part in exhibit.parts if part.oracle is not None}
    said: dict[str, list[str]] = {"expected": [], "got": [], "other": []}
    for answer in exhibit.answers:
        spec = ORACLES.get(answer.engine)
        if spec is None or spec.engine in sides or isinstance(answer.now, Refusal):
            continue
        agreed = next((part for part in exhibit.parts if _agree(answer.now, part.recorded)), None)
        said["other" if agreed is None else agreed.role].append(f"{spec.label} {answer.version}")
        sides.add(spec.engine)
    return Votes(**{role: tuple(names) for role, names in said.items()})


def _agree(one: Observation, other: Observation) -> bool:
    return isinstance(compare(one, other, strict=False), Agreement)


def _one_line(reason: str) -> str:
    """A reason that may quote a run directory, harmless and not too long."""
    return harmless(reason[:300])


def _artefact_of(cell: CellSpec, exhibit: Exhibit, part: Part) -> Artefact:
    """The file that a side holds."""
    left = exhibit.sighting.against is None or part.is_left
    return cell.left.artefact if left else cell.right.artefact


@contextmanager
def triager(run_dir: Path, out: Path, given: Subjects = NO_SUBJECTS) -> Iterator[Triager]:
    """A triager with a slot of its own, whose workers end with the block."""
    known = {
        entry.id: f"{entry.status}: {entry.evidence}" for entry in load_ledger(OWN_LEDGER).entries
    }
    with Slot() as slot, tempfile.TemporaryDirectory(prefix="tokparity-") as scratch:
        yield Triager(slot, run_dir, Folder(out), Path(scratch), known, given)


def outcomes(exhibits: Iterable[Exhibit]) -> dict[str, int]:
    """How many scripts went how."""
    counts: dict[str, int] = {}
    for exhibit in exhibits:
        counts[exhibit.proof.outcome] = counts.get(exhibit.proof.outcome, 0) + 1
    return counts


def chosen(findings: Sequence[Finding], *, new_only: bool) -> list[Finding]:
    """Those to report: all, or those that no ledger entry excuses."""
    return [finding for finding in findings if not new_only or finding.status in ("new", "stale")]
