"""The Python API: `load` a tokenizer, `check` one against another. Import it from `tokparity`.

Thin: the reference reads files and answers, a check is the run that `tokparity check` makes.
"""

import html
import shutil
import tempfile
import weakref
from collections.abc import Iterable
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Literal

import pandas as pd

from tokparity.corpora.generators.sweeps import Extent
from tokparity.harness.artefacts.loading import load as load_reference
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.run.check import NATIVE, Effort, checked_cell, run_check
from tokparity.harness.run.directory import at_work
from tokparity.harness.shards.slot import Slot
from tokparity.reference_impl.contract import (
    Bytes,
    DecodeOptions,
    EncodeOptions,
    Encoding,
    Text,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.tokenizer import tracing
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer as ReferenceTokenizer
from tokparity.reference_impl.traces import Trace
from tokparity.reports.records.run_directory import Run, read_run
from tokparity.reports.summary.verdict import answer, headline, not_shown
from tokparity.reports.views.table import findings_table
from tokparity.reports.views.write import write_views

__all__ = ["Result", "Tokenizer", "TokparityError", "check", "load"]

Verdict = Literal["agree", "differ", "not shown", "incomplete", "could not run"]
Name = str | PathLike[str]


@dataclass(frozen=True, slots=True)
class Tokenizer:
    """A tokenizer as its file says, by the reference implementation.

    The reference does what the file's own library does: `tokenizers` for a tokenizer.json,
    `sentencepiece` for a .model, llama.cpp for a GGUF, `tiktoken` for ranks.
    """

    name: str
    reference: ReferenceTokenizer

    def encode(
        self, text: str, *, add_special: bool = True, parse_special: bool = True
    ) -> Encoding:
        """The ids of a text, and the range of characters that each comes from.

        `add_special`: with the special tokens of the template (bos, eos). `parse_special`: special
        tokens that stand in the text are found there. `.ids` is a tuple of ints; `.offsets` a tuple
        of (start, end) in characters of `text`, end excluded, or None where the library has none.
        Errors: TokparityError for a text that the library refuses.
        """
        return self.reference.encode(text, EncodeOptions(add_special, parse_special))

    def decode(self, ids: Iterable[int], *, skip_special: bool = False) -> str | bytes:
        """The text of ids; bytes where the file's library gives bytes (llama.cpp, tiktoken).

        Errors: InvalidTokenId, a TokparityError, for an id that the vocabulary does not have.
        """
        options = DecodeOptions(skip_special=skip_special)
        match self.reference.decode(ids, options, strict=True):
            case Text(text):
                return text
            case Bytes(raw):
                return raw

    def trace(self, text: str, *, add_special: bool = True, parse_special: bool = True) -> Trace:
        """What each stage makes of a text, and every merge of a BPE with its rank.

        `.stages` are five `StageTrace`, from added_tokens to post_processor, each with its pieces;
        `.encoding` is what `encode` gives. Errors: as `encode`.
        """
        return tracing.trace(self.reference, text, EncodeOptions(add_special, parse_special))


def load(name: Name) -> Tokenizer:
    """The tokenizer of a file or folder, of a name of the catalogue, or of a fetched spec.

    `load("my/tokenizer.json")`, `load("model.gguf")`, `load("qwen3")`, `load("hub:owner/name")`.
    Errors: TokparityError, which names file, field and reason.
    """
    artefact = resolve(fspath(name))
    return Tokenizer(artefact.name, load_reference(artefact))


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Result:
    """What a check found. A notebook shows it as a table of findings.

    `run` is everything the run directory holds. The directory of a check without `out` is removed
    when the result is.
    """

    run: Run
    exit_code: int

    @property
    def verdict(self) -> Verdict:
        """`agree`: no divergence at all; `differ`: there is a finding, known or new; `incomplete`:
        something that had to be compared was not; `not shown`: no case differs, but the two files
        say different things."""
        if self.run.could_not_run or not self.run.info.cases:
            return "could not run"
        if self.run.findings or self.run.without_finding:
            return "differ"
        if not self.run.info.coverage.complete:
            return "incomplete"
        return "not shown" if not_shown(self.run) else "agree"

    @property
    def ok(self) -> bool:
        """Whether all agree, or differ only as the ledger explains: exit code 0."""
        return self.exit_code == 0

    @property
    def findings(self) -> pd.DataFrame:
        """A row a finding: key, id, status, stage, component, method, the number of cases, the
        smallest case, and what either side answered. By key."""
        return findings_table(self.run)

    @property
    def cells(self) -> pd.DataFrame:
        """A row a cell and op: compared, agreed, diverged, refused, unsupported, seconds."""
        return self.run.cells

    @property
    def directory(self) -> Path:
        """The run directory: `tokparity report` and `tokparity triage` read it."""
        return self.run.directory

    def write_report(self) -> Path:
        """Write the HTML report into the run directory; its first page."""
        write_views(self.run.directory)
        return self.run.directory / "report" / "index.html"

    def __str__(self) -> str:
        return f"{headline(self.run)}. {answer(self.run)}"

    def _repr_html_(self) -> str:
        """For notebooks: the verdict, and a table of findings. All text is escaped."""
        table = self.findings.to_html(index=False) if self.run.findings else ""
        return f"<p><strong>{html.escape(str(self))}</strong></p>{table}"


def check(
    artefact: Name,
    against: Name = NATIVE,
    *,
    cases: int | None = None,
    seed: int = 0,
    texts: Iterable[str] = (),
    sweep: Extent = "sample",
    oracle: str | None = None,
    as_configured: bool = False,
    out: Name | None = None,
) -> Result:
    """Compare an artefact with another, or with its own library (`native`).

    `oracle`: a second opinion on one file, as `tokparity check --oracle`: what its own library
    answers is compared with what this one does, `oracle="mistral_common"` for a .model, say.

    Two files are compared like with like: without truncation and padding, and with the same special
    tokens where a library adds what it is asked for. `as_configured`: with all that each says.

    `cases`: at most so many in all, or 2,048 generated texts and the sweeps; `texts`: your own, on
    top; `sweep` over ids, pieces, added tokens and code points: "none", "sample" or "full". The
    same seed gives the same findings. `out`: a new folder for the run directory. Native libraries
    answer in processes of their own, so a crash of theirs is a finding. Errors: TokparityError for
    a file that cannot be read, a library that does not load it, or reads no files of its format.
    """
    names = fspath(artefact), fspath(against)
    cell = checked_cell(*names, oracle, as_configured=as_configured)
    options = {
        "artefact": names[0],
        "against": names[1],
        **({} if cases is None else {"cases": cases}),
        **({} if oracle is None else {"oracle": oracle}),
        **({"as_configured": True} if as_configured else {}),
        "sweep": sweep,
    }
    directory = Path(out) if out is not None else Path(tempfile.mkdtemp(prefix="tokparity-check-"))
    try:
        with at_work(directory), Slot() as slot:
            effort = Effort(cases, seed, sweep, tuple(texts), options)
            outcome = run_check(slot, cell, effort, directory, lambda *_: None)
        result = Result(read_run(directory), outcome.exit_code)
    except BaseException:
        if out is None:
            shutil.rmtree(directory, ignore_errors=True)
        raise
    if out is None:
        weakref.finalize(result, shutil.rmtree, directory, ignore_errors=True)
    return result
