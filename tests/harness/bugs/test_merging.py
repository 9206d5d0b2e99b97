"""Which bugs are one."""

import pytest

from tokparity.harness.bugs.answers import NoAnswer
from tokparity.harness.bugs.blame import Blame
from tokparity.harness.bugs.bug import Bug, join
from tokparity.harness.bugs.keys import keys_of
from tokparity.harness.bugs.merging import merged
from tokparity.harness.bugs.remainder import Remainder, bare
from tokparity.harness.bugs.stage_options import WHOLE
from tokparity.harness.bugs.taken_off import OF_OPTION
from tokparity.harness.bugs.trigger import Trigger
from tokparity.reference_impl.contract import DecodeCase


@pytest.fixture
def blame(remainder, hypotheses):
    return Blame(remainder("no-nfc"), hypotheses, [])


def bug(stage, text, symptom, **more):
    case = bare(text)
    return Bug(stage, f"U+{ord(text[0]):04X}", case, frozenset({case}), symptom=symptom, **more)


def test_one_stage_and_symptom_is_one_bug_with_the_smallest_case(blame):
    [one] = merged([bug("model", "ab", "tokens"), bug("model", "a", "tokens")], blame)
    assert one.case == bare("a")
    assert len(one.cases) == 2
    assert (one.cause, one.causes) == ("U+0061", ["U+0061"] * 2)


def test_fault_models_stay_apart(blame):
    some = [bug("model", "a", "", fault_model="one"), bug("model", "b", "", fault_model="two")]
    assert len(merged(some, blame)) == 2


def test_a_bug_that_is_one_with_two_others_makes_all_one(blame):
    """One of added tokens, and one of what stands beside them: the third has both keys."""

    def of_tokens(cause, text, symptom, tokens):
        scope = "beside" if "behind" in cause else ""
        trigger = Trigger(cause, lambda _: True, lambda _: [], of_tokens=tokens, scope=scope)
        cases = frozenset({bare(text), bare(f"{text} {text}")})
        place = "added_tokens"
        return Bug(place, cause, bare(text), cases, symptom=symptom, triggers=(trigger,))

    beside = of_tokens("added tokens behind U+3000", "\u3000<s>", "fewer found beside Z", True)
    other = of_tokens("added tokens that are special", "x<s>", "other found beside L", True)
    both = of_tokens("U+3000", "\u3000a<s>", "other found beside L", False)
    keys = [set(keys_of(bug, blame)) for bug in (beside, other, both)]
    assert keys[0].isdisjoint(keys[1])
    assert keys[2] & keys[0]
    assert keys[2] & keys[1]
    [one] = merged([beside, other, both], blame)
    assert len(one.cases) == 6
    assert one.case == bare("x<s>")


def test_a_bug_that_keeps_a_key_of_its_own_stays_apart(blame):
    """Of the second one's keys, white space and its symptom, the third takes the first alone."""
    pattern = bug("pre_tokenizer", "\u00e9", "beyond ASCII")
    spaces = bug("pre_tokenizer", " ", "spaces")
    both = bug("pre_tokenizer", "\u3000", "beyond ASCII")
    keys = [set(keys_of(it, blame)) for it in (pattern, spaces, both)]
    assert keys[2] & keys[0]
    assert keys[2] & keys[1]
    assert keys[1] - keys[2]
    assert len(merged([pattern, spaces, both], blame)) == 2


def test_known_bugs_of_a_pattern_stay_apart(blame):
    some = [bug("pre_tokenizer", text, "", fault_model=text) for text in "éß"]
    assert [one.cause for one in merged(some, blame)] == ["U+00E9", "U+00DF"]


def test_known_parts_of_a_stage_that_is_gone_are_one_and_others_are_not(
    blame, remainder, hypotheses
):
    def parts():
        texts = "e\u0301", "o\u0301"
        return [bug("normalizer", text, "", fault_model=text) for text in texts]

    [one] = merged(parts(), blame)
    assert one.cause.startswith("the whole stage: ")
    assert len(merged(parts(), Blame(remainder("digits-joined"), hypotheses, []))) == 2


