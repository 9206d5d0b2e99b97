import pytest
import regex

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.sweeps import SHARD, Sweep, sweeps
from tokparity.reference_impl.contract import Case, DecodeCase, EncodeCase

SHA = "ab" * 32
LETTER = (97,)


def cases(sweep: Sweep) -> list[Case]:
    return [case for number in range(len(sweep)) for case in sweep.shard(number)]


def by_name(material: Material, extent: str, seed: int = 1, sha256: str = SHA) -> dict[str, Sweep]:
    assert extent in ("sample", "full")
    found = sweeps("full" if extent == "full" else "sample", seed, sha256, material, LETTER)
    return {sweep.name: sweep for sweep in found}


def test_none_is_none(material: Material) -> None:
    assert sweeps("none", 1, SHA, material, LETTER) == ()


def test_full_has_every_id_alone_and_after_a_letter(material: Material) -> None:
    found = cases(by_name(material, "full")["ids"])
    alone = [DecodeCase((token_id,)) for token_id in material.ids]
    after = [DecodeCase((97, token_id)) for token_id in material.ids]
    assert set(found) == {*alone, *after}
    assert len(found) == 2 * len(material.ids)


def test_full_has_every_piece_and_surface(material: Material) -> None:
    found = by_name(material, "full")
    assert [c.text for c in cases(found["pieces"]) if isinstance(c, EncodeCase)] == [
        *material.pieces
    ]
    surfaces = [c.text for c in cases(found["surfaces"]) if isinstance(c, EncodeCase)]
    assert surfaces == [*material.surfaces]


def test_full_has_every_assigned_character_three_times(material: Material) -> None:
    texts = [
        c.text for c in cases(by_name(material, "full")["characters"]) if isinstance(c, EncodeCase)
    ]
    chars = texts[::3]
    everything = "".join(chr(point) for point in range(0x110000) if not 0xD800 <= point <= 0xDFFF)
    assert chars == regex.findall(r"[^\p{Cn}\p{Co}]", everything)
    assert texts[1::3] == [char * 2 for char in chars]
    assert texts[2::3] == [f"a{char}b" for char in chars]


@pytest.mark.parametrize("extent", ["sample", "full"])
def test_every_added_token_is_always_there(material: Material, extent: str) -> None:
    texts = {c.text for c in cases(by_name(material, extent)["added"]) if isinstance(c, EncodeCase)}
    assert texts == {f(t) for t in material.added for f in (str, "a{}b".format, " {} ".format)}


def test_a_sample_is_two_to_five_percent_of_the_full(material: Material) -> None:
    full, sample = by_name(material, "full"), by_name(material, "sample")
    part = len(cases(sample["characters"])) / len(cases(full["characters"]))
    assert 0.02 <= part <= 0.05
    assert set(cases(sample["ids"])) <= set(cases(full["ids"]))


def test_a_sample_depends_on_seed_and_artefact_only(material: Material) -> None:
    first = by_name(material, "sample")["characters"].items
    assert by_name(material, "sample")["characters"].items == first
    assert by_name(material, "sample", seed=2)["characters"].items != first
    assert by_name(material, "sample", sha256="cd" * 32)["characters"].items != first


def test_shards_are_numbered_from_zero_and_of_known_size(material: Material) -> None:
    sweep = by_name(material, "full")["characters"]
    assert len(sweep) == -(-len(sweep.items) // SHARD)
    assert len(sweep.shard(0)) == 3 * SHARD
    for number in (-1, len(sweep)):
        with pytest.raises(IndexError):
            sweep.shard(number)
