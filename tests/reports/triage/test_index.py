from dataclasses import replace

from tokparity.reports.triage.exhibit import Exhibit, Proof
from tokparity.reports.triage.index import index
from tokparity.reports.triage.roles import parts


def test_a_row_a_finding_and_how_many_reproduce(finding):
    one = finding()
    sighting = one.sightings[0]
    good = Exhibit(one, sighting, *parts(one, sighting), proof=Proof("reproduced", "", "x 1"))
    many = tuple(replace(sighting, artefact=f"m{at}") for at in range(7))
    bad = replace(
        good,
        finding=replace(one, sightings=many, status="open"),
        proof=Proof("does not reproduce", "exit code 0"),
    )
    text = index([good, bad])
    assert "2 findings, 1 with a script that reproduces." in text
    *_, first, second = text.splitlines()
    assert first.startswith(f"| [`{one.id}`]({one.id}/report.md) | `tokenizers` encodes `ab`")
    assert first.endswith(
        "| `model` | parity of encode | 1: `one` | new | run on `x 1`: reproduced |"
    )
    assert "7: `m0`, `m1`, `m2`, `m3` and 3 more | open" in second
    assert "**does not reproduce**: `exit code 0`" in second


def test_what_has_no_report_is_named_with_its_reason():
    text = index([], {"ab12": "x: is a `link`"})
    assert text.endswith("Of these no report could be made:\n\n- `ab12`: `` x: is a `link` ``\n")
    assert "no report" not in index([])
