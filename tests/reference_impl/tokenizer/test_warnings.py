from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer
from tokparity.reference_impl.tokenizer.warnings import warnings_of

MODEL = WordLevel({"a": 0, "b": 0, "c": 1}, "a")


def told(**given):
    return list(warnings_of(Tokenizer(MODEL, **given)))


def test_a_plain_tokenizer_has_none():
    assert told() == []


def test_fields_that_nothing_reads_are_named_and_many_counted():
    assert told(ignored=("a.x",)) == ["the library ignores 1 field of this file: a.x"]
    many = tuple(f"a.{number}" for number in range(8))
    assert told(ignored=many) == [
        "the library ignores 8 fields of this file: a.0, a.1, a.2, a.3, a.4 and 3 more"
    ]


def test_ids_of_several_pieces():
    assert told(shared_ids=frozenset({0})) == [
        "the id 0 is that of several pieces: the library decodes it as any of them"
    ]
    assert told(shared_ids=frozenset({3, 9})) == [
        "2 ids, 3 the first, are each that of several pieces: the library decodes it as any of them"
    ]
