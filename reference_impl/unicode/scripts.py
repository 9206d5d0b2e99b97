"""Scripts as UnicodeScripts of `tokenizers` tells them apart.

Numbered, not named: which characters are alike is all that the library shows. Hiragana,
Katakana and U+30FC are Han, Common and Inherited are scripts as any other. Not the scripts
of patterns (`oniguruma`), which are of another Unicode version.
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from tokparity.reference_impl.unicode.ranges import members, unpack


@cache
def script_of() -> Mapping[str, int]:
    """The number of each character's script; space and unassigned characters have none.

    >>> script_of()["a"] == script_of()["z"] != script_of()["я"], " " in script_of()
    (True, False)
    """
    table = json.loads(files(__package__).joinpath("scripts.json").read_text("ascii"))
    return {
        chr(point): number
        for number, packed in enumerate(table["scripts"])
        for point in members(unpack(packed))
    }
