"""Texts of words that come again, and whether batches of them are encoded as text by text."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from tokparity.corpora.generators.pipelines.pipeline import pipeline
from tokparity.reference_impl.contract import Encoding
from tokparity.reference_impl.formats.tokenizer_json.reader import read_tokenizer
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.tokenizer.encodings import TextByText
from tokparity.reference_impl.tokenizer.fast import fast

ODD = [*"¨\u0600\u00ad\u200bé\u0301漢\n\t\u00a0\u3000\0\ud800▁ﷺﱞ", "  ", "e\u0301", "'s", "12345"]


def drawn_texts(tokenizer, generator, count, odd=ODD):
    """Texts of words that come again, some of them odd; pieces stand glued to each other."""
    ids = list(tokenizer.pieces())
    some = generator.sample(ids, min(300, len(ids)))
    parts = [tokenizer.surface(i).decode("utf-8", "replace") for i in some] + odd * 3
    parts += [token.content for token in tokenizer.added_tokens][:20]
    words = ["".join(generator.choices(parts, k=generator.choice((1, 1, 2, 3)))) for _ in range(80)]
    return [" ".join(generator.choices(words, k=generator.randint(1, 9))) for _ in range(count)]


@cache
def drawn_pipeline(number):
    """The tokenizer of a generated pipeline, and its texts: several tests change its stages."""
    made = pipeline(seed=0, number=number, count=4)
    tokenizer = read_tokenizer(Node(Path("drawn"), "", made.document))
    return tokenizer, [text for pair in made.texts for text in pair if text is not None]


def quick_encodings(tokenizer, texts, every_options):
    """What encodes the batches of a tokenizer, whose answers are those of one text at a time."""
    plain, quick = replace(tokenizer, encodings=TextByText), fast(tokenizer)
    for options in every_options:
        expected = list(plain.encode_batch(texts, options).observations())
        ways = [(size, ranges) for ranges in (True, False) for size in (len(texts), 7)]
        for size, ranges in [*ways, (1, True)]:
            found = []
            for at in range(0, len(texts), size):
                some = quick.encode_batch(texts[at : at + size], options, ranges=ranges)
                found += some.observations()
            for text, mine, theirs in zip(texts, found, expected, strict=True):
                assert mine == (theirs if ranges else _without_ranges(theirs)), ascii(text)
    return quick._encodings


def _without_ranges(answer):
    return replace(answer, offsets=None) if isinstance(answer, Encoding) else answer
