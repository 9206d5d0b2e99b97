"""The batch calls answer as the single calls do."""


def test_a_batch_is_answered_as_its_texts_are(answered_alike):
    assert answered_alike("sentencepiece") >= 10
