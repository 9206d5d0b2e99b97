from tokparity.corpora.generators.gguf_vocabularies.document import GgufDocument
from tokparity.harness.reduction.documents.document import numbered, read_document
from tokparity.reference_impl.formats.gguf.file import read_metadata

BPE = GgufDocument()
for name, kind, value in (
    ("general.architecture", "str", b"llama"),
    ("general.file_type", "u32", 1),
    ("model", "str", b"gpt2"),
    ("pre", "str", b"gpt-2"),
    ("tokens", "str", (b"a", b"b", b"ab", b"c", b"<s>")),
    ("token_type", "i32", (1, 1, 1, 1, 3)),
    ("scores", "f32", (-0.25, -1.5, -1.5, -3.0, 0.0)),
    ("merges", "str", (b"a b", b"ab c")),
    ("bos_token_id", "u32", 4),
    ("eos_token_id", "u32", 77),
    ("add_bos_token", "bool", True),
):
    BPE.add(name, kind, value)


def keys_of(artefact):
    return {
        key.decode(): value
        for key, value in GgufDocument.of(read_metadata(artefact.path)).keys.items()
        for key, value in GgufDocument.of(read_metadata(artefact.path)).keys.items()
    }


def test_columns_merges_and_special_ids_close_up_together(file, written):
    document = read_document(file("gguf", "bpe.gguf", BPE.to_bytes()))
    keys = keys_of(written(document.keep({0, 1, 2, 4})))
    at = "tokenizer.ggml."
    assert keys[f"{at}tokens"][1] == (b"a", b"b", b"ab", b"<s>")
    assert keys[f"{at}token_type"][1] == (1, 1, 1, 3)
    assert keys[f"{at}merges"][1] == (b"a b",)
    assert keys[f"{at}bos_token_id"] == ("u32", 3)
    assert f"{at}eos_token_id" not in keys, "no entry of the file"
    assert "general.file_type" not in keys
    assert f"{at}bos_token_id" not in keys_of(written(document.keep({0, 1})))
    whole = keys_of(written(document))
    assert whole[f"{at}eos_token_id"][1] >= 5, "outside, as it was"


def test_a_hole_is_an_unused_token(file):
    document = read_document(file("gguf", "bpe.gguf", BPE.to_bytes())).keep({0, 4})
    made = file("gguf", "other.gguf", document.write({0: 0, 4: 2}).content)
    keys = keys_of(made)
    assert keys["tokenizer.ggml.tokens"][1] == (b"a", b"[PAD1]", b"<s>")
    assert keys["tokenizer.ggml.token_type"][1] == (1, 5, 3)


def test_steps_and_parts_lead_to_tokens_alone(file, written):
    document = read_document(file("gguf", "bpe.gguf", BPE.to_bytes()))
    steps = 0
    for _ in range(2):  # a control token is a part, and types that are all normal a step
        while (step := next(document.plainer(()), None)) is not None:
            document, steps = step, steps + 1
            assert steps < 20
        for part in list(document.parts()):
            document = next(one for one in document.parts() if one.name == part.name).rebuilt([])
    assert list(keys_of(written(document))) == [
        "general.architecture",
        "tokenizer.ggml.model",
        "tokenizer.ggml.tokens",
        "tokenizer.ggml.merges",
    ]


def test_other_models_keep_what_they_have(gguf_file, written):
    for number in range(4):
        artefact = gguf_file(number)
        before, after = keys_of(artefact), keys_of(written(read_document(artefact)))
        assert number != 3 or "tokenizer.ggml.precompiled_charsmap" in before
        for name in set(before) & set(after):
            assert before[name][1] == after[name][1] or name.endswith("_token_id"), name


def test_numbers_of_the_document(file):
    document = read_document(file("gguf", "bpe.gguf", BPE.to_bytes()))
    assert document.ids == frozenset(range(5))
    assert numbered([document.keep({1, 3})]) == {1: 0, 3: 1}
    assert (document.needed, document.last) == (frozenset(), frozenset())


def test_items_are_called_as_in_a_tokenizer_json(file, save, every_stage):
    """So that they go from both files of a pair at once."""
    gguf = read_document(file("gguf", "bpe.gguf", BPE.to_bytes()))
    called = {part.name: [*map(part.called, part.items)] for part in gguf.parts()}
    assert called["merges"] == [("a", "b"), ("ab", "c")]
    assert called["added tokens"] == ["<s>"]
    parts = {part.name: part for part in read_document(save(every_stage)).parts()}
    merges, added = parts["merges"], parts["added tokens"]
    assert ("h", "e") in [*map(merges.called, merges.items)]
    contents = [token["content"] for token in every_stage["added_tokens"]]
    assert [*map(added.called, added.items)] == contents
