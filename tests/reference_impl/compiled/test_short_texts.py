import json
import random
import subprocess
import sys
from itertools import product

import pytest

from tests.reference_impl.compiled.test_tokenizer_json import KEY, compiled
from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.cache import Cache
from tokparity.reference_impl.compiled import short_texts as module
from tokparity.reference_impl.compiled.blocks import Blocks
from tokparity.reference_impl.compiled.loading import load_compiled
from tokparity.reference_impl.compiled.short_texts import IN_ASCII, LONGEST, ShortTexts
from tokparity.reference_impl.compiled.store import Store
from tokparity.reference_impl.contract import EncodeOptions
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.regexes.oniguruma import compile_pattern

KINDS = "aS1 \t\n'!\r\x1c\0"
PARTS = ["hello", " world", "'s", "'LL", "12345", "  ", "\n\n", "\t", " def f(x):", "!?", "\x1f"]


@pytest.mark.parametrize("pattern", IN_ASCII)
def test_a_pattern_in_ascii_is_the_pattern(pattern):
    """On every text of up to four of eleven characters, and on many longer ones."""
    real, here = compile_pattern(pattern), module.re.compile(IN_ASCII[pattern])
    assert here.groups == 0
    texts = ["".join(text) for size in range(1, 5) for text in product(KINDS, repeat=size)]
    generator = random.Random(0)
    every = [*map(chr, range(128)), *PARTS]
    texts += ["".join(generator.choices(every, k=generator.randint(2, 40))) for _ in range(3000)]
    for text in texts:
        spans = [found.span() for found in here.finditer(text)]
        assert spans == real.spans(text), ascii(text)
        assert "".join(here.findall(text)) == text


def ids_match(short: ShortTexts, plain, texts) -> int:
    """How many were answered."""
    answered = 0
    for text in texts:
        for add_special in (False, True):
            ids = short.ids(text, add_special)
            if ids is not None:
                answered += 1
                for parse in (False, True):
                    expected = plain.encode(text, EncodeOptions(add_special, parse)).ids
                    assert tuple(ids) == expected, ascii(text)
    return answered


def some_texts(generator: random.Random, pieces: list[str]) -> list[str]:
    parts = [*PARTS * 3, *pieces, *map(chr, range(128)), "é", "\u0301", "ſ"]
    texts = ["".join(generator.choices(parts, k=generator.randint(0, 12))) for _ in range(300)]
    return [*texts, "", "a" * 200, " " * 300, "ab " * 700, "x" * LONGEST, "x" * (LONGEST + 1)]


@pytest.mark.vocabulary
@pytest.mark.parametrize("name", ["gpt-neox-20b", "llama3-ignore-merges", "qwen3"])
def test_vocabularies(name, tmp_path):
    artefact = catalogue.artefact(*catalogue.find(name), Cache.default())
    store = Store(tmp_path)
    load_compiled(artefact, store)
    blocks = store.open(artefact.sha256)
    assert blocks is not None
    plain, generator = load(artefact), random.Random(1)
    pieces = [plain.surface(i).decode("utf-8", "replace") for i in list(plain.pieces())[::31]]
    pieces += [token.content for token in plain.added_tokens]
    assert ids_match(ShortTexts(blocks), plain, some_texts(generator, pieces)) > 50


GPT2_STAGE = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}


@pytest.mark.parametrize("ignore_merges", [False, True])
@pytest.mark.parametrize("pattern", [None, *IN_ASCII])
def test_small_tokenizers(byte_level, tmp_path, pattern, ignore_merges):
    document = json.loads(json.dumps(byte_level))
    document["model"]["ignore_merges"] = ignore_merges
    document["model"]["vocab"]["qzq"] = 450  # no merge makes it
    if pattern is not None:
        split = {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated"}
        stages = [split | {"invert": False}, GPT2_STAGE | {"use_regex": False}]
        document["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": stages}
    document["added_tokens"] = [
        {"id": 500 + at, "content": content, "single_word": False, "lstrip": True, "rstrip": False}
        | {"normalized": at == 1, "special": at == 0}
        for at, content in enumerate(("<s>", "\u212b!", "~x"))
    ]
    plain, _ = compiled(document, tmp_path / "file")
    short = ShortTexts(Blocks(str(tmp_path / "file"), KEY))
    texts = some_texts(random.Random(2), ["<s>", "<", "~x", "qzq", "\u212b!", "\xc5!"])
    assert ids_match(short, plain, texts) > 200
    assert short.ids("a<s>", add_special=False) is None
    assert short.ids("café", add_special=False) is None


def test_it_imports_nothing_of_the_reference():
    code = (
        "import sys, tokparity.reference_impl.compiled.short_texts;"
        "print([name for name in sys.modules if 'tokparity' in name or name in "
        "('regex', 'numpy', 'dataclasses', 'click')])"
    )
    names = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    inside = "tokparity.reference_impl"
    assert set(eval(names.stdout)) == {
        *("tokparity", inside, f"{inside}.models", f"{inside}.models.merging"),
        *(f"{inside}.compiled{name}" for name in ("", ".blocks", ".pairs", ".strings")),
        f"{inside}.compiled.short_texts",
    }
