"""Implementations under test as a run meets them: who they are, and on what files they are asked.

A bundled one that cannot be installed is left out and named: it ends no run.

Not here: how a subject is asked (`oracles.subjects`), or by whom (`harness.shards.slot`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.corpora.vocabs.manifest import Manifest
from tokparity.harness.compare.cells import CellSpec, subject_cell
from tokparity.harness.shards.slot import client_of, environments
from tokparity.oracles.subjects.environments import NotInstalled
from tokparity.oracles.subjects.library import libraries
from tokparity.oracles.subjects.messages import Capabilities
from tokparity.oracles.subjects.spec import subject_name
from tokparity.reference_impl.contract import Refusal
from tokparity.reference_impl.errors import TokparityError
from tokparity.reports.records.engine import Subject, Subjects
from tokparity.reports.records.run_info import Skipped


class NoSubject(TokparityError):
    """A subject that does not say who it is."""

    def __init__(self, spec: str, refusal: Refusal) -> None:
        said = f"{refusal.kind}: {refusal.detail}"
        super().__init__(f"{spec}: {said}: `tokparity smoke` says what to do")
        self.spec, self.refusal = spec, refusal


class OneModel(TokparityError):
    """A server that is to be held to the files of several models."""

    def __init__(self, spec: str, names: Sequence[str]) -> None:
        chosen = f"{', '.join(names[:3])}{', …' if len(names) > 3 else ''}"
        super().__init__(f"{spec}: a server holds one model: name its file with --vocab ({chosen})")
        self.spec, self.names = spec, names


@dataclass(frozen=True, slots=True)
class Introduction:
    """A subject by its own word: its name, its version, and what it can do."""

    subject: Subject
    version: str
    capabilities: Capabilities

    def loads(self, manifest: Manifest) -> bool:
        """Whether it says that it loads a file, or has that vocabulary built in."""
        can = self.capabilities
        return manifest.format in can.formats or manifest.name in can.vocabularies


def introduce(spec: str) -> Introduction:
    """Start a subject, ask it who it is, and end it. Errors: BadSubject, NoSubject."""
    with client_of(spec) as client:
        hello = client.hello()
    if isinstance(hello, Refusal):
        raise NoSubject(spec, hello)
    return Introduction(Subject(subject_name(hello.name), spec), hello.version, hello.capabilities)


def given(specs: Sequence[str]) -> Subjects:
    """Subjects that a user names, for findings that name them. Errors: BadSubject, NoSubject."""
    named = [introduce(spec).subject for spec in specs]
    return {str(subject): subject for subject in named}


def bundled(
    pattern: str, told: Callable[[str], None] = lambda _: None
) -> tuple[list[Introduction], list[Skipped]]:
    """The bundled adapters whose names match, installed; and those that cannot be, with the reason.

    None is started: what each can do is in our own table. `told` hears the name of each that is
    installed, which may take minutes.
    """
    here: list[Introduction] = []
    missing: list[Skipped] = []
    for name, library in libraries().items():
        if not fnmatchcase(name, pattern):
            continue
        try:
            if not environments().is_made(library):
                told(name)
                environments().make(library)
        except NotInstalled as error:
            missing.append(Skipped(f"lib:{name}", error.reason))
            continue
        subject = Subject(subject_name(name), f"lib:{name}")
        here.append(Introduction(subject, library.version, library.capabilities))
    return here, missing


def subject_cells(
    chosen: Sequence[Manifest], cache: Cache, subjects: Sequence[Introduction]
) -> list[CellSpec]:
    """Of each subject a cell for each file that it says it loads. Errors: OneModel."""
    for each in subjects:
        if each.subject.spec.startswith("http:") and len(chosen) > 1:
            raise OneModel(each.subject.spec, [manifest.name for manifest in chosen])
    artefacts = {manifest.name: catalogue.artefact(manifest, cache) for manifest in chosen}
    return [
        subject_cell(artefacts[manifest.name], manifest.model, each.subject)
        for manifest in chosen
        for each in subjects
        if each.loads(manifest)
    ]
