"""Streams as the tests push them."""

import pytest

from tokparity.reference_impl.errors import TokparityError


@pytest.fixture(scope="session")
def streamed():
    """What a stream gives at each push and at the flush; the error where there is one."""

    def run(made, ids):
        try:
            return [*map(made.push, ids), made.flush()]
        except TokparityError as error:
            return error

    return run
