import hashlib
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tokparity.corpora.vocabs.cache import Cache, WrongBytes, check_file

CONTENT = b"vocabulary"
SHA256 = hashlib.sha256(CONTENT).hexdigest()


def files(root: Path) -> list[Path]:
    return [path for path in root.rglob("*") if path.is_file()]


def test_added_file_is_found_by_its_hash(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "c")
    assert not cache.has(SHA256, len(CONTENT))
    path = cache.add(SHA256, len(CONTENT), [CONTENT[:3], CONTENT[3:]], "a.json")
    assert path == tmp_path / "c" / "sha256" / SHA256[:2] / SHA256
    assert path.read_bytes() == CONTENT
    assert cache.has(SHA256, len(CONTENT))
    assert not cache.has(SHA256, len(CONTENT) + 1)


@pytest.mark.parametrize(
    ("size", "content", "message"),
    [
        pytest.param(
            len(CONTENT),
            b"vocabularx",
            f"a.json: sha256 is {hashlib.sha256(b'vocabularx').hexdigest()}, expected {SHA256}",
            id="other-bytes",
        ),
        pytest.param(10, b"short", "a.json: size is 5, expected 10", id="short"),
        pytest.param(3, CONTENT, "a.json: size is at least 10, expected 3", id="long"),
    ],
)
def test_wrong_bytes_leave_nothing(tmp_path: Path, size: int, content: bytes, message: str) -> None:
    with pytest.raises(WrongBytes) as caught:
        Cache(tmp_path).add(SHA256, size, [content], "a.json")
    assert str(caught.value) == message
    assert files(tmp_path) == []


def test_interrupted_write_leaves_nothing(tmp_path: Path) -> None:
    def blocks() -> Iterator[bytes]:
        yield CONTENT
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Cache(tmp_path).add(SHA256, len(CONTENT), blocks(), "a.json")
    assert files(tmp_path) == []


def test_endless_source_is_stopped(tmp_path: Path) -> None:
    asked = 0

    def blocks() -> Iterator[bytes]:
        nonlocal asked
        while True:
            asked += 1
            yield b"x" * 8

    with pytest.raises(WrongBytes):
        Cache(tmp_path).add(SHA256, 20, blocks(), "a.json")
    assert asked == 3


def test_many_writers_of_one_file(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    blocks = [bytes([byte]) * 1000 for byte in range(256)]
    content = b"".join(blocks)
    sha256 = hashlib.sha256(content).hexdigest()
    with ThreadPoolExecutor(8) as pool:
        paths = list(pool.map(lambda _: cache.add(sha256, len(content), blocks, "a"), range(32)))
    assert len(set(paths)) == 1
    assert files(tmp_path) == [paths[0]]
    cache.verify(sha256, "a")


def test_verify_sees_a_changed_file_of_the_same_size(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    path = cache.add(SHA256, len(CONTENT), [CONTENT], "a.json")
    path.write_bytes(b"vocabularx")
    assert cache.has(SHA256, len(CONTENT))
    with pytest.raises(WrongBytes, match=r"^a\.json: sha256 is"):
        cache.verify(SHA256, "a.json")


def test_place_is_chosen_by_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKPARITY_CACHE", str(tmp_path))
    assert Cache.default() == Cache(tmp_path)
    monkeypatch.delenv("TOKPARITY_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert Cache.default().root.name == "tokparity"


def test_check_file(tmp_path: Path) -> None:
    path = tmp_path / "a.whl"
    path.write_bytes(CONTENT)
    check_file(path, SHA256, len(CONTENT), "a.whl")
    with pytest.raises(WrongBytes, match=r"^a\.whl: size is 10, expected 11$"):
        check_file(path, SHA256, 11, "a.whl")
    with pytest.raises(WrongBytes, match=r"^a\.whl: sha256 is"):
        check_file(path, "0" * 64, len(CONTENT), "a.whl")


def test_incoming_is_gone_afterwards(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    with cache.incoming() as folder, cache.incoming() as other:
        assert folder != other
        assert folder.is_absolute()
        (folder / "deep").mkdir()
        (folder / "deep" / "file").write_text("x")
    assert list((tmp_path / "incoming").iterdir()) == []


def test_sweep_takes_what_a_killed_process_left_and_nothing_else(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.sweep()  # there is nothing yet
    kept = cache.add(SHA256, len(CONTENT), [CONTENT], "a.json")
    program = (
        "import sys, time; from pathlib import Path\n"
        "from tokparity.corpora.vocabs.cache import Cache\n"
        "with Cache(Path(sys.argv[1])).incoming() as folder:\n"
        "    (folder / 'part').write_text('x'); print(folder, flush=True); time.sleep(60)"
    )
    command = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        left = Path(child.stdout.readline().strip())
        cache.sweep()
        assert (left / "part").exists()  # it is still at work
        child.kill()
        child.wait()
    with cache.incoming() as mine:
        cache.sweep()
        assert list((tmp_path / "incoming").iterdir()) == [mine]
    assert files(tmp_path) == [kept]


def test_sweep_passes_over_what_has_gone_meanwhile(tmp_path: Path) -> None:
    """Another fetcher has ended between the listing of its folder and the look at it."""
    cache = Cache(tmp_path)
    with cache.incoming():
        (tmp_path / "incoming" / "gone").symlink_to(tmp_path / "nowhere")  # listed, and not there
        cache.sweep()


def test_usage(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    assert cache.usage() == (0, 0)
    cache.add(SHA256, len(CONTENT), [CONTENT], "a.json")
    with cache.incoming() as folder:
        (folder / "part").write_bytes(CONTENT)
        assert cache.usage() == (1, len(CONTENT))


def test_discard(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.add(SHA256, len(CONTENT), [CONTENT], "a.json")
    cache.discard(SHA256)
    cache.discard(SHA256)
    assert not cache.has(SHA256, len(CONTENT))
