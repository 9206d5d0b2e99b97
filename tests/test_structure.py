"""Every module has its test file, in the same place; what has none says why."""

import ast
import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("reference_impl", "oracles", "corpora", "harness", "reports")
WITHOUT = {
    "reference_impl/chat/templates.py": "reference_impl/formats/test_template_sources.py",
    "reference_impl/regexes/search.py": "reference_impl/pre_tokenizers/test_split.py",
    "harness/properties/chats.py": "harness/properties/test_conversations.py",
    "harness/artefacts/catalogue_names.py": "harness/artefacts/test_names.py",
    "reports/records/searches.py": "harness/fault_models/test_wrong_algorithm.py",
    "harness/conversion/from_bpe.py": "harness/conversion/test_convert.py",
    "harness/conversion/from_ranks.py": "harness/conversion/test_convert.py",
    "harness/conversion/from_sentencepiece.py": "harness/conversion/test_convert.py",
    "harness/conversion/from_unigram.py": "harness/conversion/test_convert.py",
    "harness/conversion/from_wordpiece.py": "harness/conversion/test_convert.py",
    "reference_impl/decoders/detokenizer.py": "reference_impl/decoders/test_tekken.py",
    "reference_impl/errors.py": "harness/test_cli.py",
    "reference_impl/models/lookup/lengths.py": "reference_impl/models/lookup/test_lookup.py",
    "reference_impl/models/lookup/prefixes.py": "reference_impl/models/lookup/test_lookup.py",
    "reference_impl/models/lookup/trie.py": "reference_impl/models/lookup/test_lookup.py",
    "reference_impl/traces.py": "reference_impl/tokenizer/test_tracing.py",
    "reference_impl/models/model.py": "reference_impl/models/hf/test_bpe.py",
    "reference_impl/normalizers/nfc.py": "reference_impl/unicode/test_normalization.py",
    "reference_impl/normalizers/nfd.py": "reference_impl/unicode/test_normalization.py",
    "reference_impl/normalizers/nfkc.py": "reference_impl/unicode/test_normalization.py",
    "reference_impl/normalizers/nfkd.py": "reference_impl/unicode/test_normalization.py",
    "reference_impl/regexes/cursor.py": "reference_impl/regexes/test_grammar.py",
    "reference_impl/regexes/effort.py": "reference_impl/regexes/test_grammar.py",
    "reference_impl/regexes/fold_case.py": "reference_impl/regexes/test_grammar.py",
    "reference_impl/regexes/nodes.py": "reference_impl/regexes/test_grammar.py",
    "reference_impl/regexes/parse.py": "reference_impl/regexes/test_grammar.py",
    "reference_impl/regexes/parse_class.py": "reference_impl/regexes/test_grammar.py",
    "reference_impl/regexes/quantifiers.py": "reference_impl/regexes/test_grammar.py",
    "reference_impl/regexes/references.py": "reference_impl/regexes/test_grammar.py",
    "tools/unicode_tables/ask_cpython.py": "tools/unicode_tables/test_make_cpython_tables.py",
    "tools/unicode_tables/ask_graphemes.py": "tools/unicode_tables/test_make_tables.py",
    "tools/unicode_tables/ask_normalization.py": "tools/unicode_tables/test_make_tables.py",
    "tools/unicode_tables/ask_oniguruma.py": "tools/unicode_tables/test_make_tables.py",
    "tools/unicode_tables/ask_rust.py": "tools/unicode_tables/test_make_tables.py",
    "reference_impl/unicode/rust_tables.py": "tools/unicode_tables/test_make_tables.py",
    "reference_impl/unicode/hangul.py": "reference_impl/unicode/test_normalization.py",
    "corpora/generators/gguf_vocabularies/tokens.py": (
        "corpora/generators/gguf_vocabularies/test_vocabulary.py"
    ),
    "reference_impl/formats/gguf/attributes.py": "reference_impl/formats/gguf/test_reader.py",
    "reference_impl/formats/gguf/keys.py": "reference_impl/formats/gguf/test_reader.py",
    "reference_impl/formats/gguf/stages.py": "reference_impl/formats/gguf/test_reader.py",
    "reference_impl/formats/gguf/vocabulary.py": "reference_impl/formats/gguf/test_reader.py",
    "reference_impl/models/llama/bpe.py": "reference_impl/formats/gguf/test_reader.py",
    "reference_impl/models/llama/plamo2_table.py": "reference_impl/models/llama/test_plamo2.py",
    "reference_impl/models/llama/rwkv.py": "reference_impl/formats/gguf/test_reader.py",
    "reference_impl/models/llama/chunks.py": "reference_impl/formats/gguf/test_reader.py",
    "reference_impl/models/llama/ugm.py": "reference_impl/formats/gguf/test_reader.py",
    "reference_impl/models/llama/unknown.py": "reference_impl/formats/gguf/test_reader.py",
    "reference_impl/models/llama/wpm.py": "reference_impl/formats/gguf/test_reader.py",
    "reference_impl/normalizers/llama_ugm.py": "reference_impl/formats/gguf/test_reader.py",
    "reference_impl/normalizers/llama_wpm.py": "reference_impl/formats/gguf/test_reader.py",
    "reference_impl/normalizers/xcda.py": "reference_impl/formats/gguf/test_reader.py",
    "reference_impl/post_processors/bos_eos.py": "reference_impl/formats/gguf/test_reader.py",
    "reference_impl/pre_tokenizers/hybrid_dna.py": "reference_impl/formats/gguf/test_reader.py",
    "reference_impl/pre_tokenizers/llama_wpm.py": "reference_impl/formats/gguf/test_reader.py",
    "corpora/generators/generator.py": "corpora/generators/test_shards.py",
    "harness/run/finding_cell.py": "harness/run/test_plan.py",
    "oracles/subjects/batching.py": "oracles/subjects/test_client.py",
    "reports/records/errors.py": "reports/records/test_ledger.py",
    "reports/triage/exhibit.py": "reports/triage/test_report.py",
}
"""Modules without a test file of their own, and the file under tests/ that
reaches them through what uses them."""

