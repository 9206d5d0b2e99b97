import pytest
from rich.cells import cell_len

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.normalizers.nfc import NFC
from tokparity.reference_impl.normalizers.prepend import Prepend
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reports.summary.pipeline_picture import picture, settings_apart


def test_every_stage_has_a_box_in_order() -> None:
    tokenizer = Tokenizer(
        WordLevel({"a": 0}, "a"),
        added_tokens=(AddedToken(1, "<s>", special=True, lstrip=True), AddedToken(2, "漢")),
        normalizer=NormalizerSequence((NFC(), Prepend("\u202e漢"))),
    )
    drawn = picture(tokenizer)
    at = [drawn.index(word) for word in ("added_tokens", "normalizer", "model", "ids", "decoder")]
    assert at == sorted(at)
    assert "2: <s> 1, 漢 2" in drawn
    assert "flags: special 1, lstrip 1" in drawn
    assert drawn.index("NFC") < drawn.index("Prepend")
    assert "\u202e" not in drawn
    assert "prepend: \\u202e漢" in drawn
    boxes = [line for line in drawn.splitlines() if line[0] in "┌│└"]
    assert len({cell_len(line) for line in boxes}) == 1


def test_a_long_option_is_broken() -> None:
    drawn = picture(Tokenizer(WordLevel({"a": 0}, "z" * 500)), width=60)
    assert max(map(cell_len, drawn.splitlines())) <= 64
    assert drawn.count("z") == 500


@pytest.mark.parametrize(("decodes", "told"), [("text", "by spaces"), ("bytes", "bytes of")])
def test_no_decoder(decodes, told) -> None:  # type: ignore[no-untyped-def] # pytest parameters
    assert told in picture(Tokenizer(WordLevel({"a": 0}, "a"), decodes=decodes))


def test_of_two_files_the_added_tokens_that_only_one_has() -> None:
    tokens = AddedToken(1, "<s>", special=True), AddedToken(2, "\u202e漢"), AddedToken(3, "b")
    one, two = (
        Tokenizer(WordLevel({"a": 0}, "a"), added_tokens=some) for some in (tokens, tokens[:1])
    )
    [(stage, left, right), *_] = settings_apart(one, two)
    assert stage == "added_tokens"
    assert left.splitlines()[-1] == "only here: \\u202e漢 2, b 3"
    assert "only here" not in right
    assert settings_apart(one, one) == ()
    bare = Tokenizer(WordLevel({"a": 0}, "a"))
    assert "only here" not in settings_apart(one, bare)[0][1]
