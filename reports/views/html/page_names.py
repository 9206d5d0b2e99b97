"""What the page of a model, a library or an implementation is called: of whatever has a name."""

import re
from typing import Literal


def page_name(kind: Literal["engine", "implementation", "model"], name: str) -> str:
    """The file's name; two names never share one.

    >>> page_name("implementation", "@huggingface/tokenizers")
    'implementation-_40huggingface_2ftokenizers.html'
    """
    escaped = re.sub(r"[^A-Za-z0-9.+-]", lambda odd: f"_{ord(odd[0]):x}", name)
    return f"{kind}-{escaped}.html"