def test_the_same_missing_part_of_a_normalizer_is_one(blame):
    one, two = bug("normalizer", "e\u0301", "x"), bug("normalizer", "o\u0301", "y")
    assert ("encode", "normalizer", "without NFC") in keys_of(one, blame)
    assert len(merged([one, two], blame)) == 1


@pytest.mark.parametrize(("stage", "symptoms"), [
    pytest.param("pre_tokenizer", ("x", "y", "z"), id="pre_tokenizer"),
    pytest.param("normalizer", ("case", "controls", "spaces", "x"), id="normalizer"),
])  # fmt: skip
def test_a_stage_with_many_bugs_is_another_stage(blame, monkeypatch, stage, symptoms):
    for name in ("missing_parts", "explained_without", "is_canonical", "is_kept"):
        monkeypatch.setattr(Blame, name, lambda *_: [])

    def some():
        return [bug(stage, text, symptom) for text, symptom in zip("éßçñ", symptoms, strict=False)]

    [one] = merged(some(), blame)
    assert one.cause.startswith("the whole stage: ")
    assert len(merged(some()[1:], blame)) == len(symptoms) - 1


def test_few_single_digits_are_the_models_and_all_are_a_patterns(blame):
    [few] = merged([bug("pre_tokenizer", "1", "numbers")], blame)
    assert (few.stage, few.others) == ("model", ("pre_tokenizer",))
    [all_of_them] = merged([bug("pre_tokenizer", digit, "numbers") for digit in "12345"], blame)
    assert all_of_them.stage == "pre_tokenizer"


def test_length_is_one_bug(blame):
    some = [bug("model", "a" * 20, "long 2^4"), bug("pre_tokenizer", "b" * 20, "long 2^5")]
    assert len(merged(some, blame)) == 1


def test_a_pattern_that_reads_many_characters_otherwise_is_one(blame):
    def cut(text, symptom, count):
        causes = [f"U+{at:04X}" for at in range(count)]
        return bug("pre_tokenizer", text, symptom, causes=causes)

    assert len(merged([cut("\t", "space", 3), cut("\u2028", "beyond ASCII", 3)], blame)) == 1
    assert len(merged([cut("\t", "space", 3), cut("\u2028", "beyond ASCII", 2)], blame)) == 2


def test_an_added_token_at_one_place_is_part_of_it_at_any(blame):
    def lost(cause, symptom, scope):
        case = bare("<s>a")
        trigger = Trigger(cause, lambda _: True, lambda _: [], of_tokens=True, scope=scope)
        return Bug(
            "added_tokens", cause, case, frozenset({case}), symptom=symptom, triggers=(trigger,)
        )

    at_start = lost("added token '<s>' at the start", "other found", "at the start")
    anywhere = lost("added token '<s>'", "other found beside L", "")
    assert len(merged([at_start, anywhere], blame)) == 1
    fewer = lost("added token '<s>'", "fewer found beside L", "")
    assert len(merged([at_start, fewer], blame)) == 2
    other = lost("added token '</s>'", "other found beside L", "")
    assert len(merged([at_start, other], blame)) == 2


def test_an_added_token_that_decodes_to_another_text_is_half_of_a_bug(blame):
    case = DecodeCase((0,))
    half = Bug("decoder", "ids: added", case, frozenset({case}), symptom="text")
    tokens = bug("added_tokens", "]", "more found")
    [one] = merged([tokens, half], blame)
    assert one.stage == "added_tokens"
    gone = Bug("decoder", "ids: added", case, frozenset({case}), symptom="less")
    assert len(merged([bug("added_tokens", "]", "more found"), gone], blame)) == 2


def test_a_decoding_that_a_known_bug_does_not_make_is_no_half_of_it(remainder, hypotheses):
    blame, case = Blame(remainder("rstrip-ignored"), hypotheses, []), DecodeCase((0,))
    known = bug("added_tokens", "<|end|> x", "", fault_model="rstrip-ignored")
    half = Bug("decoder", "ids: added", case, frozenset({case}), symptom="text")
    blame.remainder.box.memo[case] = "another text"
    assert len(merged([known, half], blame)) == 2


def refused(blame, text, kind, message):
    box = blame.remainder.box
    box.memo[bare(text)], box.details[bare(text)] = NoAnswer(kind), message
    return bug("model", text, "refusal")


