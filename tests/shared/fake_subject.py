"""A subject named by its behaviour: `run_fake_subject.py DropsLast`, with the standard library.

All tokenize alike: an id is a byte of UTF-8, as in `BYTES`, the tokenizer.json of these ids. Some
misbehave always, some on a text that holds their own name in small letters.
Tests start hundreds: what few of them need is imported where it is needed.
"""

import json
import os
import sys
import time


def letters():
    """The byte-level alphabet of GPT-2: a character for each byte."""
    itself = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    others = iter(range(256, 512))
    return [chr(byte if byte in itself else next(others)) for byte in range(256)]


BYTE_LEVEL = {
    "type": "ByteLevel",
    "add_prefix_space": False,
    "trim_offsets": False,
    "use_regex": False,
}
BOS = {"id": 256, "content": "<s>", "single_word": False, "lstrip": False, "rstrip": False,
       "normalized": False, "special": True}  # fmt: skip
BYTES = {
    "version": "1.0",
    "truncation": None,
    "padding": None,
    "added_tokens": [BOS],
    "normalizer": None,
    "pre_tokenizer": BYTE_LEVEL,
    "post_processor": {
        "type": "TemplateProcessing",
        "single": [
            {"SpecialToken": {"id": "<s>", "type_id": 0}},
            {"Sequence": {"id": "A", "type_id": 0}},
        ],
        "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"Sequence": {"id": "B", "type_id": 0}}],
        "special_tokens": {"<s>": {"id": "<s>", "ids": [256], "tokens": ["<s>"]}},
    },
    "decoder": BYTE_LEVEL,
    "model": {"type": "BPE", "vocab": {it: at for at, it in enumerate(letters())}, "merges": []},
}


class Echo:
    """Nothing goes wrong."""

    protocol = 1
    capabilities = {
        "formats": ["tokenizer.json"],
        "add_special": [False, True],
        "parse_special": [False],
        "skip_special": [False, True],
        "decodes": "text",
    }

    def start(self, request):
        name = type(self).__name__
        known = {"name": name, "version": "1.2.3", "capabilities": self.capabilities}
        return {"protocol": self.protocol, **known}

    def load(self, request):
        return {"ok": True}

    def encode(self, request):
        bos = [256] if request["add_special"] else []
        return {"results": [{"ids": bos + self.ids(text)} for text in request["texts"]]}

    def ids(self, text):
        if type(self).__name__.lower() in text:
            self.misbehave()
        return list(text.encode())

    def decode(self, request):
        self.skip = request["skip_special"]
        return {"results": [self.decoded(ids) for ids in request["ids"]]}

    def decoded(self, ids):
        """An id that nobody has is nothing, as to `tokenizers`."""
        bos = b"" if self.skip else b"<s>"
        raw = b"".join(bytes([id]) if id < 256 else bos for id in ids if id <= 256)
        return {"text": raw.decode("utf-8", "replace")}

    def stop(self, request):
        return {"ok": True}

    def write(self, reply):
        print(json.dumps(reply), flush=True)

    def misbehave(self):
        pass


class LeaksHalves(Echo):
    """Half a character at the end of a decoding stands before the next."""

    left = b""

    def decoded(self, ids):
        raw, self.left = self.left + bytes(id for id in ids if id < 256), b""
        for at in (1, 2, 3):
            if len(raw) >= at and raw[-at] >= 0xC0:
                raw, self.left = raw[:-at], raw[-at:]
        return {"text": raw.decode("utf-8", "replace")}


class Draws(Echo):
    """What holds its name is drawn by lot, when it is started."""

    drawn = list(os.urandom(8))

    def ids(self, text):
        return self.drawn if "draws" in text else super().ids(text)


class DropsLast(Echo):
    def ids(self, text):
        return super().ids(text)[:-1]


class DropsFirst(Echo):
    def ids(self, text):
        return super().ids(text)[1:]


class Reverses(Echo):
    def ids(self, text):
        return super().ids(text)[::-1]


class AddsBos(Echo):
    def ids(self, text):
        return [256, *super().ids(text)]


class AddsEos(Echo):
    def ids(self, text):
        return [*super().ids(text), 256]


class AddsNothing(Echo):
    """Takes no notice of add_special."""

    def encode(self, request):
        return super().encode({**request, "add_special": False})


class AlwaysAddsBos(AddsBos):
    """And says so: nothing is wrong with that."""

    capabilities = {**Echo.capabilities, "add_special": [True]}

    def encode(self, request):
        return super().encode({**request, "add_special": False})


