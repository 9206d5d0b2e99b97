from importlib.util import find_spec
from typing import get_args

import pytest

from tokparity.reference_impl.contract import Artefact, Format
from tokparity.reference_impl.errors import BadArtefact
from tokparity.reference_impl.formats import FORMATS, load


def test_every_format_has_a_reader():
    assert set(FORMATS) == set(get_args(Format))
    assert find_spec(FORMATS["tokenizer.json"]) is not None


def test_a_file_that_is_not_there_is_named(tmp_path):
    path = tmp_path / "none.json"
    with pytest.raises(BadArtefact, match="cannot be read") as caught:
        load(Artefact("none", "tokenizer.json", path, ""))
    assert caught.value.path == path
