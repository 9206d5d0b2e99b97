"""A finding in words: a paragraph for a maintainer.

Not here: the title (`deeds`), nor the whole bug report (`report`), which asks the libraries again.
"""

import re
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import chain
from pathlib import Path

from tokparity.reference_impl.contract import (
    DecodeCase,
    EncodeCase,
    Encoding,
    Refusal,
    case_ids,
)
from tokparity.reference_impl.text.byte_level import spell, utf8
from tokparity.reports.records.engine import engine_called, oracle_of
from tokparity.reports.records.finding import Finding, Sighting, Signature, Status
from tokparity.reports.records.ledger import NOBODY
from tokparity.reports.records.run_info import RunArtefact, RunInfo
from tokparity.reports.summary import describe
from tokparity.reports.summary.votes import version_label, vote_line
from tokparity.reports.text.visible import harmless
from tokparity.reports.triage.causes import CUT, LAST_NUL, cause_sentence
from tokparity.reports.triage.deeds import LONGEST, NAME, deeds, side_words
from tokparity.reports.triage.effects import (
    NO_NUMBER,
    UNKNOWN_PIECES,
    has_no_id,
    is_no_text,
    joined_sentence,
    lacks_mark,
)
from tokparity.reports.triage.exhibit import Part
from tokparity.reports.triage.explain import KNOWN, METHODS
from tokparity.reports.triage.legible import case_words, spells_bytes
from tokparity.reports.triage.long_texts import is_of_one_word
from tokparity.reports.triage.roles import (
    DEADLY,
    NOBODY_CAN_TELL,
    Votes,
    breaks_off,
    cannot_heed,
    is_of_arguments,
    no_fault,
    parts,
    reasons,
)
from tokparity.reports.triage.title import ends
from tokparity.reports.triage.words import Stretch, Words, prose

LONGEST_COMMAND = 300
_WITHOUT = {
    "normalizer": "the file has none: the text goes on as it is",
    "pre_tokenizer": "the file has none: the whole text is one word",
    "decoder": "the file has none: the pieces are put together as they are",
}
"""What a stage is where a file has none."""
_SPACED = "the file has none: the pieces are put together with a space between"
"""… a decoder, to tokenizers."""
STAGE_NAMES = {
    "added_tokens": "added tokens",
    "pre_tokenizer": "pre-tokenizer",
    "post_processor": "post-processor",
    "chat_template": "chat template",
}


@dataclass(frozen=True, slots=True)
class Account:
    """Sentences on a finding: who differs from whom on what text, the cause as far as it is known,
    in which stage, what each side does there and answers, what the ledger says, who is expected to
    be right and why, and how it is seen again. Empty where there is nothing to say."""

    who: Words
    cause: Words
    where: Words
    deeds: Words
    answers: Words
    ledger: Words
    right: Words
    again: Words

    @property
    def sentences(self) -> tuple[Words, ...]:
        said = (
            self.who,
            self.cause,
            self.where,
            self.deeds,
            self.answers,
            self.ledger,
            self.right,
            self.again,
        )
        return tuple(each for each in said if each)


def account(run_dir: Path, info: RunInfo, finding: Finding, sighting: Sighting) -> Account:
    """A finding for a maintainer who knows nothing of the run."""
    got, expected = parts(finding, sighting)
    count, files = sum(each.count for each in finding.sightings), len(finding.sightings)
    seen = f"{count:,} case{'s' * (count != 1)} of this run"
    seen += f", in {files} artefacts or pairs" if files > 1 else ""
    smallest = (
        Stretch(f" differ in {seen}; the smallest is "),
        Stretch(case_words(sighting.case, NAME), True),
        Stretch(f" ({describe.options(sighting.case)})."),
    )
    both = deeds(finding, sighting, got)
    third = vote_line(finding, sighting)
    why = reasons(finding, got, expected, (), Votes(), third)[0]
    return Account(
        (*_on(got, info), Stretch(" and "), *_on(expected, info), *smallest),
        _cause(cause_sentence(finding, sighting, at_left=got.is_left), got, expected),
        _where(finding, sighting, got),
        () if both is None else _there(got, expected, both),
        _answers(got, expected),
        _ledger(info, finding, sighting),
        _right(info, finding, got, expected, third, why),
        _again(run_dir, finding, sighting),
    )


