import copy

import pytest

from tokparity.harness.properties import special_tokens
from tokparity.harness.properties.property import PLAIN, Subject
from tokparity.harness.properties.special_tokens import MOST, contents
from tokparity.reference_impl.contract import Refusal
from tokparity.reference_impl.tokenizer.safe_encoding import UnsafeText

INJECTION, SAFE = "no special token of plain text", "safe encoding"


@pytest.fixture
def leaky(read, lossless_document):
    """ "ab" is merged, and a special token."""
    data = copy.deepcopy(lossless_document)
    data["added_tokens"].append({**data["added_tokens"][0], "id": 0, "content": "he"})
    data["added_tokens"][-1]["id"] = data["model"]["vocab"]["he"]
    return read(data)


def answers(tokenizer):
    return lambda texts, options: list(tokenizer.encode_batch(texts, options).observations())


def test_names_are_tried_alone_and_between_words(lossless):
    assert contents(Subject(lossless, ())) == ["<|end|>", "a <|end|> b"]


def test_not_every_name_of_very_many(read, lossless_document):
    data = copy.deepcopy(lossless_document)
    first = data["added_tokens"][0]
    many = range(MOST + 50)
    data["added_tokens"] += [
        {**first, "id": first["id"] + 1 + at, "content": f"<{at}>"} for at in many
    ]
    assert len(contents(Subject(read(data), ()))) == 2 * MOST


def test_what_a_library_lets_through_is_observed(leaky, lossless, held):
    one = held(INJECTION, leaky, ["xhex", "x"], answers(leaky))
    assert (one.reading.kind, one.breaks_invariant) == ("observation", False)
    assert (one.example.text, one.broken) == ("he", 3)
    assert one.example.fault == f"gives the special token {leaky.id_of('he')}"
    calm = held(INJECTION, lossless, ["xhex", "x"], answers(lossless))
    assert (calm.broken, calm.tried_texts) == (0, 4)


def test_padding_is_no_injection_and_a_refusal_nothing(lossless, held):
    special = lossless.id_of("<|end|>")

    def padded(texts, options):
        assert options == PLAIN
        (first, *rest) = lossless.encode_batch(texts, options).observations()
        with_padding = [type(one)((*one.ids, special)) for one in (first, *rest)]
        return [*with_padding[:-1], Refusal("error", "no")]

    one = held(INJECTION, lossless, ["a", "b"], padded)
    assert (one.broken, one.tried_texts) == (0, 3)


def test_nobody_is_asked_without_a_library_or_special_tokens(read, lossless_document, held):
    data = copy.deepcopy(lossless_document)
    assert held(INJECTION, read(data)).reading.why == "no library was asked"
    data["added_tokens"] = []
    assert held(INJECTION, read(data)).reading.why == "there is no special token"
    assert held(SAFE, read(data)).reading.kind == "none"


@pytest.mark.parametrize(
    ("faulty", "said"),
    [
        pytest.param(None, None, id="as-it-is"),
        pytest.param(
            lambda tokenizer, text, special: tokenizer.encode(text, PLAIN),
            "gives the special token",
            id="plain",
        ),
        pytest.param(
            lambda tokenizer, text, special: tokenizer.encode(text[::-1], PLAIN),
            "gives other ids although",
            id="other",
        ),
    ],
)
def test_safe_encoding_is_a_law(leaky, held, monkeypatch, faulty, said):
    if faulty is not None:
        monkeypatch.setattr(special_tokens, "safe_encode", faulty)
    texts = ["she", "xyz"] if said != "gives other ids although" else ["xyz"]
    one = held(SAFE, leaky, texts)
    assert (one.reading.kind, one.breaks_invariant) == ("invariant", said is not None)
    if said is not None:
        assert one.example.fault.startswith(said)


def test_refusing_what_is_harmless_breaks_it(leaky, held, monkeypatch):
    def refuse(tokenizer, text, special):
        raise UnsafeText(text, 1)

    monkeypatch.setattr(special_tokens, "safe_encode", refuse)
    one = held(SAFE, leaky, ["she", "xyz"])
    assert (one.example.text, one.breaks_invariant) == ("xyz", True)
