"""What `make_tables` makes now is what is committed (classes: `test_oniguruma`, by sample)."""

import json

import pytest

from reference_impl.unicode.make_tables import HERE, TABLES


@pytest.mark.parametrize("name", ["oniguruma_folds", "rust_classes", "normalization"])
def test_made_again_a_table_is_the_committed_one(name):
    committed = json.loads((HERE / f"{name}.json").read_text("ascii"))
    assert committed.pop("made_from") == "tokenizers 0.23.3"
    assert TABLES[name]() == committed


def test_tables_are_small():
    assert sum((HERE / f"{name}.json").stat().st_size for name in TABLES) < 300_000
