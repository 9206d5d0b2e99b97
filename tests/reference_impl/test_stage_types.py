"""A stage is declared once: a pre-tokenizer is one file, all else derives from its `TYPE`."""

import json
import os
import shutil
import subprocess
import sys
from inspect import getmembers, isclass
from pathlib import Path

import pytest
from tokenizers import decoders, normalizers, pre_tokenizers, processors

import tokparity
from evaluation.sweeps import unicode_components
from tokparity.corpora.generators.pipelines.options import STAGES, values
from tokparity.corpora.generators.pipelines.pipeline import pipeline
from tokparity.corpora.generators.pipelines.stages import places
from tokparity.reference_impl.normalizers.sequence import NormalizerSequence
from tokparity.reference_impl.pre_tokenizers.llama_wpm import LlamaWPMPreTokenizer
from tokparity.reference_impl.stage_types import type_name

ROOT = Path(__file__).parents[2]
LIBRARY = {
    "normalizer": (normalizers, normalizers.Normalizer),
    "pre_tokenizer": (pre_tokenizers, pre_tokenizers.PreTokenizer),
    "post_processor": (processors, processors.PostProcessor),
    "decoder": (decoders, decoders.Decoder),
}
DECLARED = [(section, name) for section, types in STAGES.items() for name in types]

NAME = "unicode_scripts"
"""A module that nothing else imports: without it the library has a type that we have not."""

FACTS = """
import json, sys
from pathlib import Path
from evaluation.sweeps.unicode_components import PRE_TOKENIZERS
from tools.stage_table import rows
from tokparity.corpora.generators.pipelines.pipeline import pipeline
from tokparity.harness.properties.lossless import dropping
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.formats.tokenizer_json.pre_tokenizers import read_pre_tokenizer
from tokparity.reference_impl.serde_json.node import Node
from tokparity.reference_impl.text.aligned import Aligned

kind = sys.argv[1]
try:
    stage = read_pre_tokenizer(Node(Path("t.json"), "pre_tokenizer", {"type": kind}))
    words = [piece.text for piece in stage.pre_tokenize([Aligned.of(sys.argv[2])])]
    why = list(dropping(stage))
except TokparityError as error:
    words, why = str(error), []
composed = sum(f'"{kind}"' in json.dumps(pipeline(0, at).document) for at in range(60))
print(json.dumps({
    "words": words,
    "dropping": why,
    "composed": composed > 0,
    "swept": kind in PRE_TOKENIZERS,
    "in the table": kind in [row[1] for row in rows()],
}))
"""
VOWELS = '''"""`Vowels`: cut at vowels. No library has it."""

from dataclasses import dataclass

from tokparity.reference_impl.pre_tokenizers.splitting import isolate
from tokparity.reference_impl.stage_types import StageType, nothing
from tokparity.reference_impl.text.aligned import Aligned


@dataclass(frozen=True, slots=True)
class Vowels:
    def pre_tokenize(self, pieces: list[Aligned]) -> list[Aligned]:
        found = [[(at, at + 1) for at, c in enumerate(p.text) if c in "aeiou"] for p in pieces]
        return [part for p, spans in zip(pieces, found) for part in isolate(p, spans)]


TYPE = StageType("Vowels", Vowels, loses=nothing)
'''


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A folder to import `tokparity` from: links to the product, and a reference of its own."""
    package = tmp_path_factory.mktemp("copy") / "tokparity"
    package.mkdir()
    for path in Path(tokparity.__file__).parent.iterdir():
        if path.suffix == ".py":
            shutil.copy(path, package)
        elif path.name not in ("reference_impl", "__pycache__"):
            (package / path.name).symlink_to(path.resolve())
    shutil.copytree(ROOT / "reference_impl", package / "reference_impl")
    return package


def facts(copy, kind, text):
    """What a fresh Python that imports the copy knows of a type of pre-tokenizer."""
    paths = os.pathsep.join(map(str, (copy.parent, ROOT)))
    environment = os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-P", "-c", FACTS, kind, text]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_a_file_taken_away_takes_its_type_from_everywhere_and_brings_it_back(copy):
    path = copy / "reference_impl" / "pre_tokenizers" / f"{NAME}.py"
    file = path.read_text("utf-8")
    native = pre_tokenizers.UnicodeScripts().pre_tokenize_str("Hi мир カな")
    here = {
        "words": [word for word, _ in native],
        "dropping": ["the pre-tokenizer UnicodeScripts may leave text out"],
        "composed": True,
        "swept": True,
        "in the table": True,
    }
    assert facts(copy, "UnicodeScripts", "Hi мир カな") == here
    path.unlink()
    gone = facts(copy, "UnicodeScripts", "Hi мир カな")
    refusal = "t.json: pre_tokenizer.type: the pre-tokenizer 'UnicodeScripts' is not implemented"
    nowhere = {"composed": False, "swept": False, "in the table": False}
    assert gone == {"words": refusal, "dropping": [], **nowhere}
    path.write_text(file, "utf-8")
    assert facts(copy, "UnicodeScripts", "Hi мир カな") == here


def test_a_new_type_is_one_file(copy):
    (copy / "reference_impl" / "pre_tokenizers" / "vowels.py").write_text(VOWELS, "utf-8")
    assert facts(copy, "Vowels", "tokens") == {
        "words": ["t", "o", "k", "e", "ns"],
        "dropping": [],
        "composed": True,
        "swept": True,
        "in the table": True,
    }


@pytest.mark.parametrize("section", LIBRARY)
def test_every_type_of_the_library_is_declared(section):
    module, base = LIBRARY[section]
    types = {name for name, kind in getmembers(module, isclass) if issubclass(kind, base)}
    assert types - {base.__name__, "Sequence"} - {"DecodeStream"} == set(STAGES[section])


@pytest.mark.parametrize(("section", "name"), DECLARED)
def test_a_stage_is_called_by_its_type_and_its_class_by_a_name_of_its_own(section, name):
    stage = STAGES[section][name].stage
    assert type_name(stage.__new__(stage)) == name
    classes = [declared.stage.__name__ for types in STAGES.values() for declared in types.values()]
    assert classes.count(stage.__name__) == 1


@pytest.mark.parametrize(
    ("stage", "name"),
    [(NormalizerSequence(()), "Sequence"), (LlamaWPMPreTokenizer(), "LlamaWPM"), (3, "int")],
)
def test_what_no_tokenizer_json_has_is_called_by_its_component_or_class(stage, name):
    assert type_name(stage) == name


@pytest.fixture(scope="module")
def composed():
    documents = (pipeline(0, number, count=1).document for number in range(250))
    return {place.component for document in documents for place in places(document)}


@pytest.mark.parametrize(("section", "name"), DECLARED)
def test_every_type_is_composed_by_the_generator(composed, section, name):
    assert (section, name) in composed


@pytest.mark.parametrize(("section", "name"), DECLARED)
def test_every_option_has_values_and_the_plainest_is_no_repetition(section, name):
    for option in STAGES[section][name].options:
        written = [json.dumps(value) for value in values(option)]
        assert len(written) == len(set(written)) > 0, option.name


@pytest.mark.parametrize("section", ["normalizer", "pre_tokenizer"])
def test_every_type_that_looks_at_characters_is_swept(section):
    table = {
        "normalizer": unicode_components.NORMALIZERS,
        "pre_tokenizer": unicode_components.PRE_TOKENIZERS,
    }[section]
    assert {spec["type"] for spec in table.values()} == set(STAGES[section]) - {"Prepend"}
