"""The page of classes is what the code says."""

from tools.class_table import PLACE, page


def test_the_page_is_up_to_date():
    assert PLACE.read_text("utf-8") == page()


def test_every_class_stands_on_one_side():
    followed, refused = page().split("## Refused by name")
    assert "| `T5Tokenizer` | `spiece.model` |" in followed
    assert "| `ByT5Tokenizer` | no vocabulary: the configs alone |" in followed
    assert "`MarianTokenizer`" not in refused
    assert "`CTRLTokenizer`" in refused
    assert "`T5Tokenizer`" not in refused
