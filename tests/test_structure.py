"""Every module has its test file, in the same place; what has none says why."""

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
    "harness/commands/report.py": "harness/commands/test_run.py",
    "harness/conversion/from_bpe.py": "harness/conversion/test_convert.py",
    "harness/conversion/from_ranks.py": "harness/conversion/test_convert.py",
    "harness/conversion/from_sentencepiece.py": "harness/conversion/test_convert.py",
    "harness/conversion/from_unigram.py": "harness/conversion/test_convert.py",
    "harness/conversion/from_wordpiece.py": "harness/conversion/test_convert.py",
    "reference_impl/decoders/detokenizer.py": "reference_impl/decoders/test_tekken.py",
    "harness/fault_models/model_algorithm.py": "harness/fault_models/test_wrong_algorithm.py",
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
    "reference_impl/regexes/escapes.py": "reference_impl/regexes/test_grammar.py",
    "reference_impl/regexes/fold_case.py": "reference_impl/regexes/test_grammar.py",
    "reference_impl/regexes/nodes.py": "reference_impl/regexes/test_grammar.py",
    "reference_impl/regexes/parse.py": "reference_impl/regexes/test_grammar.py",
    "reference_impl/regexes/parse_class.py": "reference_impl/regexes/test_grammar.py",
    "reference_impl/regexes/quantifiers.py": "reference_impl/regexes/test_grammar.py",
    "reference_impl/regexes/references.py": "reference_impl/regexes/test_grammar.py",
    "reference_impl/regexes/translate.py": "reference_impl/regexes/test_grammar.py",
    "tools/unicode_tables/ask_cpython.py": "tools/unicode_tables/test_make_cpython_tables.py",
    "tools/unicode_tables/ask_folds.py": "tools/unicode_tables/test_make_tables.py",
    "tools/unicode_tables/ask_graphemes.py": "tools/unicode_tables/test_make_tables.py",
    "tools/unicode_tables/ask_scripts.py": "tools/unicode_tables/test_make_tables.py",
    "tools/unicode_tables/ask_normalization.py": "tools/unicode_tables/test_make_tables.py",
    "tools/unicode_tables/ask_oniguruma.py": "tools/unicode_tables/test_make_tables.py",
    "tools/unicode_tables/ask_rust.py": "tools/unicode_tables/test_make_tables.py",
    "reference_impl/unicode/rust_tables.py": "tools/unicode_tables/test_make_tables.py",
    "reference_impl/unicode/hangul.py": "reference_impl/unicode/test_normalization.py",
    "harness/fault_models/added_token_flags.py": "harness/fault_models/test_variants.py",
    "harness/fault_models/added_token_length.py": "harness/fault_models/test_variants.py",
    "harness/fault_models/digits.py": "harness/fault_models/test_variants.py",
    "harness/fault_models/ignore_merges.py": "harness/fault_models/test_variants.py",
    "harness/fault_models/accents.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/added_token_places.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/added_token_spelling.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/charsmap_rules.py": "harness/fault_models/test_every_family.py",
    "harness/fault_models/clean_up_rules.py": "harness/fault_models/test_every_family.py",
    "harness/fault_models/decoded_text.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/lenient_utf8.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/lost_pieces.py": "harness/fault_models/test_every_family.py",
    "harness/fault_models/merge_search.py": "harness/fault_models/test_every_family.py",
    "harness/fault_models/mistaken_characters.py": "harness/fault_models/test_every_family.py",
    "harness/fault_models/pattern_text.py": "harness/fault_models/test_every_family.py",
    "harness/fault_models/rewriting.py": "harness/fault_models/test_every_family.py",
    "harness/fault_models/spared_characters.py": "harness/fault_models/test_every_family.py",
    "harness/fault_models/specials_by_text.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/spelled_bytes.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/word_lengths.py": "harness/fault_models/test_every_family.py",
    "harness/fault_models/added_specials.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/added_token_order.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/added_token_search.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/added_token_space.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/byte_pieces.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/changed_model.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/charsmap.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/cleaning.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/decoded_bytes.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/decoded_ids.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/decoded_spaces.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/dummy_prefix.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/letter_case.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/merge_list.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/mirrored.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/no_normalizer.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/ranges.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/affixes.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/lengths.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/old_unicode.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/normal_forms.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/normalized_flag.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/parts.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/pattern_branches.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/patterns.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/piece_types.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/scores.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/single_word.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/splitting.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/token_columns.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/unicode_classes.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/unigram_search.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/unknown.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/white_space.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/whole_pattern.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/word_prefixes.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/wordpiece_search.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/words.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/merge_ranks.py": "harness/fault_models/test_every_variant.py",
    "harness/fault_models/merge_order.py": "harness/fault_models/test_variants.py",
    "harness/fault_models/no_normal_form.py": "harness/fault_models/test_variants.py",
    "harness/fault_models/variant.py": "harness/fault_models/test_variants.py",
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
    "reference_impl/models/llama/spm.py": "reference_impl/formats/gguf/test_reader.py",
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
    "reports/records/errors.py": "reports/records/test_ledger.py",
    "reports/triage/exhibit.py": "reports/triage/test_report.py",
}
"""Modules without a test file of their own, and the file under tests/ that
reaches them through what uses them."""

TOGETHER = {"reports/triage/recipes": "reports/triage/recipes/test_recipes.py"}
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


def test_tests_are_no_packages():
    assert list((ROOT / "tests").rglob("__init__.py")) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_file_is_too_long(package):
    tables = {"reference_impl/unicode/rust_tables.py"}
    for path in (ROOT / package).rglob("*.py"):
        name = path.relative_to(ROOT).as_posix()
        assert name in tables or len(path.read_text("utf-8").splitlines()) <= 400, name
