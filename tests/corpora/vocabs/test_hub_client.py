"""Which trouble an error of the library is: of each the class it raises, wrapped as it wraps."""

import errno

import httpx2
import pytest
from huggingface_hub import errors

from tokparity.corpora.vocabs.hub_client import first_line, trouble

REQUEST = httpx2.Request("GET", "http://127.0.0.1/api/models/a/b")


def answered(kind, status):
    return kind("told", response=httpx2.Response(status, request=REQUEST))


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (errors.OfflineModeIsEnabled("off"), "offline"),
        (answered(errors.GatedRepoError, 403), "gated"),
        (answered(errors.RepositoryNotFoundError, 401), "no-repository"),
        (errors.HFValidationError("no repo id"), "no-repository"),
        (answered(errors.RevisionNotFoundError, 404), "no-revision"),
        (answered(errors.RemoteEntryNotFoundError, 404), "no-file"),
        (answered(errors.HfHubHTTPError, 401), "refused"),
        (answered(errors.HfHubHTTPError, 403), "refused"),
        (answered(errors.HfHubHTTPError, 503), "other"),
        (httpx2.ReadTimeout("slow"), "slow"),
        (httpx2.ConnectTimeout("slow"), "slow"),
        (httpx2.PoolTimeout("slow"), "slow"),
        (httpx2.RemoteProtocolError("cut"), "cut"),
        (httpx2.ReadError("cut"), "cut"),
        (OSError("Consistency check failed: file should be of size 2"), "cut"),
        (httpx2.ConnectError("refused"), "no-connection"),
        (httpx2.ProxyError("refused"), "no-connection"),
        (OSError(errno.ENOSPC, "full"), "no-space"),
        (OSError(errno.EFBIG, "full"), "no-space"),
        (OSError(errno.EIO, "broken"), "other"),
        (ValueError("what"), "other"),
    ],
    ids=repr,
)
def test_trouble(error, expected):
    assert trouble(error) == expected
    wrapped = errors.LocalEntryNotFoundError("nor is it in the cache")
    wrapped.__cause__ = error
    assert trouble(wrapped) == expected


def test_what_it_says_is_one_line():
    assert first_line(ValueError("\n first \nsecond")) == "first"
    assert first_line(ValueError()) == "ValueError"
