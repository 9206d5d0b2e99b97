"""The program that asks a model hub, through `huggingface_hub`: a process that `hub` runs.

    python -m tokparity.corpora.vocabs.hub_client '{"repo": …, "revision": …, "commit": …, "paths":
        […]}'

A process of its own can be ended at any moment and bounded in time, whatever the library
waits for. Endpoint, token, offline mode and patience are the library's own settings
(HF_ENDPOINT, HF_TOKEN, HF_HUB_OFFLINE, HF_HUB_DOWNLOAD_TIMEOUT). In the folder it runs in it
makes `files/` with what came, and `expected` with the bytes to come; its last line says what
became of it. Not here: whether the bytes are the right ones, and any word for people.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from huggingface_hub import HfApi, constants, get_hf_file_metadata, hf_hub_download, hf_hub_url
from huggingface_hub.errors import (
    EntryNotFoundError,
    GatedRepoError,
    HfHubHTTPError,
    HFValidationError,
    LocalEntryNotFoundError,
    OfflineModeIsEnabled,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)

from tokparity.corpora.vocabs.hub import FULL, Trouble


def main() -> None:
    """Do what the first argument asks for, and write the answer."""
    request = json.loads(sys.argv[1])
    constants.DOWNLOAD_CHUNK_SIZE = 1 << 18  # the file grows in steps that a progress bar can show
    try:
        answer = _answer(request)
    except Exception as error:  # whatever the library raises is the answer
        answer = {"trouble": trouble(error), "said": first_line(error)}
    sys.stdout.write(f"\n{json.dumps(answer)}\n")


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    """Ask for `paths`, or those of `paths` that are there where `any` is set."""
    repo, commit, paths = request["repo"], request["commit"], request["paths"]
    if commit is None:
        patience = constants.HF_HUB_DOWNLOAD_TIMEOUT  # the library itself waits for ever here
        info = HfApi().model_info(
            repo, revision=request["revision"], files_metadata=True, timeout=patience
        )
        sizes = {file.rfilename: file.size or 0 for file in info.siblings or ()}
        commit = info.sha
        if request["any"]:
            paths = [path for path in paths if path in sizes]
        with suppress(OSError):  # it is only for the progress bar
            Path("expected").write_text(str(sum(sizes.get(path, 0) for path in paths)), "ascii")
    if paths:  # the library asks a silent hub five times, a minute each; this asks once
        address = hf_hub_url(repo, paths[0], revision=commit)
        get_hf_file_metadata(address, timeout=constants.HF_HUB_ETAG_TIMEOUT)
    for path in paths:
        hf_hub_download(repo, path, revision=commit, local_dir="files")
    return {"commit": commit, "paths": paths}


def trouble(error: BaseException) -> Trouble:
    """Which of the troubles an error of the library is, by itself and what it came from."""
    for cause in _causes(error):
        name = type(cause).__name__
        match cause:
            case OfflineModeIsEnabled():
                return "offline"
            case GatedRepoError():
                return "gated"
            case RepositoryNotFoundError() | HFValidationError():
                return "no-repository"
            case RevisionNotFoundError():
                return "no-revision"
            case LocalEntryNotFoundError():  # "is not in the cache either": why not is its cause
                continue
            case EntryNotFoundError():
                return "no-file"
            case HfHubHTTPError(response=response) if response.status_code in (401, 403):
                return "refused"
            case HfHubHTTPError():
                return "other"
        if "Timeout" in name:  # httpx2.TimeoutException and what derives from it
            return "slow"
        if name in ("RemoteProtocolError", "ReadError") or "Consistency check" in str(cause):
            return "cut"
        if name in ("ConnectError", "ProxyError", "NetworkError"):
            return "no-connection"
        if isinstance(cause, OSError) and cause.errno is not None:
            return "no-space" if cause.errno in FULL else "other"
    return "other"


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: list[BaseException] = []
    current: BaseException | None = error
    while current is not None and current not in seen:
        seen.append(current)
        yield current
        current = current.__cause__ or current.__context__


def first_line(error: BaseException) -> str:
    """The first line of what the library says of it."""
    lines: Sequence[str] = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__


if __name__ == "__main__":
    main()
