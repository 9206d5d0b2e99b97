"""What `make_tables` makes now is what is committed.

By all their members instead: lower case and scripts in the tests of those names, Oniguruma's
classes in `test_oniguruma`, by sample. On every code point: `evaluation.sweeps.unicode`.
"""

import json

import pytest

from tokparity.reference_impl.unicode.ranges import LAST, SURROGATES, members, to_ranges, unpack
from tools.unicode_tables import ask_graphemes, ask_rust
from tools.unicode_tables.make_tables import HERE, TABLES


def asked_of_rust(monkeypatch, points):
    monkeypatch.setattr(ask_rust, "ALL", "".join(map(chr, points)))
    monkeypatch.setattr(ask_rust, "SCALARS", to_ranges(points))


def asked_of_graphemes(monkeypatch, points):
    monkeypatch.setattr(ask_graphemes, "CHARACTERS", "".join(map(chr, points[1:])))


@pytest.mark.parametrize(
    ("name", "ask"), [("rust_classes", asked_of_rust), ("graphemes", asked_of_graphemes)]
)
def test_a_class_ends_where_the_library_s_ends(monkeypatch, name, ask):
    """Asked at both sides of each border in the table, and at every hundredth code point."""
    committed = json.loads((HERE / f"{name}.json").read_text("ascii"))
    committed.pop("made_from")
    ends = [at for packed in committed.values() for pair in unpack(packed) for at in pair]
    near = {at + step for at in ends for step in (-1, 0, 1)} | set(range(0, LAST, 100))
    points = sorted(at for at in near if 0 <= at <= LAST and at not in SURROGATES)
    assert len(points) > 12_000
    ask(monkeypatch, points)
    made, asked = TABLES[name](), set(points)
    assert made.keys() == committed.keys()
    for key, packed in made.items():
        assert asked & {*members(unpack(packed))} == asked & {*members(unpack(committed[key]))}


@pytest.mark.parametrize("name", ["oniguruma_folds", "oniguruma_segments", "normalization"])
def test_made_again_a_table_is_the_committed_one(name):
    committed = json.loads((HERE / f"{name}.json").read_text("ascii"))
    assert committed.pop("made_from") == "tokenizers 0.23.3"
    assert TABLES[name]() == committed


def test_tables_are_small():
    assert sum((HERE / f"{name}.json").stat().st_size for name in TABLES) < 300_000
