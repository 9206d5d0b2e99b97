"""Adapters named by what they do wrong. They run in a worker, found through `OracleSpec.path`.

All tokenize alike: an id is a character's code point. Each misbehaves on a text that
contains its trigger word, and is sane on every other.
"""

import contextlib
import json
import os
import sys
import time
from pathlib import Path

from tokparity.oracles.worker.frames import pack
from tokparity.reference_impl.contract import Encoding, FullEncoding, Text


class Echo:
    """Every character is a token, and nothing goes wrong."""

    def __init__(self, name):
        self.name = name

    @classmethod
    def load(cls, artefact):
        return cls(artefact.name)

    @staticmethod
    def version():
        return "1.2.3"

    @staticmethod
    def supports(format, options):
        return True

    def encode(self, text, options):
        return Encoding(tuple(map(ord, text)), tuple((i, i + 1) for i in range(len(text))))

    def decode(self, ids, options):
        return Text("".join(map(chr, ids)))

    def probe(self, stage, inputs):
        return [[stage, given] for given in inputs]


class ReportsAll(Echo):
    """Reports the pair as what overflows; refuses "bad", and ends its process at "crash"."""

    def encode_full(self, text, pair, options):
        if text == "bad":
            raise ValueError("bad text")
        if text == "crash":
            os.abort()
        below = () if pair is None else (self.encode_full(pair, None, options),)
        found, size = self.encode(text, options), len(text)
        flags = (options.add_special,) * size, (options.parse_special,) * size
        words = (None,) * size
        return FullEncoding(found.ids, found.offsets, tuple(text), *flags[:1], words, *flags, below)


class DropsLast(Echo):
    """A wrong tokenizer, but a well-behaved one: every last token is missing."""

    def encode(self, text, options):
        whole = super().encode(text, options)
        return Encoding(whole.ids[:-1], whole.offsets[:-1])


class _Triggered(Echo):
    trigger = ""

    def encode(self, text, options):
        if self.trigger in text:
            self.misbehave()
        return super().encode(text, options)

    def decode(self, ids, options):
        decoded = super().decode(ids, options)
        if self.trigger in decoded.value:
            self.misbehave()
        return decoded

    def probe(self, stage, inputs):
        if self.trigger in str(inputs):
            self.misbehave()
        return super().probe(stage, inputs)


class Raises(_Triggered):
    """Raises an ordinary exception, of two lines."""

    trigger = "raise"

    def misbehave(self):
        raise ValueError("no such thing\nand more about it")


class Panics(_Triggered):
    """Raises what pyo3 makes of a Rust panic: no Exception."""

    trigger = "panic"

    def misbehave(self):
        raise BaseException("Onig: Regex search error: retry-limit-in-match over")


class Crashes(_Triggered):
    """Aborts, with a last word on stderr."""

    trigger = "crash"

    def misbehave(self):
        sys.stderr.write("first word\ndouble free at 0x7f12ab\n")
        sys.stderr.flush()
        os.abort()


class Exits(_Triggered):
    """Leaves the process without a signal."""

    trigger = "exit"

    def misbehave(self):
        os._exit(7)


class Hangs(_Triggered):
    """Never comes back."""

    trigger = "hang"

    def misbehave(self):
        time.sleep(1000)


class IsSlow(_Triggered):
    """Takes a while for each case, but always comes back."""

    trigger = "slow"

    def misbehave(self):
        time.sleep(0.5)


class PrintsGarbage(Echo):
    """Prints to stdout and stderr while it works."""

    def encode(self, text, options):
        sys.stdout.write("tkp1 progress: 100 %\n")
        sys.stdout.flush()
        sys.stderr.write("\x00\xff warning\n")
        return super().encode(text, options)


class SendsGarbage(_Triggered):
    """Writes into the pipe of its own answers."""

    trigger = "garbage"

    def misbehave(self):
        os.write(json.loads(sys.argv[1])["write_fd"], b"HTTP/1.1 200 OK and so on")


