from tokparity.reports.triage.words import Stretch, plain_words, prose


def test_code_is_marked_and_prose_is_not():
    words = (*prose("splits "), Stretch("a b", True))
    assert plain_words(words) == "splits `a b`"
    assert plain_words(words, "<{}>".format) == "splits <a b>"


def test_prose_is_harmless():
    assert plain_words(prose("a\u202eb\x1b")) == "a\\u202eb\\x1b"
