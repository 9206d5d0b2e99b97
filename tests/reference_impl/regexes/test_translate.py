r"""What is refused because Oniguruma leaves attempts out: held against `tokenizers` itself."""

import pytest
from tokenizers import Regex, pre_tokenizers

from tokparity.reference_impl.errors import BadPattern
from tokparity.reference_impl.regexes.oniguruma import compile_pattern


@pytest.mark.parametrize(
    "pattern", [r"$\O*", r"$\O+c", r"\b.*", r"\B\O*c", r"(?=b)\O*c", r"($)\O*", r"x|$(\O*)"]
)
def test_what_oniguruma_does_not_try_everywhere_is_refused(pattern):
    with pytest.raises(BadPattern, match="does not try everywhere"):
        compile_pattern(pattern)


@pytest.mark.parametrize(
    "pattern", ["$.*", r"(?=b).*c", r"(?!a)\O*c", r"^\O*c", r"\O*c", r"$\O*?c"]
)
def test_what_it_tries_everywhere_is_taken(pattern):
    split = pre_tokenizers.Split(Regex(pattern), "isolated")
    for text in ("ab\ncd e", "a b\n\nc", "x\nabc", "xbc abc", ""):
        pieces = {at for _, span in split.pre_tokenize_str(text) for at in span}
        ours = {at for span in compile_pattern(pattern).spans(text) for at in span}
        assert ours | {0, len(text)} == pieces | {0, len(text)}, text
