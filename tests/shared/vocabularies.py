"""The default vocabularies, each loaded once in a process: several files try all of them."""

from functools import cache

import pytest

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.reference_impl.formats import load


@cache
def vocabulary(name):
    """The reference on a vocabulary of the catalogue: frozen, and never to be `fast` itself."""
    return load(artefact_of(name))


def artefact_of(name):
    """A vocabulary of the catalogue. Of one that is not a default and not fetched, the test is
    skipped: `make test` fetches some."""
    (manifest,) = catalogue.find(name)
    if not manifest.default and not catalogue.is_cached(manifest, Cache.default()):
        pytest.skip(f"not here: tokparity vocabs fetch {name}")
    return catalogue.artefact(manifest, Cache.default())