def test_refusals_of_one_message_are_one_bug(blame):
    some = [refused(blame, text, "error", f"no digit '{text}'") for text in "12"]
    assert len(merged(some, blame)) == 1


def test_refusals_of_several_kinds_or_messages_are_several_bugs(blame):
    answers = ("error", "no digits"), ("error", "not a boundary"), ("crash", "no digits")
    some = [refused(blame, text, *answer) for text, answer in zip("12\u4e2d", answers, strict=True)]
    assert len(merged(some, blame)) == len(some)


def test_a_refusal_of_a_length_is_no_wrong_answer_to_another(blame):
    points = refused(blame, "." * 9, "error", "too many points")
    assert len(merged([points, bug("model", " " * 10, "long")], blame)) == 2
    others = refused(blame, "a" * 12, "error", "too many points")
    others.stage = "pre_tokenizer"
    assert len(merged([points, others], blame)) == 1


@pytest.mark.parametrize(("decoded", "count"), [
    pytest.param("cafb", 1, id="as-encoding-has-it"),
    pytest.param("<?>", 2, id="otherwise"),
])  # fmt: skip
def test_an_id_that_holds_a_wrong_character_is_half_of_its_bug_where_that_shows(
    blame, decoded, count
):
    model, box, cafe = blame.remainder.model, blame.remainder.box, DecodeCase((260,))
    model.memo[cafe], box.memo[cafe] = "caf\u00e9", decoded
    box.memo[bare("\u00e9")] = model(bare("b"))
    whole = bug("normalizer", "\u00e9", "beyond ASCII")
    half = Bug("decoder", "id 260", cafe, frozenset({cafe}), symptom="text")
    some = merged([whole, half], blame)
    assert len(some) == count
    assert {case for one in some for case in one.cases} == {bare("\u00e9"), cafe}


def test_a_part_that_is_not_there_takes_no_other_bug_in(blame):
    option = Trigger(OF_OPTION, lambda case: True, lambda case: [case], is_narrow=False)
    gone, other = bug("normalizer", "e\u0301", "x", triggers=(option,)), bug("normalizer", "ó", "x")
    assert len(merged([gone, other], blame)) == 2


def test_ids_of_added_tokens_and_ids_beyond_the_last_are_apart_from_others(blame):
    some = [
        Bug("decoder", "id 5", DecodeCase((5,)), frozenset(), symptom="text"),
        Bug("decoder", "ids: outside", DecodeCase((99_999,)), frozenset(), symptom="text"),
        Bug("decoder", "id 300", DecodeCase((300,)), frozenset(), symptom="text"),
    ]
    added = next(token.id for token in blame.remainder.honest.tokenizer.added_tokens)
    some[0].case = DecodeCase((added,))
    assert len({keys_of(it, blame)[-1] for it in some}) == 3


def test_what_stands_beside_added_tokens_is_one_bug_however_it_shows(blame):
    token = Trigger("", lambda case: True, lambda case: [case], of_tokens=True, scope="behind")
    cause = "added tokens behind U+3000"
    beside = Bug("added_tokens", cause, bare("\u3000<s>"), frozenset(), triggers=(token,))
    char = bug("added_tokens", "\u3000<s>x", "fewer found beside U+003C")
    assert len(merged([beside, char], blame)) == 1


def test_joining_keeps_all_cases():
    one = bug("model", "b", "x")
    join(one, [bug("model", "a", "x")])
    assert (one.case, one.causes) == (bare("a"), ["U+0062", "U+0061"])


def test_a_single_case_of_a_cut_beside_many_wrong_words_is_the_models(blame):
    words = bug("model", "ab", "tokens")
    words.cause = "words like 'ab'"
    words.cases = frozenset(map(bare, ("ab" * count for count in range(1, 20))))
    [one] = merged([words, bug("pre_tokenizer", "\u00e9x", "beyond ASCII")], blame)
    assert one.stage == "model"
    assert bare("\u00e9x") in one.cases


def test_a_cut_with_several_cases_stays_the_patterns(blame):
    words = bug("model", "ab", "tokens")
    words.cause = "words like 'ab'"
    words.cases = frozenset(map(bare, ("ab" * count for count in range(1, 20))))
    cut = bug("pre_tokenizer", "\u00e9x", "beyond ASCII")
    cut.cases |= {bare("an \u00e9x")}
    assert {one.stage for one in merged([words, cut], blame)} == {"model", "pre_tokenizer"}


