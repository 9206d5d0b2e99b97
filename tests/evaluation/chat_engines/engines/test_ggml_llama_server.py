import json
import socket
import subprocess
import sys

import pytest

from evaluation.chat_engines.engines.ggml_llama_server import (
    GgmlLlamaServer,
    ServerRefused,
    request,
)
from evaluation.chat_engines.engines.served_model import BOS, EOS, write_served_model
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import Artefact, ChatCase

SOURCE = (
    "{{ bos_token }}{% for m in messages %}[{{ m.role }}]{{ m.content }}{{ eos_token }}{% endfor %}"
    "{% if add_generation_prompt %}[assistant]{% endif %}{{ x }}"
    "{{ documents[0].text if documents }}"
)
TOKENS = {"bos_token": "<B>", "eos_token": "<E>"}
FIRST_BYTE = 3
USER = {"role": "user", "content": "a"}
ANSWER = {"role": "assistant", "content": "b"}


@pytest.fixture(scope="module")
def server():
    return GgmlLlamaServer(Templates({"default": SOURCE}, TOKENS))


def said(server, *messages, **more):
    return server.chat(ChatCase(Conversation(messages, **more).to_text())).text


def test_a_real_server_answers(server):
    assert said(server, USER) == "<B>[user]a<E>"
    assert said(server, USER, add_generation_prompt=True) == "<B>[user]a<E>[assistant]"
    (served,) = server._servers.values()
    host, port = served._address.split(":")
    assert host == "127.0.0.1"
    with socket.create_connection((host, int(port)), 5):
        pass


def test_a_last_turn_is_closed_unless_it_is_gone_on_with(server):
    assert said(server, USER, ANSWER) == "<B>[user]a<E>[assistant]b<E>"
    assert said(server, USER, ANSWER, continued="content") == "<B>[user]a<E>[assistant]b"


def test_documents_and_variables_reach_the_template(server):
    held = {"documents": ({"text": "d"},), "variables": {"x": 1}}
    assert said(server, USER, **held) == "<B>[user]a<E>1d"


def test_an_error_is_one_line_and_the_next_request_is_answered(server):
    with pytest.raises(ServerRefused, match=r"^400: .*content") as raised:
        said(server, {"role": "user"})
    assert "\n" not in str(raised.value)
    assert said(server, USER) == "<B>[user]a<E>"


def test_the_body_of_a_request():
    held = Conversation((USER,), ({"name": "f"},), ({"text": "d"},), False, "content", {"x": 1})
    assert request(held) == {
        "messages": [USER],
        "tools": [{"name": "f"}],
        "add_generation_prompt": False,
        "continue_final_message": "content",
        "chat_template_kwargs": {"x": 1, "documents": [{"text": "d"}]},
    }
    plain = request(Conversation((USER,)))
    assert (
        json.dumps(plain)
        == '{"messages": [{"role": "user", "content": "a"}], "add_generation_prompt": false}'
    )


def test_without_a_vocabulary_there_are_no_ids(server):
    held = Conversation((USER,))
    assert server.chat(ChatCase(held.to_text())).ids is None


@pytest.mark.parametrize("adds_bos", [True, False])
def test_the_vocabulary_of_a_gguf_encodes_what_was_rendered(tmp_path, adds_bos):
    """A bos that llama.cpp puts before a text by itself is cut off the text: there is one."""
    path = tmp_path / "own.gguf"
    write_served_model(path, SOURCE, TOKENS, adds_bos)
    own = GgmlLlamaServer.load(Artefact("own", "gguf", path, ""))
    found = own.chat(ChatCase(Conversation((USER,)).to_text()))
    assert found.text == ("" if adds_bos else "<B>") + "[user]a<E>"
    of_bytes = [FIRST_BYTE + byte for byte in "▁[user]a".encode()]  # a space before words
    assert found.ids == (BOS, *of_bytes, EOS)


ROUNDS = """
import sys
from pathlib import Path
from evaluation.chat_engines.engines.ggml_llama_server import GgmlLlamaServer
from tokparity.reference_impl.contract import Artefact

for _ in range(150):
    GgmlLlamaServer.load(Artefact("own", "gguf", Path(sys.argv[1]), ""))
"""


def test_a_server_that_did_nothing_ends(tmp_path):
    """Its end waited for ever where its loop had not begun: within 61 rounds in each of three."""
    write_served_model(tmp_path / "own.gguf", SOURCE, TOKENS, True)
    command = [sys.executable, "-c", ROUNDS, str(tmp_path / "own.gguf")]
    subprocess.run(command, check=True, timeout=120)