class AnswersTwice(_Triggered):
    """Sends a frame that would be fine, had anybody asked for it."""

    trigger = "twice"

    def misbehave(self):
        frame = pack({"seq": 0, "refusals": {}}, [b"", b"", b""])
        os.write(json.loads(sys.argv[1])["write_fd"], frame)


class Shouts(_Triggered):
    """Prints 20 MB a case, or aborts with a last word."""

    trigger = "crash"

    def encode(self, text, options):
        found = super().encode(text, options)
        with contextlib.suppress(OSError):
            for _ in range(20):
                os.write(2, b"x" * 1_000_000)
        return found

    def misbehave(self):
        os.write(2, b"last word")
        os.abort()


class WorksHardAndCrashes(_Triggered):
    """Burns half a second of CPU before it aborts."""

    trigger = "crash"

    def misbehave(self):
        end = time.process_time() + 0.5
        while time.process_time() < end:
            pass
        os.abort()


class Lies(_Triggered):
    """Gives a negative id, which crosses the border and must be stopped behind it."""

    trigger = "lie"
    lying = False

    def misbehave(self):
        self.lying = True

    def encode(self, text, options):
        whole = super().encode(text, options)
        if self.lying:
            self.lying = False
            return Encoding((-1, *whole.ids[1:]), whole.offsets)
        return whole


class ForgetsOffsets(_Triggered):
    """Has fewer offsets than ids."""

    trigger = "forget"

    def misbehave(self):
        pass

    def encode(self, text, options):
        whole = super().encode(text, options)
        return Encoding(whole.ids, whole.offsets[1:]) if self.trigger in text else whole


class EatsMemory(_Triggered):
    """Asks for more memory than the worker may have."""

    trigger = "memory"

    def misbehave(self):
        bytearray(1 << 40)


class AbortsForMemory(_Triggered):
    """Runs out of memory the way Rust does: two words and an abort."""

    trigger = "memory"

    def misbehave(self):
        sys.stderr.write("memory allocation of 1099511627776 bytes failed\n")
        sys.stderr.flush()
        os.abort()


class HasChildren(_Triggered):
    """Starts a process that would outlive it."""

    trigger = "child"

    def misbehave(self):
        if not os.fork():
            time.sleep(1000)


class DiesLoading(Echo):
    """An artefact called "crash" aborts it, one called "hang" keeps it, one called "bad" raises."""

    @classmethod
    def load(cls, artefact):
        if artefact.name == "crash":
            os.abort()
        if artefact.name == "hang":
            time.sleep(1000)
        if artefact.name == "bad":
            raise ValueError("expected value at line 1 column 1")
        return cls(artefact.name)


class LoadsSlowly(Echo):
    """Takes a second to load any artefact."""

    @classmethod
    def load(cls, artefact):
        time.sleep(1)
        return cls(artefact.name)


class NeedsRoom(Echo):
    """Each artefact takes 100 MiB of the worker's memory."""

    def __init__(self, name):
        super().__init__(name)
        self.room = bytearray(100 << 20)


class ExpressesLittle(Echo):
    """Knows neither special tokens in text nor how to skip them; anything else would raise."""

    @staticmethod
    def supports(format, options):
        return not getattr(options, "parse_special", False)

    def encode(self, text, options):
        assert not options.parse_special
        return super().encode(text, options)


class TellsItsPlace(Echo):
    """Probes answer with where it runs and what it sees."""

    def probe(self, stage, inputs):
        from tokparity import harness, reports

        seen = {
            "cwd": str(Path.cwd()),
            "pid": os.getpid(),
            "group": os.getpgid(0),
            "modules": [harness.__file__, reports.__file__],
            "environment": dict(os.environ),
            "artefact": self.name,
            "path": sys.path,
        }
        return [seen for _ in inputs]
