from tokparity.corpora.generators.gguf_vocabularies.vocabulary import KINDS, vocabulary


def test_a_vocabulary_depends_on_its_number_alone():
    one, again, other = vocabulary(0, 5, 20), vocabulary(0, 5, 20), vocabulary(1, 5, 20)
    assert one == again
    assert one.document.to_bytes() == again.document.to_bytes()
    assert one.document.to_bytes() != other.document.to_bytes()


def test_every_model_has_its_turn():
    made = {
        vocabulary(0, number, 1).document.keys[b"tokenizer.ggml.model"][1]
        for number in range(len(KINDS))
    }
    assert made == {kind.encode() for kind in KINDS}
    assert len(made) == 10


def test_texts_and_ids_are_as_many_as_asked_for_and_differ():
    one = vocabulary(0, 1, 40)
    assert (len(one.texts), len(one.ids)) == (40, 10)
    assert len(set(one.texts)) > 20
    assert any("\udc80" <= char <= "\udcff" for text in one.texts for char in text)
