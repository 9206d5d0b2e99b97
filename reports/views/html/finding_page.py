"""What a finding's page shows, as plain data: the template only lays it out."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from tokparity.corpora.vocabs.catalogue import manifests
from tokparity.corpora.vocabs.manifest import Member
from tokparity.reference_impl.contract import (
    Bytes,
    Case,
    ChatCase,
    EncodeCase,
    Encoding,
    Observation,
    Refusal,
    Rendered,
    StreamCase,
    Text,
    case_ids,
    case_texts,
)
from tokparity.reference_impl.traces import Trace
from tokparity.reports.records.finding import Beside, Finding, Sighting
from tokparity.reports.records.run_directory import SCRIPTS, Run, kept_script
from tokparity.reports.records.run_info import RunArtefact
from tokparity.reports.summary import describe
from tokparity.reports.summary.alignment import (
    Rows,
    StagePair,
    align,
    align_stages,
    differing,
    tokens,
)
from tokparity.reports.summary.ruler import Ruler, ranges, ruler
from tokparity.reports.summary.side_by_side import SidesTable, side_by_side
from tokparity.reports.summary.votes import engine_label, version_label, vote_line
from tokparity.reports.text.visible import bytes_as_text
from tokparity.reports.triage.account import account
from tokparity.reports.triage.alike import do_alike, have_alike, told_once
from tokparity.reports.triage.causes import cause_sentence
from tokparity.reports.triage.deeds import title_words
from tokparity.reports.triage.legible import in_pieces
from tokparity.reports.triage.long_texts import beside_words
from tokparity.reports.triage.roles import no_fault, parts
from tokparity.reports.triage.words import Words
from tokparity.reports.views.html.conversation import ConversationView, conversation_view
from tokparity.reports.views.pictures import lattice_paths, merge_tree
from tokparity.reports.views.pictures.alignment import alignment
from tokparity.reports.views.pictures.spans import Picture

MOST_SIGHTINGS = 20
MOST_CODE_POINTS = 120
MOST_PIECES = 120
MOST_WORDS = 24
MOST_MERGES = 60
MOST_CANDIDATES = 40
MOST_CAUSES = 3
"""Other files' causes that stand at the head."""


@dataclass(frozen=True, slots=True)
class DecodedSide:
    """A decoded text in three parts: as the other side's, then not; and its bytes in hex."""

    same: str
    rest: str
    hex_bytes: str


@dataclass(frozen=True, slots=True)
class SightingView:
    """A sighting with both sides laid next to each other.

    `vote` says which of three engines is alone, `pictures` what the normalizers change, where they
    matter, and how both cut the first word that they do not cut alike. `ruler` and `rows` are there
    for two encodings, `decoded` for two decoded texts, `table` for answers of many columns; with a
    refusal on a side, only the other's answer. `texts` are the case's own, `chat` its conversation,
    `ids` those decoded, `prompt` what they are behind, `other_names` of ids that the right side
    calls otherwise. `added`: the added tokens in the text or among the ids. `title`
    and `cause` are of this artefact. `beside`: the smallest case in other company, what both sides
    answer, and whether they answer alike.
    """

    sighting: Sighting
    names: tuple[str, str]
    vote: str | None
    texts: tuple[str, ...]
    chat: ConversationView | None
    ids: tuple[tuple[int, str | None], ...]
    prompt: tuple[tuple[int, str | None], ...]
    other_names: dict[int, str]
    found_as: str | None
    beside: tuple[tuple[str, str, str, str], ...]
    title: Words
    cause: str
    added: tuple[tuple[int, str], ...]
    left_refusal: Refusal | None
    right_refusal: Refusal | None
    ruler: Ruler | None
    rows: Rows | None
    decoded: tuple[DecodedSide | None, DecodedSide | None] | None
    table: SidesTable | None
    stages: tuple[tuple[StagePair, tuple[range, range]], ...]
    pictures: tuple[Picture, ...]
    commands: tuple[str, ...]