def _cause(said: str, got: Part, expected: Part) -> Words:
    """The cause, with whose deed it is in the place of the first "It" or "Its"."""
    for pronoun, suffix in (("It ", " "), ("Its ", "'s ")):
        if said.startswith(pronoun):
            deed = prose(f"{suffix}{said.removeprefix(pronoun)}")
            return (*side_words(got, expected), *deed)
    return prose(said) if said else ()


DEVIATES: dict[Status, str] = {
    "accepted": "The one that deviates is {}. Accepted, for the reason above: no run fails over "
    "it, and nobody is asked to change it.",
    "open": "A bug of {}, judged, and open.",
    "fixed-in": "A bug of {} that a later version has fixed.",
}
"""Of an entry that says who."""
JUDGED: dict[Status, str] = {
    "accepted": "Judged and accepted, for the ledger's reason: nothing is to be done.",
    "open": "Judged: a bug that is open; the ledger's reason says whose.",
    "fixed-in": "Judged: a bug that a later version has fixed; the ledger's reason says whose.",
}


def _right(
    info: RunInfo, finding: Finding, got: Part, expected: Part, third: str | None, why: str
) -> Words:
    """One verdict: the ledger's where it has one, nobody's name where nobody can tell."""
    if finding.ledger_entry is not None and finding.status in JUDGED:
        return prose(_judged(info, finding) + (f" The vote: {third}." if third else ""))
    if third is None and why in (NOBODY_CAN_TELL, no_fault(finding.signature.component)):
        return prose(f"{why[:1].upper()}{why[1:]}.{_of_node(got)}")
    is_dead = isinstance(got.recorded, Refusal) and got.recorded.kind in DEADLY
    if is_of_arguments(finding) and not is_dead:
        no_ids = case_ids(describe.smallest(finding).case) == ()
        of = "no ids at all" if no_ids else "such ids"
        undefined = f"Neither is provably wrong: no file says what becomes of {of}. "
        does = (Stretch(" does otherwise than "), *side_words(expected, got))
        ends = " It breaks off, which is no refusal: that is for who makes it." * breaks_off(
            got.recorded
        )
        how = prose(f".{ends}{_how_asked(got, info)}")
        return (Stretch(undefined), *side_words(got, expected), *does, *how)
    if cannot_heed(info, finding, got):
        stage = STAGE_NAMES.get(finding.signature.stage, finding.signature.stage)
        does = (Stretch(" does otherwise than "), *side_words(expected, got))
        why = (
            f", and cannot know better: what it reads has no place for the {stage} of the file. "
            f"Who gives it this model has to see to that.{_how_asked(got, info)}"
        )
        return (*side_words(got, expected), *does, *prose(why))
    right = (Stretch(" is the one that deviates, "), *side_words(expected, got))
    because = prose(f" is expected to be right: {why}.{_how_asked(got, info)}")
    return (*side_words(got, expected), *right, *because)


def _of_node(part: Part) -> str:
    """Whose Unicode tables those of JavaScript and TypeScript are."""
    is_script = part.library is not None and part.library.language.endswith("Script")
    return " JavaScript's tables are those of the Node that runs it." * is_script


def _how_asked(part: Part, info: RunInfo) -> str:
    """What one should know of a bundled adapter before its library is blamed."""
    library = part.library
    if library is None:
        return ""
    is_builtin = part.artefact in library.capabilities.vocabularies
    builtin = f" {library.name} has this vocabulary built in, and reads no file of it." * is_builtin
    format = next((each.format for each in info.artefacts if each.name == part.artefact), "")
    note = library.note_on(part.artefact, format)
    return builtin + (f" Of {library.name} one should know: {note}" if note else "")


def _judged(info: RunInfo, finding: Finding) -> str:
    """What the ledger says of who is wrong."""
    who = info.ledger.deviates.get(finding.ledger_entry or "", "")
    if not who:
        return JUDGED[finding.status]
    if who == NOBODY:
        return "Nobody is wrong, for the reason above. Judged and accepted: nothing is to be done."
    return DEVIATES[finding.status].format(who)


def _there(got: Part, expected: Part, deeds: tuple[Words, Words]) -> Words:
    first, second = deeds
    named = (*side_words(got, expected), *first, Stretch("; "), *side_words(expected, got), *second)
    return (Stretch("What each does there: "), *named, Stretch("."))


