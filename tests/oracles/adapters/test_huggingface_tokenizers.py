import json
import re

import pytest
import tokenizers
from tokenizers import (
    AddedToken,
    Regex,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
)

from tokparity.oracles.adapters.huggingface_tokenizers import HuggingfaceTokenizers
from tokparity.oracles.worker.client import OracleWorker
from tokparity.reference_impl.contract import (
    DecodeOptions,
    EncodeOptions,
    Encoding,
    FullCase,
    FullEncoding,
    Refusal,
    StreamCase,
    Streamed,
    Text,
)

TEXTS = ["ab ab", "", "e\u0301ab", "<s>a<x>b", "  a\x00b ", "abc" * 50, "\U0001f600ab"]
ALL_OPTIONS = [EncodeOptions(add, parse) for add in (False, True) for parse in (False, True)]


def full_tokenizer():
    """Every stage there, a special and a non-special added token, truncation and padding on."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    vocab = {char: rank for rank, char in enumerate([*alphabet, "ab", "Ġab"])}
    tokenizer = Tokenizer(models.BPE(vocab=vocab, merges=[("a", "b"), ("Ġ", "ab")]))
    tokenizer.normalizer = normalizers.NFC()
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(r" ?\p{L}+|\P{L}"), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken("<s>")])
    tokenizer.add_tokens([AddedToken("<x>")])
    start = tokenizer.token_to_id("<s>")
    tokenizer.post_processor = processors.TemplateProcessing("<s> $A", None, [("<s>", start)])
    tokenizer.enable_truncation(40)
    tokenizer.enable_padding(length=3, pad_id=0, pad_token="!")
    return tokenizer


def bare_tokenizer():
    """A model and nothing else."""
    return Tokenizer(models.BPE(vocab={"a": 0, "b": 1, "é": 2, "ab": 3}, merges=[("a", "b")]))


def encoding(found):
    return Encoding(tuple(found.ids), tuple(found.offsets))


@pytest.fixture(scope="module")
def worker():
    with OracleWorker("huggingface_tokenizers") as started:
        yield started


@pytest.fixture
def load(worker, artefact):
    return lambda tokenizer: worker.load(artefact("t.json", tokenizer.to_str().encode()))


def test_version(worker):
    assert worker.version == tokenizers.__version__


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
@pytest.mark.parametrize("make", [full_tokenizer, bare_tokenizer])
def test_encodes_as_the_library_does(worker, load, make, options):
    library = make()
    handle = load(library)
    library.encode_special_tokens = not options.parse_special
    expected = [
        encoding(library.encode(text, add_special_tokens=options.add_special)) for text in TEXTS
    ]
    assert list(worker.encode(handle, TEXTS, options).observations()) == expected


def test_options_may_change_from_batch_to_batch(worker, load):
    handle = load(full_tokenizer())
    special, x = 258, 259
    for parse, first in [(True, special), (False, 27), (True, special), (False, 27)]:
        (found,) = worker.encode(handle, ["<s><x>"], EncodeOptions(False, parse)).observations()
        assert (found.ids[0], x in found.ids) == (first, True)


@pytest.mark.parametrize("skip", [False, True])
@pytest.mark.parametrize("make", [full_tokenizer, bare_tokenizer])
def test_decodes_as_the_library_does(worker, load, make, skip):
    library = make()
    sequences = [[3, 1], [], [258, 3, 259], [999_999], [0xC3, 2]]
    expected = [Text(library.decode(ids, skip_special_tokens=skip)) for ids in sequences]
    found = worker.decode(load(library), sequences, DecodeOptions(skip))
    assert list(found.observations()) == expected


@pytest.mark.parametrize("skip", [False, True])
def test_streams_as_the_library_does(worker, load, skip):
    library, options = full_tokenizer(), DecodeOptions(skip)
    before, ids = (3, 0xC3 + 1), (258, 0xA9, 259, 999_999, 3, 1)
    stream = decoders.DecodeStream(ids=list(before), skip_special_tokens=skip)
    expected = Streamed(tuple(stream.step(library, one) or "" for one in ids))
    cases = [StreamCase(ids, before, options), StreamCase((), (), options)]
    found = worker.submit_cases(load(library), cases, options).result().found
    assert found == [expected, Streamed(())]


def test_a_refused_step_is_none_and_a_refused_prompt_an_error(worker, load):
    library = bare_tokenizer()
    library.add_tokens([AddedToken(f"<0x{byte:02X}>") for byte in (0xC3, 0xA9, 0xFF)])
    library.decoder = decoders.ByteFallback()
    raw = [library.token_to_id(f"<0x{byte:02X}>") for byte in (0xC3, 0xA9, 0xFF)]
    cases = [StreamCase((*raw, 0, 0)), StreamCase((0, -1, 0)), StreamCase((0,), (-1,))]
    first, second, third = worker.submit_cases(load(library), cases, DecodeOptions()).result().found
    assert first == Streamed(("", "é", "", None, None))
    assert second == Streamed(("a", None, "a"))
    assert isinstance(third, Refusal)
    assert third.kind == "error"


def test_a_panic_ends_the_stream(monkeypatch):
    class Panic(BaseException):
        pass

    class Stream:
        def __init__(self, **_):
            pass

        def step(self, *_):
            raise Panic

    adapter = HuggingfaceTokenizers(bare_tokenizer(), lambda: b"")
    monkeypatch.setattr(decoders, "DecodeStream", Stream)
    with pytest.raises(Panic):
        adapter.stream(StreamCase((0,)))


def test_what_the_library_does_not_take_is_an_error_of_that_case(worker, load):
    handle = load(bare_tokenizer())
    good, bad = worker.encode(handle, ["ab", "\ud800"], EncodeOptions()).observations()
    assert good == Encoding((3,), ((0, 2),))
    assert bad == Refusal("error", "TypeError: TextInputSequence must be str")
    good, bad = worker.decode(handle, [[3], [-1]], DecodeOptions()).observations()
    assert good == Text("ab")
    assert isinstance(bad, Refusal)
    assert worker.restarts == 0


def test_a_pattern_without_end_is_a_regex_limit(worker, load):
    library = bare_tokenizer()
    library.pre_tokenizer = pre_tokenizers.Split(Regex("(a|aa)+$"), "isolated")
    handle = load(library)
    limit, fine = worker.encode(handle, ["a" * 60 + "b", "ab"], EncodeOptions()).observations()
    assert isinstance(limit, Refusal)
    assert limit.kind == "regex-limit"
    assert fine == Encoding((3,), ((0, 2),))
    assert worker.restarts == 0


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        json.dumps({"model": {"type": "BPE", "vocab": {"a": 0}, "merges": ["a b"]}}).encode(),
    ],
)
def test_a_bad_file_is_a_refusal(worker, artefact, content):
    bad = artefact("bad.json", content)
    refusal = worker.load(bad)
    assert isinstance(refusal, Refusal)
    assert refusal.kind == "error"
    with pytest.raises(Exception, match=re.escape(refusal.detail.partition(": ")[2])):
        Tokenizer.from_file(str(bad.path))


def test_shows_its_stages(worker, load):
    library = full_tokenizer()
    library.no_padding()
    handle = load(library)
    text = "e\u0301 abab"
    normalized = library.normalizer.normalize_str(text)
    shown, nothing = worker.probe(handle, "normalizer", [text, ""])
    assert ("".join(char for char, _, _ in shown), nothing) == (normalized, [])
    (pieces,) = worker.probe(handle, "pre_tokenizer", [normalized])
    assert pieces == [["Ã©", 0, 1], ["Ġabab", 1, 6]]
    ab, space_ab = library.token_to_id("ab"), library.token_to_id("Ġab")
    (tokens,) = worker.probe(handle, "model", ["Ġabab"])
    assert tokens == [[space_ab, "Ġab", 0, 3], [ab, "ab", 3, 5]]
    (processed,) = worker.probe(handle, "post_processor", [text])
    with_special = library.encode(text)
    spans = [list(span) for span in with_special.offsets]
    assert processed["with"] == [with_special.ids, spans]
    assert processed["without"] == [with_special.ids[1:], spans[1:]]
    assert worker.probe(handle, "decoder", [["Ġab", "Ã©"]]) == [" abé"]


def test_absent_stages_change_nothing(worker, load):
    handle = load(bare_tokenizer())
    assert worker.probe(handle, "normalizer", ["e\u0301"]) == [[["e", 0, 1], ["\u0301", 1, 2]]]
    assert worker.probe(handle, "pre_tokenizer", ["a b", ""]) == [[["a b", 0, 3]], [["", 0, 0]]]
    pieces = ["ab", "é", "a"]
    joined = bare_tokenizer().decode([3, 2, 0])
    assert worker.probe(handle, "decoder", [pieces]) == [joined]


def test_model_ranges_are_in_characters(worker, load):
    handle = load(bare_tokenizer())
    assert worker.probe(handle, "model", ["éabé", ""]) == [
        [[2, "é", 0, 1], [3, "ab", 1, 3], [2, "é", 3, 4]],
        [],
    ]


def test_a_token_that_cuts_a_character_gets_all_of_it(worker, artefact):
    vocab = {f"<0x{byte:02X}>": byte for byte in range(256)}
    library = Tokenizer(models.BPE(vocab=vocab, merges=[], byte_fallback=True))
    handle = worker.load(artefact("t.json", library.to_str().encode()))
    (found,) = worker.probe(handle, "model", ["aé"])
    assert found == [[97, "<0x61>", 0, 1], [0xC3, "<0xC3>", 1, 2], [0xA9, "<0xA9>", 1, 2]]


def test_the_split_at_added_tokens_is_seen_through_a_probe(worker, load):
    library = bare_tokenizer()
    library.normalizer = normalizers.Lowercase()
    library.add_special_tokens([AddedToken("<s>", rstrip=True), AddedToken("ab")])
    library.add_tokens([AddedToken("B", normalized=True)])
    handle, token = load(library), library.token_to_id
    cut = [[0, 2, None], [2, 6, token("<s>")], [6, 8, None], [8, 9, token("B")], [9, 10, None]]
    text = "é <s> aéBx"
    assert worker.probe(handle, "added_tokens", [[text, True], ["ab", True], ["ab", False]]) == [
        cut,
        [[0, 2, token("ab")]],
        [[0, 1, None], [1, 2, token("B")]],
    ]


def test_of_two_added_tokens_with_one_id_the_probe_finds_the_one_that_the_library_finds(
    worker, artefact
):
    data = json.loads(Tokenizer(models.WordLevel({"?": 0, "a": 1, "<x>": 3}, "?")).to_str())
    plain = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}
    data["added_tokens"] = [
        {"id": 3, "content": content, "special": False, **plain} for content in ("<x>", "<y>")
    ]
    library = Tokenizer.from_str(json.dumps(data))
    assert library.token_to_id("<x>") == library.token_to_id("<y>") == 3
    found = library.encode("a<x>a<y>")
    assert (found.ids, found.offsets) == ([0, 3], [(0, 5), (5, 8)])
    handle = worker.load(artefact("t.json", json.dumps(data).encode()))
    rows = worker.probe(handle, "added_tokens", [["a<x>a<y>", True]])
    assert rows == [[[0, 5, None], [5, 8, 3]]]


PAIRED = [
    FullCase(text, pair, options)
    for text in TEXTS
    for pair in (None, "ab<x>", "")
    for options in ALL_OPTIONS
]


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_everything_the_library_reports_comes_through(worker, load, options):
    library = full_tokenizer()
    library.enable_truncation(6, stride=1)
    handle = load(library)
    cases = [case for case in PAIRED if case.options == options]
    library.encode_special_tokens = not options.parse_special
    for case, found in zip(
        cases, worker.submit_full(handle, cases, options).result().observations(), strict=True
    ):
        there = library.encode(case.text, case.pair, add_special_tokens=options.add_special)
        assert isinstance(found, FullEncoding)
        for mine, theirs in zip(
            [found, *found.overflowing], [there, *there.overflowing], strict=True
        ):
            assert mine.ids == tuple(theirs.ids)
            assert mine.offsets == tuple(theirs.offsets)
            assert mine.tokens == tuple(theirs.tokens)
            assert mine.type_ids == tuple(theirs.type_ids)
            assert mine.words == tuple(theirs.word_ids)
            assert mine.special_tokens_mask == tuple(theirs.special_tokens_mask)
            assert mine.attention_mask == tuple(theirs.attention_mask)
    assert any(library.encode(case.text, case.pair).overflowing for case in cases)


def test_a_normalizer_that_panics_is_an_error_and_not_the_end_of_the_process(worker, load):
    library = bare_tokenizer()
    library.normalizer = normalizers.Sequence(
        [normalizers.Replace(Regex("^"), "x"), normalizers.Lowercase()]
    )
    handle, before = load(library), worker.pid
    assert isinstance(worker.probe(handle, "normalizer", ["a"]), Refusal)
    assert worker.probe(handle, "model", ["a"]) == [[[0, "a", 0, 1]]]
    assert worker.pid == before
