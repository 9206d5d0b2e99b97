import random
from itertools import pairwise

from tokparity.reference_impl.models.llama.spm import LlamaSPM
from tokparity.reference_impl.traces import Merge


def model(**scores):
    vocab = {piece: at for at, piece in enumerate(scores)}
    bytes_ = {f"<0x{byte:02X}>": len(vocab) + byte for byte in range(256)}
    return LlamaSPM({**vocab, **bytes_}, (*scores.values(), *[0.0] * 256))


def test_a_merge_has_every_pair_it_was_chosen_from_ranked_by_score():
    known = model(a=0.0, b=0.0, c=0.0, ab=-3.0, bc=-2.0, abc=-5.0)
    assert known.explain("abc") == (
        Merge("b", "c", 1, (("a", "b", 2), ("b", "c", 1))),
        Merge("a", "bc", 3, (("a", "bc", 3),)),
    )
    assert known.explain("ab" * 129) == ()


def test_the_chosen_pair_is_the_leftmost_of_the_best_and_what_is_left_is_the_tokens():
    letters, drawn = "abc", random.Random(3)
    scores = dict.fromkeys(letters, 0.0)
    for _ in range(40):
        scores["".join(drawn.choices(letters, k=drawn.randint(2, 4)))] = float(drawn.randint(-6, 0))
    known = model(**scores)
    for _ in range(200):
        word = "".join(drawn.choices(letters, k=drawn.randint(1, 12)))
        symbols = [*word]
        for step in known.explain(word):
            pairs = [(one, other) for one, other in pairwise(symbols) if one + other in scores]
            assert [(one, other) for one, other, _ in step.candidates] == pairs
            at = max(pairs, key=lambda pair: scores["".join(pair)])
            assert (step.left, step.right) == at
            place = next(i for i, pair in enumerate(pairwise(symbols)) if pair == at)
            symbols[place : place + 2] = ["".join(at)]
        assert symbols == list(known.texts(word, known.tokenize(word)))
