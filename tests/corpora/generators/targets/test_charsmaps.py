"""Rules of a charsmap as targets."""

from dataclasses import replace

from tokparity.corpora.generators.targets import charsmaps
from tokparity.reference_impl.models.hf.wordlevel import WordLevel
from tokparity.reference_impl.normalizers.charsmap import Charsmap
from tokparity.reference_impl.normalizers.precompiled import Precompiled
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.normalizers.xcda import Xcda
from tokparity.reference_impl.tokenizer.tokenizer import Tokenizer

RULES = {"ab": "x", "a": "y", "é": "e", "\u3000": " "}


def trie(rules: dict[str, str]) -> tuple[tuple[int, ...], bytes]:
    """A double-array trie made by trying offsets: each node's children at its offset ^ label."""
    units: dict[int, int] = {0: 0}
    values = b"".join(value.encode() + b"\0" for value in rules.values())
    starts, at = {}, 0
    for key, value in rules.items():
        starts[key.encode()] = at
        at += len(value.encode()) + 1

    bases: set[int] = set()

    def place(prefix: bytes, node: int) -> None:
        labels = {key[len(prefix)] for key in starts if key.startswith(prefix) and key != prefix}
        wanted = labels | ({0} if prefix in starts else set())
        offset = next(
            one for one in range(1, 1 << 20)
            if node ^ one not in bases
            and not any((node ^ one ^ label) in units for label in wanted)
        )  # fmt: skip
        base = node ^ offset
        bases.add(base)
        units[node] |= offset << 10 | (0x100 if prefix in starts else 0)
        if prefix in starts:
            units[base] = 0x80000000 | starts[prefix]
        for label in labels:
            units[base ^ label] = label
        for label in sorted(labels):
            place(prefix + bytes((label,)), base ^ label)

    place(b"", 0)
    size = (max(units) | 0xFF) + 1
    return tuple(units.get(at, 0) for at in range(size)), values


def every(kind) -> list[str]:  # type: ignore[no-untyped-def] # any kind of texts
    return [kind.target(at) for at in range(kind.size)]


def test_the_trie_is_read_as_the_reference_reads_it() -> None:
    units, values = trie(RULES)
    assert Charsmap(units, values).replacement("é") == "e"
    assert Xcda(units, values).longest(b"abc", 0) == (2, b"x")
    assert {key.decode() for key in charsmaps.keys(units)} == set(RULES)
    assert list(charsmaps.keys(())) == []


def test_each_rule_its_pairs_and_its_neighbours_are_targets() -> None:
    units, values = trie(RULES)
    normalizer = NormalizerSequence((Precompiled(Charsmap(units, values)),))
    tokenizer = Tokenizer(WordLevel({"a": 0}, "a"), normalizer=normalizer)
    single, pairs, outside = charsmaps.rules(tokenizer)
    assert set(every(single)) == set(RULES)
    assert {"a", "abb", "aba", "b"} <= set(every(pairs))
    assert {"`", "b", "è", "ê", "\u2fff", "\u3001"} == set(every(outside))


def test_the_targets_of_a_charsmap_are_made_once_however_a_file_has_it() -> None:
    units, values = trie(RULES)
    known = Tokenizer(WordLevel({"a": 0}, "a"), normalizer=Xcda(units, values))
    tokenizer = replace(known, normalizer=Precompiled(Charsmap(units, values)))
    other = replace(known, normalizer=Xcda(*trie({"ab": "x"})))
    assert charsmaps.rules(tokenizer) is charsmaps.rules(known)
    assert every(charsmaps.rules(other)[0]) == ["ab"]


def test_a_rule_that_is_missing_shows() -> None:
    units, values = trie(RULES)
    fewer = {key: value for key, value in RULES.items() if key != "\u3000"}
    right = Tokenizer(WordLevel({" ": 0, "[UNK]": 1}, "[UNK]"),
                      normalizer=Precompiled(Charsmap(units, values)))  # fmt: skip
    wrong = replace(right, normalizer=Precompiled(Charsmap(*trie(fewer))))
    kind, *_ = charsmaps.rules(right)
    assert any(right.encode(one).ids != wrong.encode(one).ids for one in every(kind))


def test_without_a_charsmap_there_are_no_targets() -> None:
    assert [kind.size for kind in charsmaps.rules(Tokenizer(WordLevel({"a": 0}, "a")))] == [0] * 3
