from tokparity.harness.naming.ground import near_ground


def test_what_is_near_says_so():
    ground = near_ground(("normalizer", 0.95, "does not normalize at all"))
    assert ground.stage == "normalizer"
    assert ground.why.startswith("the reference that does not normalize at all gives its answer")
    assert "95% of its answers" in ground.why
