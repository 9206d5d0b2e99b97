"""Lower case of single characters as the Rust code of `tokenizers` maps it.

`char::to_lowercase`, the full mapping without context. Not `str.lower`: that depends on
Python's version, and on what stands around.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def lower_case() -> Mapping[str, str]:
    """Each character that changes, with the one or (İ alone) two that it becomes.

    >>> lower_case()["Σ"], lower_case()["İ"]
    ('σ', 'i̇')
    """
    table = json.loads(files(__package__).joinpath("lower_case.json").read_text("ascii"))
    words = table["lower_case"].split("\n")
    return dict(zip(words[::2], words[1::2], strict=True))