def finding_view(
    run: Run,
    finding: Finding,
    kin: Sequence[tuple[Finding, str]] = (),
    previous: Finding | None = None,
    next: Finding | None = None,
) -> dict[str, Any]:
    """The names that finding.html uses; `previous` and `next` in the order of the index, `kin` as
    `Kin` tells it."""
    smallest = describe.smallest(finding)
    others = [sighting for sighting in finding.sightings if sighting is not smallest]
    ordered = [smallest, *sorted(others, key=lambda s: (_size(s.case), s.artefact))]
    views = [
        sighting_view(run.directory, finding, sighting) for sighting in ordered[:MOST_SIGHTINGS]
    ]
    first, is_no_fault = views[0], no_fault(finding.signature.component)

    def is_alike(view: SightingView) -> bool:
        return (
            bool(is_no_fault)
            or have_alike(view.sighting.cause, smallest.cause)
            or do_alike(view.cause, first.cause)
        )

    causes = [(view, (describe.artefact(view.sighting), view.cause)) for view in views[1:]]
    alike = told_once(first.cause, (told for view, told in causes if is_alike(view)))
    unlike = told_once("", (told for view, told in causes if not is_alike(view)))
    return {
        "run": run,
        "finding": finding,
        "previous": previous,
        "next": next,
        "title": title_words(finding, smallest),
        "kin": [(other, title_words(other, describe.smallest(other)), why) for other, why in kin],
        "no_fault": is_no_fault,
        "account": account(run.directory, run.info, finding, smallest),
        "derived": {each.name: each.derived for each in run.info.artefacts if each.derived},
        "model_of": {each.name: each.model for each in run.info.artefacts},
        "affected": sorted(finding.sightings, key=lambda s: (-s.count, s.artefact)),
        "cases": sum(sighting.count for sighting in finding.sightings),
        "sightings": views,
        "alike": alike[:MOST_CAUSES],
        "unlike": unlike[:MOST_CAUSES],
        "more_sightings": max(0, len(ordered) - MOST_SIGHTINGS),
        "files": (files := _files(run, smallest)),
        "published": _published(files),
        "libraries": _libraries(run, finding),
        "triage": shlex.join(["tokparity", "triage", f"{run.directory}:{finding.id}"]),
        "script": _script(run, finding),
        "history": describe.history_command(run.directory),
        "shrink": describe.shrink_command(run.directory, finding),
        "most_code_points": MOST_CODE_POINTS,
        "most_pieces": MOST_PIECES,
        "most_words": MOST_WORDS,
        "most_merges": MOST_MERGES,
        "most_candidates": MOST_CANDIDATES,
    }


def _files(run: Run, sighting: Sighting) -> list[RunArtefact]:
    named = [name for name in (sighting.artefact, sighting.against) if name is not None]
    known = {each.name: each for each in run.info.artefacts}
    return [known[name] for name in named if name in known]


def _published(files: Sequence[RunArtefact]) -> dict[str, str]:
    """Of files of the catalogue, under their own names, in which package they are published."""
    known = {manifest.name: manifest for manifest in manifests()}
    return {
        file.name: manifest.source.archive.package
        for file in files
        if (manifest := known.get(file.name)) is not None
        and manifest.sha256 == file.sha256
        and isinstance(manifest.source, Member)
    }


def _script(run: Run, finding: Finding) -> tuple[str, list[str]] | None:
    """The name and the lines of the script that a run keeps of it."""
    kept = kept_script(run.directory, finding.id)
    if kept is None:
        return None
    name, text = kept
    return f"{SCRIPTS}/{name}", text.splitlines()


def _libraries(run: Run, finding: Finding) -> list[tuple[str, str]]:
    """The engines of both sides, each once, with the version that was asked."""
    sides = dict.fromkeys((finding.signature.left, finding.signature.right))
    versions = run.info.oracles
    return [(engine_label(it), version_label(it, versions.get(it, ""))) for it in sides]


def sighting_view(run_dir: Path, finding: Finding, sighting: Sighting) -> SightingView:
    """Lay both sides of a sighting next to each other."""
    own = _pieces_of(sighting)
    left, right = sighting.left, sighting.right
    if sighting.field == "ids":
        left, right = _as_encoding(left), _as_encoding(right)
    encodings = isinstance(left, Encoding) or isinstance(right, Encoding)
    rows = align(_tokens(left, own[0]), _tokens(right, own[1])) if encodings else None
    drawn = _ruler(sighting, left, right, own)
    texts = (Text, Bytes, Rendered)
    decoded = isinstance(left, texts) or isinstance(right, texts)
    case = sighting.case
    prompt = case.prompt_ids if isinstance(case, StreamCase) else ()
    left_names, right_names = sighting.names
    ids = tuple((i, left_names.get(i)) for i in case_ids(case))
    others = {i: name for i, name in right_names.items() if name != left_names.get(i)}
    return SightingView(
        sighting,
        _names(finding, sighting),
        vote_line(finding, sighting),
        case_texts(case),
        conversation_view(case.conversation) if isinstance(case, ChatCase) else None,
        ids[len(prompt) :],
        ids[: len(prompt)],
        others,
        _found_as(sighting),
        tuple(
            dict.fromkeys(_beside(each, sighting) for each in sighting.beside if each.case != case)
        ),
        title_words(finding, sighting),
        cause_sentence(finding, sighting, at_left=parts(finding, sighting)[0].is_left),
        _added(sighting),
        left if isinstance(left, Refusal) else None,
        right if isinstance(right, Refusal) else None,
        drawn,
        rows,
        decoded_sides(left, right) if decoded else None,
        side_by_side(left, right, ids[len(prompt) :]),
        tuple(
            (pair, differing(pair.left, pair.right))
            for pair in align_stages(
                sighting.left_trace, sighting.right_trace, finding.signature.stage
            )
        ),
        _pictures(sighting, finding.signature.stage),
        describe.again_commands(run_dir, finding, sighting),
    )


