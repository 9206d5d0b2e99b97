"""What a subject is asked in somebody else's session, over subjects named by their behaviour."""

import hashlib
import json
from contextlib import closing

import pytest
from fake_subject import BYTES
from subject_fixtures import spec_of

from tokparity.corpora.embedded import Embedded, tokenizer_bytes
from tokparity.corpora.golden import GoldenCase, GoldenFile
from tokparity.corpora.regression import Expectation, Regression, RegressionSide
from tokparity.corpora.vocabs.catalogue import UnknownVocabulary
from tokparity.harness.compare.verdict import Divergence
from tokparity.harness.naming.diverging_case import DivergingCase
from tokparity.harness.subjects import items as module
from tokparity.harness.subjects.items import (
    Agrees,
    Differs,
    NotAnswering,
    NotAsked,
    SubjectItems,
    difference,
)
from tokparity.reference_impl.contract import (
    DecodeCase,
    EncodeCase,
    EncodeOptions,
    Encoding,
    FullCase,
    FullEncoding,
    Refusal,
    Settings,
    StreamCase,
    Text,
)


@pytest.fixture
def items(fake, tmp_path):
    """The generated items of a fake on the tokenizer whose ids are bytes, by their names."""
    path = tmp_path / "bytes.json"
    path.write_text(json.dumps(BYTES))
    opened = []

    def made(behaviour):
        found = SubjectItems(spec_of(fake(behaviour)), [str(path)], 64)
        opened.append(found)
        return {name: check for name, check in found.items() if "regression" not in name}

    yield made
    for each in opened:
        each.close()


def test_a_sound_subject_shows_nothing(items):
    checks = items("Echo")
    assert [name.partition("::")[2].rpartition("/")[2] for name in checks] == [
        "bytes.json::encode[0]",
        "bytes.json::decode[0]",
    ]
    assert [check() for check in checks.values()] == [Agrees(), Agrees()]


def test_a_wrong_one_shows_how_many_and_the_smallest(items):
    encode, decode = items("DropsLast").values()
    said = encode().lines
    assert said[0].endswith("of 64 cases differ")
    asked, expected, got = said[-3:]
    assert asked.startswith("  encode '")
    assert expected.startswith("    expected [")
    assert got == "    got      []"
    assert decode() == Agrees()


def test_a_batch_of_which_nothing_is_compared_was_not_asked(items):
    """It passes no test that it is not asked."""
    encode, decode = items("DecodesNothing").values()
    assert encode() == Agrees()
    assert isinstance(decode(), NotAsked)
    assert decode().reason.startswith("unsupported: ")


def test_what_does_not_answer_is_an_error(fake):
    with pytest.raises(NotAnswering, match="see `tokparity smoke`"):
        SubjectItems(spec_of(fake("DiesAtTheStart")), [], 64)


def test_a_vocabulary_that_nobody_knows_is_an_error(fake):
    made = SubjectItems(spec_of(fake("Echo")), ["nothing-*"], 64)
    with closing(made), pytest.raises(UnknownVocabulary):
        list(made.items())


