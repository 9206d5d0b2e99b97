"""One job slot: the reference tokenizers and oracle workers that a job process keeps at hand."""

import resource
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import assert_never

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.stream_ids import Streams
from tokparity.corpora.generators.targets.plan import Targets
from tokparity.corpora.golden import golden
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.catalogue import catalogue_name
from tokparity.harness.artefacts.loading import load
from tokparity.harness.artefacts.model_files import (
    NotFetchedAlong,
    chat_templates_of,
    files_beside,
)
from tokparity.harness.compare.cells import CellSpec, SideSpec
from tokparity.harness.compare.sides import (
    BlackBoxSide,
    ChatSide,
    OracleSide,
    RecordedSide,
    ReferenceSide,
    Side,
)
from tokparity.harness.explanations.explainer import Explainer
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.fault_models.mutant import mutant_called
from tokparity.harness.guidance.rule_coverage import Exercised
from tokparity.harness.naming.counterfactual import Changed
from tokparity.harness.naming.investigation import Investigator
from tokparity.harness.shards.policy import investigator_of
from tokparity.oracles.subjects.client import SubjectClient
from tokparity.oracles.subjects.environments import Environments
from tokparity.oracles.subjects.library import library_called
from tokparity.oracles.subjects.spec import (
    BadSubject,
    Bundled,
    Program,
    subject_name,
    subject_spec,
)
from tokparity.oracles.worker.client import OracleWorker
from tokparity.oracles.worker.collector import give_back
from tokparity.oracles.worker.host import Handle
from tokparity.reference_impl.chat.encoding import Chat
from tokparity.reference_impl.chat.renderer import Renderer
from tokparity.reference_impl.contract import Artefact, Refusal
from tokparity.reference_impl.errors import BadArtefact, TokparityError
from tokparity.reference_impl.formats.settings import with_settings
from tokparity.reference_impl.formats.template_sources import Files
from tokparity.reference_impl.streaming.ways import way_called
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.records.engine import (
    REFERENCE,
    BlackBox,
    FaultyReference,
    Golden,
    Library,
    Reference,
    StreamWay,
    Subject,
    engine_called,
)

TOKENIZERS_KEPT = 6
"""Reference tokenizers kept per process, and as many in each worker: about 100 MB each for a large
vocabulary. Units come model by model, and few models have more artefacts."""

SUBJECTS_AWAKE = 3
"""Subjects whose programs run at once: one that is asked again later is started again."""

WORKER_MB = 8192
"""What a worker may map, in MiB, where this process is under no limit itself."""


class CannotLoad(TokparityError):
    """An oracle does not load an artefact: the cell cannot run, and says why."""

    def __init__(self, engine: str, artefact: str, refusal: Refusal) -> None:
        super().__init__(f"{artefact}: {engine} does not load it: {refusal.kind}: {refusal.detail}")
        self.engine, self.artefact, self.refusal = engine, artefact, refusal


def _worker(oracle: str) -> OracleWorker:
    """It may map as much as this process: a job's share of the machine (`job_pool`)."""
    mine, _ = resource.getrlimit(resource.RLIMIT_AS)
    memory = WORKER_MB if mine == resource.RLIM_INFINITY else min(WORKER_MB, mine >> 20)
    return OracleWorker(oracle, max_handles=TOKENIZERS_KEPT, memory_mb=memory)


