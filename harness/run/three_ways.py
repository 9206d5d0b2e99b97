"""The cells of a model held three ways: each engine against each other, the third beside them.

A file that was derived is asked itself too, whether the reference is what its library is.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.manifest import Manifest
from tokparity.harness.compare.cells import CellSpec, SideSpec, fidelity_cell, parity_cell
from tokparity.harness.derivation.three_ways import Holding, ThreeWays, engine_of, three_ways
from tokparity.oracles.protocol import native_oracle
from tokparity.reference_impl.contract import Artefact
from tokparity.reports.records.engine import Library
from tokparity.reports.records.run_info import Skipped

Told = Callable[[str], None]


def ways_of(
    chosen: Sequence[Manifest], cache: Cache, told: Told, but: Collection[str] = ()
) -> list[ThreeWays]:
    """Each model of these vocabularies, three ways, `but` for some; `told` hears of each as it
    begins."""
    chosen = [manifest for manifest in chosen if manifest.model not in but]
    ordered = sorted(chosen, key=lambda manifest: (manifest.model, manifest.name))
    found = []
    for model, manifests in groupby(ordered, key=lambda manifest: manifest.model):
        told(model)
        artefacts = [catalogue.artefact(manifest, cache) for manifest in manifests]
        found.append(three_ways(model, artefacts, cache))
    return found


def cells_of_ways(ways: Iterable[ThreeWays]) -> list[CellSpec]:
    """A fidelity cell of each derived file, and a parity cell of each two engines."""
    cells = []
    for model in ways:
        cells += [
            fidelity_cell(holding.artefact, model.model)
            for holding in model.holdings
            if holding.derived is not None
        ]
        cells += [
            parity_cell(left.artefact, right.artefact, model.model) for left, right in model.pairs
        ]
    return cells


def with_third(cells: Iterable[CellSpec], ways: Iterable[ThreeWays]) -> list[CellSpec]:
    """Each pair of two engines with the model's third beside it; other cells as they are."""
    by_model = {model.model: model for model in ways}

    def voted(cell: CellSpec) -> CellSpec:
        model = by_model.get(cell.model)
        if cell.question != "parity" or cell.against is None or model is None:
            return cell
        asked = {engine_of(side.artefact.format) for side in cell.sides}
        others = [holding for holding in model.holdings if holding.engine not in asked]
        if len(asked) < 2 or not others:
            return cell
        third = others[0].artefact
        return replace(cell, third=SideSpec(Library(native_oracle(third.format)), third))

    return [voted(cell) for cell in cells]


def lacking(ways: Iterable[ThreeWays]) -> list[Skipped]:
    """Of each model that no three engines hold, why."""
    return [
        Skipped(model.model, f"not three ways: {'; '.join(map(': '.join, model.reasons.items()))}")
        for model in ways
        if len(model.holdings) < 3
    ]


def derived_from(ways: Iterable[ThreeWays]) -> Mapping[str, str]:
    """name → "derived from … by …" of every derived file."""
    holdings: list[Holding] = [holding for model in ways for holding in model.holdings]
    return {
        holding.artefact.name: holding.told for holding in holdings if holding.derived is not None
    }


def only_new(cells: Iterable[CellSpec], known: Iterable[CellSpec]) -> list[CellSpec]:
    """Those that are not among the known ones, whichever side is left."""
    pairs = {frozenset(_files(cell)) for cell in known}
    return [cell for cell in cells if frozenset(_files(cell)) not in pairs]


def _files(cell: CellSpec) -> tuple[str, ...]:
    artefacts: tuple[Artefact, ...] = tuple(side.artefact for side in cell.sides)
    return (cell.question, *(artefact.name for artefact in artefacts))
