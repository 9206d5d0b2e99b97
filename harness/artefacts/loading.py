"""`load`: the reference tokenizer of a file, by its compiled file where there is one.

Compiled files lie beside the fetched ones, in the user's cache.
"""

from tokparity.corpora.vocabs.cache import Cache
from tokparity.reference_impl.compiled.loading import load_compiled
from tokparity.reference_impl.compiled.store import Store
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer


def compiled_files() -> Store:
    """Those of this user."""
    return Store(Cache.default().root / "compiled")


def load(artefact: Artefact) -> Tokenizer:
    """As `reference_impl.formats.load`, with its errors."""
    return load_compiled(artefact, compiled_files())
