import subprocess
import sys

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

from corpora import strategies
from corpora.generators.material import Material

MATERIAL = Material(
    ids=(0, 1, 2, 9),
    gaps=((3, 9),),
    surfaces=("a", "b"),
    broken=(2,),
    added=("<s>", "<s>x"),
    added_ids=(9,),
    pieces=("a", "b", "Ã", "<s>"),
    words=("a",),
    corpus=("a b",),
)
QUICK = settings(max_examples=300, deadline=None, database=None, derandomize=True)
SEARCH = settings(max_examples=5000, database=None, derandomize=True)


@QUICK
@given(st.one_of(strategies.texts(), strategies.added_token_texts(MATERIAL.added)))
def test_texts_are_text(text: str) -> None:
    assert text.encode("utf-8").decode("utf-8") == text


@pytest.mark.parametrize(
    "wanted",
    [
        pytest.param(lambda text: "\u0300" <= text[-1:] <= "\u036f", id="combining-mark"),
        pytest.param(lambda text: any(char > "\uffff" for char in text), id="astral"),
        pytest.param(lambda text: "\u3000" in text, id="ideographic-space"),
        pytest.param(lambda text: "'s" in text or "'S" in text, id="contraction"),
        pytest.param(lambda text: any("\uac00" <= char <= "\ud7a3" for char in text), id="hangul"),
        pytest.param(lambda text: len(text) > 9, id="long"),
        pytest.param(lambda text: text == "", id="empty"),
    ],
)
def test_texts_reach(wanted) -> None:  # type: ignore[no-untyped-def] # pytest parameter
    assert wanted(find(strategies.texts(), wanted, settings=SEARCH))


def test_texts_shrink_to_plain_letters() -> None:
    assert find(strategies.texts(), lambda text: len(text) >= 2, settings=SEARCH) == "aa"


@pytest.mark.parametrize("wanted", ["<s><s>", "<s>x ", "\n<s>", "<s<s>"])
def test_added_token_texts_reach(wanted: str) -> None:
    found = find(
        strategies.added_token_texts(MATERIAL.added),
        lambda text: wanted in text,
        settings=SEARCH,
    )
    assert wanted in found


def test_no_added_tokens_is_an_error() -> None:
    with pytest.raises(ValueError, match="no added tokens"):
        strategies.added_token_texts(())


@QUICK
@given(strategies.ids(MATERIAL))
def test_ids_fit_in_31_bits(ids: tuple[int, ...]) -> None:
    assert all(0 <= token_id < 2**31 for token_id in ids)


@pytest.mark.parametrize("wanted", [range(3, 9), range(10, 2**31), (2,), (9,)])
def test_ids_reach_every_kind(wanted: range) -> None:
    found = find(
        strategies.ids(MATERIAL), lambda ids: any(one in wanted for one in ids), settings=SEARCH
    )
    assert len(found) == 1


def test_nothing_else_in_the_package_needs_hypothesis() -> None:
    named = ("corpora.strategies", "corpora.generators.pipelines.strategy")
    script = (
        "import sys; sys.modules['hypothesis'] = None\n"
        "import importlib, pkgutil, corpora\n"
        "for found in pkgutil.walk_packages(corpora.__path__, 'corpora.'):\n"
        f"    if found.name not in {named}: importlib.import_module(found.name)\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
