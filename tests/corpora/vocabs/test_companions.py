import pytest

from tokparity.corpora.vocabs.companions import companions, name_beside


@pytest.mark.parametrize(
    ("path", "vocabulary", "name"),
    [
        ("config.json", "v.gguf", "config.json"),
        ("a/config.json", "a/v.json", "config.json"),
        ("a.zip!config.json", "a.zip!v.json", "config.json"),
        ("a.zip!b/config.json", "a.zip!b/v.json", "config.json"),
        ("a/additional_chat_templates/x.jinja", "a/v", "additional_chat_templates/x.jinja"),
        ("config.json", "a/v.json", None),
        ("a/b/config.json", "a/v.json", None),
        ("a.zip!config.json", "v.json", None),
        ("a/config.json", "a/config.json", None),  # the vocabulary itself
        ("a/additional_chat_templates/b/x.jinja", "a/v", None),
        ("a/additional_chat_templates/x.txt", "a/v", None),
        ("a/model.safetensors", "a/v", None),
    ],
)
def test_what_stands_beside(path, vocabulary, name):
    assert name_beside(path, vocabulary) == name


def test_each_once_and_sorted():
    paths = ["a/generation_config.json", "a/config.json", "b/config.json", "a/config.json"]
    assert companions(paths, "a/v") == ("a/config.json", "a/generation_config.json")
