"""Ties of scores as targets."""

from tokparity.corpora.generators.targets.ties import scores_of, ties
from tokparity.reference_impl.models.hf.unigram import Unigram
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

SCORES = (("<unk>", 0.0), ("a", -3.0), ("b", -3.0), ("c", -3.0), ("d", -3.0), ("ab", -4.0),
          ("bc", -4.0), ("cd", -5.5), ("\u2581a", -9.0))  # fmt: skip


def test_the_nearest_tie_is_the_first_target() -> None:
    tokenizer = Tokenizer(Unigram(SCORES, unk_id=0))
    kind, near = ties(tokenizer)
    assert [kind.target(at) for at in range(kind.size)] == ["abc", "bcd"]
    assert near.size == 0


def test_a_tie_decided_the_other_way_shows() -> None:
    right = Tokenizer(Unigram(SCORES, unk_id=0))
    nudged = tuple((piece, score + (1e-6 if piece == "ab" else 0)) for piece, score in SCORES)
    other = tuple((piece, score + (1e-6 if piece == "bc" else 0)) for piece, score in SCORES)
    targets = [ties(right)[0].target(0)]
    answers = {Tokenizer(Unigram(one, unk_id=0)).encode(targets[0]).ids for one in (nudged, other)}
    assert len(answers) == 2


def test_models_without_scores_have_no_ties() -> None:
    tokenizer = Tokenizer(WordLevel({"a": 0}, "a"))
    assert scores_of(tokenizer) == {}
    assert [kind.size for kind in ties(tokenizer)] == [0, 0]


def test_what_is_no_tie_but_near_is_another_kind() -> None:
    """Of 60 pieces "aX" and "Xb" with all their scores apart."""
    letters = [chr(0x4E00 + at) for at in range(60)]
    singles = [(one, -1.0) for one in ("a", "b", *letters)]
    pairs = [("a" + one, -1.5 - at / 100) for at, one in enumerate(letters)]
    more = [(one + "b", -1.5 - at / 90) for at, one in enumerate(letters)]
    kinds = ties(Tokenizer(Unigram((("<unk>", 0.0), *singles, *pairs, *more), unk_id=0)))
    found = [kind.target(at) for kind in kinds for at in range(kind.size)]
    assert {f"a{one}b" for one in letters} == set(found)
