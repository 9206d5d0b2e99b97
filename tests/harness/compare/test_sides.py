import json

import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from tokparity.harness.artefacts.names import resolve
from tokparity.harness.compare.cells import SideSpec, chat_cell
from tokparity.harness.compare.sides import (
    CaseBatch,
    ChatSide,
    DecodeBatch,
    EncodeBatch,
    RecordedSide,
    ReferenceSide,
    batch_of,
    by_options,
    observe,
)
from tokparity.harness.shards.case_source import source_of
from tokparity.harness.shards.runner import shard_runner
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.encoding import Chat, encoded
from tokparity.reference_impl.chat.errors import TemplateLimit
from tokparity.reference_impl.chat.renderer import Renderer
from tokparity.reference_impl.chat.template import ChatTemplate
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import (
    Bytes,
    ChatCase,
    DecodeCase,
    DecodeOptions,
    EncodeCase,
    EncodeOptions,
    Encoding,
    Refusal,
    Rendered,
    StreamCase,
    Streamed,
    Text,
)
from tokparity.reports.records.engine import REFERENCE, Golden, Library
from tokparity.reports.views.write import write_views

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


HELLO = ChatCase(Conversation(({"role": "user", "content": "hi"},)).to_text())


def side(source, render=ChatTemplate.render):
    return ChatSide(Chat(Templates({"default": source}), render))


def answers(held, *cases):
    batch = CaseBatch(cases, cases[0].options)
    return list(held.submit(batch).result().observations())


def test_a_text_an_error_of_the_template_and_one_of_its_limits():
    assert answers(side("{{ messages[0].content }}"), HELLO) == [Rendered("hi")]
    (refused,) = answers(side("{{ raise_exception('no') }}"), HELLO)
    assert refused == Refusal("error", "the chat template refuses: line 1: no")

    def ended(*_):
        raise TemplateLimit("it takes long")

    (refused,) = answers(side("", ended), HELLO)
    assert refused.kind == "unsupported"


def test_a_text_is_not_encoded():
    asked = EncodeBatch(("a",), EncodeOptions())
    (refused,) = side("x").submit(asked).result().observations()
    assert refused.kind == "unsupported"


STRIPS = ("strips", lambda text: text.strip())
ESCAPES = ("escapes", lambda text: text.replace("<", "&lt;"))


@pytest.mark.parametrize(("name", "does", "smallest"), [(*STRIPS, " "), (*ESCAPES, "<")])
def test_a_fault_is_found_and_made_small(slot, monkeypatch, name, does, smallest):
    def faulty(template, held, now):
        return does(ChatTemplate.render(template, held, now))

    monkeypatch.setattr(slot.renderer, "render", faulty)
    plain = resolve("template:alpaca")
    runner = shard_runner(slot, chat_cell(plain, name), source_of(slot, chat_cell(plain, name), 0))
    result = runner.run(0, 256, 64)
    counts = result.counts["chat"]
    assert (counts.compared, counts.diverged > 0) == (64, True)
    (found,) = result.found
    assert found.signature.key == (
        "v1/fidelity/chat/reference~huggingface_chat_template/chat_template/text"
    )
    assert found.sighting.field == "text"
    held = Conversation.from_json(json.loads(found.sighting.case.conversation))
    assert len(held.messages) == 1
    assert held.messages[0].get("content", "") in ("", smallest)


def test_the_page_shows_the_turns_and_both_texts(run_cells, monkeypatch):
    def faulty(self, template, held, now):
        return ChatTemplate.render(template, held, now).replace("<", "&lt;")

    monkeypatch.setattr(Renderer, "render", faulty)
    outcome = run_cells([chat_cell(resolve("template:chatml"), "escapes")], epochs=2)
    [found] = outcome.findings
    write_views(outcome.directory)
    page = (outcome.directory / "report" / f"finding-{found.id}.html").read_text("utf-8")
    [sighting] = found.sightings
    [turn] = json.loads(sighting.case.conversation)["messages"]
    assert turn == {"role": "", "content": ""}
    assert "no role" in page
    assert "&amp;lt;|im_start|&gt;" in page  # as the faulty renderer writes it
    assert "&lt;|im_start|&gt;" in page
    assert "tokparity chat" in page


def test_the_reference_agrees(slot):
    runner = shard_runner(
        slot,
        chat_cell(resolve("template:mistral-v7"), "mistral"),
        source_of(slot, chat_cell(resolve("template:mistral-v7"), "mistral"), 0),
    )
    counts = runner.run(0, 512, 64).counts["chat"]
    assert (counts.compared, counts.diverged) == (128, 0)
    assert counts.agreed > 40


@pytest.fixture
def directory(tmp_path):
    """A model's folder: bytes and <s>, a template that writes <s>, a post-processor that does."""
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE({char: at for at, char in enumerate(alphabet)}, []))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.add_special_tokens(["<s>", "</s>"])
    first = [("<s>", 256)]
    tokenizer.post_processor = processors.TemplateProcessing("<s> $A", special_tokens=first)
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    source = "{{ bos_token }}{% for m in messages %}{{ m.role }}: {{ m.content }}</s>{% endfor %}"
    config = {"tokenizer_class": "PreTrainedTokenizerFast", "bos_token": "<s>"}
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(config | {"chat_template": source}))
    return tmp_path


def test_a_directory_is_asked_for_text_and_ids(slot, directory):
    runner = shard_runner(
        slot,
        chat_cell(resolve(str(directory)), "model"),
        source_of(slot, chat_cell(resolve(str(directory)), "model"), 0),
    )
    counts = runner.run(0, 256, 64).counts["chat"]
    assert (counts.compared, counts.diverged) == (64, 0)
    assert counts.agreed > 40
    case = ChatCase(Conversation(({"role": "user", "content": "a"},)).to_text())
    for one in observe(runner.left, [case]) + observe(runner.right, [case]):
        assert one.text == "<s>user: a</s>"
        assert (one.ids[0], one.ids.count(256), one.ids[-1]) == (256, 1, 257)


def test_other_ids_of_the_same_text_are_a_finding(slot, directory, monkeypatch):
    def without_last(tokenizer, text, options):
        return encoded(tokenizer, text, options)[:-1]

    monkeypatch.setattr("tokparity.reference_impl.chat.encoding.encoded", without_last)
    runner = shard_runner(
        slot,
        chat_cell(resolve(str(directory)), "model"),
        source_of(slot, chat_cell(resolve(str(directory)), "model"), 0),
    )
    (found,) = runner.run(0, 64, 16).found
    assert (found.signature.component, found.sighting.field) == ("ids", "ids")
    assert dict(found.sighting.pieces)[257] == "</s>"
