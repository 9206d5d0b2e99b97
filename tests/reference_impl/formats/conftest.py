"""What the tests of tokenizer.json share: whether the library takes a document at all."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from tokenizers import Tokenizer as LibraryTokenizer


@pytest.fixture(scope="session")
def library_loads() -> Callable[[Any], bool]:
    """Whether the library loads a document; it refuses with an error or a panic."""

    def loads(document: Any) -> bool:
        try:
            LibraryTokenizer.from_str(json.dumps(document))
        except BaseException:  # a panic is no Exception
            return False
        return True

    return loads
