from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace

import pytest
from fake_subject import BYTES
from subject_fixtures import spec_of

from tokparity.harness.run.check import checked_subject
from tokparity.harness.subjects.smoke import (
    REFUSED,
    TEXTS,
    Check,
    NotAsked,
    _asked,
    adapter_fault,
    advice_on,
    checks_of,
    start,
)
from tokparity.oracles.subjects import client as client_module
from tokparity.oracles.subjects.messages import Capabilities
from tokparity.reference_impl.contract import Encoding, Refusal


@pytest.fixture
def smoked(slot, save, fake):
    """The checks of a fake on the tokenizer whose ids are bytes."""
    clients = []

    def checks(behaviour, document=BYTES):
        engine, client = slot.subject_called(spec_of(fake(behaviour)))
        clients.append((engine.name, client))
        cell = checked_subject(save(document, "bytes"), engine)
        return [start(client), *checks_of(slot, cell, client)]

    yield checks
    slot.let_go()
    for name, client in clients:
        slot.subjects.pop(name)
        client.close()


def faults(checks):
    return [(check.name, check.fault) for check in checks if not check.ok]


SOUND = ["start", "load", "ids", "repeat", "batch", "special tokens", "decode", "unknown id",
         "schema"]  # fmt: skip


def test_a_sound_adapter(smoked):
    checks = smoked("Echo")
    assert [check.name for check in checks] == SOUND
    assert faults(checks) == []
    assert [check.line() for check in checks][:3] == [
        "start: ok: Echo 1.2.3, loads tokenizer.json",
        "load: ok: bytes, a tokenizer.json",
        "ids: ok: 8 texts as the library's",
    ]
    assert checks[-2].line() == "unknown id: ok: answered as if known"


@pytest.mark.parametrize(
    ("behaviour", "name", "fault", "advice"),
    [
        ("DropsLast", "ids", "the last id of each text is missing", "ends one too early"),
        ("DropsFirst", "ids", "the first id of each text is missing", "a bos that is cut off"),
        ("Reverses", "ids", "the ids of each text are in reverse order", "in the order"),
        ("AddsBos", "ids", "id 256 stands before each text, where", "only where add_special"),
        ("AddsEos", "ids", "id 256 stands behind each text, where", "only where add_special"),
        ("Pads", "ids", "every text has as many ids: they are padded", "switch padding off"),
        ("BatchOffByOne", "ids", "each text has the ids of the one before it", "keep the order"),
        ("ReadsLatin1", "ids", "text that is not ASCII is read as Latin-1", "UTF-8 all the way"),
        ("StringIds", "encode", "error: reply: results[0].ids: '72' is no", "as JSON numbers"),
        (
            "LosesOffsets",
            "encode",
            "error: reply: results[0].offsets: 10 for 11",
            "or declare no off",
        ),
        ("LosesOne", "encode", "error: reply: results: 0 for 1 cases", "one result for each"),
        ("AnswersOutOfOrder", "encode", "error: reply: id: ", 'the "id" of its request'),
        ("AnswersTwice", "load", "error: reply: id: 1 is not 2", 'the "id" of its request'),
        ("PrintsToStdout", "load", "error: reply: is no JSON: 'loading", "print all else to std"),
        ("LoadsNothing", "load", "does not load it: no such model", "choose another"),
        ("ChangesAnswers", "repeat", "the same texts have other ids the second", "random seed"),
        ("ForgetsInBatches", "batch", "'Gr\\xfc\\xdfe aus K\\xf6ln' has other ids", "no text of a"),
        ("AddsNothing", "special tokens", "add_special true adds nothing", "add_special [false]"),
        ("WritesLatin1", "decode", "text that is not ASCII is written as Latin-1", "UTF-8"),
        ("SaysMore", "schema", "a reply breaks the schema: $.results[0]: Addi", "subject-protocol"),
        ("DiesAtTheStart", "start", "crash: exit code 1; last line: no such lib", "last line on"),
        ("SpeaksProtocol2", "start", "error: reply: protocol: 2 is not 1", '"protocol": 1'),
        ("UnknownCapability", "start", "error: reply: capabilities.speed: ", "see the schema"),
        ("NeverFlushes", "start", "timeout: no answer within 0.5 s", "flush stdout"),
    ],
)
def test_a_broken_adapter_is_told_what_to_do(smoked, monkeypatch, behaviour, name, fault, advice):
    monkeypatch.setattr(client_module, "START_SECONDS", 0.5)
    [broken] = [check for check in smoked(behaviour) if not check.ok][:1]
    assert broken.name == name
    assert broken.fault.startswith(fault)
    assert advice in broken.advice
    assert broken.line().startswith(f"{name}: broken: {broken.fault}. ")


@pytest.mark.parametrize(
    "behaviour", ["DropsLast", "AddsBos", "ChangesAnswers", "WritesLatin1", "SaysMore"]
)
def test_one_fault_is_one_check(smoked, behaviour):
    found = faults(smoked(behaviour))
    assert len(found) == 1, found


def test_where_the_library_adds_no_special_tokens_none_are_missed(smoked):
    found = faults(smoked("DropsLast", BYTES | {"post_processor": None}))
    assert [name for name, _ in found] == ["ids"]


