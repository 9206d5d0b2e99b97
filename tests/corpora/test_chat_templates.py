import pytest

from tokparity.corpora.chat_templates import chat_templates, format_of, marks
from tokparity.reference_impl.chat.conversation import Conversation

HI = Conversation(({"role": "user", "content": "hi"},), add_generation_prompt=True)
HEAD = "<|start_header_id|>{}<|end_header_id|>\n\n"


def test_there_are_many():
    assert len(chat_templates()) >= 20


@pytest.mark.parametrize("name", chat_templates())
def test_each_says_what_it_follows_and_renders_a_question(name):
    template = chat_templates()[name]
    assert ": " in format_of(template)
    assert template.source.startswith("{#- Format: ")
    assert "eos_token" in template.special_tokens
    assert "hi" in template.render(HI)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("chatml", "<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n"),
        ("llama2", "<s>[INST] hi [/INST]"),
        (
            "llama3",
            f"<|begin_of_text|>{HEAD.format('user')}hi<|eot_id|>{HEAD.format('assistant')}",
        ),
        ("mistral-v1", "<s> [INST] hi [/INST]"),
        ("mistral-v3", "<s>[INST] hi[/INST]"),
        ("mistral-v3-tekken", "<s>[INST]hi[/INST]"),
        ("mistral-v7", "<s>[INST] hi[/INST]"),
        ("mistral-v7-tekken", "<s>[INST]hi[/INST]"),
        ("gemma", "<bos><start_of_turn>user\nhi<end_of_turn>\n<start_of_turn>model\n"),
        ("phi3", "<|user|>\nhi<|end|>\n<|assistant|>\n"),
        ("phi4", "<|im_start|>user<|im_sep|>hi<|im_end|><|im_start|>assistant<|im_sep|>"),
        ("deepseek-r1", "<｜begin▁of▁sentence｜><｜User｜>hi<｜Assistant｜><think>\n"),
        ("qwen3", "<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n"),
        ("zephyr", "<|user|>\nhi</s>\n<|assistant|>\n"),
        ("openchat", "<s>GPT4 Correct User: hi<|end_of_turn|>GPT4 Correct Assistant:"),
        ("orion", "<s>Human: hi\n\nAssistant: </s>"),
        ("falcon", "User: hi\n\nAssistant:"),
        ("alpaca", "<s>### Instruction:\nhi\n\n### Response:\n"),
    ],
)
def test_a_question_in_the_published_form(name, text):
    assert chat_templates()[name].render(HI) == text


def test_the_marks_of_a_template_are_what_it_writes():
    found = marks(chat_templates()["llama3"])
    assert set(found) == {
        *("<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>", "<|begin_of_text|>"),
    }
