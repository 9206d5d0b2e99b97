import pytest

from evaluation.chat_engines.cell import (
    DIVERGING,
    OUTCOMES,
    Limits,
    answer_to_json,
    grouped,
    key_of,
    reason,
    run_cell,
    shrink_divergence,
)
from tokparity.corpora.chat_templates import chat_templates, marks
from tokparity.corpora.generators.conversations import conversation
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.encoding import NOW
from tokparity.reference_impl.chat.errors import ChatError
from tokparity.reference_impl.contract import Refusal, Rendered

SAY = Conversation(({"role": "user", "content": "hi"},))
NO = Refusal("error", "TemplateFailed: no")


def said_of(answer):
    return Rendered(answer) if isinstance(answer, str) else answer


class Fake:
    """`TemplateSides` whose engine is the reference with a defect: a change of the text."""

    def __init__(self, name, change):
        self.template, self._change = chat_templates()[name], change
        self.asked = 0

    def ours(self, held):
        return said_of(self._text(held))

    def _text(self, held):
        try:
            return self.template.render(held, NOW)
        except ChatError as error:
            return Refusal("error", str(error))

    def theirs(self, conversations):
        self.asked += len(conversations)
        return [said_of(self._change(held, self._text(held))) for held in conversations]

    def both(self, conversations):
        theirs = self.theirs(conversations)
        return [(self.ours(held), one) for held, one in zip(conversations, theirs, strict=True)]


def cell_of(name, change, known=None, count=120, limits=None):
    fake = Fake(name, change)
    held = [conversation(0, number, marks(fake.template)) for number in range(count)]
    return run_cell("fake", name, fake, held, {} if known is None else known, limits)


@pytest.mark.parametrize(
    ("expected", "actual", "key"),
    [
        ("a", "a", ("equal", "")),
        (NO, NO, ("both refuse", "")),
        ("a", Refusal("unsupported", "x"), ("unsupported", "")),
        (NO, Refusal("unsupported", "x"), ("unsupported", "")),
        (NO, Refusal("crash", "signal 11"), ("engine breaks", "crash: signal 11")),
        ("a", Refusal("timeout", "no answer"), ("engine breaks", "timeout: no answer")),
        ("a", NO, ("engine refuses", "TemplateFailed: no")),
        (NO, "a", ("engine answers", "where transformers: TemplateFailed: no")),
        ("a", "a\n", ("text", "line ends are added")),
    ],
)
def test_the_key_of_two_answers(expected, actual, key):
    assert key_of(SAY, said_of(expected), said_of(actual)) == key


@pytest.mark.parametrize(
    ("expected", "actual", "key"),
    [
        ((5, 6), (5, 6), ("equal", "")),
        (None, None, ("equal", "")),
        ((5, 6), None, ("equal text", "")),
        (None, (5, 6), ("equal text", "")),
        ((5, 6), (1, 5, 6), ("ids", "a token is put before")),
        ((5, 6), (1, 1, 5, 6), ("ids", "tokens are put before")),
        ((1, 5), (5,), ("ids", "the first token is missing")),
        ((1, 1, 5), (5,), ("ids", "the first tokens are missing")),
        ((5, 6), (5, 7), ("ids", "a text is cut otherwise")),
        ((5,), (7, 8), ("ids", "a text is cut into more tokens")),
        ((7, 8), (5,), ("ids", "a text is cut into fewer tokens")),
    ],
)
def test_ids_of_one_text_are_compared_where_both_sides_have_them(expected, actual, key):
    assert key_of(SAY, Rendered("a", expected), Rendered("a", actual)) == key
    assert key_of(SAY, Rendered("a", expected), Rendered("b", actual))[0] == "text"


def test_ids_are_told_with_their_text():
    assert answer_to_json(Rendered("a", (1, 2))) == {"text": "a", "ids": [1, 2]}
    assert answer_to_json(Rendered("a")) == {"text": "a"}


def test_an_engine_that_does_as_the_reference_has_no_groups():
    cell = cell_of("chatml", lambda held, said: said)
    assert cell.groups == ()
    assert set(cell.counts) <= {"equal", "both refuse"}
    assert sum(cell.counts.values()) == 120


def escapes(held, said):
    return said.replace("<b>", "\\u003cb\\u003e") if isinstance(said, str) else said


def strips(held, said):
    return said.rstrip("\n") if isinstance(said, str) else said


def no_developer(held, said):
    if any(one.get("role") == "developer" for one in held.messages):
        return Refusal("error", "Unexpected role: developer at row 3, column 4:")
    return said


def no_thoughts(held, said):
    thoughts = [one.get("reasoning") for one in held.messages if one.get("reasoning")]
    for one in thoughts if isinstance(said, str) else ():
        said = said.replace(one, "")
    return said


def breaks(held, said):
    return Refusal("crash", "signal 6 (SIGABRT)") if "\\u0000" in held.to_text() else said


FAULTY = [
    pytest.param("qwen3", escapes, "text: characters are escaped [tools]", id="escapes"),
    pytest.param("chatml", strips, "text: line ends are missing", id="a-line-end"),
    pytest.param("llama3", no_developer, "engine refuses: Unexpected role: developer", id="a-role"),
    pytest.param("qwen3", no_thoughts, "text: a thought is missing", id="thoughts"),
    pytest.param("phi4", breaks, "engine breaks: crash: signal 6 (SIGABRT)", id="a-crash"),
]


