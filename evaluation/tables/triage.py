"""One table: do bug reports prove the very finding that they are about?

    python -m evaluation.tables.triage [RUN…] [--fault-models N] [--envs FOLDER] [--most N]

For each finding of each run, and of a run over N fault models of the reference: its report is
written, and its script run; the smallest case is named anew on the smallest files, by the
libraries' answers to it; and the script is run again in an environment that holds the accused
library and nothing of tokparity. Such environments are made on demand from the package index, and
kept in --envs.

Prints a row a finding: "same cause" or what else the smallest case shows, how the script went here,
and how it went there. Exit code 1 where a cause is another, or a script that reproduces here does
not there; 2 where there is no finding.
"""

import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from venv import EnvBuilder

from evaluation.arguments import parser_of
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.artefacts.catalogue_names import manifest_of
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import CellSpec, fidelity_cell
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.findings.committed_cases import Replayed
from tokparity.harness.run.execution import RunPlan
from tokparity.harness.run.job import run
from tokparity.harness.shards.executors import executor_for
from tokparity.harness.shards.job_pool import default_jobs
from tokparity.harness.shards.slot import Slot
from tokparity.harness.triage.triager import Triager, triager
from tokparity.oracles.protocol import ORACLES
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.engine import FaultyReference
from tokparity.reports.records.finding import Signature
from tokparity.reports.records.run_directory import read_run
from tokparity.reports.triage.exhibit import Exhibit
from tokparity.reports.triage.scripts import SCRIPT, to_run

VOCABULARIES = ("minilm", "gpt-neox-20b", "llama2", "spm-test", "llama2-gguf", "gpt2-ranks")
TEXTS = 256
PATIENCE = 120
"""Seconds for one script."""


@dataclass(frozen=True, slots=True)
class NamingTriager(Triager):
    """Names each smallest case anew. `named`: by the finding's id, what it shows on small files;
    None where nothing diverges any more."""

    named: dict[str, Signature | None] = field(default_factory=dict)

    def _on_small_files(self, exhibit: Exhibit, cell: CellSpec) -> tuple[Exhibit, CellSpec] | None:
        # not super(): a dataclass with slots is made anew, and `super()` means the first one
        small = Triager._on_small_files(self, exhibit, cell)
        if small is not None:
            on_small, small_cell = small
            slot = self.slot.beside()
            investigator = slot.investigator(small_cell)
            raws = investigator.diverging([on_small.case])
            signature = investigator.signature_of(raws[0]) if raws else None
            self.named[exhibit.finding.id] = signature
            slot.let_go()
        return small


def cause_of(signature: Signature) -> tuple[str, ...]:
    """What must be the same: what is known of it, else where it goes wrong first."""
    if signature.cause:
        return (signature.cause,)
    return (signature.op, signature.stage, signature.component)


