import subprocess

import pytest

from tokparity.harness.run.commit import changed_since, commit_here


def test_what_changed_since_a_commit_is_of_the_product():
    commit = commit_here().rstrip("+")
    if not commit:
        pytest.skip("not a checkout")
    assert len(commit) == 40
    assert bool(changed_since(commit)) == commit_here().endswith("+")
    with pytest.raises(subprocess.CalledProcessError):
        changed_since("0" * 40)
