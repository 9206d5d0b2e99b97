"""Cases for a difference: pieces that hold what changed, added tokens in company, ids."""

import copy

from tokparity.corpora.generators.code_points import assigned
from tokparity.corpora.generators.pipelines.charsmap import charsmap
from tokparity.harness.artefacts.directed import FEW, directed
from tokparity.harness.artefacts.static_diff import Difference, static_diff
from tokparity.reference_impl.formats import load


def cases(left, right, aspect):
    left, right = load(left), load(right)
    (difference,) = [each for each in static_diff(left, right) if each.aspect == aspect]
    return list(directed(difference, left, right))


def texts(found):
    return [case.text for case in found if case.op == "encode"]


def test_a_merge_is_looked_for_in_every_piece_that_holds_it(save, every_stage):
    other = copy.deepcopy(every_stage)
    left, right = other["model"]["merges"].pop(0)
    found = texts(cases(save(every_stage), save(other, "other"), "merges"))
    pair = (left + right).replace("\u0120", " ")
    held = [text for text in found if pair in text]
    assert pair in held
    assert f"a{pair}b" in held
    longer = [piece for piece in every_stage["model"]["vocab"] if left + right in piece[1:]]
    spelled = [piece.replace("\u0120", " ") for piece in longer if piece.isascii()]
    assert spelled
    assert set(spelled) <= set(held)


def test_rivals_of_merges_that_changed_places_come_first(save, every_stage):
    other = copy.deepcopy(every_stage)
    merges = other["model"]["merges"]
    merges[0], merges[-1] = merges[-1], merges[0]
    left, right = load(save(every_stage)), load(save(other, "other"))
    (difference,) = static_diff(left, right)
    joined = {"".join(pair) for pair in (merges[0], merges[-1])}
    assert joined <= set(difference.strings)
    first = difference.strings[0]
    assert any(first.startswith(pair) or first.endswith(pair) for pair in joined)
    assert difference.left.endswith("2 pairs differ")


def test_an_added_token_is_asked_in_company_and_decoded(save, every_stage):
    other = copy.deepcopy(every_stage)
    token = other["added_tokens"][0]
    token["rstrip"] = not token["rstrip"]
    found = cases(save(every_stage), save(other, "other"), "added-token flags")
    content = token["content"]
    asked = set(texts(found))
    assert {content, f"a{content}", f" {content} ", f"a {content} a", content * 2} <= asked
    assert any(case.op == "decode" and token["id"] in case.ids for case in found)


def test_characters_are_those_that_the_normalizers_part_on(save, every_stage):
    lower = every_stage | {"normalizer": {"type": "Lowercase"}}
    upper = every_stage | {"normalizer": {"type": "NFC"}}
    found = texts(cases(save(lower), save(upper, "other"), "normalizer"))
    assert {"A", "aAb", "\u212b"} <= set(found)
    sides = load(save(lower)), load(save(upper, "other"))
    parted = [c for c in assigned().characters() if len({s.normalize(c) for s in sides}) == 2]
    assert found[: len(parted)] == parted[:FEW]


def test_pairs_of_texts_show_a_template(save, every_stage):
    other = copy.deepcopy(every_stage)
    other["post_processor"]["pair"].reverse()
    found = cases(save(every_stage), save(other, "other"), "post_processor")
    assert "encode_full" in {case.op for case in found}


def test_thousands_of_differences_are_sampled(artefact):
    tokenizer = load(artefact)
    strings = tuple(tokenizer.pieces().values()) * 10
    difference = Difference("id → piece", "", "", strings=strings)
    texts = [case for case in directed(difference, tokenizer, tokenizer) if case.op == "encode"]
    assert 500 < len(texts) <= FEW


def test_a_rule_for_several_characters_is_asked_by_its_key(save, every_stage):
    """No character alone shows it."""
    left, right = (
        save(
            every_stage | {"normalizer": {"type": "Precompiled", "precompiled_charsmap": rules}},
            name,
        )
        for name, rules in (
            ("left", charsmap({"q": "b", "x\ua9b3": "x"})),
            ("right", charsmap({"q": "b", "x\ua9b3": "y"})),
        )
    )
    assert "x\ua9b3" in texts(cases(left, right, "normalizer"))


def test_what_patterns_look_for_is_asked(save, every_stage):
    def made(name, literal):
        replace = {"type": "Replace", "pattern": {"String": literal}, "content": "h"}
        return save(every_stage | {"normalizer": replace}, name)

    found = texts(
        cases(made("left", "\ua9b3x\ua9b3"), made("right", "\ua9b4y\ua9b4"), "normalizer")
    )
    assert {"\ua9b3x\ua9b3", "a\ua9b4y\ua9b4b"} <= set(found)


def test_every_id_is_decoded_where_decoders_differ(save, every_stage):
    other = copy.deepcopy(every_stage)
    other["decoder"] = None
    files = save(every_stage), save(other, "other")
    asked = {token_id for case in cases(*files, "decoder") for token_id in case.ids}
    assert asked >= {*load(files[0]).pieces()}
