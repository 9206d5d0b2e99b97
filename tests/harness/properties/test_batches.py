from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

NAME = "batch as one by one"


def test_what_came_before_has_no_say(lossless, held):
    one = held(NAME, lossless, ["a b", "b a", "a b a", "é"])
    assert (one.reading.kind, one.broken) == ("law", 0)


def test_a_cache_that_mixes_words_up_breaks_the_law(lossless, held, monkeypatch):
    honest = Tokenizer._word

    def by_length(self, piece):
        for known, word in self._words.items():
            if len(known) == len(piece):
                return word
        return honest(self, piece)

    monkeypatch.setattr(Tokenizer, "_word", by_length)
    one = held(NAME, lossless, ["ab", "cd"])
    assert one.breaks_law
    assert one.example.said == "is encoded otherwise in a batch"
