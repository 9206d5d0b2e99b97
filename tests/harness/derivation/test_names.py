from tokparity.harness.derivation.names import named_as


def test_a_derived_file_has_a_name_that_is_understood():
    assert named_as("one-as-gguf") == ("one", "gguf")
    assert named_as("one-as-x") == ("one-as-x", None)
