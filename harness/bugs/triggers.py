"""What in a smallest case makes it fail, generalised: whether another case has it, and that case
without it, in several ways (`Trigger`).

A text's trigger is one of: special tokens, any text, an added token, a character or a class of
characters, words. Of ids: `id_triggers`.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from tokparity.harness.bugs.answers import Question
from tokparity.harness.bugs.blame import Blame, spelled_as_bytes_or_unknown
from tokparity.harness.bugs.remainder import (
    LONG_WORD,
    MOST_OF_LONG,
    STRETCH,
    Remainder,
    bare,
    with_text,
)
from tokparity.harness.bugs.trigger import (
    AROUND_NOTHING,
    Scope,
    Trigger,
    beside_others,
    in_a_run,
    in_brackets,
    of_chars,
    of_literal,
    of_nothing,
    of_tokens,
    of_window,
    words_of,
)
from tokparity.harness.bugs.unicode_age import first_apart
from tokparity.harness.naming.character_classes import kind, relatives
from tokparity.harness.shrinking.sequence import char_rank
from tokparity.reference_impl.contract import EncodeCase, Place
from tokparity.reference_impl.unicode.ages import age

PLAIN_LETTERS = "aex0. "
PLAIN_TEXTS = "", "a", "x", "0", ".", " ", "a a"
"""Of these several fail where any text does."""
BRACKETS = ("<", ">"), ("[", "]"), ("{", "}")
"""What special tokens stand in …"""
_IN_BRACKETS = "{}xy{}", "{}0x{}"
"""… with another word in them …"""
_IN_NONE = "xy", "{}xy", "xy{1}"
"""… or without, or with one of them."""
SIBLINGS = 10
"""Others of a character's class that are asked in its place …"""
MOST_OF_THEM = 0.6
"""… and the share of them that must fail as well."""
OTHER_TOKENS = 6
WORDS_OF_A_TEXT = 100
"""Of a longer text the first are asked alone, two questions each, and stand for all."""


@dataclass
class Alphabet:
    """The characters of an artefact's cases, and what its normalizer and model make of each."""

    remainder: Remainder
    characters: Sequence[str]
    _inner: dict[str, str] = field(default_factory=dict)
    _unknown: dict[str, bool] = field(default_factory=dict)

    def inner(self, char: str) -> str:
        """What the normalizer makes of a character within a word."""
        if char not in self._inner:
            normalize = self.remainder.honest.tokenizer.normalize
            before, after = normalize("aa"), normalize(f"a{char}a")
            head = len(before) - 1  # what stands before the second letter
            whole = after[:head] == before[:head] and after[-1:] == "a"
            self._inner[char] = after[head:-1] if whole else after
        return self._inner[char]

    def is_unknown(self, char: str) -> bool:
        """Whether no piece has it."""
        if char not in self._unknown:
            self._unknown[char] = spelled_as_bytes_or_unknown(self.remainder, char)
        return self._unknown[char]

    def like(self, char: str) -> set[str]:
        """A character, and those that the normalizer makes the same of."""
        form = self.inner(char)
        if not form or form.isalnum():
            return {char}
        return {char, *(other for other in self.characters if form in self.inner(other))}


