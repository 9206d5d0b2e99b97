"""Short cases of one artefact that every box is asked, whatever it is wrong about.

They tell bugs apart that stand together in all longer texts: plain texts, characters of every
category, added tokens, pieces; and single ids. What a fault model answers to them is found once an
artefact.
"""

from collections.abc import Iterator
from itertools import product

from tokparity.corpora.generators.code_points import categories, code_points
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.rng import Rng
from tokparity.harness.bugs.answers import Question
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, EncodeOptions
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

PLAIN = (
    *("", "a", " ", "0", ".", "A", "aa aa", "\n", "é", "中", "a a", " a", "a ", "Aa", "a1"),
    *("1 2", "12", "a.b", "it's", "don't", " \U00010000a", "\U00010000.a", " \U0001d7d80"),
)
OF_CATEGORY = 3
TOKENS = 6
PIECES = 60
SEQUENCES = 8


def contrast_cases(tokenizer: Tokenizer, material: Material, seed: str) -> list[Question]:
    """The cases, each once; the same for one tokenizer and seed."""
    rng = Rng("contrast", seed)
    texts = list(dict.fromkeys(_texts(tokenizer, material, rng)))
    options = [EncodeOptions(add_special=special) for special in (False, True)]
    cases: list[Question] = [EncodeCase(text, choice) for text, choice in product(texts, options)]
    ids = [rng.choice(material.ids) for _ in range(PIECES)]
    ids += material.added_ids[:SEQUENCES]
    ids += material.broken[:SEQUENCES]
    cases += [DecodeCase((token_id,)) for token_id in ids]
    return list(dict.fromkeys(cases))


def _texts(tokenizer: Tokenizer, material: Material, rng: Rng) -> Iterator[str]:
    yield from PLAIN
    for category in categories():
        if category == "Cs":  # half of a pair is no text
            continue
        points = code_points(category)
        for number in range(OF_CATEGORY):
            char = points.draw(rng)
            yield from (char, f"a{char}a")
            if not number:  # what patterns look at
                yield from (f" {char}a", f"{char}.a")
    for token in tokenizer.added_tokens[:TOKENS]:
        content = token.content
        yield from (content, f"{content}a", f"a{content}", f"a{content}a", f"a {content} a")
        yield content * 2
        yield from (content.upper(), content.lower())
    for _ in range(PIECES if material.surfaces else 0):
        yield rng.choice(material.surfaces)
