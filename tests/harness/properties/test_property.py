from tokparity.harness.properties.property import Subject, each


def test_what_is_refused_is_not_looked_at(lossless):
    subject = Subject(lossless, ("a", "\ud800", "b"))
    assert [text for text, _ in subject.encoded] == ["a", "b"]
    looked, found = each(lambda subject, text, encoding: "no" if text == "b" else None)(subject)
    assert (looked, [(one.text, one.fault) for one in found]) == (2, [("b", "no")])


def test_windows_are_not_about_the_text(read, lossless_document):
    fixed = {"strategy": {"Fixed": 9}, "direction": "Right", "pad_to_multiple_of": None}
    pad = {"pad_id": 0, "pad_type_id": 0, "pad_token": "!"}
    tokenizer = read(lossless_document | {"padding": fixed | pad})
    subject = Subject(tokenizer, ("a",))
    assert len(subject.encoded[0][1].ids) == 1
    assert Subject(subject.alone, ()).alone is subject.alone
