"""Files of a repository on a model hub: what is asked for, and what came.

The asking is `hub_client`'s, in a process of its own. Not here: which of the files are
wanted (`first_fetch`), and whether they are the right ones (`fetching`).
"""

import errno
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, assert_never

from tokparity.corpora.vocabs.addresses import without_address
from tokparity.corpora.vocabs.children import Children, TooSlow
from tokparity.corpora.vocabs.spec import HubSpec
from tokparity.corpora.vocabs.table import COMMIT
from tokparity.reference_impl.errors import TokparityError

TIMEOUT_SECONDS = 3600.0
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
Trouble = Literal[
    "offline",
    "gated",
    "no-repository",
    "no-revision",
    "no-file",
    "refused",
    "slow",
    "cut",
    "no-connection",
    "no-space",
    "other",
]


class HubFailed(TokparityError):
    """The hub did not give it; one line with the next step, without the hub's address."""

    def __init__(self, what: str, reason: str) -> None:
        super().__init__(f"{what}: {reason}")
        self.what, self.reason = what, reason


@dataclass(frozen=True, slots=True)
class Came:
    """The commit, and where the files are, by their path in the repository."""

    commit: str
    files: dict[str, Path]


def download_any(
    repo: str, revision: str, paths: tuple[str, ...], folder: Path, children: Children
) -> Came:
    """Those of `paths` that a revision has. `folder` is empty, and theirs alone.

    Errors: HubFailed; OSError where the disk is full; Stopped.
    """
    request = {"repo": repo, "revision": revision, "commit": None, "paths": paths, "any": True}
    return _ask(str(HubSpec(repo, revision)), request, folder, children)


def download_one(repo: str, revision: str, path: str, folder: Path, children: Children) -> Came:
    """One file of a revision. Errors: HubFailed, also where there is no such file; Stopped."""
    request = {"repo": repo, "revision": revision, "commit": None, "paths": [path], "any": False}
    return _ask(str(HubSpec(repo, revision, path)), request, folder, children)


def download_at(
    repo: str, commit: str, paths: tuple[str, ...], folder: Path, children: Children
) -> Came:
    """All of `paths` at a commit that is known.

    Errors: HubFailed; OSError where the disk is full; Stopped.
    """
    request = {"repo": repo, "revision": commit, "commit": commit, "paths": paths, "any": False}
    return _ask(f"hub:{repo}@{commit[:12]}", request, folder, children)


def _ask(what: str, request: Mapping[str, object], folder: Path, children: Children) -> Came:
    command = [
        sys.executable,
        "-P",
        "-m",
        "tokparity.corpora.vocabs.hub_client",
        json.dumps(request),
    ]
    environment = {"HF_HUB_DISABLE_PROGRESS_BARS": "1", "HF_HUB_DISABLE_TELEMETRY": "1"}
    try:
        done = children.run("the hub", command, folder, environment, TIMEOUT_SECONDS)
    except TooSlow as error:
        raise HubFailed(what, f"{error}: fetch again") from None
    last = (done.output.strip().splitlines() or [""])[-1]
    try:
        answer = json.loads(last)
    except ValueError:
        reason = f"its client ended with {done.code}: {without_address(last)}"
        raise HubFailed(what, f"{reason}: fetch again") from None
    if "trouble" in answer:
        raise HubFailed(what, _reason(answer["trouble"], without_address(answer["said"])))
    if not COMMIT.fullmatch(answer["commit"] or ""):  # as some mirrors do
        raise HubFailed(what, "the hub does not say which commit that is: check HF_ENDPOINT")
    return Came(answer["commit"], {path: folder / "files" / path for path in answer["paths"]})


def _reason(trouble: Trouble, message: str) -> str:
    match trouble:
        case "offline":
            return "HF_HUB_OFFLINE is set: unset it to fetch"
        case "gated":
            return "is gated: accept its terms on the hub, then set HF_TOKEN"
        case "no-repository":
            return "no such repository, or a private one: check the name, or set HF_TOKEN"
        case "no-revision":
            return "no such branch, tag or commit: name another after @, or none for the main one"
        case "no-file":
            return "no such file there: give the path of one that is"
        case "refused":
            return "the hub refuses: check HF_TOKEN"
        case "slow":
            return "the hub is silent: fetch again, or raise HF_HUB_DOWNLOAD_TIMEOUT"
        case "cut":
            return "the hub ended too early: fetch again"
        case "no-connection":
            return "no connection: check the network, the proxy, and HF_ENDPOINT; then fetch again"
        case "no-space":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        case "other":
            return f"{message}: fetch again"
        case _:
            assert_never(trouble)
