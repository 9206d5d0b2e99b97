"""Ways to be wrongly green: another defect beside a difference that is known, and what is missing.

The user's ledger holds one entry, widened to all tokenizer.json files: one file has no NFC. Each
test plants something else, that this entry must not cover.
"""

import copy
import json
import re
import shutil

import pytest

from tokparity.harness.commands import run as command
from tokparity.harness.shards.runner import ShardRunner

LEFT, RIGHT = "left.json", "right.json"


@pytest.fixture
def files(tmp_path, every_stage):
    """Writes both files: the right one has no normalizer."""

    def write(left=every_stage, right=every_stage):
        (tmp_path / LEFT).write_text(json.dumps(left))
        (tmp_path / RIGHT).write_text(json.dumps(right | {"normalizer": None}))

    write()
    return write


@pytest.fixture
def check(tokparity, files, inline):
    """A check of both files: (exit code, stdout and stderr)."""
    numbers = iter(range(100))

    def go(cases=600):
        out = f"run{next(numbers)}"
        arguments = ("--cases", cases, "--sweep", "none", "--replies", "0", "--out", out)
        code, told, err = tokparity("check", LEFT, "--against", RIGHT, *arguments)
        return code, told + err, out

    return go


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """Where the user's ledger is kept between the tests, once it is made."""
    return tmp_path_factory.mktemp("own") / ".tokparity"


@pytest.fixture
def accepted(check, tokparity, tmp_path, own):
    """The check is green by an entry of the user's own, that may speak of any two files."""
    if own.is_dir():
        shutil.copytree(own, tmp_path / own.name)
        return
    code, _, out = check()
    assert code == 1
    (page,) = (tmp_path / out / "report").glob("finding-*.html")
    finding = page.stem.removeprefix("finding-")
    reason = ("--reason", "nobody's bug, says a test")
    code, _, err = tokparity("known", "accept", f"{out}:{finding}", *reason)
    assert code == 0, err
    for path in (tmp_path / own.name / "known").glob("*.toml"):
        text = path.read_text()
        assert 'change = "without-normalizer"' in text
        path.write_text(re.sub(r'"tokenizer\.json:sha256-\w+"', '"tokenizer.json:*"', text))
    code, told, _ = check()
    assert code == 0, told
    assert "one known cause" in told
    shutil.copytree(tmp_path / own.name, own)


def token(document, at=0):
    return document["added_tokens"][at]


def swap(document, *pieces):
    vocab = document["model"]["vocab"]
    one, other = pieces
    vocab[one], vocab[other] = vocab[other], vocab[one]


def rival_merges(document):
    merges = document["model"]["merges"]
    pairs = [tuple(merge) for merge in merges]
    one, other = next(
        (at, to)
        for at, (_, right) in enumerate(pairs)
        for to, (left, _) in enumerate(pairs)
        if right == left and at < to
    )
    merges[one], merges[other] = merges[other], merges[one]


def bos_twice(document):
    document["post_processor"]["single"].insert(0, document["post_processor"]["single"][0])


def without_byte(document):
    """A letter that only its own piece spells."""
    document["model"]["merges"] = [m for m in document["model"]["merges"] if "z" not in "".join(m)]
    last = max(document["model"]["vocab"].values())
    document["model"]["vocab"]["qqqq"] = document["model"]["vocab"].pop("z")
    assert last


DEFECTS = {
    "a merge less": lambda d: d["model"]["merges"].pop(20),
    "the last merge less": lambda d: d["model"]["merges"].pop(),
    "rival merges swapped": rival_merges,
    "ids swapped": lambda d: swap(d, "h", "e"),
    "special turned": lambda d: token(d).update(special=False),
    "rstrip turned": lambda d: token(d).update(rstrip=False),
    "an added token less": lambda d: d["added_tokens"].pop(3),
    "contents exchanged": lambda d: (
        token(d, 3).update(content="<a>b"), token(d, 4).update(content="<a>")
    ),
    "another bos": lambda d: d["post_processor"]["special_tokens"]["<s>"].update(ids=[3]),
    "bos twice": bos_twice,
    "no bos": lambda d: d.update(post_processor=None),
    "a byte piece gone": without_byte,
    "another pattern": lambda d: d["pre_tokenizer"]["pretokenizers"].pop(0),
    "no decoder": lambda d: d.update(decoder=None),
    "ignore_merges off": lambda d: d["model"].update(ignore_merges=False),
    "single_word turned": lambda d: token(d, 3).update(single_word=not token(d, 3)["single_word"]),
    "lstrip turned": lambda d: token(d).update(lstrip=not token(d)["lstrip"]),
    "a piece respelled": lambda d: d["model"]["vocab"].update(Q=d["model"]["vocab"].pop("~")),
    "a space before words": lambda d: d["pre_tokenizer"]["pretokenizers"][1].update(
        add_prefix_space=True
    ),
}  # fmt: skip