@dataclass(slots=True)
class Slot:
    """Tokenizers by identity and workers by oracle name; a context manager that ends its workers.

    `open_worker` starts the worker of an oracle; tests put a worker of their own in its place.
    """

    open_worker: Callable[[str], OracleWorker] = _worker
    tokenizers: OrderedDict[str, Tokenizer] = field(default_factory=OrderedDict)
    materials: dict[str, Material] = field(default_factory=dict)
    targets: dict[str, Targets] = field(default_factory=dict)
    changed: dict[str, Changed] = field(default_factory=dict)
    streams: dict[str, Streams] = field(default_factory=dict)
    exercised: dict[str, Exercised] = field(default_factory=dict)
    explained: tuple[tuple[object, ...], Explainer] | None = None
    workers: dict[str, OracleWorker] = field(default_factory=dict)
    subjects: dict[str, SubjectClient] = field(default_factory=dict)
    handles: dict[tuple[str, str, Path], Handle] = field(default_factory=dict)
    model: str | None = None
    used: set[str] = field(default_factory=set)
    cpu_of_ended: float = 0.0
    renderer: Renderer = field(default_factory=Renderer)

    def __enter__(self) -> "Slot":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the workers, and let go of the tokenizers."""
        for worker in self.workers.values():
            worker.close()
        for subject in self.subjects.values():
            subject.close()
        self.subjects.clear()
        self.renderer.close()
        self.workers.clear()
        self.handles.clear()
        self.tokenizers.clear()
        self.materials.clear()
        self.targets.clear()
        self.changed.clear()
        self.streams.clear()
        self.exercised.clear()
        self.explained = None

    def cpu_seconds(self) -> float:
        """CPU seconds of this process and its workers, so far."""
        workers = sum(worker.cpu_seconds() for worker in self.workers.values())
        subjects = sum(subject.cpu_seconds() for subject in self.subjects.values())
        return time.process_time() + workers + subjects + self.cpu_of_ended

    def begin(self, model: str) -> None:
        """Make room for a model: units come model by model, and what another needed goes."""
        if model == self.model:
            return
        self.model = model
        for engine in [name for name in self.workers if name not in self.used]:
            idle = self.workers.pop(engine)  # what it was told to let go, it has not done yet
            idle.close()
            self.cpu_of_ended += idle.cpu_seconds()
        self.used.clear()
        self.let_go()
        give_back()

    def beside(self) -> "Slot":
        """Another slot with the same workers, that holds nothing yet: `let_go` of it when done."""
        empty = Slot(self.open_worker)
        empty.workers, empty.used, empty.subjects = self.workers, self.used, self.subjects
        return empty

    def let_go(self) -> None:
        """Drop all that is loaded; the workers stay."""
        for (engine, *_), handle in self.handles.items():
            if engine in self.workers:
                self.workers[engine].drop(handle)
            elif isinstance(subject := engine_called(engine), Subject):
                self.subjects[subject.name].drop(handle)
        self.handles.clear()
        self.tokenizers.clear()
        self.materials.clear()
        self.targets.clear()
        self.changed.clear()
        self.streams.clear()
        self.exercised.clear()
        self.explained = None

    def tokenizer(self, artefact: Artefact) -> Tokenizer:
        """The reference on an artefact; BadArtefact where the file is not what it should be."""
        kept = self.tokenizers.get(artefact.identity)
        if kept is None:
            kept = self.tokenizers[artefact.identity] = self._loaded(artefact)
            if len(self.tokenizers) > TOKENIZERS_KEPT:
                oldest, _ = self.tokenizers.popitem(last=False)
                self.materials.pop(oldest, None)
                self.targets.pop(oldest, None)
                self.changed.pop(oldest, None)
                self.streams.pop(oldest, None)
                self.exercised.pop(oldest, None)
        self.tokenizers.move_to_end(artefact.identity)
        return kept

    def _loaded(self, artefact: Artefact) -> Tokenizer:
        plain = artefact.as_configured
        if plain == artefact:
            return load(artefact)
        return with_settings(self.tokenizer(plain), artefact.settings)

    def material(self, artefact: Artefact) -> Material:
        """What generators draw from for an artefact, read once, whatever a caller sets; BadArtefact
        without a token."""
        plain = artefact.as_configured
        if plain.identity not in self.materials:
            tokenizer = self.tokenizer(plain)
            if not tokenizer.pieces():
                raise BadArtefact(artefact.path, "vocabulary", "holds no token")
            self.materials[plain.identity] = Material.of(tokenizer)
        return self.materials[plain.identity]

    def targets_of(self, artefact: Artefact) -> Targets:
        """What cases are steered at for an artefact, found once; BadArtefact without a token."""
        if artefact.identity not in self.targets:
            material = self.material(artefact)
            self.targets[artefact.identity] = Targets.of(self.tokenizer(artefact), material)
        return self.targets[artefact.identity]

    def streams_of(self, artefact: Artefact) -> Streams:
        """What replies are made of for an artefact, found once; BadArtefact without a token."""
        if artefact.identity not in self.streams:
            material = self.material(artefact)
            self.streams[artefact.identity] = Streams.of(self.tokenizer(artefact), material)
        return self.streams[artefact.identity]

    def exercised_by(self, artefact: Artefact) -> Exercised:
        """What reads the features of texts for an artefact, with the words that it met."""
        tokenizer = self.tokenizer(artefact)
        if artefact.identity not in self.exercised:
            self.exercised[artefact.identity] = Exercised(tokenizer)
        return self.exercised[artefact.identity]

    def changed_by_fault_models(self, artefact: Artefact) -> Changed:
        """The reference on an artefact as each fault model changes it, applied once an artefact."""
        tokenizer = self.tokenizer(artefact)
        if artefact.identity not in self.changed:
            self.changed[artefact.identity] = Changed(tokenizer)
        return self.changed[artefact.identity]

    def worker(self, oracle: str) -> OracleWorker:
        """The slot's worker of an oracle, started when first asked for."""
        self.used.add(oracle)
        if oracle not in self.workers:
            self.workers[oracle] = self.open_worker(oracle)
        return self.workers[oracle]

    def side(self, spec: SideSpec) -> Side:
        """An engine with its artefact loaded; CannotLoad where the library refuses the file."""
        match spec.engine:
            case Reference():
                return ReferenceSide(self.tokenizer(spec.artefact))
            case FaultyReference(name):
                changed = FAULT_MODELS[name].apply(self.tokenizer(spec.artefact))
                return ReferenceSide(changed, spec.engine)
            case BlackBox(name):
                mutant = mutant_called(name)
                changed = mutant.fault_model.apply(self.tokenizer(spec.artefact))
                return BlackBoxSide(spec.engine, changed, frozenset({mutant.fault_model.family}))
            case StreamWay(name):
                return ReferenceSide(self.tokenizer(spec.artefact), spec.engine, way_called(name))
            case Golden():
                recorded = golden(spec.artefact.name).cases
                return RecordedSide(
                    spec.engine, {answer.case: answer.expected for answer in recorded}
                )
            case Library(oracle):
                return self._library(oracle, spec)
            case Subject():
                return self._subject(spec.engine, spec)
            case _:
                assert_never(spec.engine)

    def _library(self, oracle: str, spec: SideSpec) -> OracleSide:
        worker = self.worker(oracle)
        key = handle_key(spec)
        if key not in self.handles:
            handle = worker.load(spec.artefact)
            if isinstance(handle, Refusal):
                raise CannotLoad(oracle, spec.artefact.name, handle)
            self.handles[key] = handle
        return OracleSide(spec.engine, worker, self.handles[key])

    def _subject(self, subject: Subject, spec: SideSpec) -> OracleSide:
        client = self.subject(subject)
        key = handle_key(spec)
        if key not in self.handles:
            handle = client.load(
                spec.artefact, catalogue_name(spec.artefact), known_beside(spec.artefact)
            )
            if isinstance(handle, Refusal):
                raise CannotLoad(subject.name, spec.artefact.name, handle)
            self.handles[key] = handle
        return OracleSide(spec.engine, client, self.handles[key])

    def subject_called(self, spec: str) -> tuple[Subject, SubjectClient]:
        """The subject of a spec, started, by the name that it says it has. Errors: BadSubject."""
        client = client_of(spec)
        hello = client.hello()
        asked = client.asked
        declared = asked.name if isinstance(asked, Program) else asked.kind
        name = declared if isinstance(hello, Refusal) else subject_name(hello.name)
        self.subjects[name] = client
        return Subject(name, spec), client

    def subject(self, subject: Subject) -> SubjectClient:
        """The slot's client of a subject, started when first asked for. Errors: BadSubject."""
        if subject.name not in self.subjects and not subject.spec:
            raise BadSubject(str(subject), "a file names it, and starts no program: --subject SPEC")
        if subject.name not in self.subjects:
            self.subjects[subject.name] = client_of(subject.spec)
        client = self.subjects[subject.name] = self.subjects.pop(subject.name)
        for idle in list(self.subjects.values())[:-SUBJECTS_AWAKE]:
            idle.rest()
        return client

    def sides(self, cell: CellSpec) -> tuple[Side, Side]:
        """Both sides of a cell, loaded; of a cell of chats, what renders conversations.

        Errors: CannotLoad, BadArtefact, NotFetchedAlong.
        """
        if cell.chats:
            return self.chat_side(cell.left), self.chat_side(cell.right)
        return self.side(cell.left), self.side(cell.right)

    def chat_side(self, spec: SideSpec) -> Side:
        """As `side`, of an engine that is asked conversations. Errors: NotFetchedAlong too."""
        if spec.engine != REFERENCE:
            return self.side(spec)
        templates = chat_templates_of(spec.artefact)
        has_ids = spec.artefact.format != "chat_template"
        tokenizer = self.tokenizer(spec.artefact) if has_ids else None
        return ChatSide(Chat(templates, self.renderer.render, tokenizer))

    def explainer(self, cell: CellSpec) -> Explainer:
        """What accounts for the known differences of a pair.

        It is kept, with the caches of words of its changed tokenizers, until another pair's is
        asked for.
        """
        pair = cell.left.artefact.identity, cell.right.artefact.identity
        if self.explained is None or self.explained[0] != (*pair, cell.known):
            artefacts = {True: cell.left.artefact, False: cell.right.artefact}
            explainer = Explainer(cell.known, lambda at_left: self.tokenizer(artefacts[at_left]))
            self.explained = (*pair, cell.known), explainer
        return self.explained[1]

    def investigator(self, cell: CellSpec) -> Investigator:
        """What asks both sides of a cell about its diverging cases."""
        return investigator_of(cell, *self.sides(cell), self)


def environments() -> Environments:
    """Where the libraries of bundled adapters are installed: beside the vocabularies."""
    return Environments(Cache.default().root / "environments")


def client_of(spec: str) -> SubjectClient:
    """What asks the subject of a spec. A bundled one is installed, if it was not.

    Errors: BadSubject, UnknownLibrary, NotInstalled.
    """
    match subject_spec(spec):
        case Bundled(name):
            return SubjectClient(environments().program(library_called(name)))
        case asked:
            return SubjectClient(asked)


def known_beside(artefact: Artefact) -> Files:
    """What the catalogue has of the same model, which a subject is given beside the file; of any
    other file none is known."""
    if catalogue_name(artefact) != artefact.name:
        return {}
    with suppress(NotFetchedAlong):
        return files_beside(artefact)
    return {}


def handle_key(side: SideSpec) -> tuple[str, str, Path]:
    """What tells a side's handle from others: its file too, since one of the same content may be
    gone when it is to be loaded again."""
    return side.name, side.artefact.identity, side.artefact.path