TOGETHER = {
    "harness/properties/laws": "harness/properties/laws/test_laws.py",
    "reference_impl/formats/model_folder": "reference_impl/formats/model_folder/test_classes.py",
    "reports/triage/recipes": "reports/triage/recipes/test_recipes.py",
    "harness/fault_models/added_tokens": "harness/fault_models/test_added_tokens.py",
    "harness/fault_models/normalizers": "harness/fault_models/test_normalizers.py",
    "harness/fault_models/pre_tokenizers": "harness/fault_models/test_pre_tokenizers.py",
    "harness/fault_models/models": "harness/fault_models/test_models.py",
    "harness/fault_models/post_processors": "harness/fault_models/test_post_processors.py",
    "harness/fault_models/decoders": "harness/fault_models/test_decoders.py",
}
"""Folders whose modules are tested as one, each by the same cases."""


def modules():
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            together = path.parent.relative_to(ROOT).as_posix() in TOGETHER
            if path.name != "__init__.py" and name not in WITHOUT and not together:
                yield name


@pytest.mark.parametrize("name", list(modules()))
def test_each_module_has_its_test_file(name):
    path = Path(name)
    mirrored = ROOT / "tests" / path.parent / f"test_{path.name}"
    assert mirrored.is_file(), f"tests/{path.parent}/test_{path.name} is missing"


def test_a_reason_is_for_a_module_that_is_there_and_has_no_test():
    for name, instead in WITHOUT.items():
        path = Path(name)
        assert (ROOT / "tests" / instead).is_file(), f"tests/{instead} is gone"
        assert (ROOT / path).is_file(), f"{name} is gone: drop its line"
        assert not (ROOT / "tests" / path.parent / f"test_{path.name}").exists(), name


def test_folders_that_are_tested_as_one_are_there():
    for folder, together in TOGETHER.items():
        assert (ROOT / folder).is_dir()
        assert (ROOT / "tests" / together).is_file()


def test_tests_hold_no_examples():
    """None is looked for in them (`conftest.pytest_collect_file`)."""
    mark = ">>" + "> "
    files = (ROOT / "tests").rglob("*.py")
    assert [path for path in files if mark in path.read_text("utf-8")] == []


def test_tests_are_no_packages():
    assert list((ROOT / "tests").rglob("__init__.py")) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_file_is_too_long(package):
    tables = {"reference_impl/unicode/rust_tables.py"}
    for path in (ROOT / package).rglob("*.py"):
        name = path.relative_to(ROOT).as_posix()
        assert name in tables or len(path.read_text("utf-8").splitlines()) <= 400, name


@pytest.mark.parametrize("package", [*PACKAGES, "evaluation", "tools"])
def test_examples_of_docstrings_can_be_read(package):
    described = (ast.Module, ast.ClassDef, ast.FunctionDef)
    for path in (ROOT / package).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, described):
                # As it stands in the file: Python 3.11 and 3.12 keep the spaces before its lines.
                shown = ast.get_docstring(node, clean=False) or ""
                doctest.DocTestParser().parse(shown, str(path))
