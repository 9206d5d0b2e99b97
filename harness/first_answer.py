"""`first_answer`: `tokparity encode NAME TEXT` by a compiled file alone, where it takes no more.

The command line and the reference take half a second to import. So this is asked before them, of a
name of the catalogue, a plain text (`compiled.short_texts`), and no other options. Everything else,
and whatever is not as it should be, is left to the command (`commands.encode`), which also says
what is wrong. It imports nothing of ours but that reader of compiled files.

Not here: a user's own vocabularies and paths, which a name of the catalogue may stand for too.
"""

import os
import sys
from collections.abc import Mapping, Sequence

from tokparity.reference_impl.compiled.blocks import FAULTS
from tokparity.reference_impl.compiled.opening import opened
from tokparity.reference_impl.compiled.short_texts import ShortTexts

_NAME = frozenset("abcdefghijklmnopqrstuvwxyz0123456789._-")
_DIGITS = 64
_FLAGS = ("--no-add-special", "--no-parse-special")
"""The second changes nothing in a text that no added token is in."""
MANIFESTS = f"{os.path.dirname(os.path.dirname(__file__))}/corpora/vocabs/manifests"  # noqa: PTH120 (no `pathlib`: see `compiled.blocks`)
OWN = ".tokparity"
"""A folder in which names may have another meaning."""


def first_answer(arguments: Sequence[str]) -> str | None:
    """The ids that `encode` prints for these arguments of the command line; None: ask that."""
    if arguments[:1] != ["encode"] or "_TOKPARITY_COMPLETE" in os.environ:
        return None
    words = [word for word in arguments[1:] if word not in _FLAGS]
    if len(words) != 2 or any(word.startswith("-") for word in words):
        return None
    name, text = words
    root = cache_root(os.environ)
    if not _NAME.issuperset(name) or root is None or _is_there(name) or _is_there(OWN):
        return None
    try:
        sha256 = fetched(name, root)
        blocks = None if sha256 is None else opened(f"{root}/compiled", sha256)
        if blocks is None:
            return None
        ids = ShortTexts(blocks).ids(text, _FLAGS[0] not in arguments)
    except (OSError, *FAULTS, TypeError):
        return None
    return None if ids is None else " ".join(map(str, ids))


def cache_root(environment: Mapping[str, str]) -> str | None:
    """Where the cache of this user is (`corpora.vocabs.cache`); None where it takes more to tell.

    >>> cache_root({"TOKPARITY_CACHE": "/c"})
    '/c'
    """
    if given := environment.get("TOKPARITY_CACHE"):
        return given
    if sys.platform != "linux":
        return None
    folder = environment.get("XDG_CACHE_HOME", "")
    home = os.path.expanduser("~/.cache")  # noqa: PTH111 (as above)
    return f"{folder if folder.strip() else home}/tokparity"


def fetched(name: str, root: str) -> str | None:
    """The sha256 of a name of the catalogue whose file is in the cache; None of any other.

    A manifest is TOML, of which only two lines of its first table are looked at.
    """
    path = f"{MANIFESTS}/{name}.toml"
    if not _is_there(path):
        return None
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 (as above)
        head = file.read().partition("\n[")[0]
    lines = dict(line.split(" = ") for line in head.split("\n") if line.count(" = ") == 1)
    digest, size = lines.get("sha256", "").strip('"'), lines.get("bytes", "")
    if len(digest) != _DIGITS or not digest.isalnum() or not size.isdecimal():
        return None
    is_whole = os.stat(f"{root}/sha256/{digest[:2]}/{digest}").st_size == int(size)  # noqa: PTH116 (as above)
    return digest if is_whole else None


def _is_there(path: str) -> bool:
    return os.path.exists(path)  # noqa: PTH110 (as above)
