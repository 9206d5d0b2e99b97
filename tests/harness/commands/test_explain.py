import pytest

from tokparity.reports.records.run_directory import read_findings


def test_a_finding_in_one_paragraph(run_of_two, tokparity):
    found = read_findings(run_of_two / "run")
    for finding in found:
        code, out, err = tokparity("explain", f"{run_of_two / 'run'}:{finding.id}")
        assert (code, err) == (0, "")
        assert out.count("\n") == 1
        for said in (
            " differ in ",
            "Which of two files of one format is right, nobody can tell",
            "See it again: `tokparity ",
        ):
            assert said in out


@pytest.mark.parametrize("what", ["nowhere", "nowhere:300656165e"])
def test_what_is_no_finding_is_one_line(tokparity, what):
    code, out, err = tokparity("explain", what)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
