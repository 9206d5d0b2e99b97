from tokparity.harness.derivation.underivable import Underivable


def test_it_says_of_what_to_what_and_why():
    error = Underivable("m", "gguf", "so")
    assert str(error) == "m: no gguf can be made of it: so"
    assert (error.name, error.format, error.reason) == ("m", "gguf", "so")
