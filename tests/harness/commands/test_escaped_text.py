import click
import pytest

from tokparity.harness.commands.escaped_text import unescaped


def test_escapes_are_those_of_json():
    assert unescaped(r"a\n\u0301\u0000\ud83d\ude00\udcff") == "a\n\u0301\0\U0001f600\udcff"
    assert unescaped("ä\t") == "ä\t"


@pytest.mark.parametrize("text", ['"', "\\", r"\x41", r"\u12"])
def test_what_is_no_json_string(text):
    with pytest.raises(click.BadParameter, match="no JSON string"):
        unescaped(text)