def of_token(cause, text, symptom, scope):
    trigger = Trigger(cause, lambda _: True, lambda _: [], of_tokens=True, scope=scope)
    case = bare(text)
    return Bug("added_tokens", cause, case, frozenset({case}), symptom=symptom, triggers=(trigger,))


def test_one_added_token_at_both_ends_is_one_bug(blame):
    ends = [
        of_token("added token '<s>' at the end", "a<s>", "other found", "end"),
        of_token("added token '<s>' at the start", "<s> ", "other found beside Z", "start"),
    ]
    assert len(merged(ends, blame)) == 1
    other = of_token("added token '</s>' at the start", "</s> ", "other found beside Z", "start")
    assert len(merged([ends[0], other], blame)) == 2


def test_what_stands_beside_one_character_takes_nothing_in_that_is_beside_another(blame):
    """What is looked for of one bug is not looked for of the next."""
    of_character = bug("added_tokens", "<", "fewer found beside U+003C")
    of_character.triggers = (Trigger("U+003C", lambda _: True, lambda _: []),)
    of_space = of_token(
        "added tokens behind U+3000", "\u3000<s>", "fewer found beside U+3000", "beside"
    )
    assert len(merged([of_character, of_space], blame)) == 2


def test_what_is_wrong_beside_added_tokens_is_one_bug_of_any_stage(blame):
    some = [
        of_token("added tokens before U+0061", "<s>a", "symbols", "beside"),
        of_token("added tokens before U+0030", "<s>0", "numbers", "beside"),
    ]
    for one in some:
        one.stage = "pre_tokenizer"
    assert len(merged(some, blame)) == 1


def test_a_long_word_of_which_no_part_is_wrong_is_no_search(blame):
    short, long = bug("model", "ab", "tokens"), bug("model", "nleftarrow", "tokens")
    for one in (short, long):
        one.cause = f"words like {one.case.text!r}"
    assert len(merged([short, long], blame)) == 2
    long.case = bare("nleft")
    assert len(merged([short, long], blame)) == 1


def of_ids(cause, ids, cases, **more):
    some = frozenset(DecodeCase((*ids, at)) for at in range(cases))
    return Bug("decoder", cause, DecodeCase(ids), some, symptom="spaces fewer", **more)


@pytest.mark.parametrize(("others", "count"), [(3, 1), (30, 2)])
def test_few_cases_beside_a_decoder_that_is_gone_are_of_it(blame, others, count):
    option = Trigger(OF_OPTION, lambda _: True, lambda _: [])
    gone = of_ids(f"without {WHOLE}", (64, 65), 80, triggers=(option,))
    made = merged([gone, of_ids("id 195", (195, 169), others)], blame)
    assert len(made) == count
    assert made[0].case == DecodeCase((64, 65)), "it shows what is gone"


def test_what_is_right_alone_is_of_the_normal_form_that_is_gone(remainder, hypotheses):
    """Marks in another order, beside characters that it does rewrite."""
    option = Trigger(OF_OPTION, lambda _: True, lambda _: [])
    gone = Bug("normalizer", "without NFC", bare("e\u0301"), frozenset(), triggers=(option,))
    marks = bug("normalizer", "\u00e9", "beyond ASCII")
    other = bug("model", "x", "tokens")
    made = merged([gone, marks, other], Blame(remainder("nfd-for-nfc"), hypotheses, []))
    assert [it.cause for it in made] == ["without NFC", other.cause]
    assert marks.cases <= made[0].cases


def test_a_lone_text_that_is_cut_where_others_are_is_the_patterns(blame, monkeypatch):
    cut, lone = bug("pre_tokenizer", ".a", "symbols"), bug("model", "\u093f\u0932", "tokens")
    lone.cause = f"the text {lone.case.text!r}"
    monkeypatch.setattr(blame, "shape_of_cuts", {cut.case: ".|a", lone.case: "a|a"}.get)
    assert len(merged([cut, lone], blame)) == 2
    monkeypatch.setattr(blame, "shape_of_cuts", lambda _: ".|a")
    [one] = merged([cut, lone], blame)
    assert one.stage == "pre_tokenizer"


