import json
import re
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from tokparity.corpora import strategies
from tokparity.corpora.generators.added import ADDED
from tokparity.corpora.generators.digits import DIGITS
from tokparity.corpora.generators.generator import Generator
from tokparity.corpora.generators.material import Material
from tokparity.corpora.generators.pieces import PIECES
from tokparity.corpora.generators.stream_ids import Streams
from tokparity.reference_impl.chat.conversation import THOUGHTS, Conversation
from tokparity.reference_impl.codec import read, write
from tokparity.reference_impl.contract import (
    Case,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    FullCase,
    case_texts,
)
from tokparity.reference_impl.decoders.byte_fallback import ByteFallback
from tokparity.reference_impl.models.hf.bpe import BPE
from tokparity.reference_impl.text.byte_text import from_bytes, to_bytes
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

MATERIAL = Material(
    ids=(0, 1, 2, 9),
    gaps=((3, 9),),
    surfaces=("a", "b"),
    broken=(2,),
    added=("<s>", "<s>x"),
    added_ids=(9,),
    pieces=("a", "b", "Ã", "<s>"),
    words=("a",),
    corpus=("a b",),
)
QUICK = settings(max_examples=200, deadline=None, database=None, derandomize=True)
SEARCH = settings(max_examples=5000, database=None, derandomize=True)
REACH = settings(SEARCH, phases=[Phase.generate])
"""Shrinking is what costs."""


@QUICK
@given(st.one_of(strategies.texts(), strategies.added_token_texts(MATERIAL.added)))
def test_texts_are_text(text: str) -> None:
    assert text.encode("utf-8").decode("utf-8") == text


@pytest.mark.parametrize(
    "wanted",
    [
        pytest.param(lambda text: "\u0300" <= text[-1:] <= "\u036f", id="combining-mark"),
        pytest.param(lambda text: any(char > "\uffff" for char in text), id="astral"),
        pytest.param(lambda text: "\u3000" in text, id="ideographic-space"),
        pytest.param(lambda text: "'s" in text or "'S" in text, id="contraction"),
        pytest.param(lambda text: any("\uac00" <= char <= "\ud7a3" for char in text), id="hangul"),
        pytest.param(lambda text: len(text) > 9, id="long"),
        pytest.param(lambda text: text == "", id="empty"),
    ],
)
def test_texts_reach(wanted) -> None:  # type: ignore[no-untyped-def] # pytest parameter
    assert wanted(find(strategies.texts(), wanted, settings=REACH))


def test_texts_shrink_to_plain_letters() -> None:
    assert find(strategies.texts(), lambda text: len(text) >= 2, settings=SEARCH) == "aa"


@pytest.mark.parametrize("wanted", ["<s><s>", "<s>x ", "\n<s>", "<s<s>"])
def test_added_token_texts_reach(wanted: str) -> None:
    found = find(
        strategies.added_token_texts(MATERIAL.added),
        lambda text: wanted in text,
        settings=REACH,
    )
    assert wanted in found


def test_no_added_tokens_is_an_error() -> None:
    with pytest.raises(ValueError, match="no added tokens"):
        strategies.added_token_texts(())


@QUICK
@given(strategies.ids(MATERIAL))
def test_ids_fit_in_31_bits(ids: tuple[int, ...]) -> None:
    assert all(0 <= token_id < 2**31 for token_id in ids)


@pytest.mark.parametrize("wanted", [range(3, 9), range(10, 2**31), (2,), (9,)])
def test_ids_reach_every_kind(wanted: range) -> None:
    found = find(
        strategies.ids(MATERIAL), lambda ids: any(one in wanted for one in ids), settings=SEARCH
    )
    assert len(found) == 1


@QUICK
@given(strategies.material_texts(MATERIAL))
def test_texts_of_a_vocabulary_are_text(text: str) -> None:
    assert text.encode("utf-8").decode("utf-8") == text


@pytest.mark.parametrize(
    "wanted",
    [
        pytest.param(lambda text: re.search("<s>[\u2000-\u3000]", text), id="white-space-beside"),
        pytest.param(lambda text: "<s>x<s>" in text, id="added-tokens-touch"),
        pytest.param(lambda text: "bubba" in text, id="piece"),
        pytest.param(lambda text: "bububba" in text, id="piece-cut-and-piece"),
        pytest.param(lambda text: "\u4e2d" * 40 in text, id="long-run-of-the-unknown"),
        pytest.param(lambda text: text == "", id="empty"),
    ],
)
def test_texts_of_a_vocabulary_reach(wanted) -> None:  # type: ignore[no-untyped-def] # as above
    held = replace(MATERIAL, surfaces=("bubba", "\u4e2d"))
    assert wanted(find(strategies.material_texts(held), wanted, settings=REACH))


def test_a_vocabulary_without_added_tokens_or_whole_pieces_has_texts_too() -> None:
    held = replace(MATERIAL, surfaces=(), added=())
    assert find(strategies.material_texts(held), lambda text: "a" in text, settings=SEARCH) == "a"


@QUICK
@given(strategies.broken_texts())
def test_broken_texts_are_bytes_that_no_library_dies_of(text: str) -> None:
    raw = to_bytes(text)
    assert from_bytes(raw) == text
    assert not re.search(rb"(\xf4[\x90-\xbf]|[\xf5-\xf7][\x80-\xbf])[\x80-\xbf]{2}", raw)