def environment(folder: Path, oracles: Sequence[str]) -> Path:
    """The interpreter of an environment with these libraries alone, of the versions used here."""
    wanted = sorted(
        f"{ORACLES[name].distribution}=={ORACLES[name].installed_version().partition('+')[0]}"
        for name in oracles
    )
    place = folder / "-".join(wanted).replace("==", "-")
    python = place / "bin" / "python"
    if not python.exists():
        EnvBuilder(with_pip=True).create(place)
        pip = [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
        subprocess.run([*pip, *wanted], check=True)
    return python


def run_there(exhibit: Exhibit, script: Path, envs: Path) -> str:
    """How a script that reproduces here goes where the libraries it runs are all there is.

    A bundled implementation has such an environment, in which the script has been run.
    """
    run = to_run(*exhibit.parts)
    if any(part.library is not None for part in run):
        return exhibit.proof.outcome
    libraries = [part.oracle for part in run if part.oracle is not None]
    try:
        python = environment(envs, sorted(set(libraries)))
    except (subprocess.CalledProcessError, TokparityError) as error:
        return f"no environment: {error}"
    parts = sorted(exhibit.parts, key=lambda part: part.role == "expected")
    told = [
        str(resolve(part.artefact).path.absolute())
        for part in parts
        if part in run and part.holding is not None and part.holding.is_told
    ]
    with TemporaryDirectory(prefix="tokparity-there-") as empty:
        try:
            done = subprocess.run(
                [str(python), "-P", str(script.absolute()), *told],
                cwd=empty,
                env={"HOME": empty, "LC_ALL": "C"},
                capture_output=True,
                timeout=PATIENCE,
            )
        except subprocess.TimeoutExpired:
            return "reproduced" if "_timeout" in script.read_text("utf-8") else "no end"
    if (done.returncode == 1 and b"Traceback" not in done.stderr) or done.returncode < 0:
        return "reproduced"
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return f"exit {done.returncode}{': ' if lines else ''}{lines[-1][:80] if lines else ''}"


def run_of_fault_models(count: int, out: Path) -> Path:
    """A run over so many fault models, each in the first vocabulary that it changes."""
    artefacts = [resolve(name) for name in VOCABULARIES if is_here(name)]
    cells: list[CellSpec] = []
    with Slot() as slot:
        for name, model in FAULT_MODELS.items():
            for artefact in artefacts:
                tokenizer = slot.tokenizer(artefact)
                if model.apply(tokenizer) is not tokenizer:
                    cells.append(fidelity_cell(artefact, artefact.name, FaultyReference(name)))
                    break
    executor = executor_for(default_jobs())
    try:
        plan = RunPlan(tuple(cells[:count]), 0, "fault models", 1, None, texts=TEXTS)
        run(plan, executor, out, jobs=default_jobs(), replayed=Replayed(), progress=silent)
    finally:
        executor.close()
    return out


def is_here(name: str) -> bool:
    """Whether a vocabulary is in the cache."""
    return catalogue.is_cached(manifest_of(name), Cache.default())


def silent(done: int, total: int | None, cell: str) -> None:
    """Nobody looks at the progress."""


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = parser_of("evaluation.tables.triage", __doc__)
    parser.add_argument("runs", nargs="*", type=Path, metavar="RUN")
    parser.add_argument("--fault-models", type=int, default=0, metavar="N")
    parser.add_argument("--envs", type=Path, help="where the environments are kept [none]")
    parser.add_argument("--most", type=int, help="findings of a run [all]")
    options = parser.parse_args(arguments)
    sums: Counter[str] = Counter()
    with TemporaryDirectory(prefix="tokparity-triage-") as scratch:
        envs = options.envs or Path(scratch) / "envs"
        runs = list(options.runs)
        if options.fault_models:
            runs.append(run_of_fault_models(options.fault_models, Path(scratch) / "fault-models"))
        for number, directory in enumerate(runs):
            out = Path(scratch) / str(number)
            with triager(directory, out) as plain:
                at_work = NamingTriager(
                    plain.slot, plain.run_dir, plain.folder, plain.scratch, plain.known
                )
                for finding in read_run(directory).findings[: options.most]:
                    exhibit = at_work.triage(finding)
                    smallest = at_work.named.get(finding.id, finding.signature)
                    same = smallest is not None and cause_of(smallest) == cause_of(
                        finding.signature
                    )
                    there = "-"
                    if exhibit.proof.outcome == "reproduced":
                        there = run_there(exhibit, out / finding.id / SCRIPT, envs)
                    sums["findings"] += 1
                    sums["same cause"] += same
                    sums["made small"] += finding.id in at_work.named
                    sums[f"here {exhibit.proof.outcome}"] += 1
                    sums["there reproduced"] += there == "reproduced"
                    cause = "same cause" if same else f"SHOWS {smallest and smallest.key}"
                    print(f"{finding.id} {cause}, {exhibit.proof.outcome}, {there}: {finding.key}")
                    sys.stdout.flush()
    print(", ".join(f"{count} {word}" for word, count in sums.items()))
    if not sums["findings"]:
        return 2
    missed = sums["here reproduced"] - sums["there reproduced"]
    return int(sums["same cause"] < sums["findings"] or missed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
