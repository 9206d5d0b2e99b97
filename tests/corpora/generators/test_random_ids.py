from collections import Counter
from dataclasses import replace

import pytest

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.random_ids import decode_ids

SHA = "ab" * 32


def test_kinds_say_what_the_ids_are(material: Material) -> None:
    known = set(material.ids)
    found = decode_ids(1, SHA, "a~b", 0, 3000, material)
    for kind, ids in found:
        outside = any(token_id >= material.size for token_id in ids)
        gap = any(token_id < material.size and token_id not in known for token_id in ids)
        assert (gap, outside) == (kind == "gap", kind == "outside")
        assert all(0 <= token_id < 2**31 for token_id in ids)
    counts = Counter(kind for kind, _ in found)
    assert counts["in_vocab"] == pytest.approx(2400, rel=0.05)
    assert min(counts["gap"], counts["outside"]) > 200


def test_what_must_be_among_them(material: Material) -> None:
    ids = [ids for _, ids in decode_ids(1, SHA, "a~b", 0, 3000, material)]
    assert () in ids
    assert any(2**31 - 1 in one for one in ids)
    assert any(material.size in one for one in ids)
    assert any(len(one) > 3 and len(set(one)) == 1 for one in ids)
    broken, added = set(material.broken), set(material.added_ids)
    assert any(len(one) > 3 and set(one) <= broken for one in ids)
    assert any(set(one) & broken and set(one) & added for one in ids)


def test_a_shard_is_numbered_and_repeats(material: Material) -> None:
    assert decode_ids(1, SHA, "p", 2, 99, material) == decode_ids(1, SHA, "p", 2, 99, material)
    others = [(2, SHA, "p", 2), (1, "cd" * 32, "p", 2), (1, SHA, "q", 2), (1, SHA, "p", 3)]
    for other in others:
        assert decode_ids(1, SHA, "p", 2, 99, material) != decode_ids(*other, 99, material)


def test_a_vocabulary_without_gaps_has_none(material: Material) -> None:
    dense = replace(material, gaps=())
    assert {kind for kind, _ in decode_ids(1, SHA, "p", 0, 500, dense)} == {"in_vocab", "outside"}


def test_the_highest_id_there_can_be_leaves_none_outside(material: Material) -> None:
    full = replace(material, ids=(0, 2**31 - 1), gaps=((1, 2**31 - 1),), broken=(), added_ids=())
    found = decode_ids(1, SHA, "p", 0, 500, full)
    assert {kind for kind, _ in found} == {"in_vocab", "gap"}
