"""Files of any name and content as artefacts, for adapters and fakes that look at nothing else."""

import hashlib

import pytest

from tokparity.reference_impl.contract import Artefact


@pytest.fixture
def artefact(tmp_path):
    """An artefact of any name; fakes look at the name alone."""

    def make(name="any", content=b"", format="tokenizer.json", facts=None):
        path = tmp_path / name
        path.write_bytes(content)
        return Artefact(name, format, path, hashlib.sha256(content).hexdigest(), facts)

    return make
