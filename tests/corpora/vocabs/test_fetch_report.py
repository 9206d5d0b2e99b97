from tokparity.corpora.vocabs.fetch_report import Fetched, FetchReport


def test_one_line_for_all_that_befell_the_same():
    report = FetchReport(
        (
            Fetched("a", "failed", "no"),
            Fetched("b", "fetched"),
            Fetched("c", "failed", "no"),
            Fetched("d", "failed", "why"),
            Fetched("e", "client-missing", "no"),
            Fetched("f", "cached"),
        )
    )
    assert report.lines() == [
        "a and 1 more: failed: no",
        "d: failed: why",
        "e: client missing: no",
        "1 fetched, 1 cached, 3 failed, 1 without their client",
    ]
    assert not report.complete


def test_complete_is_all_fetched_or_cached():
    assert FetchReport((Fetched("a", "cached"), Fetched("b", "fetched"))).complete
    assert not FetchReport((Fetched("a", "client-missing", "no"),)).complete
