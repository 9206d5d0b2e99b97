"""What is compared with what: a cell is one artefact (or a pair of them) and two sides.

Plain data that crosses to job processes; nothing here loads anything.
"""

from dataclasses import dataclass, replace

from tokparity.oracles.protocol import ORACLES, batch_oracle, native_oracle
from tokparity.reference_impl.contract import Artefact, DecodeOptions, EncodeOptions
from tokparity.reports.records.engine import REFERENCE, Engine, Golden, Library, Subject
from tokparity.reports.records.explanation import BoundExplanation
from tokparity.reports.records.finding import Question

SKIP_OPTIONS = (DecodeOptions(skip_special=False), DecodeOptions(skip_special=True))
"""How tokenizers can decode; llama.cpp can do more."""

ENCODE_OPTIONS: tuple[EncodeOptions, ...] = (
    EncodeOptions(add_special=False, parse_special=True),
    EncodeOptions(add_special=True, parse_special=True),
    EncodeOptions(add_special=False, parse_special=False),
    EncodeOptions(add_special=True, parse_special=False),
)
DECODE_OPTIONS: tuple[DecodeOptions, ...] = (
    *SKIP_OPTIONS,
    DecodeOptions(skip_special=False, remove_special=True),
    DecodeOptions(skip_special=True, remove_special=True),
)


@dataclass(frozen=True, slots=True)
class SideSpec:
    """An engine and the artefact it holds."""

    engine: Engine
    artefact: Artefact

    @property
    def name(self) -> str:
        """The engine, as run directories name it."""
        return str(self.engine)


@dataclass(frozen=True, slots=True)
class CellSpec:
    """One square of the matrix.

    Fidelity: the reference against the native oracle on one artefact. Parity: the native
    oracles of two artefacts of one model, or a second opinion against the native oracle.
    """

    model: str
    question: Question
    left: SideSpec
    right: SideSpec
    chat: bool = False
    """A vocabulary is asked conversations, and nothing else."""
    known: tuple[BoundExplanation, ...] = ()
    """What may account for its divergences: explanations of the ledger."""
    third: SideSpec | None = None
    """Another engine on another file of the model, which is asked where the two differ."""

    @property
    def chats(self) -> bool:
        """Whether it is asked conversations, and nothing else: so is a template always."""
        return self.chat or self.left.artefact.format == "chat_template"

    @property
    def sides(self) -> tuple[SideSpec, SideSpec]:
        """Left and right."""
        return self.left, self.right

    @property
    def is_derived(self) -> bool:
        """Whether it asks a file that nobody published."""
        return any(side.artefact.source for side in self.sides)

    @property
    def artefacts(self) -> tuple[Artefact, ...]:
        """The one file that both sides load, or both."""
        left, right = self.left.artefact, self.right.artefact
        return (left,) if left.identity == right.identity else (left, right)

    @property
    def against(self) -> str | None:
        """The right side's artefact, where it is another file than the left's."""
        left, right = self.left.artefact, self.right.artefact
        same = (left.sha256, left.facts) == (right.sha256, right.facts)
        return None if same else right.name

    def on(self, left: Artefact, right: Artefact) -> "CellSpec":
        """The cell on other files, that are called and set as its own are; the third engine has no
        such file."""
        mine, theirs = (
            replace(
                side,
                artefact=replace(
                    artefact, name=side.artefact.name, settings=side.artefact.settings
                ),
            )
            for side, artefact in zip(self.sides, (left, right), strict=True)
        )
        return replace(self, left=mine, right=theirs, third=None)

    @property
    def observed(self) -> tuple[str, ...]:
        """The artefacts whose native oracle its cases ask: of fidelity the one, of parity both."""
        left, right = self.left.artefact.name, self.right.artefact.name
        return (right,) if self.question == "fidelity" else (left, right)

    @property
    def second_opinion(self) -> bool:
        """Whether the right side is another library on the file that the native oracle holds."""
        engines = {self.left.engine, self.right.engine}
        return self.question == "parity" and self.against is None and len(engines) == 2

    @property
    def is_batch(self) -> bool:
        """Whether the right side answers by the batch calls of the left one's library."""
        spec = ORACLES.get(self.right.name)
        return spec is not None and spec.threads > 1

    @property
    def strict(self) -> bool:
        """Whether an error of one side alone is a difference: of the reference it is, of an
        implementation under test, and of one library on two files or in two calls. Two libraries
        refuse different things by nature."""
        same = self.left.engine == self.right.engine
        same |= self.is_batch
        return self.question == "fidelity" or same or isinstance(self.right.engine, Subject)

    @property
    def streams(self) -> bool:
        """Whether it is asked what a library gives that decodes ids one by one."""
        oracle = ORACLES.get(self.right.name)
        return self.question == "fidelity" and oracle is not None and oracle.streams

    @property
    def pair(self) -> str:
        """Names the two sides in seeds and tables: "reference~huggingface_tokenizers"."""
        return f"{self.left.name}~{self.right.name}"

    @property
    def name(self) -> str:
        """Unique within a run: "qwen3 reference~huggingface_tokenizers"."""
        right = f" ~ {self.against}" if self.against else ""
        what = " chat" if self.chats else ""
        return f"{self.left.artefact.name}{right}{what} {self.pair}"


def fidelity_cell(artefact: Artefact, model: str, left: Engine = REFERENCE) -> CellSpec:
    """Is the reference (or a faulty one) what the artefact's native oracle is?"""
    oracle = Library(native_oracle(artefact.format))
    return CellSpec(model, "fidelity", SideSpec(left, artefact), SideSpec(oracle, artefact))


def chat_cell(artefact: Artefact, model: str, left: Engine = REFERENCE) -> CellSpec:
    """Does the reference render conversations as the artefact's native oracle does?"""
    return replace(fidelity_cell(artefact, model, left), chat=True)


def golden_cell(artefact: Artefact, model: str, left: Engine = REFERENCE) -> CellSpec:
    """Is the reference what the native oracle was when the golden cases were recorded?"""
    recorded = Golden(native_oracle(artefact.format))
    return CellSpec(model, "fidelity", SideSpec(left, artefact), SideSpec(recorded, artefact))


def opinion_cell(artefact: Artefact, model: str, oracle: str) -> CellSpec:
    """Does another library read an artefact as its native oracle does?"""
    left, right = Library(native_oracle(artefact.format)), Library(oracle)
    return CellSpec(model, "parity", SideSpec(left, artefact), SideSpec(right, artefact))


def batch_cells(artefact: Artefact, model: str) -> list[CellSpec]:
    """Does an artefact's library answer alike in batches, on several threads? None where it has no
    such call."""
    oracle = batch_oracle(artefact.format)
    return [] if oracle is None else [opinion_cell(artefact, model, oracle)]


def subject_cell(artefact: Artefact, model: str, subject: Subject) -> CellSpec:
    """Does an implementation under test read an artefact as its native oracle does?"""
    left = Library(native_oracle(artefact.format))
    return CellSpec(model, "parity", SideSpec(left, artefact), SideSpec(subject, artefact))


def parity_cell(artefact: Artefact, other: Artefact, model: str) -> CellSpec:
    """Do two artefacts of one model tokenize alike, each by its own native oracle?"""
    left, right = (
        SideSpec(Library(native_oracle(side.format)), side) for side in (artefact, other)
    )
    return CellSpec(model, "parity", left, right)
