"""What bugs that are one share."""

from types import SimpleNamespace

import pytest

from tokparity.harness.bugs.answers import Box
from tokparity.harness.bugs.blame import Blame
from tokparity.harness.bugs.bug import Bug
from tokparity.harness.bugs.hypotheses import Hypotheses
from tokparity.harness.bugs.keys import (
    is_given_up,
    is_of_long_words,
    is_of_pattern,
    is_of_search,
    keys_of,
)
from tokparity.harness.bugs.merging import merged
from tokparity.harness.bugs.remainder import Remainder, bare
from tokparity.harness.bugs.taken_off import OF_OPTION, UNPARSED
from tokparity.harness.bugs.trigger import Trigger
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.harness.naming.stage_blame import CUT_TOGETHER
from tokparity.reference_impl.contract import DecodeCase, Encoding


@pytest.fixture
def blame(remainder, hypotheses):
    """Of a box with these bugs, or one that answers so."""
    return lambda *names, ask=None: Blame(remainder(*names, ask=ask), hypotheses, [])


def bug(stage, text, symptom, cause=None):
    case = bare(text)
    cause = cause or f"U+{ord(text[0]):04X}"
    return Bug(stage, cause, case, frozenset({case}), symptom=symptom)


def of_ids(*ids):
    case = DecodeCase(ids)
    return Bug("decoder", f"id {ids[0]}", case, frozenset({case}), symptom="text")


def test_a_word_is_long_by_the_symbols_that_its_model_is_given(blame):
    """Five letters of three bytes each are fifteen of them."""
    mine = blame("no-nfc")
    words = {
        text: bug("model", text, "tokens", f"words like {text!r}") for text in ("ििििि", "iiiii")
    }
    assert is_of_long_words(words["ििििि"], mine)
    assert not is_of_long_words(words["iiiii"], mine)


def test_a_word_that_is_given_up_is_no_long_word(blame):
    long = bug("model", "abcdefghijkl", "unknown fewer 2^7", "words like 'abcdefghijkl'")
    assert not is_of_long_words(long, blame("no-nfc"))


def test_a_long_word_of_which_a_part_is_wrong_is_no_long_word(blame, ask_of, honest):
    """The box is wrong about every "xy"; the word's other parts are shown by nothing else."""
    right = ask_of(honest)

    def ask(cases):
        answers = zip(cases, right(cases), strict=True)
        return [Encoding((1,)) if "xy" in getattr(c, "text", "") else a for c, a in answers]

    wrong_part = bug("model", "aaaaaxyaaa", "tokens", "words like 'aaaaaxyaaa'")
    assert not is_of_long_words(wrong_part, blame(ask=ask))
    assert is_of_long_words(bug("model", "aaaaaaaaaa", "tokens", "words like 'a'"), blame(ask=ask))


def test_ids_of_no_whole_character_are_another_matter_than_others(blame):
    mine = blame("no-nfc")
    ids = {piece: at for at, piece in mine.remainder.honest.tokenizer.pieces().items()}
    cut, whole = keys_of(of_ids(ids["\u00c3"]), mine), keys_of(of_ids(ids["a"]), mine)
    assert ("decode", "decoder", "text cut off") in cut
    assert set(cut).isdisjoint(whole)


def test_neighbours_that_the_normalizer_rewrites_are_one_and_letters_of_latin_are_not(blame):
    mine = blame("no-nfc")
    one, other = (keys_of(bug("normalizer", text, text), mine) for text in ("\ufa12a", "\ufa1ea"))
    block = ("encode", "normalizer", "FA")
    assert block in one
    assert block in other
    latin = [keys_of(bug("normalizer", text, text), mine) for text in ("\u00c0", "\u00e9")]
    assert not any(key[-1] in ("0", "00") for keys in latin for key in keys)


def test_every_other_normal_form_is_one_symptom(blame):
    """Whatever character it is; a text that is given taken apart is not "kept as it is"."""
    mine = blame("nfd-for-nfc")
    keys = keys_of(bug("normalizer", "\u00e9", "beyond ASCII U+00E9"), mine)
    assert keys == [("encode", "normalizer", "beyond ASCII in another form")]
    keys = keys_of(bug("normalizer", "e\u0301", "beyond ASCII"), mine)
    assert ("encode", "normalizer", "kept as it is") not in keys


@pytest.fixture
def metaspace(slot, save):
    """Puts "▁" before every stretch, and a normalizer that drops U+200B."""
    vocab = {text: at for at, text in enumerate(["<s>", "\u2581", "a", "b"])}
    return slot.tokenizer(
        save(
            {
                "version": "1.0",
                "added_tokens": [
                    {
                        **dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False),
                        "id": 0,
                        "content": "<s>",
                        "special": True,
                    }
                ],
                "normalizer": {
                    "type": "Replace",
                    "pattern": {"String": "\u200b"},
                    "content": "",
                },
                "pre_tokenizer": {
                    "type": "Metaspace",
                    "replacement": "\u2581",
                    "prepend_scheme": "always",
                    "split": True,
                },
                "model": {"type": "BPE", "vocab": vocab, "merges": []},
            }
        )
    )


