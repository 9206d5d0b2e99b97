import contextlib
from pathlib import Path

import pytest
from artefact_files import artefact

from tokparity.oracles.protocol import OracleSpec
from tokparity.oracles.worker.client import OracleWorker

__all__ = ["artefact", "fake", "worker_of"]

FAKES = Path(__file__).with_name("fakes")


@pytest.fixture
def fake():
    """The spec of an adapter of fakes/behaviours.py."""

    def spec(adapter, **changes):
        known = {
            "module": "behaviours",
            "adapter": adapter,
            "engine": "fake",
            "distribution": "none",
            "formats": ("tokenizer.json",),
            "decodes": "text",
            "reports_offsets": True,
            "path": (str(FAKES),),
        }
        return OracleSpec(**known | changes)

    return spec


@pytest.fixture
def worker_of(fake):
    """Starts a worker around an adapter of fakes/behaviours.py; it ends with the test."""
    with contextlib.ExitStack() as stack:

        def start(adapter, spec=None, **limits):
            return stack.enter_context(OracleWorker(fake(adapter, **spec or {}), **limits))

        yield start
