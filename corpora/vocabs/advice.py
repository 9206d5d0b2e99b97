"""What went wrong with a fetch, in one line that ends in the next step.

Not here: what goes wrong. An error that carries its own advice is only passed on.
"""

import errno
from pathlib import Path

from tokparity.corpora.vocabs.archives import BadArchive
from tokparity.corpora.vocabs.cache import WrongBytes
from tokparity.corpora.vocabs.hub import FULL
from tokparity.corpora.vocabs.registries import DownloadFailed
from tokparity.reference_impl.errors import TokparityError

_CLOSED = {errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOTDIR, errno.EEXIST}


class CannotWrite(TokparityError):
    """The cache cannot be written to at all."""

    def __init__(self, root: Path, error: OSError) -> None:
        super().__init__(advised(error, root))
        self.root = root


def advised(error: OSError | TokparityError, root: Path) -> str:
    """One line; `root` is where the cache is.

    >>> advised(OSError(errno.ENOSPC, "No space left on device"), Path("/c"))
    'no space left in /c: free some or set TOKPARITY_CACHE to another disk, then fetch again'
    """
    match error:
        case WrongBytes():
            return f"{error}: not kept: fetch again; the same again means another file is served"
        case BadArchive():
            return f"{error}: not kept: fetch again"
        case DownloadFailed():
            return f"{error}: fetch again; what is here stays"
        case TokparityError():
            return str(error)
        case OSError(errno=code) if code in FULL:
            return (
                f"no space left in {root}: free some or set TOKPARITY_CACHE to another disk, "
                "then fetch again"
            )
        case OSError(errno=code) if code in _CLOSED:
            return (
                f"cannot write to {root}: {error.strerror}: "
                "set TOKPARITY_CACHE to a folder you can write to"
            )
    return f"{error.filename or root}: {error.strerror or error}: fetch again; what is here stays"
