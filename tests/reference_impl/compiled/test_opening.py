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
