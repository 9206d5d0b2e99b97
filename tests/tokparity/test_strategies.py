"""The public strategies draw what they say, of a given tokenizer, and shrink it."""

import json
from random import Random

import pytest
import tokenizers
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

import tokparity
from tokparity import strategies

QUICK = settings(max_examples=50, suppress_health_check=list(HealthCheck), deadline=None)


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory):
    vocab = {char: at for at, char in enumerate("abcdef ")} | {"ab": 7, "abc": 8}
    document = {
        "model": {"type": "BPE", "vocab": vocab, "merges": [["a", "b"], ["ab", "c"]]},
        "added_tokens": [
            {"id": 9, "content": "<x>", "single_word": False, "lstrip": False, "rstrip": False,
             "normalized": False, "special": True}
        ],
    }  # fmt: skip
    path = tmp_path_factory.mktemp("vocabulary") / "tokenizer.json"
    path.write_text(json.dumps(document))
    return tokparity.load(path)


def test_texts_of_a_tokenizer_hold_its_pieces_and_added_tokens(tokenizer):
    # One search in ten ends at a text that is a little longer: no strategy shrinks all the way.
    for wanted in ("abc", "<x>"):
        found = [
            find(
                strategies.texts(tokenizer),
                lambda text, wanted=wanted: wanted in text,
                settings=settings(QUICK, max_examples=2000, phases=[Phase.generate, Phase.shrink]),
                random=Random(seed),
            )
            for seed in range(3)
        ]
        assert min(found, key=len) == wanted


def test_ids_are_those_of_the_tokenizer_unless_others_are_wanted(tokenizer):
    known = set(range(10))
    drawn = find(strategies.ids(tokenizer, unknown=True), lambda ids: not set(ids) <= known,
                 settings=QUICK)  # fmt: skip
    assert drawn[0] not in known

    @settings(QUICK)
    @given(strategies.ids(tokenizer))
    def all_known(ids):
        assert set(ids) <= known

    all_known()


@settings(QUICK)
@given(st.data())
def test_an_implementation_that_is_the_library_keeps_what_the_library_says(data):
    text = data.draw(strategies.texts())
    library = tokenizers.normalizers.NFC()
    assert library.normalize_str(library.normalize_str(text)) == library.normalize_str(text)
    text.encode("utf-8")  # never a lone surrogate


@settings(QUICK)
@given(strategies.conversations(("<|im_end|>",)))
def test_conversations_have_messages(conversation):
    assert isinstance(conversation["messages"], list)
    json.dumps(conversation)
