"""The default vocabularies, each loaded once in a process: several files try all of them."""

from functools import cache

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.reference_impl.formats import load


@cache
def vocabulary(name):
    """The reference on a vocabulary of the catalogue: frozen, and never to be `fast` itself."""
    (manifest,) = catalogue.find(name)
    return load(catalogue.artefact(manifest, Cache.default()))