def test_a_wrong_tokenizer_is_no_broken_adapter(smoked):
    checks = smoked("WrongTokenizer")
    assert faults(checks) == []
    assert "ids: ok: 1 of 8 texts have other ids than the library's" in map(Check.line, checks)
    checks = smoked("WrongDecoder")
    assert faults(checks) == []
    assert any("texts are others than the library's" in check.note for check in checks)


def test_who_always_adds_special_tokens_is_asked_so(smoked):
    checks = smoked("AlwaysAddsBos")
    assert faults(checks) == []
    assert checks[2].note == "8 texts as the library's"
    assert "it says that it always adds them" in checks[5].note


def test_special_tokens_that_are_refused_are_not_called_alike(smoked):
    checks = smoked("RefusesSpecials")
    assert faults(checks) == []
    assert checks[5].note == "not compared: refused: not today"


@dataclass(frozen=True)
class Answers:
    """A side that answers what a function says of a text and add_special."""

    answer: Callable[[str, bool], object]

    def submit(self, batch):
        found = [self.answer(text, batch.options.add_special) for text in batch.texts]
        return SimpleNamespace(result=lambda: SimpleNamespace(observations=lambda: found))


CAN = Capabilities(add_special=(False, True), parse_special=(False,), decodes=None)


def test_where_no_text_has_two_answers_nothing_is_called_alike():
    def mine(text, add):
        return Encoding((1,)) if text.isascii() else Refusal("error", "no")

    def theirs(text, add):
        return Refusal("error", "no") if len(text) < 7 and text.isascii() else Encoding((1,))

    def other(text, add):
        return Refusal("error", "no") if isinstance(theirs(text, add), Encoding) else Encoding((1,))

    checks = {check.name: check for check in _asked(CAN, Answers(theirs), Answers(other))}
    assert not checks["ids"].ok
    assert "no text has ids of both" in checks["ids"].fault
    assert all(check.ok for check in _asked(CAN, Answers(mine), Answers(mine)))


def test_where_the_library_refuses_special_tokens_nothing_is_broken():
    def native(text, add):
        return Refusal("unsupported", "no") if add else Encoding((1,))

    checks = {
        check.name: check
        for check in _asked(CAN, Answers(lambda text, add: Encoding((1,))), Answers(native))
    }
    assert checks["special tokens"].ok
    assert checks["special tokens"].note.startswith("not compared: the library adds none")


def test_who_decodes_nothing_is_not_asked_to(smoked):
    checks = smoked("DecodesNothing")
    assert faults(checks) == []
    assert "decode: ok: not asked: it says that it does not" in map(Check.line, checks)
    assert "unknown id" not in [check.name for check in checks]


def test_where_both_can_do_nothing_alike_nothing_is_said_to_be_right(slot, model, fake):
    """sentencepiece parses no special tokens, and this one says that it always does."""
    from tokparity.harness.artefacts.names import resolve

    program = fake("ParsesAlways")
    engine, client = slot.subject_called(spec_of(program))
    try:
        checks = list(checks_of(slot, checked_subject(resolve(str(model)), engine), client))
    finally:
        slot.let_go()
        slot.subjects.pop(engine.name).close()
    assert [(check.name, check.ok) for check in checks] == [("load", True), ("encode", False)]
    assert "declares nothing that the library can do too" in checks[-1].fault


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ([(5, 6), (7,), ()], None),
        ([(5, 6), (8,), ()], None),
        ([(), (), ()], "no text has ids"),
        ([(5,), (), ()], "the last id of each text is missing"),
        ([(6,), (), ()], "the first id of each text is missing"),
        ([(6, 5), (7,), ()], "the ids of each text are in reverse order"),
        ([(1, 5, 6), (1, 7), (1,)], "id 1 stands before each text"),
        ([(1, 5, 6), (2, 7), ()], None),
        ([(5, 6, 2), (7, 2), (2,)], "id 2 stands behind each text"),
        ([(5, 6), (7, 0), (0, 0)], "every text has as many ids"),
        ([(), (5, 6), (7,)], "each text has the ids of the one before it"),
    ],
)
def test_what_an_adapter_does_to_right_ids(given, fault):
    found = adapter_fault([(5, 6), (7,), ()], given)
    assert found is None if fault is None else found[0].startswith(fault)


def test_there_is_advice_on_every_refusal():
    assert advice_on("anything else") == "see docs/how-to/subject.md"
    assert advice_on("exit code 1; last line: 5 cases failed") == REFUSED[0][1]
    assert advice_on("reply: results: 7 for 8 cases").startswith("give one result for each text")


def test_what_cannot_be_asked_is_an_error_of_one_line():
    error = NotAsked("mine", Check("load", "does not load it: no", "choose another"))
    assert str(error) == "mine: load: broken: does not load it: no. Choose another."


def test_the_texts_are_few_and_differ():
    assert len(set(TEXTS)) == len(TEXTS) <= 12
    assert any(not text.isascii() for text in TEXTS)


def test_what_ends_the_process_on_an_unknown_id_is_the_tokenizer(smoked):
    checks = smoked("DiesOfBadIds")
    assert faults(checks) == []
    [note] = [check.note for check in checks if check.name == "unknown id"]
    assert note.startswith("an id that nobody has ends it, `check` reports it: signal 6")
