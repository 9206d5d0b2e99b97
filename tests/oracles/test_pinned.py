"""The versions that the reference follows, as the package's metadata has them."""

from importlib import metadata

from tokparity.oracles import pinned as module
from tokparity.oracles.pinned import pinned, unpinned
from tokparity.oracles.protocol import ORACLES


def here():
    return {name: spec.installed_version() for name, spec in ORACLES.items() if spec.installed}


def test_each_native_library_is_pinned():
    native = {spec.distribution for spec in ORACLES.values() if spec.native_to}
    assert native <= pinned().keys()


def test_what_is_installed_by_the_lock_is_the_pinned_one():
    assert unpinned(here()) == []


def test_another_version_is_told_once():
    others = here() | {"huggingface_tokenizers": "0.22.2", "huggingface_tokenizers_batch": "0.22.2"}
    (line,) = unpinned(others)
    assert line.startswith("tokenizers 0.22.2, and not ")


def test_what_no_oracle_is_has_no_pin():
    assert unpinned({"lib:kitoken": "0.1", "recorded": "0"}) == []


def test_a_package_without_metadata_has_no_pins(monkeypatch):
    def absent(_):
        raise metadata.PackageNotFoundError

    monkeypatch.setattr(metadata, "requires", absent)
    module.pinned.cache_clear()
    try:
        assert pinned() == {}
        assert unpinned({"openai_tiktoken": "0.1"}) == []
    finally:
        module.pinned.cache_clear()
