from tokparity.harness.compare.cells import SideSpec
from tokparity.harness.compare.sides import (
    DecodeBatch,
    EncodeBatch,
    RecordedSide,
    ReferenceSide,
    batch_of,
    by_options,
    observe,
)
from tokparity.reference_impl.contract import (
    Bytes,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Refusal,
    StreamCase,
    Streamed,
    Text,
)
from tokparity.reports.records.engine import REFERENCE, Golden, Library

BARE = EncodeOptions(add_special=False)
SKIPPING = DecodeOptions(skip_special=True)
MIXED = [
    EncodeCase("hello"),
    DecodeCase((1,)),
    EncodeCase("world", BARE),
    EncodeCase("hello"),
    DecodeCase((2, 3), DecodeOptions(True)),
    EncodeCase("again"),
]


def test_cases_that_travel_together_share_op_and_options():
    groups = by_options(MIXED)
    assert [len(group) for group in groups] == [3, 1, 1, 1]
    batches = [batch_of(group) for group in groups]
    assert batches[0] == EncodeBatch(("hello", "hello", "again"), EncodeOptions())
    assert batches[3] == DecodeBatch(((2, 3),), DecodeOptions(True))
    assert [batches[0].case(index) for index in range(3)] == groups[0]


def test_answers_come_in_the_order_of_the_questions(slot, artefact):
    tokenizer = slot.tokenizer(artefact)
    expected = [
        tokenizer.encode(case.text, case.options)
        if isinstance(case, EncodeCase)
        else tokenizer.decode(case.ids, case.options)
        for case in MIXED
    ]
    library = slot.side(SideSpec(Library("huggingface_tokenizers"), artefact))
    assert observe(ReferenceSide(tokenizer), MIXED) == expected
    assert observe(library, MIXED) == expected


def test_streams_come_too_with_any_options(slot, artefact):
    cases = [StreamCase((70, 71), (72,)), DecodeCase((1,)), StreamCase((70,), (), SKIPPING)]
    tokenizer = slot.tokenizer(artefact)
    library = slot.side(SideSpec(Library("huggingface_tokenizers"), artefact))
    found = observe(library, cases)
    assert isinstance(found[0], Streamed)
    assert observe(ReferenceSide(tokenizer), cases) == found
    assert (
        observe(RecordedSide(Golden("some"), dict(zip(cases, found, strict=True))), cases) == found
    )


def test_who_decodes_whole_sequences_only_refuses_a_stream(slot, ranks):
    for engine in (Library("openai_tiktoken"), REFERENCE):
        (found,) = observe(slot.side(SideSpec(engine, ranks())), [StreamCase((1,))])
        assert isinstance(found, Refusal)
        assert found.kind == "unsupported"


def test_the_worker_is_busy_while_nobody_waits(slot, artefact):
    library = slot.side(SideSpec(Library("huggingface_tokenizers"), artefact))
    first = library.submit(EncodeBatch(("hello",), BARE))
    second = library.submit(EncodeBatch(("world",), BARE))
    assert next(second.result().observations()) != next(first.result().observations())
    assert first.result() is first.result()


def test_a_stage_that_is_not_shown_is_asked_for_once(slot, artefact, ranks):
    tiktoken = slot.side(SideSpec(Library("openai_tiktoken"), ranks()))
    assert tiktoken.probe("pre_tokenizer", ["a"]) is None
    assert tiktoken.unshown == {"pre_tokenizer"}
    assert tiktoken.probe("model", ["12"]) == [[[256, "12", 0, 2]]]
    reference = ReferenceSide(slot.tokenizer(artefact))
    assert reference.probe("model", ["a"]) is None


def test_recorded_answers():
    answers = {
        MIXED[0]: Encoding((7,), ((0, 5),)),
        MIXED[1]: Text("a"),
        MIXED[2]: Refusal("error", "said so then"),
        MIXED[4]: Bytes(b"\xff"),
    }
    side = RecordedSide(Golden("some"), answers)
    missing = Refusal("unsupported", "not recorded")
    assert observe(side, MIXED) == [
        Encoding((7,), ((0, 5),)),
        Text("a"),
        Refusal("error", "said so then"),
        Encoding((7,), ((0, 5),)),
        Bytes(b"\xff"),
        missing,
    ]
    assert side.probe("model", ["a"]) is None


def test_a_recorded_library_without_offsets_reports_none():
    side = RecordedSide(Golden("some"), {MIXED[0]: Encoding((7,))})
    assert observe(side, [MIXED[0]]) == [Encoding((7,), None)]
