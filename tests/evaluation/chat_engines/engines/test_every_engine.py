"""One contract over all engines that only render; what each does by itself is in its own file."""

import importlib
from dataclasses import replace

import pytest

from evaluation.chat_engines.engines import CHAT_ENGINES
from tokparity.oracles.worker.client import OracleWorker
from tokparity.oracles.worker.host import Handle
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import ChatCase, EncodeOptions, Refusal, Rendered
from tokparity.reference_impl.formats import chat_template

ALONE = EncodeOptions(add_special=False)
CHATML = (
    "{%- for m in messages %}{{ '<|im_start|>' + m.role + '\\n' + m.content + '<|im_end|>\\n' }}"
    "{%- endfor %}{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{%- endif %}"
)
SAY = Conversation(({"role": "user", "content": "héllo 🙂"},), add_generation_prompt=True)
SAID = "<|im_start|>user\nhéllo 🙂<|im_end|>\n<|im_start|>assistant\n"


@pytest.fixture(scope="module", params=CHAT_ENGINES)
def worker(request):
    with OracleWorker(CHAT_ENGINES[request.param], timeout=60) as started:
        yield started


@pytest.fixture
def ask(worker, artefact):
    def asked(source, *conversations):
        tokens = {"bos_token": "<s>", "eos_token": "</s>"}
        content = chat_template.to_json(Templates({"default": source}, tokens))
        handle = worker.load(artefact("t.json", content, "chat_template"))
        assert isinstance(handle, Handle)
        cases = [ChatCase(held.to_text(), ALONE) for held in conversations]
        return worker.submit_cases(handle, cases, ALONE).result().found

    return asked


def test_it_renders(ask):
    assert ask(CHATML, SAY) == [Rendered(SAID)]


def test_its_version_is_the_distributions(worker):
    assert worker.version == worker.spec.installed_version()


def test_what_it_refuses_is_a_refusal_and_the_next_case_is_answered(ask):
    source = "{% if messages[0].content == 5 %}{{ raise_exception('no') }}{% endif %}" + CHATML
    refused, said = ask(source, Conversation(({"role": "user", "content": 5},)), SAY)
    assert isinstance(refused, Refusal)
    assert said == Rendered(SAID)


def test_every_engine_says_what_is_no_place_for(ask, worker):
    held = Conversation(SAY.messages, documents=({"text": "a"},), variables={"x": 1})
    (found,) = ask(CHATML, held)
    assert isinstance(found, Rendered) or found.kind == "unsupported"


@pytest.mark.parametrize("spec", CHAT_ENGINES.values(), ids=lambda spec: spec.adapter)
def test_what_is_declared_is_read_without_an_import(spec):
    module = importlib.import_module(spec.module)
    assert replace(module.ORACLE, path=spec.path) == spec
    assert hasattr(getattr(module, spec.adapter), "chat")


def test_the_registry():
    assert len(CHAT_ENGINES) == 4
    for spec in CHAT_ENGINES.values():
        assert spec.chats
        assert not spec.native_to
        assert "chat_template" in spec.formats