MOST_CHANGES = 3


def _ledger(info: RunInfo, finding: Finding, sighting: Sighting) -> Words:
    if finding.ledger_entry is None:
        return ()
    says = info.ledger.reasons.get(finding.ledger_entry, "")
    entry = Stretch(harmless(finding.ledger_entry), True)
    known = (Stretch(f"Known ({finding.status}) as "), entry, *prose(f": {says}" if says else "."))
    return *known, *_proof(info, finding, sighting)


def _proof(info: RunInfo, finding: Finding, sighting: Sighting) -> Words:
    """With which changes of which file the difference goes; of a record that does not tell them,
    with one of those that the entry has, nothing where these are many."""
    files = {each.name: each for each in info.artefacts}
    left, right = files.get(sighting.artefact), files.get(sighting.against or "")
    if left is None or right is None:
        return ()
    op = "encode" if finding.signature.op == "encode_full" else finding.signature.op
    deeds: dict[tuple[str, str], str] = {}
    own = info.ledger.changes.get(finding.ledger_entry or "", ())
    every = chain.from_iterable(info.ledger.changes.values())  # a case may need others besides
    for change in every if sighting.changes else own:
        for here, there in ((left, right), (right, left)):
            if op in change.ops and _is(here, change.on) and _is(there, change.beside):
                deeds[here.name, change.deed] = change.does
    if sighting.changes:
        deeds = {pair: does for pair, does in deeds.items() if pair[1] in sighting.changes}
    if not 0 < len(deeds) <= MOST_CHANGES:
        return ()
    joined = " and " if sighting.changes else " or "
    words: list[Stretch] = []
    for (name, deed), does in deeds.items():
        file = Stretch(harmless(name[:NAME]), True)
        words += [Stretch(joined), Stretch(harmless(deed[:NAME]), True), Stretch(" for "), file]
        words += [Stretch(f" (it {harmless(does)})")] * bool(does)
    many = "s" * (len(deeds) > 1 and bool(sighting.changes))
    how = Stretch(f" The difference goes once the reference is given the change{many} ")
    return how, *words[1:], Stretch(".")


def _is(file: RunArtefact, glob: str) -> bool:
    """Whether a ledger's name of files is this one's."""
    names = (file.name, f"sha256-{file.sha256}")
    return any(fnmatchcase(f"{file.format}:{name}", glob) for name in names)


def _again(run_dir: Path, finding: Finding, sighting: Sighting) -> Words:
    commands = describe.again_commands(run_dir, finding, sighting)
    if not commands or max(map(len, commands)) > LONGEST_COMMAND:
        commands = (describe.shrink_command(run_dir, finding),)
    steps = [part for line in commands for part in (Stretch(" "), Stretch(line, True))]
    return (Stretch("See it again:"), *steps)


def _where(finding: Finding, sighting: Sighting, got: Part) -> Words:
    """In which stage, and how that is known."""
    signature = finding.signature
    if signature.stage == "unknown" and isinstance(got.recorded, Refusal):
        return prose(f"{got.label[:NAME]} gives no answer, {_refuser(sighting, got)}.")
    if signature.stage == "unknown" and (at := _looked_up(sighting)):
        return prose(f"They part before any stage, {at}.")
    if signature.stage == "unknown":
        return prose("In which stage they part is not known.")
    method = KNOWN if signature.cause else METHODS[finding.method]
    if sighting.ground and not signature.cause:
        method = harmless(f"the subject shows no stages; {sighting.ground}")
    for ground in (CUT, LAST_NUL):
        if ground in sighting.ground:
            return prose(
                "They part before the stages, where the text is handed over, or in the first of "
                f"them ({STAGE_NAMES.get(signature.stage, signature.stage)}): {ground}."
            )
    stage = Stretch(f"They part in the {STAGE_NAMES.get(signature.stage, signature.stage)}")
    if signature.cause:  # the component is the entry's own name
        return stage, Stretch(f", by {method}.")
    if signature.component == "none" and signature.stage in _WITHOUT:
        return stage, Stretch(f" ({_without(signature)}): {method}.")
    component = Stretch(harmless(signature.component[:LONGEST]), True)
    return stage, Stretch(" ("), component, Stretch(f"): {method}.")