SELDOM = {"ignore_merges off"}
"""What shows in one word alone, which few texts hold."""


@pytest.mark.parametrize("defect", DEFECTS)
def test_another_defect_is_red(accepted, check, files, every_stage, defect):
    """In the left file and the right one by turns."""
    planted = copy.deepcopy(every_stage)
    DEFECTS[defect](planted)
    files(**{("left", "right")[list(DEFECTS).index(defect) % 2]: planted})
    code, told, _ = check(cases=2400 if defect in SELDOM else 600)
    assert code == 1, told
    assert "1 new divergence" in told or "new divergences" in told


def test_another_form_is_not_the_form_that_was_accepted(accepted, check, files, every_stage):
    """NFKC on one side: the entry says NFC."""
    files(left=every_stage | {"normalizer": {"type": "NFKC"}})
    assert check()[0] == 1


def test_a_witness_that_is_missing_is_an_error(accepted, check, tmp_path):
    for path in (tmp_path / ".tokparity" / "regressions").glob("*/*.json"):
        path.unlink()
    code, told, _ = check()
    assert code == 2
    assert "names no regression case" in told or "witness" in told


def test_a_witness_that_shows_nothing_makes_its_entry_stale(accepted, check, tmp_path):
    for path in (tmp_path / ".tokparity" / "regressions").glob("*/*.json"):
        data = json.loads(path.read_text())
        data["against"] = {"artefact": data["artefact"], "expected": data["expected"]}
        path.write_text(json.dumps(data))
    code, told, _ = check()
    assert (code, "stale" in told) == (1, True)


def test_what_one_file_alone_refuses_is_no_agreement(tokparity, tmp_path):
    """The unknown token of one file is none of its pieces: its library raises an error."""
    vocab = {letter: at for at, letter in enumerate("abc?")}
    for name, unknown in ((LEFT, "?"), (RIGHT, "!")):
        model = {"type": "WordLevel", "vocab": vocab, "unk_token": unknown}
        (tmp_path / name).write_text(json.dumps({"added_tokens": [], "model": model}))
    code, told, err = tokparity("check", LEFT, "--against", RIGHT, "--cases", "60", "--out", "r")
    assert (code, "1 new divergence" in told) == (1, True), told + err


@pytest.mark.parametrize("other", ["<{{ messages[0].content }}", None])
def test_another_chat_template_is_red(tokparity, tmp_path, every_stage, other):
    for name, template in (("one", "{{ messages[0].content }}"), ("other", other)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "tokenizer.json").write_text(json.dumps(every_stage))
        config = {"tokenizer_class": "PreTrainedTokenizerFast", "chat_template": template}
        (tmp_path / name / "tokenizer_config.json").write_text(json.dumps(config))
    code, told, err = tokparity("check", "one", "--against", "other", "--cases", "200")
    assert (code, "conversations differ" in told) == (1, True), told + err


def test_two_chat_templates_are_compared_without_a_vocabulary(tokparity, tmp_path):
    for name, mark in (("one", "<"), ("other", "[")):
        (tmp_path / f"{name}.jinja").write_text(mark + "{{ messages[0].content }}")
    code, told, err = tokparity("check", "one.jinja", "--against", "other.jinja", "--cases", "30")
    assert (code, "conversations differ" in told) == (1, True), told + err
    assert tokparity("check", "one.jinja", "--cases", "30")[0] == 0


@pytest.fixture
def run(repository, tokparity, monkeypatch, inline):
    """A run over the repository's vocabularies, in this process and without committed cases."""
    monkeypatch.setattr(command, "committed", tuple)
    return lambda *more: tokparity("run", "--vocab", "one", "--cases", "1", *more)


def test_nothing_fetched_is_incomplete(tokparity, tmp_path, monkeypatch, inline):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TOKPARITY_CACHE", str(tmp_path / "nothing"))
    monkeypatch.setattr(command, "committed", tuple)
    code, out, err = tokparity("run", "--profile", "gate")
    assert (code, "Incomplete: 0 of " in out + err) == (2, True), out + err


def test_a_file_that_changed_behind_its_sha256_is_incomplete(run, repository):
    (repository / "one.json").write_text("{}")
    for path in (repository / "cache").rglob("*.json"):
        path.write_text("{}")
    code, out, err = run()
    assert code == 2, out + err


def test_a_lost_shard_is_no_agreement(run, monkeypatch):
    def lost(*_):
        raise OSError("gone")

    monkeypatch.setattr(ShardRunner, "run", lost)
    code, out, err = run()
    assert (code, "gone" in err) == (2, True), out + err