def test_what_explains_no_case_is_of_a_bug_of_any_text(blame):
    every = Bug("pre_tokenizer", "any text", bare("a"), frozenset({bare("a")}), symptom="plain")
    idle = Bug(
        "pre_tokenizer", "added tokens before U+0065", bare("<s>e"), frozenset(), symptom="x"
    )
    known = Bug("pre_tokenizer", "reads", bare("1"), frozenset(), fault_model="digits-joined")
    model = bug("model", "b", "tokens")
    made = merged([every, idle, known, model], blame)
    assert [it.stage for it in made].count("pre_tokenizer") <= 2
    assert made[0].case == bare("a")
    assert idle.cause in made[0].causes


def test_one_more_character_that_normal_forms_rewrite_is_of_very_many(remainder, hypotheses):
    many = bug("normalizer", "\ufb01", "compatible")
    many.causes = [f"U+FB0{at}" for at in range(9)]
    kelvin, sharp = (
        bug("normalizer", "\u212a", "beyond ASCII"),
        bug("normalizer", "\u00df", "controls"),
    )
    made = merged([many, kelvin, sharp], Blame(remainder("nfkc-for-nfc"), hypotheses, []))
    assert [it.cause for it in made if it.stage == "normalizer"][-1] == sharp.cause
    assert len(made) == 2


def test_a_bug_is_shown_where_what_was_taken_off_has_no_say(hypotheses, separation):
    """Of two smallest cases the longer one, where the shorter is wrong by a known bug too."""
    box = separation("digits-joined", "no-merges").box
    remainder = Remainder(box, hypotheses.single["digits-joined"], hypotheses.honest)
    mine = Blame(remainder, hypotheses, [])
    assert remainder.model(bare("12")) != remainder.honest(bare("12"))
    one, other = bug("model", "12", "tokens"), bug("model", "the", "tokens")
    [made] = merged([one, other], mine)
    assert made.case == bare("the")


def test_what_explains_no_case_is_not_what_a_bug_is_shown_by(blame):
    """It may be of another bug, that masking left over."""
    idle, mine = bug("model", "a", "tokens"), bug("model", "ab", "tokens")
    idle.cases = frozenset()
    [one] = merged([idle, mine], blame)
    assert one.case == bare("ab")


@pytest.mark.parametrize(
    ("words", "count"),
    [pytest.param(30, 2, id="many-words"), pytest.param(3, 1, id="few-words")],
)
def test_a_cut_that_is_the_searchs_takes_no_bug_of_a_pattern_with_it(
    blame, monkeypatch, words, count
):
    """Both are of white space; one is cut as words are, where many words are."""
    search, cut, pattern = (
        bug("model", "ab", "tokens"),
        bug("pre_tokenizer", " b", "space"),
        bug("pre_tokenizer", "\r\na", "spaces"),
    )
    search.cause = "words like 'ab'"
    search.cases = frozenset(bare(f"ab{at}") for at in range(words))
    pattern.cases = frozenset(map(bare, ("\r\na", "\r\nb")))
    monkeypatch.setattr(blame, "is_cut", lambda case: case != pattern.case)
    monkeypatch.setattr(blame, "joins_words", lambda _: False)
    made = merged([search, cut, pattern], blame)
    assert len(made) == count


@pytest.mark.parametrize(
    ("text", "words", "stage"),
    [
        pytest.param(" \u27eb", 30, "model", id="a-piece-that-begins-a-word"),
        pytest.param(" \u27eb", 3, "pre_tokenizer", id="few-words"),
        pytest.param(" \u2003", 30, "pre_tokenizer", id="white-space"),
    ],
)
def test_a_character_behind_a_space_is_the_searchs_where_many_words_are(blame, text, words, stage):
    """Pieces begin with a space as words do: which of them are not merged, no pattern knows."""
    search, other = bug("model", "ab", "tokens"), bug("pre_tokenizer", text, "beyond ASCII")
    search.cause = "words like 'ab'"
    search.cases = frozenset(bare(f"ab{at}") for at in range(words))
    other.cause, other.cases = "U+0020", frozenset(bare(f"{text}{at}") for at in range(9))
    merged([search, other], blame)
    assert other.stage == stage
