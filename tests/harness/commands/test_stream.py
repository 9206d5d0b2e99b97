import json

import pytest

SAME = ["byte_buffer", "window_diff", "decode_stream", "prefix_offsets"]


@pytest.fixture
def ids(tokparity, repository):
    """The ids of "é" and "a" in the small vocabulary, byte by byte."""
    return tokparity("encode", "one", "éa")[1].split()


def rows(out):
    return [line.split() for line in out.splitlines()]


def test_a_row_a_push_and_one_for_the_end(repository, tokparity, ids):
    code, out, err = tokparity("stream", "one", *ids, "--oracle", "huggingface_tokenizers")
    assert (code, err) == (0, "")
    head, *pushes, end, text = rows(out)
    assert head == ["id", "piece", *SAME, "huggingface_tokenizers"]
    assert [row[0] for row in pushes] == ids
    assert pushes[-1][2:] == ['"a"'] * 5
    assert end == ["end", *["-"] * 5]
    assert text == ["all", "at", "once:", '"éa"']


def test_what_is_left_at_the_end_and_who_loses_it(repository, tokparity, ids, document):
    broken = document["model"]["vocab"]["Ã"]
    code, out, _ = tokparity("stream", "one", ids[-1], broken)
    assert code == 1
    *_, end, text, lost, other = rows(out)
    assert end == ["end", '"�"', '"�"', "-", "-"]
    assert text == ["all", "at", "once:", '"a�"']
    assert (lost, other) == (
        ["decode_stream:", "not", "that", "text,", "but", '"a"'],
        ["prefix_offsets:", "not", "that", "text,", "but", '"a"'],
    )
    assert tokparity("stream", "one", ids[-1], broken, "--way", "byte_buffer")[0] == 0


def test_behind_a_prompt_and_as_json(repository, tokparity, document):
    first, second = (document["model"]["vocab"][piece] for piece in "Ã©")
    asked = ("stream", "one", second, "--prompt", f"{first}", "--way", "window_diff", "--json")
    code, out, _ = tokparity(*asked)
    push, end, text = map(json.loads, out.splitlines())
    assert code == 0
    assert push == {"id": second, "piece": "©", "given": {"window_diff": "é"}}
    assert end == {"end": {"window_diff": ""}}
    assert text == {"text": "é", "same": {"window_diff": True}}


def test_special_tokens_and_ids_of_no_token(repository, tokparity, document):
    special = document["added_tokens"][0]["id"]
    assert '"<|end|>"' in tokparity("stream", "one", special)[1]
    code, out, _ = tokparity("stream", "one", special, 9999, "--skip-special")
    assert code == 0
    assert ["<|end|>", *"----"] in [row[1:] for row in rows(out)]
    assert "(no token)" in out


def test_what_takes_pieces_is_left_out_of_other_formats_and_said(tokparity, model):
    code, out, err = tokparity("stream", model, 5)
    assert (code, out.split()[:5]) == (0, ["id", "piece", *SAME[:3]])
    assert err.startswith("left out prefix_offsets: ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(("one", "x"), "'x' is not an id", id="word"),
        pytest.param(("one", "1", "--prompt", "1 y"), "'y' is not an id", id="prompt"),
        pytest.param(("one", "-5"), "no token has id -5", id="negative"),
        pytest.param(("one", str(1 << 40)), "no token has id 1099511627776", id="beyond-32-bits"),
        pytest.param(("none-such", "1"), "none-such", id="artefact"),
    ],
)
def test_bad_input_is_one_line(repository, tokparity, words, said):
    code, out, err = tokparity("stream", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_a_way_or_library_of_another_format_is_one_line(tokparity, model):
    for more in (("--way", "prefix_offsets"), ("--oracle", "huggingface_tokenizers")):
        code, out, err = tokparity("stream", model, 5, *more)
        assert (code, out, err.count("\n")) == (2, "", 1)


def test_a_naive_way_is_shown_where_it_is_asked_for(tokparity, artefact):
    code, told, _ = tokparity("stream", artefact.path, "70", "--way", "each_alone")
    assert "each_alone" in told
    assert code in (0, 1)
    assert "each_alone" not in tokparity("stream", artefact.path, "70")[1]