def test_what_begins_a_stretch_and_is_lost_is_one_bug_of_the_stage_that_puts_it(metaspace, ask_of):
    """Behind an added token, and behind a character that the normalizer drops."""
    hypotheses = Hypotheses.of(metaspace, ())
    ask = ask_of(FAULT_MODELS["metaspace-first"].apply(metaspace))
    box = Box(ask, hypotheses.honest)
    blame = Blame(Remainder(box, hypotheses.honest, hypotheses.honest), hypotheses, [])
    found = [keys_of(bug("pre_tokenizer", text, "symbols"), blame) for text in ("<s>a", "\u200ba")]
    assert all(("encode", "prefix") in keys for keys in found)
    bugs = bug("pre_tokenizer", "<s>a", "symbols"), bug("normalizer", "\u200ba", "controls")
    assert [one.stage for one in merged(bugs, blame)] == ["pre_tokenizer"]
    assert blame.stage_of_lost_prefix(bare("a b")) is None, "it is right about that"


@pytest.mark.parametrize(("count", "words", "is_so"), [
    pytest.param(3, 2, True, id="several-characters"),
    pytest.param(3, 3, False, id="as-many-words-are-wrong"),
    pytest.param(2, 0, False, id="few-characters"),
])  # fmt: skip
def test_characters_that_are_cut_in_one_way_are_of_a_pattern(
    blame, monkeypatch, count, words, is_so
):
    monkeypatch.setattr(Blame, "shape_of_cuts", lambda *_: ".|a")
    bugs = [bug("pre_tokenizer", f"{char}a", "symbols") for char in ".->"[:count]]
    assert is_of_pattern(bugs[0], bugs, words, blame("no-nfc")) == is_so


def test_added_tokens_that_are_left_out_are_one_bug_and_no_other(blame):
    """However many they are: bytes that are lost are not of them."""
    mine = blame("no-nfc")
    added = [token.id for token in mine.remainder.honest.tokenizer.added_tokens]
    first = of_ids(added[0])
    first.symptom = "less"
    first.causes = [f"id {i}" for i in added * 10]
    pieces = {piece: at for at, piece in mine.remainder.honest.tokenizer.pieces().items()}
    lost = of_ids(pieces["\u00c3"])
    lost.symptom = "less"
    assert len(merged([first, lost], mine)) == 2


@pytest.mark.parametrize(("why", "is_so"), [
    pytest.param("the model as it is makes its tokens", True, id="cut"),
    pytest.param(CUT_TOGETHER, False, id="right-alone"),
])  # fmt: skip
def test_words_that_are_right_alone_are_of_no_search(blame, monkeypatch, why, is_so):
    """A model is given each word alone."""
    for name, answer in (("is_cut", True), ("joins_words", False), ("why", why)):
        monkeypatch.setattr(Blame, name, lambda *_, answer=answer: answer)
    assert is_of_search(bug("pre_tokenizer", "  a", "spaces"), blame("no-nfc")) == is_so


def test_tokens_in_other_letters_are_another_bug_than_one_token_for_two(blame):
    mine = blame("no-nfc")
    of_case = keys_of(bug("added_tokens", "<|END|>", "more found"), mine)
    of_other = keys_of(bug("added_tokens", "x<|end|>", "other found"), mine)
    assert ("encode", "added_tokens", "case") in of_case
    assert set(of_case).isdisjoint(of_other)


def test_special_tokens_that_are_read_as_text_take_in_no_place(blame):
    """What is lost at the start, where they are found, is another bug."""
    case = bare("a <s> a")
    option = Trigger(OF_OPTION, lambda _: True, lambda case: [case], is_narrow=False)
    unparsed = Bug("added_tokens", UNPARSED, case, frozenset({case}), triggers=(option,))
    words = "added tokens at the start"
    start = Trigger(words, lambda _: True, lambda _: [], of_tokens=True, scope="start")
    lost = Bug("added_tokens", words, bare("<a>"), frozenset({bare("<a>")}), triggers=(start,))
    assert len(merged([unparsed, lost], blame("no-nfc"))) == 2


def test_a_long_word_of_which_nothing_but_an_unknown_token_is_due_is_of_no_search(
    blame, monkeypatch
):
    """Its pieces have no say in it: a search that is wrong in other words is another bug."""
    monkeypatch.setattr("tokparity.harness.bugs.keys.is_of_long_words", lambda *_: False)
    mine = blame("no-merges")
    long = bug("model", "a" * 300, "long 2^8", "words like 'a'")
    assert ("encode", "words") in keys_of(long, mine)
    monkeypatch.setattr("tokparity.harness.bugs.keys.is_given_up", lambda *_: True)
    assert ("encode", "words") not in keys_of(long, mine)


def test_a_word_is_given_up_where_unknown_tokens_alone_are_due():
    due = {"a" * 300: (0,), "b": (0, 7), "c": (0, 0)}
    reader = SimpleNamespace(unknown=0, unpadded=lambda ids: [i for i in ids if i != 9])
    work = SimpleNamespace(honest=lambda case: due[case.text], reader=reader)
    told = [
        is_given_up(bug("model", text, "long"), SimpleNamespace(remainder=work)) for text in due
    ]
    assert told == [True, False, True]


def test_what_is_kept_and_what_is_lost_are_two_bugs_of_a_pre_tokenizer(blame, ask_of, honest):
    """Two lists of white space may differ both ways."""
    right = ask_of(honest)
    made = {"": Encoding((1,)), "\ufeff": Encoding(()), "b": Encoding((1,))}
    mine = blame(
        ask=lambda cases: [made.get(getattr(c, "text", None)) or right([c])[0] for c in cases]
    )
    kept, lost, other = (
        keys_of(bug("pre_tokenizer", text, "tokens", "U+0085"), mine) for text in made
    )
    assert ("encode", "pre_tokenizer", "tokens kept") in kept
    assert ("encode", "pre_tokenizer", "tokens lost") in lost
    assert ("encode", "pre_tokenizer", "tokens") in other