class Pads(Echo):
    def encode(self, request):
        reply = super().encode(request)
        longest = max(len(result["ids"]) for result in reply["results"])
        for result in reply["results"]:
            result["ids"] += [0] * (longest - len(result["ids"]))
        return reply


class StringIds(Echo):
    def ids(self, text):
        return list(map(str, super().ids(text)))


class BatchOffByOne(Echo):
    def encode(self, request):
        results = super().encode(request)["results"]
        return {"results": [results[-1], *results[:-1]]}


class LosesOne(Echo):
    def encode(self, request):
        return {"results": super().encode(request)["results"][:-1]}


class LosesOffsets(Echo):
    capabilities = {**Echo.capabilities, "offsets": "bytes"}

    def encode(self, request):
        results = super().encode(request)["results"]
        spans = [[[at, at + 1] for at in range(len(result["ids"]) - 1)] for result in results]
        return {"results": [it | {"offsets": its} for it, its in zip(results, spans, strict=True)]}


class ReadsLatin1(Echo):
    def ids(self, text):
        return super().ids(text.encode().decode("latin-1"))


class WritesLatin1(Echo):
    def decoded(self, ids):
        return {"text": bytes(id for id in ids if id < 256).decode("latin-1")}


class ChangesAnswers(Echo):
    asked = 0

    def ids(self, text):
        self.asked += 1
        return [self.asked % 7, *super().ids(text)[1:]]


class KeepsTheFirstFile(Echo):
    """Its answers are those of the first file that it was given."""

    name = None

    def load(self, request):
        self.name = self.name or request["name"]
        return {"error": "it is bad"} if request["name"] == "bad" else {"ok": True}

    def ids(self, text):
        return list(self.name.encode())


class ForgetsInBatches(Echo):
    """Its second text and those behind it lose what is no ASCII."""

    def encode(self, request):
        first, *others = request["texts"]
        cut = [text.encode("ascii", "ignore").decode() for text in others]
        return super().encode({**request, "texts": [first, *cut]})


class WrongTokenizer(Echo):
    """A well-behaved one: "é" is "e" to it."""

    def ids(self, text):
        return super().ids(text.replace("\u00fc", "u"))


class WrongDecoder(Echo):
    def decoded(self, ids):
        answer = super().decoded(ids)
        return {"text": answer["text"].replace(" ", "_")} if "text" in answer else answer


class DecodesNothing(Echo):
    capabilities = {**Echo.capabilities, "decodes": None}


class DiesOfBadIds(Echo):
    def decoded(self, ids):
        if max(ids, default=0) > 256:
            os.abort()
        return super().decoded(ids)


class Raises(Echo):
    def encode(self, request):
        results = []
        for text in request["texts"]:
            wrong = {"error": "ValueError: no such thing"}
            results.append(wrong if "raises" in text else {"ids": self.ids(text)})
        return {"results": results}


class RefusesSpecials(Echo):
    def encode(self, request):
        if request["add_special"]:
            return {"results": [{"error": "not today"} for _ in request["texts"]]}
        return super().encode(request)


class RefusesTheBatch(Echo):
    def misbehave(self):
        raise ValueError("one of these is bad")


class PrintsToStdout(Echo):
    def load(self, request):
        print("loading the tokenizer")
        return super().load(request)


class NeverFlushes(Echo):
    def __init__(self):
        self.out = open(1, "w", buffering=1 << 16)  # noqa: SIM115 -- as long as the process

    def write(self, reply):
        print(json.dumps(reply), file=self.out)


class Hangs(Echo):
    def misbehave(self):
        time.sleep(1000)


class Drips(Echo):
    """A byte now and then, and never a line."""

    def misbehave(self):
        for _ in range(1000):
            os.write(1, b" ")
            time.sleep(0.05)


class SlowOnce(Echo):
    """The file that the command line names is there from then on."""

    def misbehave(self):
        from pathlib import Path

        if not Path(sys.argv[2]).exists():
            Path(sys.argv[2]).touch()
            time.sleep(1000)


class Spins(Echo):
    def misbehave(self):
        while True:
            pass


class Dies(Echo):
    def misbehave(self):
        print("going", file=sys.stderr, flush=True)
        os._exit(3)


class DiesOnce(Echo):
    """The file that the command line names is there from then on."""

    def misbehave(self):
        from pathlib import Path

        if not Path(sys.argv[2]).exists():
            Path(sys.argv[2]).touch()
            os._exit(3)


class Aborts(Echo):
    def misbehave(self):
        os.abort()


class DiesAtTheStart(Echo):
    def start(self, request):
        print("no such library", file=sys.stderr, flush=True)
        os._exit(1)


