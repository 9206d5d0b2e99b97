import shutil
from pathlib import Path

from tokparity.reference_impl.compiled import opening as module
from tokparity.reference_impl.compiled.opening import PACKAGES, REFERENCE, version


def test_the_version_is_of_every_byte_of_the_code(tmp_path, monkeypatch):
    here = version()
    for package in PACKAGES:
        shutil.copytree(Path(REFERENCE, package), tmp_path / package, dirs_exist_ok=True)
    monkeypatch.setattr(module, "REFERENCE", str(tmp_path))
    try:
        version.cache_clear()
        assert version() == here
        for package, alone in PACKAGES.items():
            file = sorted((tmp_path / package).glob(alone or "*.py"))[-1]
            before = file.read_bytes()
            file.write_bytes(before + b"#")
            version.cache_clear()
            assert version() != here
            file.write_bytes(before)
    finally:
        version.cache_clear()


def test_the_version_of_a_whole_tokenizer_is_of_all_code(tmp_path, monkeypatch):
    shutil.copytree(REFERENCE, tmp_path / "code")
    here = version("tokenizer")
    monkeypatch.setattr(module, "REFERENCE", str(tmp_path / "code"))
    try:
        version.cache_clear()
        assert version("tokenizer") == here
        for name in ("models/llama/spm.py", "compiled/blocks.py", "contract.py"):
            file = tmp_path / "code" / name
            file.write_bytes(file.read_bytes() + b"#")
            version.cache_clear()
            assert version("tokenizer") != here
            here = version("tokenizer")
        monkeypatch.setattr(module.sys, "version", "another Python")
        version.cache_clear()
        assert version("tokenizer") != here
        assert version("tables") != version("tokenizer")
    finally:
        version.cache_clear()
