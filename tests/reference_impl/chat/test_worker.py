import json

from tokparity.reference_impl.chat import worker

REQUEST = {
    "source": "{{ messages[0].content }}",
    "special_tokens": {},
    "conversation": {"messages": [{"content": "hi"}]},
    "now": None,
    "seconds": 1000,
    "characters": 100,
}


def test_an_answer_is_a_text_or_an_error_that_can_be_made_again(monkeypatch):
    allowed = []
    monkeypatch.setattr(worker, "_allow", allowed.append)
    assert worker.respond(REQUEST) == {"text": "hi", "generation": ()}
    assert worker.respond(REQUEST | {"source": "{{ raise_exception('no') }}"}) == {
        "error": ["TemplateRefused", [1, "no"]]
    }
    long = worker.respond(REQUEST | {"source": "{{ 'a' * 101 }}"})
    assert long == {"error": ["TemplateLimit", ["its text has more than 100 characters"]]}
    assert allowed == [1000] * 3
    json.dumps(long)


def test_memory_that_runs_out_is_told(monkeypatch):
    monkeypatch.setattr(worker, "_allow", lambda seconds: None)
    assert worker.respond(REQUEST | {"source": "{{ 'a' * 10**18 }}"}) == {"memory": True}
