"""`check --as`: whether ARTEFACT fits the one it is held against, in one sentence."""

import json
from dataclasses import asdict

import click

from tokparity.corpora.generators.shards import encode_texts
from tokparity.harness.artefacts.compatibility import Role, Verdict, model_of, verdict
from tokparity.harness.compare.cells import CellSpec
from tokparity.harness.shards.slot import Slot
from tokparity.reports.text.visible import message_line

TEXTS = 2000
"""Of each side's own kind as many are encoded by both."""


def judged(slot: Slot, cell: CellSpec, role: Role, seed: int) -> Verdict:
    """The left side beside the right one. Errors: BadArtefact, NotFetchedAlong."""
    artefacts = [side.artefact for side in cell.sides]
    texts: dict[str, None] = {}
    for artefact in artefacts:
        made = encode_texts(seed, artefact.sha256, "role", 0, TEXTS, slot.material(artefact))
        texts |= dict.fromkeys(text for _, text in made)
    mine, theirs = (model_of(artefact, slot.tokenizer(artefact)) for artefact in artefacts)
    return verdict(role, mine, theirs, list(texts))


def told(found: Verdict, *, as_json: bool) -> int:
    """Print every point and the verdict; its exit code."""
    if as_json:
        click.echo(json.dumps({"compatibility": asdict(found)}))
    for point in found.points:
        click.echo(message_line(point.line()), err=True)
    click.echo(message_line(found.sentence), err=as_json)
    return int(not found.fits)