HF = "huggingface_tokenizers"
PLAIN = EncodeOptions(False, True)
WORDS = {
    "version": "1.0",
    "model": {"type": "WordLevel", "vocab": {"a": 0, "b": 1, "?": 2}, "unk_token": "?"},
    "pre_tokenizer": {"type": "Whitespace"},
}
PADDED = WORDS | {
    "padding": {"strategy": {"Fixed": 4}, "direction": "Right", "pad_to_multiple_of": None,
                "pad_id": 2, "pad_type_id": 0, "pad_token": "?"},
}  # fmt: skip
NEVER_PADS = """
import tokenizers

class Tok:
    name = "mine"
    capabilities = {"formats": ["tokenizer.json"], "add_special": [False, True]}

    def load(self, request):
        self.tokenizer = tokenizers.Tokenizer.from_file(request["path"])
        self.tokenizer.no_padding()

    def encode(self, text, add_special, parse_special):
        return self.tokenizer.encode(text, add_special_tokens=add_special).ids
"""


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """The checks of a subject that never pads, on a padded file and on regressions and goldens."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(NEVER_PADS)
    path = tmp_path / "tokenizer.json"
    path.write_bytes(tokenizer_bytes(PADDED))
    opened = []

    def made(regressions=(), goldens=()):
        monkeypatch.setattr(module, "committed", lambda: regressions)
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        golden = GoldenFile("padded", "tokenizer.json", sha256, HF, "tokenizers", "0", goldens)
        monkeypatch.setattr(module, "goldens", lambda: (golden,))
        found = SubjectItems("python:mine:Tok", [str(path)], 64)
        opened.append(found)
        checks = {name.partition("::")[2]: check for name, check in found.items()}
        return {
            name: check()
            for name, check in checks.items()
            if "regression[" in name or "golden[" in name
        }

    yield made
    for each in opened:
        each.close()


def regression(case, answer, *, document=WORDS, oracle=HF, settings=Settings()):  # noqa: B008 -- frozen
    side = RegressionSide(
        Embedded("tokenizer.json", tokenizer_bytes(document)),
        {oracle: Expectation("0", answer)},
        settings,
    )
    return Regression(
        "family/slug",
        "fidelity",
        ("reference", HF),
        "model",
        "unknown",
        (),
        case,
        side,
        None,
        "",
        None,
    )


@pytest.mark.parametrize(
    ("one", "result"),
    [
        pytest.param(
            regression(EncodeCase("a b", PLAIN), Encoding((0, 1))), Agrees(), id="agrees"
        ),
        pytest.param(
            regression(EncodeCase("a c", PLAIN), Encoding((0, 1))),
            Differs((
                "  encode 'a c', add_special=False, parse_special=True",
                "    expected [0, 1]",
                "    got      [0, 2]",
            )),
            id="differs",
        ),
        pytest.param(
            regression(StreamCase((0,), ()), Refusal("error", "no")),
            NotAsked("unsupported: it decodes whole sequences only"),
            id="an-op-that-it-lacks",
        ),
        pytest.param(
            regression(EncodeCase("a b", EncodeOptions(False, False)), Encoding((0, 1))),
            NotAsked("unsupported: parse_special=False"),
            id="an-option-that-it-lacks",
        ),
        pytest.param(
            regression(EncodeCase("a", PLAIN), Encoding((0,)), oracle="ggml_llama_cpp"),
            NotAsked(f"it has no answer of {HF}, which decides"),
            id="no-answer-of-the-native-library",
        ),
        pytest.param(
            regression(
                EncodeCase("a", EncodeOptions(True, True)), Encoding((0,)),
                settings=Settings(bos=False, eos=False),
            ),
            NotAsked("no subject can be told to add special tokens, but no bos or eos"),
            id="settings-that-it-cannot-be-told",
        ),
        pytest.param(
            regression(EncodeCase("a", PLAIN), Encoding((0,)), settings=Settings(bos=False)),
            Agrees(),
            id="settings-that-do-not-matter",
        ),
        pytest.param(
            regression(EncodeCase("a", PLAIN), Encoding((0, 2, 2, 2)), document=PADDED),
            NotAsked("its file truncates or pads, which the subject does not"),
            id="padded",
        ),
        pytest.param(
            regression(
                EncodeCase("a", PLAIN), Encoding((0,)), document=PADDED,
                settings=Settings(limits=False),
            ),
            Agrees(),
            id="recorded-without-limits",
        ),
    ],
)  # fmt: skip
def test_a_regression_agrees_differs_or_is_not_asked(one, result, asked):
    (got,) = asked([one]).values()
    if isinstance(result, NotAsked) and isinstance(got, NotAsked):
        assert got.reason.partition(":")[0] == result.reason.partition(":")[0]
    else:
        assert got == result


def test_what_a_subject_has_no_words_for_is_no_item(asked):
    full = FullEncoding((0,), ((0, 1),), ("a",), (0,), (0,), (0,), (1,), ())
    assert asked([regression(FullCase("a"), full)]) == {}


def test_a_golden_of_a_file_that_pads_is_asked_without_limits(asked):
    """What is recorded is padded, as the file says; the subject says that it pads nothing."""
    case = GoldenCase("digits/encode", EncodeCase("a b", PLAIN), Encoding((0, 1, 2, 2)))
    (result,) = asked(goldens=(case,)).values()
    assert result == Agrees()


@pytest.mark.parametrize(
    ("case", "left", "right", "lines"),
    [
        pytest.param(
            EncodeCase("\u4e2d\x1b", EncodeOptions(False, True)),
            Encoding(tuple(range(40))),
            Encoding((*range(20), 7)),
            [
                "  encode '\\u4e2d\\x1b', add_special=False, parse_special=True",
                "    expected [… 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27 …]",
                "    got      [… 12, 13, 14, 15, 16, 17, 18, 19, 7]",
            ],
            id="around-the-first-difference",
        ),
        pytest.param(
            DecodeCase((1, 2)),
            Text("\u00e9"),
            Refusal("error", "boom\x1b"),
            [
                "  decode [1, 2], skip_special=False",
                "    expected '\\xe9'",
                "    got      error: boom\\x1b",
            ],
            id="a-refusal",
        ),
    ],
)
def test_a_difference_is_ascii_and_short(case, left, right, lines):
    assert difference(DivergingCase(case, left, right, Divergence("ids", 20))) == lines
