from tokparity.reference_impl.tokenizer.fast import FastWords

NAME = "batch as one by one"


def test_what_came_before_has_no_say(lossless, held):
    one = held(NAME, lossless, ["a b", "b a", "a b a", "é"])
    assert (one.reading.kind, one.broken) == ("invariant", 0)


def test_a_cache_that_mixes_words_up_breaks_the_law(lossless, held, monkeypatch):
    honest = FastWords._computed

    def by_length(self, piece):
        for known, word in self._cache.items():
            if len(known) == len(piece):
                return word
        return honest(self, piece)

    monkeypatch.setattr(FastWords, "_computed", by_length)
    one = held(NAME, lossless, ["ab", "cd"])
    assert one.breaks_invariant
    assert one.example.fault == "is encoded otherwise in a batch"
