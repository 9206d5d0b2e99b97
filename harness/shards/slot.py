"""One job slot: the reference tokenizers and oracle workers that a job process keeps at hand."""

import gc
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from types import TracebackType

from tokparity.corpora.chat_templates import marks
from tokparity.corpora.generators.chats import chats
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.random_ids import decode_ids
from tokparity.corpora.generators.shards import BYTES_MIX, MIX, Mix, encode_texts
from tokparity.corpora.generators.stream_ids import Prompted, Streams, stream_ids
from tokparity.corpora.generators.targeting import interleaved, steered_ids, steered_texts
from tokparity.corpora.generators.targets.plan import Targets
from tokparity.corpora.golden import golden
from tokparity.harness.artefacts.model_files import chat_templates_of
from tokparity.harness.compare.cells import (
    GOLDEN,
    MUTANT,
    REFERENCE,
    STREAM,
    VARIANT,
    CellSpec,
    SideSpec,
)
from tokparity.harness.compare.chat_side import ChatSide
from tokparity.harness.compare.sides import (
    BlackBoxSide,
    OracleSide,
    RecordedSide,
    ReferenceSide,
    Side,
)
from tokparity.harness.naming.box_investigation import BoxInvestigator
from tokparity.harness.naming.counterfactual import Changed, Counterfactual
from tokparity.harness.naming.first_stage import (
    Named,
    name_chat,
    name_fidelity,
    name_parity,
    name_variant,
)
from tokparity.harness.naming.investigation import Investigator, Raw
from tokparity.harness.naming.override import name_override, without_settings
from tokparity.harness.naming.symptom import symptom
from tokparity.harness.naming.token_spans import Reader
from tokparity.harness.shards.runner import CaseSource, ShardRunner
from tokparity.oracles.worker.client import OracleWorker
from tokparity.oracles.worker.host import Handle
from tokparity.reference_impl.chat.encoding import Chat
from tokparity.reference_impl.chat.renderer import Renderer
from tokparity.reference_impl.contract import Artefact, Case, Refusal
from tokparity.reference_impl.errors import BadArtefact, TokparityError
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.streaming.ways import way_called
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

TOKENIZERS_KEPT = 6
"""Reference tokenizers kept per process, and as many in each worker: about 100 MB each for a large
vocabulary. Units come model by model, and few models have more artefacts."""


STEERED_TEXTS, STEERED_IDS = 200, 48
"""A shard of fewer is not steered: to find what to steer at takes longer than to ask them."""


class CannotLoad(TokparityError):
    """An oracle does not load an artefact: the cell cannot run, and says why."""

    def __init__(self, engine: str, artefact: str, refusal: Refusal) -> None:
        super().__init__(f"{artefact}: {engine} does not load it: {refusal.kind}: {refusal.detail}")
        self.engine, self.artefact, self.refusal = engine, artefact, refusal


