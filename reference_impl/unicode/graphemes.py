r"""Extended grapheme clusters, cut as the crate unicode-segmentation in `tokenizers` cuts them.

Not `\X` of `regex` or Oniguruma: those follow other Unicode versions. What Precompiled
cannot show is not here: regional indicators are not paired.
"""

import json
import re
from functools import cache
from importlib.resources import files

from tokparity.reference_impl.unicode.ranges import in_class, unpack


def clusters(text: str) -> list[str]:
    r"""The clusters of a text, in order.

    >>> [len(cluster) for cluster in clusters("e\u0301\r\n각")]
    [2, 2, 1]
    """
    return list(text) if _simple(text) else _pattern().findall(text)


def _simple(text: str) -> bool:
    return text.isascii() and "\r\n" not in text


@cache
def _pattern() -> re.Pattern[str]:
    """Unicode Standard Annex #29, rules GB3 to GB11, on the committed classes.

    The classes are not those of the annex where that makes no difference: `continuing` is
    Extend, ZWJ and SpacingMark; `extend` and `conjunct_extend` are what may stand before
    the joiner of GB11 and the linker of GB9c.
    """
    table = json.loads(files(__package__).joinpath("graphemes.json").read_text("ascii"))
    named = {
        name: in_class(unpack(packed)) for name, packed in table.items() if name != "made_from"
    }
    char = {name: f"[{inside}]" for name, inside in named.items()}
    mark, picture, consonant = char["conjunct_extend"], char["pictographic"], char["consonant"]
    core = "|".join(
        (
            f"{char['l']}*(?:{char['v']}+|{char['lv']}{char['v']}*|{char['lvt']}){char['t']}*",
            f"{char['l']}+",
            f"{char['t']}+",
            f"{picture}(?:{char['extend']}*{char['joiner']}{picture})*",
            f"{consonant}(?:{mark}*{char['linker']}{mark}*{consonant})*",
            f"[^{named['control']}]",
        )
    )
    return re.compile(
        f"\r\n|{char['control']}|{char['prepend']}*(?:{core}){char['continuing']}*", re.DOTALL
    )
