"""A conversation as text and ids."""

from dataclasses import replace

from tokparity.reference_impl.added_tokens.passes import AddedToken
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.encoding import NOW, Chat
from tokparity.reference_impl.chat.template import ChatTemplate
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import ChatCase, EncodeOptions, Rendered
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.pre_tokenizers.whitespace_split import WhitespaceSplit
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.tokenizer.truncation import Truncation

HELLO = ChatCase(Conversation(({"role": "user", "content": "hi hi"},)).to_text())
PLAIN = "<s>{% for m in messages %} {{ m.content }}{% endfor %}"


def tokenizer():
    return Tokenizer(
        WordLevel({"<unk>": 0, "hi": 1}, "<unk>"),
        added_tokens=(AddedToken(2, "<s>", special=True),),
        pre_tokenizer=WhitespaceSplit(),
    )


def test_the_text_alone_without_a_vocabulary():
    assert Chat(Templates({"default": PLAIN}), ChatTemplate.render).rendered(HELLO) == Rendered(
        "<s> hi hi"
    )


def test_special_tokens_that_the_template_wrote_are_special():
    chat = Chat(Templates({"default": PLAIN}), ChatTemplate.render, tokenizer())
    assert chat.rendered(HELLO) == Rendered("<s> hi hi", (2, 1, 1))
    as_text = ChatCase(HELLO.conversation, EncodeOptions(add_special=False, parse_special=False))
    assert chat.rendered(as_text) == Rendered("<s> hi hi", (0, 1, 1))


def test_nothing_is_cut_off_or_padded():
    whole = tokenizer()
    cut = replace(whole, truncation=Truncation(max_length=1))
    chat = Chat(Templates({"default": PLAIN}), ChatTemplate.render, cut)
    assert len(chat.rendered(HELLO).ids) == 3


def test_tools_have_a_template_of_their_own_and_the_time_is_told():
    held = Conversation(({"role": "user", "content": "x"},), tools=({"name": "f"},))
    sources = {"default": "none", "tool_use": "{{ tools|length }} {{ strftime_now('%Y') }}"}
    chat = Chat(Templates(sources), ChatTemplate.render)
    assert chat.rendered(ChatCase(held.to_text())).text == f"1 {NOW.year}"
    assert chat.rendered(HELLO).text == "none"
