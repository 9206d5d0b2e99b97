import pytest
from jinja2 import TemplateSyntaxError

from tokparity.reference_impl.chat.environment import compiled


@pytest.mark.parametrize(
    ("source", "text"),
    [
        pytest.param("{% if 1 %}\na\n{% endif %}\nb", "a\nb", id="the-line-end-goes"),
        pytest.param("a\n  {% if 1 %}b{% endif %}", "a\nb", id="the-indent-goes"),
        pytest.param("a  {{ 1 }}\n", "a  1", id="an-expression-keeps-its-spaces"),
        pytest.param(
            "{% for i in range(9) %}{% if i == 2 %}{% break %}{% endif %}{{ i }}{% endfor %}",
            "01",
            id="break",
        ),
        pytest.param('{{ {"<é>": "\'&"}|tojson }}', '{"<é>": "\'&"}', id="tojson-as-it-is"),
        pytest.param("{{ 'é'|tojson(ensure_ascii=true) }}", '"\\u00e9"', id="tojson-ascii"),
        pytest.param("{{ [1, 2]|tojson(separators=(',', ':')) }}", "[1,2]", id="separators"),
        pytest.param(
            "{{ {'b': 1, 'a': 2}|tojson(sort_keys=true) }}", '{"a": 2, "b": 1}', id="sort"
        ),
        pytest.param("{{ [1]|tojson(indent=2) }}", "[\n  1\n]", id="indent"),
        pytest.param(
            "{% set x = 1 %}{% generation %}a{% set x = 2 %}{{ x }}{% endgeneration %}{{ x }}",
            "a21",
            id="generation",
        ),
        pytest.param("{{ dict(a=1) }}{{ dict.fromkeys('b') }}", "{'a': 1}{'b': None}", id="dict"),
        pytest.param(
            "{% set n = namespace(self=1) %}{% set n.self = 3 %}{{ n.self }}", "3", id="namespace"
        ),
    ],
)
def test_what_a_template_means(source, text):
    assert compiled(source).render() == text


def test_what_does_not_parse():
    with pytest.raises(TemplateSyntaxError):
        compiled("{% generation %}")