@pytest.mark.parametrize("wanted", ["\udce2\udc82", "\udced\udca0\udc80", "\udcff"])
def test_broken_texts_reach(wanted: str) -> None:
    assert find(strategies.broken_texts(), lambda text: wanted in text, settings=REACH)


@pytest.mark.parametrize(
    ("generator", "wanted"),
    [(ADDED, "<s><s>"), (PIECES, "ba"), (DIGITS, "0")],
    ids=lambda one: getattr(one, "name", repr(one)),
)
def test_generators_are_strategies_too(generator: Generator, wanted: str) -> None:
    drawn = strategies.generated(MATERIAL, [generator])
    assert wanted in find(drawn, lambda text: wanted in text, settings=REACH)


@settings(QUICK, max_examples=100)
@given(strategies.generated(MATERIAL))
def test_generated_texts_are_text(text: str) -> None:
    assert text.encode("utf-8").decode("utf-8") == text


@pytest.mark.parametrize(
    "wanted",
    [
        pytest.param(lambda case: case.op == "encode" and "<s>" in case.text, id="encode"),
        pytest.param(lambda case: case.op == "encode_full" and case.pair, id="pair"),
        pytest.param(lambda case: case.op == "decode" and 9 in case.ids, id="decode"),
        pytest.param(lambda case: case.options == EncodeOptions(False, False), id="options"),
        pytest.param(lambda case: case.options == DecodeOptions(True, True), id="decode-options"),
        pytest.param(
            lambda case: case.op == "encode" and re.search("[\udc80-\udcff]", case.text), id="bytes"
        ),
    ],
)
def test_cases_reach(wanted) -> None:  # type: ignore[no-untyped-def] # pytest parameter
    found = find(strategies.cases(MATERIAL, takes_bytes=True), wanted, settings=REACH)
    assert read(Case, write(found)) == found


@settings(QUICK, max_examples=100)
@given(strategies.cases(MATERIAL))
def test_bytes_are_only_where_they_are_taken(
    case: EncodeCase | DecodeCase | FullCase,
) -> None:
    for text in case_texts(case):
        text.encode("utf-8")


def test_options_shrink_to_the_usual_ones() -> None:
    assert find(strategies.encode_options(), lambda _: True, settings=SEARCH) == EncodeOptions()
    assert find(strategies.decode_options(), lambda _: True, settings=SEARCH) == DecodeOptions()


def test_nothing_else_in_the_package_needs_hypothesis() -> None:
    named = (
        "tokparity.corpora.strategies",
        "tokparity.corpora.example_database",
        "tokparity.corpora.generators.pipelines.strategy",
    )
    script = (
        "import sys; sys.modules['hypothesis'] = None\n"
        "import importlib, pkgutil; from tokparity import corpora\n"
        "for found in pkgutil.walk_packages(corpora.__path__, 'tokparity.corpora.'):\n"
        f"    if found.name not in {named}: importlib.import_module(found.name)\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


@QUICK
@given(strategies.chat_cases(("<|end|>",)))
def test_a_conversation_is_read_back_as_it_was_written(case):
    held = Conversation.from_json(json.loads(case.conversation))
    assert held.to_text() == case.conversation
    assert held.messages
    assert read(Case, write(case)) == case


@pytest.mark.parametrize(
    "wanted",
    [
        pytest.param(lambda held: bool(held.tools), id="tools"),
        pytest.param(lambda held: held.continued is not None, id="gone-on-with"),
        pytest.param(lambda held: "<|end|>" in held.to_text(), id="marks"),
        pytest.param(lambda held: "tool_calls" in held.to_text(), id="calls"),
        pytest.param(
            lambda held: any(set(THOUGHTS) & message.keys() for message in held.messages),
            id="thoughts",
        ),
        pytest.param(lambda held: held.messages[0].get("role") == "system", id="system"),
    ],
)
def test_conversations_reach(wanted):
    assert wanted(find(strategies.conversations(("<|end|>",)), wanted, settings=REACH))


BYTES = {f"<0x{byte:02X}>": 2 + byte for byte in range(256)}
STREAMS = Streams.of(
    Tokenizer(
        model=BPE({"a": 0, "b": 1} | BYTES, {}, (), byte_fallback=True), decoder=ByteFallback()
    ),
    replace(MATERIAL, ids=tuple(range(258)), broken=(0x82 + 2,), added_ids=(1,)),
)


@pytest.mark.parametrize(
    "wanted",
    [
        pytest.param(lambda case: bool(case.prompt_ids) and bool(case.ids), id="prompt"),
        pytest.param(lambda case: case.options.skip_special, id="options"),
        pytest.param(lambda case: "世".encode() in spelled(case.ids), id="a-character-in-bytes"),
        pytest.param(
            lambda case: (
                spelled(case.prompt_ids[-1:]) == b"\xe4" and spelled(case.ids[:1]) == b"\xb8"
            ),
            id="cut-by-the-prompt",
        ),
    ],
)
def test_replies_reach(wanted):
    assert wanted(find(strategies.replies(STREAMS), wanted, settings=REACH))


def spelled(ids):
    return bytes(one - 2 for one in ids if 2 <= one < 258)
