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


def test_thoughts_stand_apart_and_a_prompt_may_have_begun_one(repository, tokparity):
    def stream(text, *more):
        ids = tokparity("encode", "one", text)[1].split()
        return tokparity("stream", "one", *ids, "--thinking", "--way", "byte_buffer", *more)

    code, out, _ = stream("<think>so</think>\nYes")
    assert (code, out.splitlines()[-2:]) == (0, ['all at once: "Yes"', 'thought at once: "so"'])
    assert rows(out)[0][2:] == ["byte_buffer", "byte_buffer", "thought"]
    prompt = tokparity("encode", "one", "<think>")[1]
    code, out, _ = stream("so</think>Yes", "--prompt", prompt, "--json")
    assert code == 0
    same = {"byte_buffer": True, "byte_buffer thought": True}
    assert json.loads(out.splitlines()[-1]) == {"text": "Yes", "thought": "so", "same": same}


def test_stop_strings_and_the_mistakes_with_them(repository, tokparity):
    ids = tokparity("encode", "one", "--escaped", r"a\n\nUser b")[1].split()
    asked = ("stream", "one", *ids, "--stop", r"\n\nU")
    code, out, _ = tokparity(*asked)
    assert (code, out.splitlines()[-1]) == (0, 'all at once: "a"')
    code, out, _ = tokparity(*asked, "--way", "stop_given_in_part")
    assert code == 1
    assert out.splitlines()[-1].startswith('stop_given_in_part: not that text, but "a\\n')


def test_a_recorded_stream_is_compared(repository, tokparity, tmp_path, ids):
    served = tmp_path / "served.jsonl"
    served.write_text(f'{{"ids": [{", ".join(ids)}], "delta": "éa"}}\n', encoding="utf-8")
    code, out, _ = tokparity("stream", "one", "--compare", served)
    right = f"1 pushes of {len(ids)} ids: the text of all ids; at most 0 ids late\n"
    assert (code, out) == (0, right)
    lines = [json.dumps({"ids": [int(one)], "delta": "�"}) for one in ids]
    served.write_text("\n".join(lines))
    code, out, _ = tokparity("stream", "one", "--compare", served)
    assert code == 1
    assert out.splitlines()[:2] == [
        f"{len(ids)} pushes of {len(ids)} ids: not the text of all ids",
        f'line 1, ids {ids[0]}: gives U+FFFD for a part of a character: "�", where "éa" comes',
    ]
    told = json.loads(tokparity("stream", "one", "--compare", served, "--json")[1])
    assert (told["ids"], told["wrong"]["line"]) == (len(ids), 1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("one",), "give IDS, or --compare"),
        (("one", "1", "--stop", ""), "--stop"),
        (("one", "1", "--way", "stop_in_each_delta"), "--stop"),
        (("one", "--compare", "pyproject.toml", "--thinking"), "--compare"),
    ],
)
def test_what_cannot_be_asked_together(repository, tokparity, words, said):
    repository.joinpath("pyproject.toml").write_text("")
    code, _, err = tokparity("stream", *words)
    assert code == 2
    assert said in err