@pytest.mark.parametrize(("name", "change", "group"), FAULTY)
def test_a_fault_is_grouped_apart_and_made_small(name, change, group):
    cell = cell_of(name, change, count=400)
    first = cell.groups[0]
    assert first.name.startswith(group)
    assert first.count == max(one.count for one in cell.groups)
    assert len(first.smallest.conversation.to_text()) < 330
    assert first.smallest.expected != first.smallest.actual


def test_two_defects_are_two_groups():
    cell = cell_of("qwen3", lambda held, said: no_developer(held, escapes(held, said)), count=300)
    assert {group.outcome for group in cell.groups} == {"text", "engine refuses"}


def test_one_defect_has_one_name_in_two_templates():
    names = {
        group.name
        for template in ("qwen3", "qwen2.5")
        for group in cell_of(template, escapes, count=300).groups
    }
    assert names == {"text: characters are escaped [tools]"}


def test_what_is_known_is_not_made_small_again():
    known = {}
    cell_of("qwen3", escapes, known, count=300)
    again = Fake("qwen3", escapes)
    held = [conversation(0, number, marks(again.template)) for number in range(300)]
    cell = run_cell("fake", "qwen3", again, held, known)
    assert again.asked == 300 + len(known)  # and whether what is known is so here
    assert cell.groups[0].name == "text: characters are escaped [tools]"


def test_what_looks_alike_in_another_template_and_is_not_is_made_small_anew():
    """A word is changed, and no text of one template is in the other."""
    asked = (
        Conversation(({"role": "user", "content": "left x"},)),
        Conversation(({"role": "user", "content": "right x"},)),
    )
    words, known = ("left", "right"), {}

    def odd(word):
        return lambda held, said: said.replace(word, "") if isinstance(said, str) else said

    for word, held in zip(words, asked, strict=True):
        (group,) = run_cell("fake", word, Fake("chatml", odd(word)), [held], known).groups
        assert group.name == "text: content is missing"
        assert word in group.smallest.conversation.to_text()
        assert group.smallest.expected != group.smallest.actual


def test_every_divergence_is_in_one_group():
    cell = cell_of("qwen3", lambda held, said: no_thoughts(held, escapes(held, said)), count=300)
    diverging = sum(cell.counts[name] for name in DIVERGING)
    assert sum(group.count for group in cell.groups) == diverging > 0


def test_what_was_not_made_small_is_counted_apart():
    def odd(held, said):
        """Diverges in each conversation for a cause of its own."""
        return f"{said}{len(held.to_text())}" if isinstance(said, str) else said

    cell = cell_of("chatml", odd, limits=Limits(each=0))
    assert {group.name.split("[")[1] for group in cell.groups} == {"(not made small)]"}


def test_what_takes_too_long_is_not_made_small():
    fake = Fake("chatml", lambda held, said: Refusal("timeout", "no answer within 10 s"))
    held = conversation(0, 3)
    cell = run_cell("fake", "chatml", fake, [held], {})
    assert cell.groups[0].smallest.conversation == held
    assert fake.asked == 1


def test_shrinking_does_not_wander_to_another_cause():
    """A tool without its function fails too, but is another fault."""

    def picky(held, said):
        bad = any("function" not in tool or "é" in str(tool) for tool in held.tools or ())
        return Refusal("error", "bad tool") if bad else said

    fake = Fake("chatml", picky)
    tools = ({"function": {"name": "é"}},)
    held = Conversation(({"role": "user", "content": "a"},), tools)
    (group,) = run_cell("fake", "chatml", fake, [held], {}).groups
    assert "function" in group.smallest.conversation.tools[0]


def test_the_json_of_a_cell_has_every_count():
    told = cell_of("llama3", no_developer).to_json()
    assert list(told["counts"]) == list(OUTCOMES)
    assert told["groups"][0]["actual"]["kind"] == "error"
    assert Conversation.from_json(told["groups"][0]["conversation"]).messages


def test_grouped_and_made_small_need_no_more_than_the_asker():
    fake = Fake("chatml", strips)
    cell = run_cell("fake", "chatml", fake, [SAY], {})
    (group,) = grouped([cell.groups[0].smallest], fake, {}, Limits())
    assert group.count == 1
    assert shrink_divergence(group.smallest, fake, 30).key == ("text", "line ends are missing")


ONE = "TemplateError: unknown filter: filter foo is unknown (in <string>:1)"
OTHER = "TemplateError: unknown filter: filter foo is unknown (in <string>:27)"


def test_the_same_fault_in_two_templates_has_the_same_reason():
    assert reason(Refusal("error", ONE)) == reason(Refusal("error", OTHER))


@pytest.mark.parametrize(
    ("detail", "said"),
    [
        ("RuntimeError: Value is not callable: null at row 5, column 44:", "null"),
        ("the chat template fails: line 7: UndefinedError: x", "fails: UndefinedError: x"),
        ("ServerRefused: 500: Expected 'content' or x (ref: https://a)", "'content' or x"),
        ('ServerRefused: 500: Missing \'role\' in message: {"content":"x"}', "message: …"),
        ("E: raised 'Only user and assistant roles!'", "raised …"),
    ],
)
def test_no_place_and_no_value_is_left(detail, said):
    assert reason(Refusal("error", detail)).endswith(said)


def test_a_kind_is_a_reason():
    assert reason(Refusal("unsupported", "x")) == "unsupported"


def test_it_is_short():
    assert len(reason(Refusal("error", "x" * 1000))) == 120