def _without(signature: Signature) -> str:
    engines = {oracle_of(engine_called(name)) for name in (signature.left, signature.right)}
    is_spaced = signature.stage == "decoder" and "huggingface_tokenizers" in engines
    return _SPACED if is_spaced else _WITHOUT[signature.stage]


def _looked_up(sighting: Sighting) -> str:
    """That they part where ids are looked up; "" where these have pieces."""
    ids = case_ids(sighting.case)
    if not isinstance(sighting.case, DecodeCase):
        return ""
    if not ids:
        return "where arguments are checked: there are no ids"
    if any(not sighting.names[0].get(token_id) for token_id in ids):
        return "where ids are looked up: an id has no piece"
    return ""


def _refuser(sighting: Sighting, got: Part) -> str:
    """What of a side that gives no answer it must have been, as far as its input tells."""
    if at := _looked_up(sighting):
        return f"before any stage, {at}"
    added = dict(sighting.added)
    match sighting.case:
        case DecodeCase(ids) if added.keys() >= {*ids}:
            return "of ids of added tokens: it does not have those, or fails in its decoder"
        case DecodeCase() if joined_sentence(sighting, at_left=got.is_left):
            return "of pieces that it reads as bytes: its decoder fails where these are no text"
        case DecodeCase() if any(map(is_no_text, (sighting.left, sighting.right))):
            return "of bytes that are no whole text: its decoder fails where it makes one of them"
        case DecodeCase():
            return "and each id has a piece in the file: it did not load that, or its decoder fails"
        case EncodeCase(text) if text in added.values():
            return "where added tokens are looked for: the text is one of them"
        case EncodeCase() if any(map(has_no_id, (sighting.left, sighting.right))):
            if lacks_mark(sighting):
                return "before its model: that is given a text without ▁, and finds no piece (-1)"
            return "but ids of which one is no piece's: its model finds none, and says so by -1"
        case EncodeCase() if by_message := _by_message(sighting, got):
            return by_message
        case EncodeCase() if _is_of_unknown(sighting):
            return "of a text with what no piece has: it fails where its model finds none"
    if is_of_one_word(sighting, at_left=got.is_left):
        return "at work on one long word: it cuts it in its pre-tokenizer, or joins it in its model"
    return "so no stage of it is seen"


_OF_MODEL = re.compile(
    r"\b(model error|merged token|unknown token|(not in|in the) vocab)", re.IGNORECASE
)
"""What a message says where pieces are looked up."""


def _by_message(sighting: Sighting, got: Part) -> str:
    """Where a side fails that says so itself; "" where it does not."""
    detail = got.recorded.detail if isinstance(got.recorded, Refusal) else ""
    if detail == NO_NUMBER:
        return "but ids of which one is no number: its model finds no piece there"
    if not _OF_MODEL.search(detail):
        return ""
    where = "by its own message where pieces are looked up: in its model"
    text = sighting.case.text if isinstance(sighting.case, EncodeCase) else ""
    is_raw = f'"{text}"' in detail or f"'{text}'" in detail
    if text and is_raw and spells_bytes(sighting.settings) and spell(utf8(text)) != text:
        return f"{where}, which is given the text as it is, not in the file's byte-level alphabet"
    return where


def _is_of_unknown(sighting: Sighting) -> bool:
    """Whether the side that answers has its unknown token."""
    sides = zip((sighting.left, sighting.right), sighting.names, strict=True)
    answers = [(it.ids, names) for it, names in sides if isinstance(it, Encoding)]
    return any(names.get(token_id) in UNKNOWN_PIECES for ids, names in answers for token_id in ids)


def _answers(got: Part, expected: Part) -> Words:
    said = []
    for part, other in ((got, expected), (expected, got)):
        answer = describe.answer_line(part.recorded, LONGEST)
        verb = " answers "
        if isinstance(part.recorded, Refusal):
            verb = " refuses, " if ends(part.recorded) == "refuses" else " gives no answer, "
        said.append((*side_words(part, other), Stretch(verb), Stretch(answer or "(empty)", True)))
    return (*said[0], Stretch(", "), *said[1], Stretch("."))


def _on(part: Part, info: RunInfo) -> Words:
    version = version_label(part.engine, info.oracles.get(part.engine, ""))
    label = f"{part.label[:NAME]} {version}".strip()
    return Stretch(harmless(label)), Stretch(" on "), Stretch(harmless(part.artefact[:NAME]), True)
