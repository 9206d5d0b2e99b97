"""The stage and the symptom of a smallest case that no composition explains.

By what the box answers to its neighbours: the fault models that answer alike vouch for a stage,
else `naming.stage_blame` reasons about the answers.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from tokparity.harness.bugs.answers import Ids, Known, NoAnswer, Question
from tokparity.harness.bugs.hypotheses import Hypotheses
from tokparity.harness.bugs.plain_texts import contradict
from tokparity.harness.bugs.remainder import Remainder, bare, with_text
from tokparity.harness.bugs.stage_options import WHOLE, without_parts
from tokparity.harness.compare.verdict import Divergence, compare
from tokparity.harness.naming.evidence import Evidence
from tokparity.harness.naming.ground import Ground, near_ground
from tokparity.harness.naming.spelled_text import (
    characters_in_another_order,
    letters_in_another_order,
)
from tokparity.harness.naming.stage_blame import MARK, blamed_stage
from tokparity.harness.naming.symptom import symptom
from tokparity.harness.naming.token_spans import TokenReader, recut
from tokparity.reference_impl.contract import DecodeCase, EncodeCase, Place, Stage

WORDS = 24
"""Words whose stage is told by their neighbours."""
ANY_STAGE = "any"
VOUCHES = 0.95
"""The share of the neighbours that a fault model must answer as the box does."""
PLAIN_WORDS = "hello world"
"""What a box that is right about it has of merges, and of words, whatever it does elsewhere."""
PROBES = ("E", "\u00c9", "e\u0301", "\u01c6", "\ufb01", "\u4e2da", " a", "a  b", "\ta")
"""Of these a normalizer that is gone rewrites none: one that does is not gone as a whole."""
GONE = 0.75
"""The share of those that a box without one answers so: it may have other bugs."""
LONGEST_SHAPE = 8
MOST_ALONE = 8
"""Characters of a text that are asked alone."""
LONGEST_CUT = 40
"""Characters of a text whose cuts are tried."""

Name = tuple[Place, str]
"""Stage and symptom."""


@dataclass
class Blame:
    """Names what a remainder shows, each case once. `names`: the fault models that may vouch."""

    remainder: Remainder
    hypotheses: Hypotheses
    names: Sequence[str]
    _names: dict[Question, Name] = field(default_factory=dict)
    _grounds: dict[Question, Ground] = field(default_factory=dict)
    _stages_of_words: dict[Question, str] = field(default_factory=dict)

    def __call__(self, case: Question) -> Name:
        if case not in self._names:
            self._names[case] = self._name(case)
        return self._names[case]

    def _name(self, case: Question) -> Name:
        remainder = self.remainder
        if isinstance(case, EncodeCase) and case.options.add_special:
            without = replace(case, options=replace(case.options, add_special=False))
            if not remainder.fails(without) and not isinstance(remainder.box(case), NoAnswer):
                self._grounds[case] = Ground("post_processor", "without special tokens it is right")
                return "post_processor", "special"
        near = remainder.near(case)
        evidence = Evidence.of(self._reader(case), remainder.side, case, near)
        shares = self._shares(case, near)
        stages = {stage for stage, share, _ in shares if share == shares[0][1]}
        if shares and shares[0][1] >= VOUCHES and len(stages) == 1:
            ground: Ground | None = near_ground(shares[0])
        else:
            ground = blamed_stage(evidence, shares)
        stage = ground and ground.stage
        if isinstance(case, DecodeCase) and stage == "added_tokens" and self._is_left_out(case):
            # That texts find it no more is another bug's.
            ground = Ground("decoder", "the added token alone is decoded to nothing")
        if stage == "model" and (part := self._part_of_normalizer(case)):
            ground = Ground("normalizer", f"the reference without {part} gives its answers")
        if ground is not None and ground.stage == "normalizer" and self._is_given_up(case):
            ground = Ground("model", "it gives up the normal form of the same text as well")
        if ground is None:
            answers = remainder.box(case), remainder.model(case)
            refused = any(isinstance(answer, NoAnswer) for answer in answers)
            if not refused or not isinstance(case, EncodeCase):
                return "unknown", self._symptom("unknown", case, evidence)
            ground = Ground("model", "one of the two refuses a text, as no other stage does")
        self._grounds[case] = ground
        return ground.stage, self._symptom(ground.stage, case, evidence)

    def why(self, stage: Place, case: Question) -> str:
        """By what the stage of a case is told; "" where it is of that stage for another reason."""
        self(case)
        ground = self._grounds.get(case)
        return ground.why if ground is not None and ground.stage == stage else ""

    def _is_given_up(self, case: Question) -> bool:
        """Whether a text is made the unknown token, and so is its normal form, which the normalizer
        leaves as it is."""
        remainder, reader = self.remainder, self.remainder.reader
        answer = remainder.box(case)
        if not isinstance(case, EncodeCase) or not isinstance(answer, tuple):
            return False
        normalize = remainder.honest.tokenizer.normalize
        form = normalize(case.text)
        if set(reader.core(answer)) != {reader.unknown} or form in (case.text, ""):
            return False
        other = with_text(case, form)
        return normalize(form) == form and remainder.fails(other) and remainder.box(other) == answer

    def _part_of_normalizer(self, case: Question) -> str | None:
        """The part of the normalizer that, left out, makes the very same of a text."""
        is_foreign = isinstance(case, EncodeCase) and not case.text.isascii()
        return self.missing_part(case) if is_foreign else None

    def _is_left_out(self, case: DecodeCase) -> bool:
        """Whether decoding an added token alone gives nothing."""
        added = {token.id for token in self.remainder.honest.tokenizer.added_tokens}
        alone = [replace(case, ids=(token_id,)) for token_id in case.ids if token_id in added]
        return any(self.remainder.fails(one) and not self.remainder.box(one) for one in alone)

    def as_of(self, stage: Place, case: Question) -> Name:
        """The name of a case whose stage is known."""
        evidence = Evidence.of(self._reader(case), self.remainder.side, case, [])
        return stage, self._symptom(stage, case, evidence)

    def _symptom(self, stage: Place, case: Question, evidence: Evidence) -> str:
        wrong, right = evidence.answers[case], evidence.truth[case]
        verdict = compare(wrong, right, strict=True)
        if not isinstance(verdict, Divergence):
            return ""
        if verdict.field == "refusal":
            return "refusal"
        return symptom(stage, case, verdict.field, wrong, right, evidence.reader, evidence.parted)

    def _reader(self, case: Question) -> TokenReader:
        """What is due of a case: what the composition makes of it, unless that alone refuses it."""
        refuses = isinstance(self.remainder.model(case), NoAnswer)
        if not refuses or isinstance(self.remainder.honest(case), NoAnswer):
            return self.remainder.reader
        return TokenReader(self.remainder.honest.tokenizer)

    def _shares(self, case: Question, near: Sequence[Question]) -> list[tuple[Stage, float, str]]:
        box, shares = self.remainder.box, []
        for name in self.names:
            model = self.hypotheses.models[name]
            if model.stage == "decoder" and isinstance(case, EncodeCase):
                continue
            if self.hypotheses.answer(name, case) == box(case) and not self._is_refuted(name, case):
                alike = sum(self.hypotheses.answer(name, other) == box(other) for other in near)
                shares.append((model.stage, alike / max(1, len(near)), model.does))
        return sorted(shares, key=lambda pair: -pair[1])

    def _is_refuted(self, name: str, case: Question) -> bool:
        """Whether the box is right about plain texts that a fault model gets wrong: neighbours of
        a short text may have none that it changes."""
        hypotheses = self.hypotheses
        if isinstance(case, EncodeCase):
            plain = with_text(case, PLAIN_WORDS)
            is_right = self.remainder.box(plain) == self.remainder.honest(plain)
            if is_right and hypotheses.touches(name, plain):
                return True
        return contradict(self.remainder.box, case, hypotheses.single[name], hypotheses.honest)

    def is_of_words(self, case: Question, stage: Place = "model") -> bool:
        """Whether the answers spell the same text, without added tokens, in other tokens, and a
        stage is to blame."""
        remainder = self.remainder
        if not isinstance(case, EncodeCase) or case.options.add_special:
            return False
        if not remainder.fails(case):
            return False
        answer, right = remainder.box(case), remainder.model(case)
        if not isinstance(answer, tuple) or not isinstance(right, tuple):
            return False
        if any(content in case.text for content in remainder.contents):
            return False
        if case not in self._stages_of_words:
            self._stages_of_words[case] = self._stage_of_word(case, answer, right)
        return self._stages_of_words[case] in (stage, ANY_STAGE)

    def _stage_of_word(self, case: EncodeCase, answer: Ids, right: Ids) -> str:
        """The stage at fault in a word, "" where its tokens spell another text. After so many words
        any: each costs some fifty questions."""
        reader = self.remainder.reader
        if reader.text(reader.core(answer)) != reader.text(reader.core(right)):
            return ""
        known = sum(bool(stage) for stage in self._stages_of_words.values())
        return self(case)[0] if known < WORDS or case in self._names else ANY_STAGE

    def is_cut(self, case: Question) -> bool:
        """Whether the box makes of a text what is made of its two parts, one behind the other."""
        if not isinstance(case, EncodeCase) or case.options.add_special:
            return False
        if len(case.text) > LONGEST_CUT:
            return False
        core, answer = self.remainder.reader.core, self.remainder.box(case)
        if not isinstance(answer, tuple):
            return False
        for at in range(1, len(case.text)):
            parts = with_text(case, case.text[:at]), with_text(case, case.text[at:])
            first, second = map(self.remainder.model, parts)
            if not isinstance(first, tuple) or not isinstance(second, tuple):
                continue
            if core(answer) == core(first) + core(second):
                return True
        return False

    def joins_words(self, case: Question) -> bool:
        """Whether a word of the box's reaches over an end of a word: no model does that."""
        ends, cuts = self._cuts(case)
        return bool(cuts) and not {*ends} <= {*cuts}

    def shape_of_cuts(self, case: Question) -> str:
        """Where a text is cut that should not be, between letters or not: "a.|a". "" where it is
        cut nowhere else, or too long."""
        ends, cuts = self._cuts(case)
        if not isinstance(case, EncodeCase) or len(case.text) > LONGEST_SHAPE or not cuts:
            return ""
        if max(cuts) == len(case.text.encode("utf-8", "surrogatepass")):  # words of bytes
            at_byte = {
                len(case.text[:at].encode("utf-8", "surrogatepass")): at
                for at in range(len(case.text) + 1)
            }
            cuts, ends = ([at_byte.get(at, 0) for at in some] for some in (cuts, ends))
        more = {*cuts} - {*ends}
        if not more or max(cuts) != len(case.text):
            return ""
        letters = ("a" if char.isalpha() else "0" if char.isdigit() else "." for char in case.text)
        return "".join(f"{it}|" if at in more else it for at, it in enumerate(letters, 1))

    def _cuts(self, case: Question) -> tuple[list[int], list[int]]:
        """Where the words of a text end, and those that the box made; none where it shows none."""
        answer, reader = self.remainder.box(case), self.remainder.reader
        if not isinstance(case, EncodeCase) or not isinstance(answer, tuple):
            return [], []
        words = [word.text for word in reader.words(case.text, case.options.parse_special)]
        cuts = recut(reader, words, reader.core(answer))
        return [*accumulate(map(len, words))], cuts or []

    def moves_letters(self, case: Question) -> bool:
        """Whether the box's tokens spell the letters of a text in another order."""
        texts = self._spelled(case)
        if not isinstance(case, EncodeCase) or len(texts) < 2:
            return False
        return characters_in_another_order(*texts) and letters_in_another_order(*texts)

    def is_canonical(self, case: Question) -> bool:
        """Whether the box's tokens spell what they should in another normal form."""
        texts = (text.decode("utf-8", "replace") for text in self._spelled(case))
        forms = [unicodedata.normalize("NFC", text) for text in texts]
        return len(forms) == 2 and forms[0] == forms[1]

    def _spelled(self, case: Question) -> list[bytes]:
        """What the tokens of the model and of the box spell; fewer, where one has none."""
        reader = self.remainder.reader
        answers = self.remainder.model(case), self.remainder.box(case)
        return [reader.text(reader.core(it)) for it in answers if isinstance(it, tuple)]

    def is_cut_off(self, case: Question) -> bool:
        """Whether ids decode to bytes that are no whole characters."""
        right = self.remainder.honest(case)
        text = right.decode("utf-8", "replace") if isinstance(right, bytes) else right
        return isinstance(text, str) and "\ufffd" in text

    def stage_of_lost_prefix(self, case: Question) -> Stage | None:
        """The stage that puts "▁" before a text, where the box's tokens spell what they should but
        for one that begins a stretch."""
        texts = self._spelled(case)
        if not isinstance(case, EncodeCase) or len(texts) < 2 or "\u2581" in case.text:
            return None
        right, wrong = (text.replace(b" ", MARK) for text in texts)
        places = [found.start() for found in re.finditer(re.escape(MARK), right)]
        lost = [at for at in places if right[:at] + right[at + len(MARK) :] == wrong]
        if not lost or any(char.isspace() for char in case.text):
            return None
        normalized = self.remainder.honest.tokenizer.normalize("a")
        return "pre_tokenizer" if normalized == "a" else "normalizer"

    def is_kept(self, case: Question) -> bool:
        """Whether the box's tokens spell a text as it is given, that should have been rewritten."""
        answer, reader = self.remainder.box(case), self.remainder.reader
        if not isinstance(case, EncodeCase) or not isinstance(answer, tuple):
            return False
        if self.is_canonical(case) and unicodedata.is_normalized("NFD", case.text):
            return False  # so it is taken apart, too
        spelled = reader.text(reader.core(answer)).replace(MARK, b"")
        return spelled.strip() == case.text.strip().encode("utf-8", "surrogatepass")

    def is_without(self, stage: Place, cases: Iterable[Question]) -> bool:
        """Whether the reference answers all of these as the box, once it has no such stage."""
        some = list(cases)
        return self.explained_without(stage, some) == some

    def explained_without(self, stage: Place, cases: Iterable[Question]) -> list[Question]:
        """Those that the reference answers as the box, once it has no such stage: none where the
        stage does something in the box, as `PROBES` show."""
        tokenizer = self.remainder.honest.tokenizer
        match stage:
            case "normalizer":
                less = replace(tokenizer, normalizer=None)
            case "pre_tokenizer":
                less = replace(tokenizer, pre_tokenizer=None)
            case "decoder":
                less = replace(tokenizer, decoder=None)
            case _:
                return []
        box, honest = self.remainder.box, self.remainder.honest
        whole = Known(less, honest.as_texts)
        probes = [case for case in map(bare, PROBES) if whole(case) != honest(case)]
        if sum(whole(case) == box(case) for case in probes) < GONE * len(probes):
            return []
        return [case for case in cases if whole(case) == box(case)]

    def missing_part(self, case: Question) -> str | None:
        """The part of the normalizer, or of the decoder, without which the reference answers a case
        as the box; the first of several."""
        return next(self.missing_parts(case), None)

    def missing_parts(self, case: Question) -> Iterator[str]:
        """Each part without which the reference answers a case as the box; the whole stage where
        none is enough."""
        model, box = self.remainder.model, self.remainder.box
        cases = [case]
        if isinstance(case, EncodeCase):  # NFD in the place of NFC is no NFC left out
            cases.append(with_text(case, unicodedata.normalize("NFC", case.text)))
            # What is rewritten within a word, and not alone, is rewritten by no normalizer.
            alone = dict.fromkeys(char for char in case.text if not char.isascii())
            cases += [with_text(case, char) for char in alone] if len(alone) <= MOST_ALONE else []
        of_decoder = isinstance(case, DecodeCase)
        stage: Stage = "decoder" if of_decoder else "normalizer"
        found = False
        for part, tokenizer in without_parts(model.tokenizer, of_decoder=of_decoder):
            less = model.on(tokenizer)
            if all(less(some) == box(some) for some in cases) and not self._is_of_form(case, less):
                if part != WHOLE:
                    found = True
                    yield part
                elif not found and self.is_without(stage, [case]):
                    yield part

    def _is_of_form(self, case: Question, less: Known) -> bool:
        """Whether a text is wrong too when its characters are taken apart before, which without a
        part would be right: then it is not the part that does so."""
        if not isinstance(case, EncodeCase) or case.text.isascii():
            return False
        apart = with_text(case, unicodedata.normalize("NFD", case.text))
        is_right = less(apart) == self.remainder.honest(apart)
        return apart != case and is_right and self.remainder.fails(apart)


def spelled_as_bytes_or_unknown(remainder: Remainder, char: str) -> bool:
    """Whether the model has no piece for a character."""
    ids = remainder.honest(bare(f"a{char}a"))
    if not isinstance(ids, tuple):
        return True
    reader = remainder.reader
    return reader.unknown in ids or not reader.byte_ids.isdisjoint(ids)


def is_decoding(case: Question) -> bool:
    """Whether ids were asked for."""
    return isinstance(case, DecodeCase)