def _worker(oracle: str) -> OracleWorker:
    return OracleWorker(oracle, max_handles=TOKENIZERS_KEPT)


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
    workers: dict[str, OracleWorker] = field(default_factory=dict)
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
        self.renderer.close()
        self.workers.clear()
        self.handles.clear()
        self.tokenizers.clear()
        self.materials.clear()
        self.targets.clear()
        self.changed.clear()

    def cpu_seconds(self) -> float:
        """CPU seconds of this process and its workers, so far."""
        workers = sum(one.cpu_seconds() for one in self.workers.values())
        return time.process_time() + workers + self.cpu_of_ended

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
        gc.collect()

    def beside(self) -> "Slot":
        """Another slot with the same workers, that holds nothing yet: `let_go` of it when done."""
        empty = Slot(self.open_worker)
        empty.workers, empty.used = self.workers, self.used
        return empty

    def let_go(self) -> None:
        """Drop all that is loaded; the workers stay."""
        for (engine, *_), handle in self.handles.items():
            if engine in self.workers:
                self.workers[engine].drop(handle)
        self.handles.clear()
        self.tokenizers.clear()
        self.materials.clear()
        self.targets.clear()
        self.changed.clear()

    def tokenizer(self, artefact: Artefact) -> Tokenizer:
        """The reference on an artefact; BadArtefact where the file is not what it should be."""
        kept = self.tokenizers.get(artefact.identity)
        if kept is None:
            kept = self.tokenizers[artefact.identity] = load(artefact)
            if len(self.tokenizers) > TOKENIZERS_KEPT:
                oldest, _ = self.tokenizers.popitem(last=False)
                self.materials.pop(oldest, None)
                self.targets.pop(oldest, None)
                self.changed.pop(oldest, None)
        self.tokenizers.move_to_end(artefact.identity)
        return kept

    def material(self, artefact: Artefact) -> Material:
        """What generators draw from for an artefact, read once; BadArtefact without a token."""
        if artefact.identity not in self.materials:
            tokenizer = self.tokenizer(artefact)
            if not tokenizer.pieces():
                raise BadArtefact(artefact.path, "vocabulary", "holds no token")
            self.materials[artefact.identity] = Material.of(tokenizer)
        return self.materials[artefact.identity]

    def targets_of(self, artefact: Artefact) -> Targets:
        """What cases are steered at for an artefact, found once; BadArtefact without a token."""
        if artefact.identity not in self.targets:
            material = self.material(artefact)
            self.targets[artefact.identity] = Targets.of(self.tokenizer(artefact), material)
        return self.targets[artefact.identity]

    def changed_by_variants(self, artefact: Artefact) -> Changed:
        """The reference on an artefact as each variant changes it, applied once an artefact."""
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
        if spec.engine == REFERENCE:
            return ReferenceSide(spec.engine, self.tokenizer(spec.artefact))
        if spec.engine.startswith(VARIANT):
            from tokparity.harness.fault_models import VARIANTS

            variant = VARIANTS[spec.engine.removeprefix(VARIANT)]
            return ReferenceSide(spec.engine, variant.apply(self.tokenizer(spec.artefact)))
        if spec.engine.startswith(MUTANT):
            from tokparity.harness.fault_models.mutant import mutant_called

            mutant = mutant_called(spec.engine.removeprefix(MUTANT))
            seeded = mutant.variant.apply(self.tokenizer(spec.artefact))
            return BlackBoxSide(spec.engine, seeded, frozenset({mutant.variant.family}))
        if spec.engine.startswith(STREAM):
            way = way_called(spec.engine.removeprefix(STREAM))
            return ReferenceSide(spec.engine, self.tokenizer(spec.artefact), way)
        if spec.engine.startswith(GOLDEN):
            recorded = golden(spec.artefact.name).cases
            return RecordedSide(spec.engine, {one.case: one.expected for one in recorded})
        worker = self.worker(spec.engine)
        key = held(spec)
        if key not in self.handles:
            handle = worker.load(spec.artefact)
            if isinstance(handle, Refusal):
                raise CannotLoad(spec.engine, spec.artefact.name, handle)
            self.handles[key] = handle
        return OracleSide(spec.engine, worker, self.handles[key])

    def runner(self, cell: CellSpec, seed: int, source: CaseSource | None = None) -> ShardRunner:
        """What runs the shards of a cell, both sides loaded."""
        if cell.chats:
            return self._chats(cell, seed)
        left, right = self.side(cell.left), self.side(cell.right)
        tokenizer = self.tokenizer(cell.left.artefact)
        if source is None:
            sha256 = cell.left.artefact.sha256
            made_of = (seed, sha256, cell.pair)
            mix = self._mix(cell)
            drawn_from = partial(self.material, cell.left.artefact)

            def aims() -> Targets:
                found = self.targets_of(cell.left.artefact)
                return found.of_bytes() if mix is BYTES_MIX else found

            def texts(shard: int, count: int) -> list[str]:
                half = count // 2 if count >= STEERED_TEXTS else 0
                aimed = steered_texts(*made_of, shard, half, aims()) if half else []
                drawn = encode_texts(*made_of, shard, count - len(aimed), drawn_from(), mix)
                return interleaved([text for _, text in drawn], [text for _, text in aimed])

            def ids(shard: int, count: int) -> list[tuple[int, ...]]:
                half = count // 2 if count >= STEERED_IDS else 0
                aimed = steered_ids(*made_of, shard, half, aims()) if half else []
                drawn = decode_ids(*made_of, shard, count - len(aimed), drawn_from())
                return interleaved([one for _, one in drawn], [one for _, one in aimed])

            drawn_of = cache(lambda: Streams.of(tokenizer, drawn_from()))

            def streams(shard: int, count: int) -> list[Prompted]:
                return [one for _, one in stream_ids(*made_of, shard, count, drawn_of())]

            source = CaseSource(texts, ids, streams)
        pieces: Callable[[int], str | None] = tokenizer.pieces().get
        name: Callable[[Case], Named]
        box = next((side for side in (left, right) if isinstance(side, BlackBoxSide)), None)
        if box is not None:
            investigator: Investigator = self.of_box(cell, left, right, box)
            return ShardRunner(cell, left, right, investigator, source, self.cpu_seconds)
        if isinstance(left, ReferenceSide) and isinstance(right, RecordedSide):
            live = SideSpec(cell.right.engine.removeprefix(GOLDEN), cell.right.artefact)
            name = partial(self._name_recorded, left=left, live=live)
        elif isinstance(left, ReferenceSide) and left.engine != REFERENCE:
            name = partial(name_variant, left=left, right=right, honest=tokenizer)
        elif isinstance(left, ReferenceSide):
            name = partial(name_fidelity, left=left, right=right)
        elif cell.right.engine == "huggingface_transformers":
            name = partial(
                name_override,
                left=tokenizer,
                left_oracle=left,
                right=right,
                variants=without_settings(tokenizer),
            )
        else:
            other = self.tokenizer(cell.right.artefact)
            pieces = partial(_piece, tokenizer.pieces(), other.pieces())
            name = partial(
                name_parity, left=tokenizer, right=other, left_oracle=left, right_oracle=right
            )
        investigator = Investigator(cell, left, right, name, pieces)
        if isinstance(left, ReferenceSide) and left.engine != REFERENCE:
            reader = self.changed_by_variants(cell.left.artefact).reader
            told = partial(_symptom, reader, investigator, at_left=True)
            investigator = replace(investigator, symptom=told)
        return ShardRunner(cell, left, right, investigator, source, self.cpu_seconds)

    def _chats(self, cell: CellSpec, seed: int) -> ShardRunner:
        """What renders conversations on both sides; the reference's text is what is right."""
        left, right = self.chatting(cell.left), self.chatting(cell.right)
        templates = chat_templates_of(cell.left.artefact)
        looks = [mark for name in templates.sources for mark in marks(templates.choose(name)[1])]
        artefact = cell.left.artefact
        name = partial(name_chat, left=left, right=right)
        has_ids = artefact.format != "chat_template"
        pieces = self.tokenizer(artefact).pieces().get if has_ids else _no_piece
        investigator = Investigator(cell, left, right, name, pieces)
        fed = partial(chats, seed, artefact.sha256, cell.pair, marks=tuple(dict.fromkeys(looks)))
        source = CaseSource(_nothing, _nothing, chats=fed)
        return ShardRunner(cell, left, right, investigator, source, self.cpu_seconds)

    def chatting(self, spec: SideSpec) -> Side:
        """As `side`, of an engine that is asked conversations. Errors: NotFetchedAlong too."""
        if spec.engine != REFERENCE:
            return self.side(spec)
        templates = chat_templates_of(spec.artefact)
        has_ids = spec.artefact.format != "chat_template"
        tokenizer = self.tokenizer(spec.artefact) if has_ids else None
        return ChatSide(spec.engine, Chat(templates, self.renderer.render, tokenizer))

    def of_box(self, cell: CellSpec, left: Side, right: Side, box: BlackBoxSide) -> BoxInvestigator:
        """What investigates a black box, on the left or on the right. Of a mutant, its own variant
        is withheld: nobody's bug is in the registry."""
        changed = self.changed_by_variants(cell.left.artefact)
        known = Counterfactual(box, changed, box.variants)
        pieces = changed.honest.pieces().get
        asks = Investigator(cell, left, right, known.name, pieces)
        told = partial(_symptom, changed.reader, asks, at_left=box is left)
        return BoxInvestigator(cell, left, right, known.name, pieces, told, known.explains)

    def _mix(self, cell: CellSpec) -> Mix:
        """With bytes that are no UTF-8 where both sides take them."""
        both = all(self.tokenizer(side.artefact).takes_bytes for side in cell.sides)
        return BYTES_MIX if both else MIX

    def _name_recorded(self, case: Case, left: ReferenceSide, live: SideSpec) -> Named:
        """A recorded answer shows no stages: its library, asked now, does."""
        return name_fidelity(case, left, self.side(live))


def _symptom(reader: Reader, asks: Investigator, named: Named, raw: Raw, *, at_left: bool) -> str:
    """What is wrong with the one side, by what the other answers."""
    if named.stage == "unknown":
        return ""
    wrong, right = (raw.left, raw.right) if at_left else (raw.right, raw.left)

    def parted(cases: Sequence[Case]) -> list[bool]:
        met = {one.case for one in asks.diverging(cases)}
        return [case in met for case in cases]

    return symptom(named.stage, raw.case, raw.divergence.field, wrong, right, reader, parted)


def held(side: SideSpec) -> tuple[str, str, Path]:
    """What tells a side's handle from others: its file too, since one of the same content may be
    gone when it is to be loaded again."""
    return side.engine, side.artefact.identity, side.artefact.path


def _no_piece(_: int) -> str | None:
    """Of what has no vocabulary."""
    return None


def _nothing(_: int, __: int) -> tuple[()]:
    """What a source does not make."""
    return ()


def _piece(left: Mapping[int, str], right: Mapping[int, str], token_id: int) -> str | None:
    return left.get(token_id) or right.get(token_id)
