"""What a registry lists, asked with pip itself; the registry is a folder of wheels."""

from dataclasses import replace

import pytest
from release_fixtures import tiny

from tokparity.oracles.subjects.releases import NoReleases, releases_between

__all__ = ["tiny"]


def test_from_one_to_the_other_the_oldest_first(tiny):
    assert releases_between(tiny, "1.0", "2.0") == ["1.0", "1.1", "1.2", "2.0"]
    assert releases_between(tiny, "1.1", "1.2") == ["1.1", "1.2"]


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        ("1.0", "3.0", "there is no 3.0: the newest are 1.0, 1.1, 1.2, 2.0"),
        ("2.0", "1.0", "2.0 is not older than 1.0"),
        ("1.0", "1.0", "is not older"),
    ],
)
def test_what_is_no_stretch_of_releases(tiny, first, last, said):
    with pytest.raises(NoReleases, match=said):
        releases_between(tiny, first, last)


def test_a_package_that_is_not_there(tiny):
    with pytest.raises(NoReleases, match="releases of tiny: "):
        releases_between(replace(tiny, package="no-such-package==1.0"), "1.0", "2.0")
