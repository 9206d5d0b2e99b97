import copy

import pytest

from tokparity.reports.records.finding import finding_to_json
from tokparity.reports.records.finding_shapes import FINDING, REFUSAL
from tokparity.reports.records.shapes import Misshapen


def paths(value, at=()):
    """Every place in a JSON value, with the kind of thing that stands there."""
    yield at, value
    if isinstance(value, dict | list):
        for name, child in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(child, (*at, name))


def spelled(path):
    return "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in path).lstrip(".")


def test_anything_of_a_wrong_type_is_named(sample_findings):
    split = next(f for f in sample_findings if f.signature.component == "Split")
    data = finding_to_json(split)
    checked = 0
    for path, _ in paths(data):
        if not path or path == ("key",):
            continue
        broken = copy.deepcopy(data)
        holder = broken
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = 1.5
        with pytest.raises(Misshapen) as caught:
            FINDING(broken, "")
        assert caught.value.field == spelled(path)
        checked += 1
    assert checked > 100


def test_any_missing_field_is_named(sample_findings):
    for finding in sample_findings:
        data = finding_to_json(finding)
        for path, _ in paths(data):
            if not path or not isinstance(path[-1], str) or path == ("key",):
                continue
            broken = copy.deepcopy(data)
            holder = broken
            for step in path[:-1]:
                holder = holder[step]
            if path[-1] in ("text", "bytes", "ids", "full", "rows") and "options" not in holder:
                continue  # without its tag an observation is of another kind
            del holder[path[-1]]
            with pytest.raises(Misshapen) as caught:
                FINDING(broken, "")
            assert caught.value.field == spelled(path)


def test_a_signature_holds_no_other_field(sample_findings):
    data = finding_to_json(sample_findings[0])
    data["signature"]["extra"] = 1
    with pytest.raises(Misshapen, match="extra"):
        FINDING(data, "")


def test_a_refusal_must_be_one():
    with pytest.raises(Misshapen, match="artefact: is missing"):
        REFUSAL({"schema_version": 1}, "")


@pytest.mark.parametrize(
    "conversation", ["", "[]", '{"messages": {}}', '{"messages": [], "variables": 1}', "[" * 9999]
)
def test_a_conversation_must_be_one(conversation, sample_findings):
    data = finding_to_json(sample_findings[0])
    options = {"add_special": False, "parse_special": True}
    case = {"op": "chat", "conversation": '{"messages": [{}]}', "options": options}
    data["sightings"][0]["case"] = case
    FINDING(data, "")
    data["sightings"][0]["case"] = case | {"conversation": conversation}
    with pytest.raises(Misshapen, match=r"sightings\[0\]\.case\.conversation: "):
        FINDING(data, "")
