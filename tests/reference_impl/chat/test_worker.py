import json

from tokparity.reference_impl.chat import worker

ASKED = {
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
    assert worker.answered(ASKED) == {"text": "hi", "generation": ()}
    assert worker.answered(ASKED | {"source": "{{ raise_exception('no') }}"}) == {
        "error": ["TemplateRefused", [1, "no"]]
    }
    long = worker.answered(ASKED | {"source": "{{ 'a' * 101 }}"})
    assert long == {"error": ["TemplateLimit", ["its text has more than 100 characters"]]}
    assert allowed == [1000] * 3
    json.dumps(long)


def test_memory_that_runs_out_is_told(monkeypatch):
    monkeypatch.setattr(worker, "_allow", lambda seconds: None)
    assert worker.answered(ASKED | {"source": "{{ 'a' * 10**18 }}"}) == {"memory": True}
