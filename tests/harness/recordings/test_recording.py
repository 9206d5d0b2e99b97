import pytest

from tokparity.harness.recordings.recording import Asked, Push, read_recording
from tokparity.reference_impl.contract import DecodeOptions, StreamCase
from tokparity.reports.records.errors import BadRecord


@pytest.fixture
def recording(tmp_path):
    def read(*lines):
        path = tmp_path / "served.jsonl"
        path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        return read_recording(path)

    return read


def test_how_it_was_asked_and_each_push_with_its_line(recording):
    asked = '{"prompt": [7], "skip_special": true, "stop": ["\\n"]}'
    found = recording(asked, '{"ids": [1, 2], "delta": "好"}', '{"ids": [], "delta": ""}')
    assert found.asked == Asked((7,), skip_special=True, stop=("\n",))
    assert found.pushes == ((2, Push((1, 2), "好")), (3, Push((), "")))
    assert found.case() == StreamCase((1, 2), (7,), DecodeOptions(skip_special=True))


def test_how_it_was_asked_may_be_left_out(recording):
    assert recording('{"ids": [1], "delta": "a"}').asked == Asked()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "jsonl:1: ids: is missing: no push has one"),
        (['{"ids": [], "delta": ""}'], "jsonl:1: ids: is missing: no push has one"),
        (["{}"], "jsonl:1: ids: is missing: no push has one"),
        (['{"ids": [1]}'], "jsonl:1: delta: is missing"),
        (['{"ids": ["1"], "delta": ""}'], r"jsonl:1: ids\[0\]"),
        (['{"ids": [1], "delta": "", "text": ""}'], "jsonl:1: text: "),
        (['{"ids": [1], "delta": ""}', "{}"], "jsonl:2: ids: is missing: only the first"),
        (['{"stop": [""]}', '{"ids": [1], "delta": ""}'], "jsonl:1: stop: holds an empty text"),
        (["[1"], "jsonl:1: line: not a JSON object"),
        (["[1]"], "jsonl:1: line: "),
    ],
)
def test_a_bad_line_is_named(recording, lines, said):
    with pytest.raises(BadRecord, match=said):
        recording(*lines)
