import random

import pytest


def precompiled(rules_to_charsmap, rules):
    return {"type": "Precompiled", "precompiled_charsmap": rules_to_charsmap(rules)}


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        pytest.param({"\u1100\u1161\u11a8": "각"}, "\u1100\u1161\u11a8", id="jamo-are-never-found"),
        pytest.param({"e\u0301": "é"}, "e\u0301", id="cluster-below-six-bytes"),
        pytest.param({"e\u0301\u0301": "é"}, "e\u0301\u0301", id="cluster-of-five-bytes"),
        pytest.param({"क्": "k"}, "क्", id="cluster-of-six-bytes-is-not-found"),
        pytest.param({"e": "E"}, "e\u0301x", id="rule-of-the-letter-eats-its-mark"),
        pytest.param({"e": "E"}, "e\u0301\u0301\u0301x", id="not-in-a-long-cluster"),
        pytest.param({"\r": " ", "\n": "_"}, "a\r\nb", id="line-feed-is-eaten"),
        pytest.param({"a": "x", "ab": "y"}, "abc", id="two-letters-are-no-cluster"),
        pytest.param({"©": "(c)"}, "©\u200d©", id="joined-pictures-are-long"),
        pytest.param({"ज": "j"}, "क्ज\u0300", id="conjuncts-are-one-cluster"),
        pytest.param({"\u0600": "", "a": "x"}, "\u0600ab", id="prepended-sign"),
        pytest.param({"中": ""}, "a中b", id="removed-between"),
        pytest.param({"中": ""}, "中ab", id="removed-at-the-start-shifts"),
        pytest.param({"中": ""}, "中", id="only-removed"),
        pytest.param({"中": "", "½": "1/2"}, "½中ab", id="removed-behind-a-new-one-shifts"),
        pytest.param({"中": "", "½": "1/2"}, "½中中中中ab", id="removed-behind-a-new-one-and-more"),
        pytest.param({"🇫": "f"}, "🇫🇷", id="regional-indicators"),
        pytest.param({"\0": "n"}, "a\0", id="nul-is-not-replaced"),
        pytest.param({"": "x"}, "a", id="rule-for-nothing"),
        pytest.param({}, "aé", id="no-rule"),
    ],
)
def test_quirks(agree_on, rules_to_charsmap, rules, text):
    assert agree_on(precompiled(rules_to_charsmap, rules), ["", text, f"{text}{text}"]) == 0


def test_telling_texts(specs, agree_on_telling_texts):
    assert agree_on_telling_texts(specs["Precompiled"], 1500) == 0


def test_random_rules(agree_on, rules_to_charsmap):
    """Rules made of parts of the texts, so that they meet."""
    parts = ["a", "é", "e", "\u0301", "\u0903", "क", "्", "ज", "©", "\u200d", "👩", "\r", "\n", " "]
    parts += ["\u1100", "\u1161", "\u11a8", "가", "각", "\u0600", "\U000110bd", "中", "\ufeff", "🇫"]
    dice = random.Random(7)
    for _ in range(60):
        keys = ["".join(dice.choices(parts, k=dice.choice([1, 1, 2, 3]))) for _ in range(7)]
        rules = {key: "".join(dice.choices("xyé中\u0301", k=dice.randrange(4))) for key in keys}
        texts = ["".join(dice.choices(parts, k=dice.randint(1, 8))) for _ in range(40)]
        agree_on(precompiled(rules_to_charsmap, rules), texts)
