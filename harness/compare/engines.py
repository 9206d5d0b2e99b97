"""Which engines that a file names may be asked: our own and the libraries, by name alone.

A run directory and a regression file are somebody else's. An engine there may be a path, or a name
that nobody here has; neither is loaded, read or started.
"""

from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.fault_models.mutant import is_registered
from tokparity.oracles.protocol import ORACLES
from tokparity.reference_impl.streaming.naive import NAIVE
from tokparity.reference_impl.streaming.ways import WAYS
from tokparity.reports.records.engine import (
    BlackBox,
    Engine,
    FaultyReference,
    Golden,
    Library,
    Reference,
    StreamWay,
    Subject,
    bundled,
)


def may_be_asked(engine: Engine) -> bool:
    """Whether it is an engine that this installation has; nothing recorded can be asked.

    >>> may_be_asked(FaultyReference("no-nfc")), may_be_asked(BlackBox("/tmp/theirs.toml"))
    (True, False)
    """
    match engine:
        case Reference():
            return True
        case Library(oracle):
            return oracle in ORACLES
        case FaultyReference(name):
            return name in FAULT_MODELS
        case StreamWay(way):
            return way in (WAYS | NAIVE)
        case BlackBox(mutant):
            return is_registered(mutant)
        case Subject(_, spec):  # a file gives a name alone: a spec is its user's own
            return bundled(engine) is not None or bool(spec and not spec.startswith("lib:"))
        case Golden():
            return False