def _added(sighting: Sighting) -> tuple[tuple[int, str], ...]:
    """The added tokens in the text or among the ids; of two files those that the first side which
    shows its stages found."""
    if sighting.added:
        return sighting.added
    for trace in (sighting.left_trace, sighting.right_trace):
        if trace is not None:
            pieces = (
                it for stage in trace.stages if stage.stage == "added_tokens" for it in stage.pieces
            )
            return tuple(dict.fromkeys((it.id, it.text) for it in pieces if it.id is not None))
    return ()


def _found_as(sighting: Sighting) -> str | None:
    """The case before it was made small; None where it was not longer."""
    is_longer = _size(sighting.found_as) > _size(sighting.case)
    return describe.case_line(sighting.found_as, 400) if is_longer else None


def _beside(each: Beside, sighting: Sighting) -> tuple[str, str, str, str]:
    left, right = (
        in_pieces(answer, names)
        for answer, names in zip((each.left, each.right), sighting.names, strict=True)
    )
    sign = "(≠)" if each.is_of_others else "≠+" if each.shows_more else "≠"
    return "=" if each.is_alike else sign, beside_words(each, sighting), left, right


def _pictures(sighting: Sighting, stage: str) -> tuple[Picture, ...]:
    left, right = sighting.left_trace, sighting.right_trace
    if left is None or right is None:
        return ()
    source = "".join(case_texts(sighting.case))
    drawn = (
        alignment(source, (left, right)) if stage == "normalizer" else None,
        merge_tree.first_unlike(left, right, source),
        lattice_paths.first_unlike(left, right, source),
    )
    return tuple(each for each in drawn if each is not None)


def _names(finding: Finding, sighting: Sighting) -> tuple[str, str]:
    """Both sides as people call them, with the file each holds where there are two."""
    left, right = map(engine_label, (finding.signature.left, finding.signature.right))
    if sighting.against is None:
        return left, right
    return f"{left} on {sighting.artefact}", f"{right} on {sighting.against}"


def _pieces_of(sighting: Sighting) -> tuple[dict[int, str], dict[int, str]]:
    """What each side calls its ids: by its own trace, where two files are compared."""
    names = sighting.names
    if sighting.against is None:
        return names
    left, right = map(_called, (sighting.left_trace, sighting.right_trace))
    return names[0] | left, names[1] | right


def _called(trace: Trace | None) -> dict[int, str]:
    pieces = (piece for stage in (trace.stages if trace else ()) for piece in stage.pieces)
    return {piece.id: piece.text for piece in pieces if piece.id is not None}


def _ruler(
    sighting: Sighting,
    left: Observation,
    right: Observation,
    pieces: tuple[dict[int, str], dict[int, str]],
) -> Ruler | None:
    case = sighting.case
    if not (
        isinstance(case, EncodeCase)
        and isinstance(left, Encoding)
        and isinstance(right, Encoding)
        and case.text
    ):
        return None
    rows = tokens(left, pieces[0]), tokens(right, pieces[1])
    places = (
        ranges(left, rows[0], sighting.left_trace, case.text),
        ranges(right, rows[1], sighting.right_trace, case.text),
    )
    return ruler(case.text, rows, places)


def decoded_sides(
    left: Observation, right: Observation
) -> tuple[DecodedSide | None, DecodedSide | None]:
    """Two decoded texts, each split where it leaves the other."""
    texts = _decoded(left), _decoded(right)
    shared = 0
    if texts[0] is not None and texts[1] is not None:
        pairs = zip(texts[0], texts[1], strict=False)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return _side(left, texts[0], shared), _side(right, texts[1], shared)


def _as_encoding(observation: Observation) -> Observation:
    """Of a rendered conversation its ids, where those are what differs."""
    if isinstance(observation, Rendered) and observation.ids is not None:
        return Encoding(observation.ids)
    return observation


def _side(observation: Observation, text: str | None, shared: int) -> DecodedSide | None:
    if text is None:
        return None
    raw = observation.value if isinstance(observation, Bytes) else text.encode("utf-8", "replace")
    return DecodedSide(
        text[:shared], text[shared:], raw[:256].hex(" ") + (" …" if len(raw) > 256 else "")
    )


def _decoded(observation: Observation) -> str | None:
    match observation:
        case Text(value):
            return value
        case Rendered(text):
            return text
        case Bytes(value):
            return bytes_as_text(value)
    return None


def _tokens(observation: Observation, pieces: dict[int, str]) -> list[Any]:
    return tokens(observation, pieces) if isinstance(observation, Encoding) else []


def _size(case: Case) -> int:
    if isinstance(case, ChatCase):
        return len(case.conversation)
    return len(case_ids(case)) or sum(map(len, case_texts(case)))
