"""The short cases that every box is asked."""

from tokparity.corpora.generators.material import Material
from tokparity.harness.bugs.contrast import contrast_cases


def test_cases_are_short_and_the_same_each_time(honest):
    material = Material.of(honest)
    cases = contrast_cases(honest, material, "seed")
    assert cases == contrast_cases(honest, material, "seed")
    assert cases != contrast_cases(honest, material, "other")
    assert len(cases) == len(set(cases)) < 1000
    texts = {case.text for case in cases if case.op == "encode"}
    assert {"", "a", "12", "a<|end|>a", "<S>"} <= texts
    assert not any("\ud800" <= char <= "\udfff" for text in texts for char in text)
    assert {case.options.add_special for case in cases if case.op == "encode"} == {False, True}
    assert {len(case.ids) for case in cases if case.op == "decode"} == {1}