class PrintsGarbage(Echo):
    def misbehave(self):
        os.write(1, b"\x00\xff garbage\n")


class PrintsAList(Echo):
    def misbehave(self):
        print("[1, 2]")


class AnswersOutOfOrder(Echo):
    def write(self, reply):
        super().write({**reply, "id": reply["id"] - ("results" in reply)})


class MixesOrder(Echo):
    """As it, on one text."""

    bad = False

    def misbehave(self):
        self.bad = True

    def write(self, reply):
        super().write({**reply, "id": reply["id"] - self.bad})
        self.bad = False


class AnswersTwice(Echo):
    def write(self, reply):
        super().write(reply)
        super().write(reply)


class FloodsStderr(Echo):
    def misbehave(self):
        for at in range(100_000):
            print(f"line {at} of very many, which nobody asked for", file=sys.stderr)


class WritesAHugeLine(Echo):
    def misbehave(self):
        for _ in range(64):
            os.write(1, b" " * (1 << 20))


class TakesMemory(Echo):
    def misbehave(self):
        self.taken = os.urandom(1 << 20) * 90
        time.sleep(1000)


class ForksAChildThatSpins(Echo):
    """And answers as if there were none. The command line names the file for the child's pid."""

    def misbehave(self):
        import subprocess
        from pathlib import Path

        child = subprocess.Popen([sys.executable, "-S", "-c", "while True: pass"])
        Path(sys.argv[2]).write_text(str(child.pid))


class ForksASession(Echo):
    """As it, but the child has a session of its own, and no group of ours."""

    def misbehave(self):
        import subprocess
        from pathlib import Path

        command = [sys.executable, "-S", "-c", "import time; time.sleep(1000)"]
        child = subprocess.Popen(command, start_new_session=True)
        Path(sys.argv[2]).write_text(str(child.pid))


class LeavesASession(Dies):
    def misbehave(self):
        ForksASession.misbehave(self)
        time.sleep(3)  # longer than it takes until somebody looks
        super().misbehave()


class LeavesAChild(Dies):
    def misbehave(self):
        ForksAChildThatSpins.misbehave(self)
        super().misbehave()


class ClosesStdout(Echo):
    def misbehave(self):
        os.close(1)
        time.sleep(1000)


class SpeaksProtocol2(Echo):
    protocol = 2


class UnknownCapability(Echo):
    capabilities = {**Echo.capabilities, "speed": "high"}


class SaysMore(Echo):
    """A reply with a word that the protocol has not."""

    def encode(self, request):
        results = super().encode(request)["results"]
        return {"results": [{**result, "tokens": []} for result in results]}


class LoadsNothing(Echo):
    def load(self, request):
        return {"error": "no such model"}


class ParsesAlways(Echo):
    capabilities = {"formats": ["sentencepiece"], "parse_special": [True]}


class BuiltIn(Echo):
    """Has a vocabulary of the catalogue, and loads no file."""

    capabilities = {"vocabularies": ["gpt2"], "parse_special": [False]}

    def load(self, request):
        return {"ok": True} if request.get("vocabulary") == "gpt2" else {"error": "no file"}


class TakesBytes(Echo):
    """Decodes to bytes, streams, shows its model, and says where in UTF-8 its tokens stand."""

    capabilities = {**Echo.capabilities, "bytes": True, "decodes": "bytes", "streams": True,
                    "stages": ["model"], "offsets": "bytes"}  # fmt: skip

    def encode(self, request):
        import base64

        raw = [
            text.encode() if isinstance(text, str) else base64.b64decode(text["base64"])
            for text in request["texts"]
        ]
        return {"results": [
            {"ids": list(it), "offsets": [[0, len(it)] for _ in it]} for it in raw
        ]}  # fmt: skip

    def decoded(self, ids):
        import base64

        return {"base64": base64.b64encode(bytes(id for id in ids if id < 256)).decode()}

    def stream(self, request):
        rows = [reply["ids"] for reply in request["replies"]]
        return {"results": [{"parts": [chr(id) if id else None for id in ids]} for ids in rows]}

    def stage(self, request):
        return {"results": [[request["stage"], given] for given in request["inputs"]]}


def main():
    subject = globals()[sys.argv[1]]()
    for line in sys.stdin:
        request = json.loads(line)
        try:
            reply = getattr(subject, request["op"])(request)
        except ValueError as error:
            reply = {"error": str(error)}
        subject.write({"id": request["id"], **reply})
        if request["op"] == "stop":
            break


if __name__ == "__main__":
    main()
