"""Names of the catalogue, and of what the lock knows. Not here: paths (`names`)."""

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.catalogue import NotFetched
from tokparity.corpora.vocabs.lock import read_lock
from tokparity.corpora.vocabs.lock_manifests import locked
from tokparity.corpora.vocabs.manifest import Manifest
from tokparity.corpora.vocabs.spec import is_spec, parse_spec
from tokparity.reference_impl.errors import TokparityError, did_you_mean

DIRECTORY = "dir:"
"""What a path may begin with, to tell it from a name."""


class NoSuchArtefact(TokparityError):
    """Neither a file nor a catalogue name."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name}: neither a file nor a name of the catalogue: `tokparity vocabs list` shows it."
            + did_you_mean(name, (it.name for it in catalogue.manifests(catalogue.OWN)))
        )
        self.name = name


def manifest_of(name: str) -> Manifest:
    """The catalogue entry of this exact name, or what the lock knows of this spec.

    Errors: NoSuchArtefact; NotFetched for a spec that was never fetched; BadSpec.
    """
    if is_spec(name):
        if found := locked(parse_spec(name), read_lock()):
            return found[0]
        raise NotFetched(name)
    for manifest in catalogue.manifests(catalogue.OWN):
        if manifest.name == name:
            return manifest
    raise NoSuchArtefact(name)
