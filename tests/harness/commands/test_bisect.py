"""What cannot be bisected; what can is in `test_versions`."""


def test_what_is_no_finding(tokparity):
    asked = ("--library", "tokenizers", "--from", "0.20.3", "--to", "0.23.3")
    code, _, err = tokparity("bisect", "nothing", *asked)
    assert (code, err.count("\n")) == (2, 1)
    assert "is not RUN:FINDING" in err
