import errno
import os
from pathlib import Path

import pytest

from tokparity.corpora.vocabs.advice import CannotWrite, advised
from tokparity.corpora.vocabs.archives import BadArchive
from tokparity.corpora.vocabs.cache import WrongBytes
from tokparity.corpora.vocabs.lock import NotAsLocked
from tokparity.corpora.vocabs.registries import DownloadFailed

ROOT = Path("/the/cache")
FULL = "no space left in /the/cache: free some or set TOKPARITY_CACHE to another disk"
CLOSED = "set TOKPARITY_CACHE to a folder you can write to"


@pytest.mark.parametrize(
    ("error", "ends"),
    [
        (WrongBytes("a", "sha256", "0", "1"), "the same again means another file is served"),
        (BadArchive("a", "b", "is broken"), "a: b: is broken: not kept: fetch again"),
        (DownloadFailed("a", "pip failed"), "a: pip failed: fetch again; what is here stays"),
        (NotAsLocked("a", "sha256", "0", "1", Path("l")), "remove its entry there and fetch again"),
        *((OSError(code, os.strerror(code)), f"{FULL}, then fetch again")
          for code in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)),
        *((OSError(code, os.strerror(code)), CLOSED)
          for code in (errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOTDIR)),
        (OSError(errno.EIO, "Broken", "/x"), "/x: Broken: fetch again; what is here stays"),
        (TimeoutError("timed out"), "/the/cache: timed out: fetch again; what is here stays"),
    ],
)  # fmt: skip
def test_each_line_ends_in_the_next_step(error, ends):
    told = advised(error, ROOT)
    assert told.endswith(ends)
    assert "\n" not in told


def test_a_cache_that_cannot_be_written_to():
    error = CannotWrite(ROOT, OSError(errno.EROFS, "Read-only file system"))
    assert str(error) == f"cannot write to /the/cache: Read-only file system: {CLOSED}"
