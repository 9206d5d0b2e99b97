from tokparity.harness.naming.ground import near_ground


def test_what_is_near_says_so():
    ground = near_ground("normalizer")
    assert ground.stage == "normalizer"
    assert "a change of this stage" in ground.why
