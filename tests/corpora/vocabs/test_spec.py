import pytest

from tokparity.corpora.vocabs.spec import BadSpec, HubSpec, PackageSpec, is_spec, parse_spec


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("hub:a/b", HubSpec("a/b")),
        ("hub:a/b@v1.0", HubSpec("a/b", "v1.0")),
        ("hub:a/b@refs/pr/1", HubSpec("a/b", "refs/pr/1")),
        ("hub:a/b:x/y.gguf", HubSpec("a/b", "main", "x/y.gguf")),
        ("hub:A.b-c_d/E@main:f g.json", HubSpec("A.b-c_d/E", "main", "f g.json")),
        ("pip:A-b_c==1.0rc1:x/y.json", PackageSpec("pip", "A-b_c==1.0rc1", "x/y.json")),
        ("npm:a@1.0.0-rc.1:package/y", PackageSpec("npm", "a@1.0.0-rc.1", "package/y")),
        ("npm:@s/a@1.0.0:y", PackageSpec("npm", "@s/a@1.0.0", "y")),
    ],
)
def test_a_spec_is_read_and_written_back(text, spec):
    assert is_spec(text)
    assert parse_spec(text) == spec
    assert parse_spec(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "form"),
    [
        *((text, "hub:owner/name[@revision][:path]") for text in (
            "hub:", "hub:gpt2", "hub:a/b/c", "hub:a/b@", "hub:a/b:", "hub:../b", "hub:a/..",
            "hub:a/b:../c", "hub:a/b:/etc/passwd", "hub:a/b:c\\d", "hub:a/b@-x", "hub:-a/b",
            "hub:a/b@x:y:z", "hub:https://host/a/b",
        )),
        *((text, "pip:package==version:path") for text in (
            "pip:a", "pip:a==1.0", "pip:a:b", "pip:--index-url=x==1:y", "pip:a==1:../b",
            "pip:a>=1:b", "pip:a==1 b:c",
        )),
        *((text, "npm:package@version:path") for text in (
            "npm:a", "npm:a@latest:b", "npm:a@1.0.0:", "npm:git+ssh:b", "npm:a@1.0.0:/b",
            "npm:a@1:b", "npm:a@1.0:b", "npm:a@1.x:b", "npm:a@1.0.x:b",
        )),
    ],
)  # fmt: skip
def test_what_is_none_says_the_form(text, form):
    with pytest.raises(BadSpec) as caught:
        parse_spec(text)
    assert str(caught.value) == f"{text}: is not of the form {form}"


def test_a_name_or_a_path_is_no_spec():
    assert not any(map(is_spec, ("qwen3", "./hub:a/b", "dir:hub:a", "a/b", "")))


def test_keys_of_the_lock():
    assert HubSpec("a/b").key == "a/b@main"
    assert PackageSpec("npm", "@s/a@1.0.0", "y").key == "npm:@s/a@1.0.0"
