"""Which names llama.cpp takes, and the flags it has after reading each."""

import ctypes
from pathlib import Path

import pytest

from tokparity.corpora.generators.gguf_vocabularies.document import GgufDocument
from tokparity.oracles.adapters.ggml_llama_cpp import ALONE, GgmlLlamaCpp, LoadFailed
from tokparity.oracles.probes.probe import word_probe
from tokparity.reference_impl.contract import Artefact
from tokparity.reference_impl.errors import Unsupported
from tokparity.reference_impl.formats import load
from tokparity.reference_impl.formats.gguf.pre import PRE_NAMES, pre_of
from tokparity.reference_impl.text.byte_level import spell
from tools.unicode_tables.ask_llama_cpp import shared_object


def loaded(name):
    return GgmlLlamaCpp.of_content(word_probe(name, ["ab"]).file)


def flag(adapter, name):
    """A method `bool llama_vocab::get_…() const`."""
    ask = getattr(shared_object(), f"_ZNK11llama_vocab{len(name)}{name}Ev")
    ask.argtypes, ask.restype = (ctypes.c_void_p,), ctypes.c_bool
    return ask(adapter._vocab)


@pytest.mark.parametrize("name", sorted(PRE_NAMES))
def test_flags(name):
    pre, adapter = PRE_NAMES[name], loaded(name)
    assert pre.name == name
    assert pre.ignore_merges == flag(adapter, "get_ignore_merges")
    assert pre.clean_spaces == flag(adapter, "get_clean_spaces")
    assert pre.escape_whitespaces == flag(adapter, "get_escape_whitespaces")
    assert pre.add_bos == flag(adapter, "get_add_bos")
    assert pre.add_sep == flag(adapter, "get_add_sep")
    assert not flag(adapter, "get_add_eos")


@pytest.mark.parametrize("name", sorted(PRE_NAMES))
def test_line_feeds_that_no_merge_makes(name, tmp_path):
    """What no method of the library says: whether "\\n\\n" is one token, or two."""
    pre = PRE_NAMES[name]
    feeds = [spell(feed.encode()) if pre.byte_encode else feed for feed in ("\n", "\n\n")]
    document = GgufDocument()
    document.add("general.architecture", "str", b"llama")
    document.add("model", "str", b"gpt2")
    document.add("pre", "str", name.encode())
    document.add("tokens", "str", [feed.encode() for feed in ("x", *feeds)])
    document.add("merges", "str", [])
    for key in ("bos_token_id", "eos_token_id"):
        document.add(key, "u32", 0)
    path = tmp_path / "feeds.gguf"
    path.write_bytes(document.to_bytes())
    theirs = GgmlLlamaCpp.of_content(document.to_bytes())
    mine = load(Artefact("feeds", "gguf", path, ""))
    for text in ("\n", "\n\n", "\n\n\n"):
        assert mine.encode(text, ALONE).ids == theirs.encode(text, ALONE).ids


def test_a_file_without_a_name_has_the_default():
    assert pre_of(Path("x"), None) is pre_of(Path("x"), "") is PRE_NAMES["default"]
    assert not flag(loaded(None), "get_ignore_merges")


@pytest.mark.parametrize("name", ["gpt2", "GPT-2", "llama", "nonsense"])
def test_an_unknown_name_is_unknown_to_both(name):
    with pytest.raises(LoadFailed, match="unknown pre-tokenizer type"):
        loaded(name)
    with pytest.raises(Unsupported, match=r"known are a\.x-4\.0, afmoe"):
        pre_of(Path("x.gguf"), name)


def test_the_names_in_the_library_that_it_takes_are_all_here():
    """Each string of the shared object that looks like a name, and each end of one, near one."""
    content = Path(shared_object()._name).read_bytes()
    middle = content.index(b"deepseek-r1-qwen\0")
    near = content[middle - 4000 : middle + 4000].split(b"\0")
    found = {text.decode() for text in near if text.isascii() and 2 < len(text) < 26}
    found = {name for name in found if name.replace("-", "").replace("_", "").isalnum()}
    found |= {name[at:] for name in found for at in range(1, len(name) - 2)}
    assert len(found & PRE_NAMES.keys()) > 30
    for name in sorted(found - PRE_NAMES.keys()):
        with pytest.raises(LoadFailed, match="unknown pre-tokenizer type"):
            loaded(name)


def test_every_way_is_taken():
    assert {pre.route for pre in PRE_NAMES.values()} == {
        "hand-written",
        "std::regex",
        "std::wregex",
        "mixed",
    }
    assert PRE_NAMES["deepseek-llm"].routes == (*["std::wregex"] * 5, "std::regex")
