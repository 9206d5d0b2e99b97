"""What a client says, without the addresses in it: they may hold a name, a password, a host.

Not here: what the client's words amount to (`registries`, `hub`).
"""

import re

_ADDRESS = re.compile(r"\b(?:https?|file)://\S+")
_HOST = re.compile(r"\bhost='[^']*'")
_LONGEST = 200


def without_address(text: str) -> str:
    """One line of it, bounded.

    >>> without_address("404 at https://me:secret@registry.example/x")
    '404 at …'
    >>> without_address("HTTPSConnectionPool(host='registry.example', port=443): SSLError")
    'HTTPSConnectionPool(host=…, port=443): SSLError'
    """
    return _HOST.sub("host=…", _ADDRESS.sub("…", text))[:_LONGEST]
