"""Files of each format, and what a file's own library makes of a few texts."""

import pytest

from tokparity.corpora.vocabs.cache import Cache
from tokparity.harness.derivation.derive import derive
from tokparity.oracles.protocol import native_oracle
from tokparity.reference_impl.contract import Artefact, EncodeOptions, Refusal

TEXTS = ["hello world", "the quick  brown fox", "return 12 to main", "na\u00efve \u65e5", ""]
PLAIN = EncodeOptions(add_special=False, parse_special=False)
GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "hello", "world", "the", "##s", "fox", "to",
         *"abcdefghijklmnopqrstuvwxyz12", *("##" + one for one in "abcdefghijklmnop2")]  # fmt: skip


@pytest.fixture
def cache(tmp_path):
    return Cache(tmp_path / "cache")


@pytest.fixture
def says(slot):
    """The ids that a file's own library gives each text."""

    def ask(artefact, texts=TEXTS):
        worker = slot.worker(native_oracle(artefact.format))
        handle = worker.load(artefact)
        assert not isinstance(handle, Refusal), handle
        found = worker.encode(handle, texts, PLAIN).observations()
        return [answer if isinstance(answer, Refusal) else answer.ids for answer in found]

    return ask


@pytest.fixture
def vocab(tmp_path):
    path = tmp_path / "vocab.txt"
    path.write_text("\n".join(WORDS) + "\n")
    return Artefact("v", "vocab.txt", path, "v" * 64)


@pytest.fixture
def made_of(cache):
    """The file that is derived of another."""

    def make(source, format):
        return derive(source, format, cache).artefact

    return make
