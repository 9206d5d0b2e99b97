"""Every character but the surrogates, as one string: made once a process, in a moment."""

ALL = "".join(map(chr, (*range(0xD800), *range(0xE000, 0x110000))))
