"""Characters without a piece, as targets."""

from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.targets.unknown import unknown


def test_unknown_characters_are_of_every_length_and_known_ones_are_not_among_them(
    material: Material,
) -> None:
    kind = unknown(material)
    found = [kind.target(at) for at in range(kind.size)]
    used = set("".join(found)) - set("abthe ")
    assert not used & {one for one in material.surfaces if len(one) == 1}
    assert {len(char.encode()) for char in used} == {2, 3, 4}
    assert any(len(one) == 3 and len(set(one)) == 1 for one in found)
