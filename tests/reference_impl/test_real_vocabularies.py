import random

import pytest
from tokenizers import Tokenizer as LibraryTokenizer

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.fault_models.catalogue import FAULT_MODELS
from tokparity.reference_impl.contract import DecodeOptions, EncodeOptions, Text
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.tokenizer import tracing

NAMES = [m.name for m in catalogue.find("*") if m.default and m.format == "tokenizer.json"]


def artefact(name):
    (manifest,) = catalogue.find(name)
    return catalogue.artefact(manifest, Cache.default())


@pytest.fixture(scope="module")
def qwen3():
    return load(artefact("qwen3"))


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", NAMES)
def test_real_files_agree_with_the_library(name):
    ours, theirs = load(artefact(name)), LibraryTokenizer.from_file(str(artefact(name).path))
    generator = random.Random(name)
    parts = [ours.surface(token_id).decode("utf-8", "replace") for token_id in ours.pieces()]
    parts = generator.choices(parts, k=2000) + [" ", "\n", "\t", "e\u0301", "\ufdfa"] * 40
    parts += [token.content for token in ours.added_tokens][:20] * 5
    texts = ["".join(generator.choices(parts, k=generator.randrange(6))) for _ in range(200)]
    for options in (EncodeOptions(), EncodeOptions(add_special=False, parse_special=False)):
        theirs.encode_special_tokens = not options.parse_special
        expected = theirs.encode_batch(texts, add_special_tokens=options.add_special)
        for text, encoding in zip(texts, expected, strict=True):
            found = ours.encode(text, options)
            assert found.ids == tuple(encoding.ids), ascii(text)
            assert found.offsets == tuple(encoding.offsets), ascii(text)
            decoded = theirs.decode(encoding.ids, skip_special_tokens=True)
            assert ours.decode(encoding.ids, DecodeOptions(skip_special=True)) == Text(decoded)


@pytest.mark.vocabulary
@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("hello world", (14990, 1879)),
        (" hello world", (23811, 1879)),
        ("<|im_start|>", (151644,)),
        ("123", (16, 17, 18)),
    ],
)
def test_golden_ids_of_qwen3(qwen3, text, ids):
    assert qwen3.encode(text).ids == ids
    assert qwen3.decode(ids) == Text(text)


@pytest.mark.vocabulary
def test_golden_merges_of_qwen3(qwen3):
    ((word, steps),) = tracing.trace(qwen3, "hello").stages[3].merges
    assert word == "hello"
    assert [(step.left, step.right, step.rank) for step in steps] == [
        ("e", "l", 45),
        ("l", "o", 129),
        ("el", "lo", 4535),
        ("h", "ello", 14734),
    ]
    assert steps[1].candidates == (("h", "el", 48866), ("el", "l", 357), ("l", "o", 129))


@pytest.mark.vocabulary
def test_a_fault_model_of_a_real_tokenizer_leaves_the_original_as_it_was(qwen3):
    before = qwen3.encode("hello e\u0301")
    changed = {
        name: fault_model.apply(qwen3).encode("hello e\u0301")
        for name, fault_model in FAULT_MODELS.items()
    }
    assert {name for name, encoding in changed.items() if encoding != before} == {
        "merge-order-reversed",
        "nfd-for-nfc",
        "no-merges",
        "no-nfc",
        "no-normalizer",
        "normal-form-of-characters",
        "prefix-space-unasked",
        "ranges-of-bytes",
    }
    assert qwen3.encode("hello e\u0301") == before