@dataclass
class TextTriggers:
    """Proposes triggers of smallest texts, those of a single character before those of a class."""

    remainder: Remainder
    alphabet: Alphabet
    blame: Blame

    def of(self, case: EncodeCase, shows: Callable[[Question], bool]) -> Iterator[Trigger]:
        """The triggers that a smallest text may have; `shows` says of a case whether it shows the
        same effect, and no trigger that is known is in it."""
        some = False
        for trigger in self._possible(case, shows):
            some |= trigger.occurs(case)
            yield trigger
        if not some:
            yield of_literal(case.text)

    def _possible(self, case: EncodeCase, shows: Callable[[Question], bool]) -> Iterator[Trigger]:
        remainder, text = self.remainder, case.text

        def fails(text: str) -> bool:
            return shows(with_text(case, text))

        if case.options.add_special:  # without them it is right, else it were smaller
            if not text and self._is_of_nothing(case, with_text(case, PLAIN_LETTERS[0])):
                yield Trigger(
                    AROUND_NOTHING,
                    _is_empty_with_special,
                    lambda it: _without_special(it) if _is_empty_with_special(it) else [it],
                    is_narrow=False,
                )
            else:
                yield Trigger("special tokens", _has_special, _without_special, is_narrow=False)
            return
        failing = [text for text in PLAIN_TEXTS if fails(text)]
        if len(failing) > 1 and failing[0] in ("", "a"):
            yield of_window("any text", remainder, with_text(case, failing[0]))
            return
        if not text:
            yield of_nothing(with_text(case, "a"))
            return
        if (apart := first_apart(case, fails)) is not None:
            newer = of_chars(apart.words, lambda c: age(c) >= apart.first, remainder.contents)
            yield newer
        of_words = self._of_words(text) if self.blame.is_of_words(case) else None
        if of_words is not None and of_words.occurs(case):
            yield of_words
            return
        # Else no word of it is wrong by itself: what stands beside it has a say.
        some = False
        for trigger in self._of_added_token(text, fails):
            some = True
            yield trigger
        yield from self._of_brackets(text, fails)
        token = next((c for c in remainder.contents if c in text), "")
        rest = text.replace(token, "", 1) if token else text
        needed = [char for char in dict.fromkeys(rest) if self._is_needed(text, char, fails)]
        is_run = re.search(r"\s\s", text) is not None and not fails(re.sub(r"\s+", " ", text))
        classes = {char: self._class_in(text, char, fails) for char in needed if len(needed) > 1}
        for char in sorted(needed, key=lambda char: -char_rank(char)):
            # What is not ASCII may be one character with this one, in another normal form.
            others = [classes[other] for other in needed if other != char and other.isascii()]
            for trigger in self._of_char(text, char, fails):
                whole = in_a_run(trigger) if is_run and char.isspace() else trigger
                narrower = beside_others(whole, others, remainder.contents)
                yield replace(trigger, narrower=narrower)
        if not some and not needed:
            yield self._of_words(text, self.blame(case)[0])

    def _of_brackets(self, text: str, fails: Callable[[str], bool]) -> Iterator[Trigger]:
        """What stands in brackets, where another word in them fails too, and without them is right,
        as is each of them alone."""
        for opening, closing in BRACKETS:
            _, _, rest = text.partition(opening)
            inner, found, _ = rest.partition(closing)
            whole = f"{opening}{inner}{closing}"
            if not found or not inner or whole in self.remainder.contents:
                continue
            words = [text.replace(whole, other.format(opening, closing)) for other in _IN_BRACKETS]
            broken = [text.replace(whole, other.format(opening, closing)) for other in _IN_NONE]
            if all(map(fails, words)) and not any(map(fails, broken)):
                yield in_brackets(opening, closing, self.remainder.contents)

    def _is_needed(self, text: str, char: str, fails: Callable[[str], bool]) -> bool:
        """Whether a text is right once a character, which is no plain letter, is another."""
        fill = next(other for other in PLAIN_LETTERS if kind(other) != kind(char))
        plain = kind(char) == "Ll" and char.isascii()
        return not plain and not fails(text.replace(char, fill))

    def _class_in(self, text: str, char: str, fails: Callable[[str], bool]) -> set[str]:
        """A character, and those of its kind where most of them fail in its place."""
        alphabet, whole = self.alphabet, kind(char)[0]
        alike = alphabet.like(char)
        siblings = {c for c in alphabet.characters if kind(c)[0] == whole} - alike
        some = sorted(siblings)[:: max(1, len(siblings) // SIBLINGS)][:SIBLINGS]
        failing = sum(fails(text.replace(char, sibling)) for sibling in some)
        return alike | siblings if some and failing >= MOST_OF_THEM * len(some) else alike

    def _is_of_nothing(self, empty: EncodeCase, plain: EncodeCase) -> bool:
        """Whether other tokens stand around no text than around one, where both are wrong."""
        remainder, unpadded = self.remainder, self.remainder.reader.unpadded
        answers = remainder.box(empty), remainder.box(plain), remainder.model(bare(plain.text))
        if not remainder.fails(plain) or not all(isinstance(it, tuple) for it in answers):
            return False
        around_none, whole, inner = (unpadded(it) for it in answers if isinstance(it, tuple))
        ends = ((at, at + len(inner)) for at in range(len(whole) - len(inner) + 1))
        around = [whole[:a] + whole[b:] for a, b in ends if whole[a:b] == inner]
        return bool(around) and around_none not in around

    def _of_added_token(self, text: str, fails: Callable[[str], bool]) -> Iterator[Trigger]:
        """An added token, or all where most others fail in its place: at an end of a text, beside
        a character, and anywhere."""
        contents = self.remainder.contents
        inside = next((content for content in contents if content in text), None)
        if inside is None:
            return
        words, group = self._group(inside, lambda other: fails(text.replace(inside, other)))
        before, _, behind = text.partition(inside)
        if not before:
            yield of_tokens(f"{words} at the start", group, "start")
        if not behind:
            yield of_tokens(f"{words} at the end", group, "end")
        sides: list[tuple[Scope, str]] = [("behind", before[-1:]), ("before", behind[:1])]
        for place, char in sides:
            if char and not fails(inside):
                siblings = [c for c in self.alphabet.characters if kind(c)[0] == kind(char)[0]]
                siblings = siblings[:: max(1, len(siblings) // SIBLINGS)][:SIBLINGS]
                failing = sum(fails(text.replace(char, sibling)) for sibling in siblings)
                of_kind = failing >= MOST_OF_THEM * max(1, len(siblings))
                some = set(siblings) | {char} if of_kind else {char}
                if of_kind:
                    some.update(c for c in self.alphabet.characters if kind(c)[0] == kind(char)[0])
                yield of_tokens(f"{words} {place} U+{ord(char):04X}", group, place, some)
        yield of_tokens(words, group)

    def _group(self, content: str, fails: Callable[[str], bool]) -> tuple[str, list[str]]:
        """An added token alone; with those of its kind, special or not, or with all, where most of
        them fail in its place."""
        tokens = self.remainder.honest.tokenizer.added_tokens
        special = {token.content for token in tokens if token.special}
        contents = list(self.remainder.contents)
        kinds = [[it for it in contents if (it in special) == kind] for kind in (True, False)]
        mine, others = kinds if content in special else kinds[::-1]

        def most(some: Sequence[str]) -> bool:
            asked = [other for other in some if other != content]
            asked = asked[:: max(1, len(asked) // OTHER_TOKENS)][:OTHER_TOKENS]
            return bool(asked) and 2 * sum(map(fails, asked)) >= len(asked)

        if len(mine) > 1 and not most(mine):
            return f"added token {content!r}", [content]
        if most(others) or (len(mine) > 1 and not others):
            return "added tokens", contents
        if len(mine) > 1:
            return f"added tokens that are {'' if content in special else 'not '}special", mine
        return f"added token {content!r}", [content]

    def _of_char(self, text: str, char: str, fails: Callable[[str], bool]) -> Iterator[Trigger]:
        """A character alone, and the classes of which most others fail in its place as well."""
        alphabet, contents = self.alphabet, self.remainder.contents
        alike = {
            other
            for other in alphabet.like(char)
            if other == char or fails(text.replace(char, other))
        }
        yield of_chars(f"U+{ord(char):04X}", alike.__contains__, contents)
        for words, is_in in self._classes(char):
            if not is_in(char):
                continue
            others = [c for c in alphabet.characters if c != char and is_in(c)]
            others = others[:: max(1, len(others) // SIBLINGS)][:SIBLINGS]
            others = others or list(relatives(char, OTHER_TOKENS))
            failing = sum(fails(text.replace(char, other)) for other in others)
            if others and failing >= MOST_OF_THEM * len(others):
                yield of_chars(words, _either(alike, is_in), contents)

    def _classes(self, char: str) -> list[tuple[str, Callable[[str], bool]]]:
        whole, is_far = kind(char), not char.isascii()
        alphabet = self.alphabet
        return [
            (
                f"characters of {whole}",
                lambda c: kind(c) == whole and not (is_far and c.isascii()),
            ),
            (
                f"characters of {whole[0]}*",
                lambda c: kind(c)[0] == whole[0] and not (is_far and c.isascii()),
            ),
            ("CJK ideographs beyond U+FFFF", lambda c: ord(c) > 0xFFFF and _is_ideograph(c)),
            ("CJK ideographs", _is_ideograph),
            ("taken apart by NFD", lambda c: unicodedata.normalize("NFD", c) != c),
            (
                "taken apart by NFKD alone",
                lambda c: unicodedata.normalize("NFKD", c) != unicodedata.normalize("NFD", c),
            ),
            ("taken apart by NFKD", lambda c: unicodedata.normalize("NFKD", c) != c),
            ("beyond U+FFFF", lambda c: ord(c) > 0xFFFF),
            (
                "rewritten by the normalizer",
                lambda c: kind(c)[0] == "M" or alphabet.inner(c) != c,
            ),
            ("no piece has it", alphabet.is_unknown),
            ("beyond ASCII", lambda c: not c.isascii()),
        ]

    def _of_words(self, text: str, stage: Place = "model") -> Trigger:
        """Words that are wrong alone, and spelled the same: whichever, one fault makes them. Words
        of letters are not like white space, nor like punctuation."""
        classes = set(map(_class_of, words_of(text)))
        parts = [word for word in words_of(text) if len(word) > 1]

        def is_wrong(case: EncodeCase, word: str) -> bool:
            if _class_of(word) not in classes:
                return False
            plain = replace(case.options, add_special=False)

            def is_so(some: str) -> bool:
                return self.blame.is_of_words(EncodeCase(some, plain), stage)

            alone = is_so(word)
            if not (alone or is_so(" " + word)):
                return False
            is_long = len(word.encode("utf-8", "surrogatepass")) >= LONG_WORD
            parts = stretches(word)
            return not is_long or any(map(is_so, parts)) or not (alone or not is_so(" " + parts[0]))

        def stretches(word: str) -> list[str]:
            """Of a long word, which may be wrong for its length alone."""
            if len(text) >= LONG_WORD // 2:
                return [word]
            starts = range(0, min(len(word), MOST_OF_LONG), STRETCH)
            return [word[at : at + STRETCH] for at in starts]

        def mask(case: Question) -> Question:
            if not isinstance(case, EncodeCase):
                return case
            words = words_of(case.text)[:WORDS_OF_A_TEXT]
            plain = [
                (" " if word.isspace() else "a") if is_wrong(case, word) else without_parts(word)
                for word in words
            ]
            return case if plain == words else with_text(case, "".join(plain))

        def without_parts(word: str) -> str:
            """A word of another class: with what is wrong as a word of its own made plain."""
            for part in parts if _class_of(word) not in classes else ():
                word = word.replace(part, " " if part.isspace() else "a")
            return word

        return Trigger(
            f"words like {text!r}",
            # Where more is wrong with it than these words, it is a case of something else too.
            lambda case: (masked := mask(case)) != case and not self.remainder.fails(masked),
            lambda case: [mask(case)],
            is_narrow=False,
        )


def _class_of(word: str) -> tuple[bool, bool, bool]:
    return word[0].isalnum(), word[0].isspace(), word.isascii()


def _is_ideograph(char: str) -> bool:
    """Whether it is one of those around which BERT puts spaces: no stroke is, and no radical."""
    return unicodedata.name(char, "").startswith(("CJK UNIFIED ", "CJK COMPATIBILITY IDEOGRAPH"))


def _has_special(case: Question) -> bool:
    return isinstance(case, EncodeCase) and case.options.add_special


def _is_empty_with_special(case: Question) -> bool:
    return isinstance(case, EncodeCase) and case.options.add_special and not case.text


def _without_special(case: Question) -> list[Question]:
    if not isinstance(case, EncodeCase):
        return [case]
    return [replace(case, options=replace(case.options, add_special=False))]


def _either(some: set[str], is_in: Callable[[str], bool]) -> Callable[[str], bool]:
    return lambda char: char in some or is_in(char)
