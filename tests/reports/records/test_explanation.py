from pathlib import Path

import pytest

from tokparity.reference_impl.strict_json.values import BadField
from tokparity.reports.records.explanation import AddedRows, ExplainsTable, Explanation


def test_a_summary_says_what_is_changed():
    one = Explanation("e", "model", "pre", "gguf:x", ops=("encode",), was="a", by="b")
    assert one.summary == "pre (a → b) of gguf:x beside *, encode"
    rows = Explanation("e", "model", "added-rows", "*", "gguf:*", rows=AddedRows())
    assert (
        rows.summary
        == "added-rows (0 added tokens left out, 0 put in) of * beside gguf:*, encode and decode"
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "rows/a.json: No such file"),
        ("{", "rows/a.json is not JSON"),
        ("[" * 100_000, "rows/a.json is not JSON"),
        ('{"minus": [{"id": "1", "content": "a"}]}', r"rows/a.json.minus\[0\].id: '1' is not an"),
        ('{"minus": [{"id": 1, "content": "a", "x": 1}]}', "is not a known field"),
    ],
)
def test_a_bad_file_of_rows_is_one_line(tmp_path, content, message):
    if content is not None:
        (tmp_path / "rows").mkdir()
        (tmp_path / "rows" / "a.json").write_text(content)
    table = ExplainsTable("added-rows", "*", rows="rows/a.json")
    with pytest.raises(BadField, match=message) as caught:
        table.explanation("e", "model", Path(tmp_path))
    assert "\n" not in str(caught.value)
