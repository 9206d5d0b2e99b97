"""What all documents have in common: numbers without gaps, and files that the library reads."""

from dataclasses import replace

import pytest

from tokparity.harness.reduction.documents.document import is_reducible, numbered, read_document
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, EncodeOptions

BARE = EncodeOptions(add_special=False)
ENCODED = [EncodeCase(text, BARE) for text in ("hello world", "é <|end|> x", "12 foxes", "ab")]


def test_numbers_go_on_without_gaps_and_added_tokens_are_last(save, every_stage):
    data = {**every_stage, "added_tokens": [{**every_stage["added_tokens"][0], "id": 3}]}
    model = every_stage["model"]
    vocab = {piece: at for piece, at in model["vocab"].items() if at != 3}
    artefact = save({**data, "model": {**model, "vocab": vocab}})
    document = read_document(artefact).keep({2, 3, 7})
    assert numbered([document]) == {2: 0, 7: 1, 3: 2}


def test_one_id_of_two_documents_is_one_entry(ranks, gguf_file):
    pair = [read_document(ranks()).keep({65, 300}), read_document(gguf_file(0)).keep({0, 65})]
    assert numbered(pair) == {0: 0, 65: 1, 300: 2}


def test_a_tokenizer_json_stays_what_it_is(same, save, every_stage):
    first = len(every_stage["model"]["vocab"])
    cases = [*ENCODED, EncodeCase("hello"), DecodeCase((0, 300, first))]
    assert same(save(every_stage), cases).ids == frozenset(range(first + 6))


def test_ranks_stay_what_they_are(same, ranks):
    document = read_document(ranks())
    assert numbered([document])[300] == 261, "the special token, whose id the file puts further up"
    dense = ranks()
    dense = replace(dense, facts=replace(dense.facts, specials={"<a>": 261}))
    same(dense, [EncodeCase("hello 12<a>", BARE), DecodeCase((260, 261))])


def test_a_vocab_txt_stays_what_it_is(same, file):
    artefact = file("vocab.txt", "v.txt", "[UNK]\n[CLS]\n[SEP]\nfox\nab\n##s\né\n".encode())
    same(artefact, [EncodeCase("foxs ab"), EncodeCase("É"), DecodeCase((3, 5, 4))])


def test_a_model_stays_what_it_is(same, file, model):
    artefact = file("sentencepiece", "m.model", model.read_bytes())
    plain = EncodeOptions(add_special=False, parse_special=False)
    texts = ("hello world", "ｈｏｌｄ  the low", "é")
    same(artefact, [*(EncodeCase(text, plain) for text in texts), DecodeCase((5, 6, 7))])


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_a_gguf_stays_what_it_is(same, gguf_file, number):
    texts = ("aab a", "the", "Ab 12")
    same(gguf_file(number), [EncodeCase(text) for text in texts])


def test_a_tekken_json_stays_what_it_is(same, tekken):
    plain = EncodeOptions(add_special=True, parse_special=False)
    same(tekken, [EncodeCase("abc ab", plain), DecodeCase((1, 99, 259))])


def test_a_folder_of_transformers_is_no_document():
    assert not is_reducible("tokenizer_config.json")
    assert is_reducible("gguf")
