"""What becomes of words is what the normalizer makes of them, where they are cut from a text."""

import random
from base64 import b64decode
from itertools import accumulate

import numpy as np
import pytest

from tokparity.corpora.generators.pipelines.charsmap import charsmap
from tokparity.reference_impl.batch.ugm_words import UgmWords
from tokparity.reference_impl.batch.word_bytes import WordBytes
from tokparity.reference_impl.normalizers.llama_ugm import LlamaUGMNormalizer
from tokparity.reference_impl.normalizers.xcda import Xcda
from tokparity.reference_impl.text.aligned import Aligned

RULES = {
    "é": "ê",
    "e\u0301": "é",
    "ﷺ": "صلى",
    "\t": " ",
    "\u200b": "",
    "´": " \u0301",
    "xy": "z",
    "<": "(",
}
PARTS = [*"abeéxy´ﷺ\t\u200b\u0301 <▁\0", "  ", "<b>", "漢"]


def normalizer(*own: bytes, prefix: bool = True, merges: bool = True, rules=None):
    xcda = Xcda.of(b64decode(charsmap(RULES if rules is None else rules)))
    return LlamaUGMNormalizer(xcda, frozenset(own), prefix, merges)


@pytest.mark.parametrize("own", [(), (b"<b>", b"a"), (b"e",)], ids=str)
@pytest.mark.parametrize("prefix", [False, True])
@pytest.mark.parametrize("merges", [False, True])
def test_words(prefix, merges, own):
    stage = normalizer(*own, prefix=prefix, merges=merges)
    words = UgmWords.of(stage)
    assert isinstance(words, UgmWords)
    generator = random.Random(0)
    texts = ["".join(generator.choices(PARTS, k=generator.randint(0, 9))) for _ in range(400)]
    begin = [f"\0{text}" for text in texts]
    inner = [f" {text}" for text in texts]
    for some, by in ((begin, words.normalizer), (inner, words.inner)):
        made = words.normalized(WordBytes.of(some))
        assert sorted(made.which.tolist()) == [*range(len(some))]
        ends = [*accumulate(made.sizes.tolist())]
        for at, start, end in zip(made.which.tolist(), [0, *ends], ends, strict=False):
            normal = by.normalize(Aligned.of(some[at].removeprefix("\0")))
            text = made.codes[start:end].astype(np.uint32).tobytes().decode("utf-32-le")
            assert (text, made.came[start:end].tolist()) == (normal.text, [*normal.origin])


def test_no_rules():
    stage = LlamaUGMNormalizer(Xcda(), frozenset(), True, True)
    words = UgmWords.of(stage)
    assert isinstance(words, UgmWords)
    made = words.normalized(WordBytes.of(["\0a", " é"]))
    assert made.codes.tolist() == [*map(ord, "▁a▁é")]


@pytest.mark.parametrize(
    ("stage", "reason"),
    [
        (normalizer("é".encode()), "a user-defined token is not of ASCII"),
        (
            LlamaUGMNormalizer(Xcda((1,), b"a\0"), frozenset(), True, True),
            "its charsmap the trie has",
        ),
        (normalizer(rules={"a": "b" * 90}), "a rule of its charsmap makes a long text"),
        (
            LlamaUGMNormalizer(Xcda(), frozenset(), True, True, space="_"),
            "its spaces do not become marks",
        ),
    ],
    ids=lambda it: str(it)[:30],
)
def test_why_not(stage, reason):
    made = UgmWords.of(stage)
    assert isinstance(made, str)
    assert made.startswith(reason)
