"""What `make_tables` makes now is what is committed.

By all their members instead: lower case and scripts in the tests of those names, Oniguruma's
classes in `test_oniguruma`, by sample.
"""

import json

import pytest

from reference_impl.unicode.make_tables import HERE, TABLES


@pytest.mark.parametrize(
    "name",
    ["oniguruma_folds", "rust_classes", "normalization", "graphemes"],
)
def test_made_again_a_table_is_the_committed_one(name):
    committed = json.loads((HERE / f"{name}.json").read_text("ascii"))
    assert committed.pop("made_from") == "tokenizers 0.23.3"
    assert TABLES[name]() == committed


def test_tables_are_small():
    assert sum((HERE / f"{name}.json").stat().st_size for name in TABLES) < 300_000
