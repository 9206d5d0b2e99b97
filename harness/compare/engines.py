"""Which engines that a file names may be asked: our own and the libraries, by name alone.

A run directory and a regression file are somebody else's. An engine there may be a path, or a name
that nobody here has; neither is loaded, read or started.
"""

from glob import escape

from tokparity.harness.compare.cells import MUTANT, REFERENCE, STREAM, VARIANT
from tokparity.harness.fault_models import VARIANTS
from tokparity.harness.fault_models.mutant import NoSuchMutant, mutants
from tokparity.oracles.protocol import ORACLES
from tokparity.reference_impl.streaming.naive import NAIVE
from tokparity.reference_impl.streaming.ways import WAYS


def may_be_asked(engine: str) -> bool:
    """Whether an engine is the reference, a variant, a way to stream or a seeded defect that is
    shipped, or a library.

    >>> may_be_asked("variant:no-nfc"), may_be_asked("mutant:/tmp/theirs.toml")
    (True, False)
    """
    if engine.startswith(VARIANT):
        return engine.removeprefix(VARIANT) in VARIANTS
    if engine.startswith(STREAM):
        return engine.removeprefix(STREAM) in (WAYS | NAIVE)
    if engine.startswith(MUTANT):
        return _is_shipped(engine.removeprefix(MUTANT))
    return engine == REFERENCE or engine in ORACLES


def _is_shipped(mutant: str) -> bool:
    if mutant.endswith(".toml"):
        return False  # it would be taken for a file
    try:
        return len(mutants(escape(mutant))) == 1
    except NoSuchMutant:
        return False
