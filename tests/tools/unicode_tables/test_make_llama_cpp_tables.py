"""What the script makes now is what is committed."""

import json
from importlib.resources import files

from tools.unicode_tables.make_llama_cpp_tables import tables


def test_the_tables_are_those_of_the_library():
    committed = (
        files("tokparity.reference_impl.unicode").joinpath("llama_cpp.json").read_text("ascii")
    )
    assert tables() == json.loads(committed)
    assert len(committed) < 1_000_000
