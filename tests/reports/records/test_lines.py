import copy

import pytest

from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.strict_json.values import BadField
from tokparity.reports.records.errors import BadRecord
from tokparity.reports.records.finding import Finding, RefusalRecord
from tokparity.reports.records.lines import read_lines, write_lines


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
    data = write(split)
    checked = 0
    for path, _ in paths(data):
        if not path or path == ("key",):
            continue
        broken = copy.deepcopy(data)
        holder = broken
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = 1.5
        with pytest.raises(BadField) as caught:
            read(Finding, broken)
        assert caught.value.field == spelled(path)
        checked += 1
    assert checked > 100


def test_any_missing_field_is_named(sample_findings):
    for finding in sample_findings:
        data = write(finding)
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
            with pytest.raises(BadField) as caught:
                read(Finding, broken)
            assert caught.value.field == spelled(path)


def test_a_signature_holds_no_other_field(sample_findings):
    data = write(sample_findings[0])
    data["signature"]["extra"] = 1
    with pytest.raises(BadField, match="extra"):
        read(Finding, data)


def test_a_refusal_must_be_one():
    with pytest.raises(BadField, match="artefact: is missing"):
        read(RefusalRecord, {"schema_version": 1})


@pytest.mark.parametrize(
    "conversation", ["", "[]", '{"messages": {}}', '{"messages": [], "variables": 1}', "[" * 9999]
)
def test_a_conversation_must_be_one(conversation, sample_findings):
    data = write(sample_findings[0])
    options = {"add_special": False, "parse_special": True}
    case = {"op": "chat", "conversation": '{"messages": [{}]}', "options": options}
    data["sightings"][0]["case"] = case
    read(Finding, data)
    data["sightings"][0]["case"] = case | {"conversation": conversation}
    with pytest.raises(BadField, match=r"sightings\[0\]\.case\.conversation: "):
        read(Finding, data)


def test_lines_are_canonical_and_whole_or_not_there(tmp_path):
    path = tmp_path / "rows.jsonl"

    def rows():
        yield {"b": 1, "a": "\ud800"}
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_lines(path, rows())
    assert not path.exists()
    write_lines(path, [{"b": 1, "a": "\ud800"}])
    assert path.read_bytes() == b'{"a":"\\ud800","b":1}\n'


def test_what_is_written_is_read(tmp_path, sample_findings):
    path = tmp_path / "findings.jsonl"
    write_lines(path, sample_findings)
    assert list(read_lines(path, Finding)) == list(enumerate(sample_findings, 1))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"{", "line: not a JSON object"),
        (b"\xff", "line: not a JSON object"),
        (b"[" * 100_000, "line: not a JSON object"),
        (b"[]", r"line: \[\] is not an object"),
        (b"{}", "artefact: is missing"),
        (b'{"schema_version": 2}', "schema_version: 2 is newer than 1: update tokparity"),
        (b'{"schema_version": true}', "artefact: is missing"),
    ],
)
def test_a_bad_line_is_named(tmp_path, line, message):
    path = tmp_path / "refusals.jsonl"
    path.write_bytes(line + b"\n")
    with pytest.raises(BadRecord, match=f"refusals.jsonl:1: {message}"):
        list(read_lines(path, RefusalRecord))
