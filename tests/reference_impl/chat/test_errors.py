import pickle

import pytest

from tokparity.reference_impl.chat import errors


def test_a_message_is_one_short_line():
    assert errors.one_line("a\r\nb\u2028c é 中") == "a\\r\\nb\\u2028c é 中"
    assert len(errors.one_line("x" * 1000)) == 301


@pytest.mark.parametrize("kind", ["BadTemplate", "TemplateRefused", "TemplateFailed"])
def test_the_arguments_make_the_error_again(kind):
    error = getattr(errors, kind)(3, "why\nnot")
    again = type(error)(*error.args)
    assert str(again) == str(error)
    assert (again.line, again.reason) == (3, "why\nnot")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
