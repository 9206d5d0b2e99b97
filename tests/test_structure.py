"""Every module has its test file, in the same place; what has none says why."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("reference_impl", "oracles", "corpora", "harness", "reports")
WITHOUT = {
    "harness/commands/report.py": "harness/commands/test_run.py",
    "harness/conversion/from_bpe.py": "harness/conversion/test_convert.py",
    "harness/conversion/from_ranks.py": "harness/conversion/test_convert.py",
    "harness/conversion/from_sentencepiece.py": "harness/conversion/test_convert.py",
    "harness/conversion/from_tokenizer_json.py": "harness/conversion/test_convert.py",
    "harness/conversion/from_unigram.py": "harness/conversion/test_convert.py",
    "harness/conversion/from_wordpiece.py": "harness/conversion/test_convert.py",
    "harness/conversion/write.py": "harness/conversion/test_convert.py",
    "reference_impl/decoders/detokenizer.py": "reference_impl/decoders/test_tekken.py",
    "reference_impl/variants/model_algorithm.py": "harness/test_wrong_algorithm.py",
    "reference_impl/errors.py": "harness/test_cli.py",
    "reference_impl/models/lookup/lengths.py": "reference_impl/models/lookup/test_lookup.py",
    "reference_impl/models/lookup/prefixes.py": "reference_impl/models/lookup/test_lookup.py",
    "reference_impl/models/lookup/trie.py": "reference_impl/models/lookup/test_lookup.py",
    "reference_impl/traces.py": "reference_impl/test_tracing.py",
    "reference_impl/models/model.py": "reference_impl/models/test_bpe.py",
    "reference_impl/normalizers/nfc.py": "reference_impl/unicode/test_normalization.py",
    "reference_impl/normalizers/nfd.py": "reference_impl/unicode/test_normalization.py",
    "reference_impl/normalizers/nfkc.py": "reference_impl/unicode/test_normalization.py",
    "reference_impl/normalizers/nfkd.py": "reference_impl/unicode/test_normalization.py",
    "reference_impl/patterns/cursor.py": "reference_impl/test_pattern_grammar.py",
    "reference_impl/patterns/effort.py": "reference_impl/test_pattern_grammar.py",
    "reference_impl/patterns/escapes.py": "reference_impl/test_pattern_grammar.py",
    "reference_impl/patterns/fold_case.py": "reference_impl/test_pattern_grammar.py",
    "reference_impl/patterns/look_behind.py": "reference_impl/test_pattern_grammar.py",
    "reference_impl/patterns/nodes.py": "reference_impl/test_pattern_grammar.py",
    "reference_impl/patterns/parse.py": "reference_impl/test_pattern_grammar.py",
    "reference_impl/patterns/parse_class.py": "reference_impl/test_pattern_grammar.py",
    "reference_impl/patterns/quantifiers.py": "reference_impl/test_pattern_grammar.py",
    "reference_impl/patterns/references.py": "reference_impl/test_pattern_grammar.py",
    "reference_impl/patterns/translate.py": "reference_impl/test_pattern_grammar.py",
    "reference_impl/spelling.py": "reference_impl/test_tokenizer.py",
    "reference_impl/unicode/ask_cpython.py": "reference_impl/unicode/test_make_cpython_tables.py",
    "reference_impl/unicode/ask_folds.py": "reference_impl/unicode/test_make_tables.py",
    "reference_impl/unicode/ask_graphemes.py": "reference_impl/unicode/test_make_tables.py",
    "reference_impl/unicode/ask_scripts.py": "reference_impl/unicode/test_make_tables.py",
    "reference_impl/unicode/ask_normalization.py": "reference_impl/unicode/test_make_tables.py",
    "reference_impl/unicode/ask_oniguruma.py": "reference_impl/unicode/test_make_tables.py",
    "reference_impl/unicode/ask_rust.py": "reference_impl/unicode/test_make_tables.py",
    "reference_impl/unicode/rust_tables.py": "reference_impl/unicode/test_make_tables.py",
    "reference_impl/unicode/hangul.py": "reference_impl/unicode/test_normalization.py",
    "reference_impl/variants/added_token_flags.py": "reference_impl/variants/test_variants.py",
    "reference_impl/variants/added_token_length.py": "reference_impl/variants/test_variants.py",
    "reference_impl/variants/digits.py": "reference_impl/variants/test_variants.py",
    "reference_impl/variants/ignore_merges.py": "reference_impl/variants/test_variants.py",
    "reference_impl/variants/accents.py": "harness/test_every_variant.py",
    "reference_impl/variants/added_token_places.py": "harness/test_every_variant.py",
    "reference_impl/variants/added_token_spelling.py": "harness/test_every_variant.py",
    "reference_impl/variants/charsmap_rules.py": "harness/test_every_family.py",
    "reference_impl/variants/clean_up_rules.py": "harness/test_every_family.py",
    "reference_impl/variants/decoded_text.py": "harness/test_every_variant.py",
    "reference_impl/variants/lenient_utf8.py": "harness/test_every_variant.py",
    "reference_impl/variants/lost_pieces.py": "harness/test_every_family.py",
    "reference_impl/variants/merge_search.py": "harness/test_every_family.py",
    "reference_impl/variants/mistaken_characters.py": "harness/test_every_family.py",
    "reference_impl/variants/pattern_text.py": "harness/test_every_family.py",
    "reference_impl/variants/rewriting.py": "harness/test_every_family.py",
    "reference_impl/variants/spared_characters.py": "harness/test_every_family.py",
    "reference_impl/variants/specials_by_text.py": "harness/test_every_variant.py",
    "reference_impl/variants/spelled_bytes.py": "harness/test_every_variant.py",
    "reference_impl/variants/word_lengths.py": "harness/test_every_family.py",
    "reference_impl/variants/added_specials.py": "harness/test_every_variant.py",
    "reference_impl/variants/added_token_order.py": "harness/test_every_variant.py",
    "reference_impl/variants/added_token_search.py": "harness/test_every_variant.py",
    "reference_impl/variants/added_token_space.py": "harness/test_every_variant.py",
    "reference_impl/variants/byte_pieces.py": "harness/test_every_variant.py",
    "reference_impl/variants/changed_model.py": "harness/test_every_variant.py",
    "reference_impl/variants/charsmap.py": "harness/test_every_variant.py",
    "reference_impl/variants/cleaning.py": "harness/test_every_variant.py",
    "reference_impl/variants/decoded_bytes.py": "harness/test_every_variant.py",
    "reference_impl/variants/decoded_ids.py": "harness/test_every_variant.py",
    "reference_impl/variants/decoded_spaces.py": "harness/test_every_variant.py",
    "reference_impl/variants/dummy_prefix.py": "harness/test_every_variant.py",
    "reference_impl/variants/letter_case.py": "harness/test_every_variant.py",
    "reference_impl/variants/merge_list.py": "harness/test_every_variant.py",
    "reference_impl/variants/mirrored.py": "harness/test_every_variant.py",
    "reference_impl/variants/no_normalizer.py": "harness/test_every_variant.py",
    "reference_impl/variants/ranges.py": "harness/test_every_variant.py",
    "reference_impl/variants/affixes.py": "harness/test_every_variant.py",
    "reference_impl/variants/lengths.py": "harness/test_every_variant.py",
    "reference_impl/variants/old_unicode.py": "harness/test_every_variant.py",
    "reference_impl/variants/normal_forms.py": "harness/test_every_variant.py",
    "reference_impl/variants/normalized_flag.py": "harness/test_every_variant.py",
    "reference_impl/variants/parts.py": "harness/test_every_variant.py",
    "reference_impl/variants/pattern_branches.py": "harness/test_every_variant.py",
    "reference_impl/variants/patterns.py": "harness/test_every_variant.py",
    "reference_impl/variants/piece_types.py": "harness/test_every_variant.py",
    "reference_impl/variants/scores.py": "harness/test_every_variant.py",
    "reference_impl/variants/single_word.py": "harness/test_every_variant.py",
    "reference_impl/variants/splitting.py": "harness/test_every_variant.py",
    "reference_impl/variants/token_columns.py": "harness/test_every_variant.py",
    "reference_impl/variants/unicode_classes.py": "harness/test_every_variant.py",
    "reference_impl/variants/unigram_search.py": "harness/test_every_variant.py",
    "reference_impl/variants/unknown.py": "harness/test_every_variant.py",
    "reference_impl/variants/white_space.py": "harness/test_every_variant.py",
    "reference_impl/variants/whole_pattern.py": "harness/test_every_variant.py",
    "reference_impl/variants/word_prefixes.py": "harness/test_every_variant.py",
    "reference_impl/variants/wordpiece_search.py": "harness/test_every_variant.py",
    "reference_impl/variants/words.py": "harness/test_every_variant.py",
    "reference_impl/variants/merge_ranks.py": "harness/test_every_variant.py",
    "reference_impl/variants/merge_order.py": "reference_impl/variants/test_variants.py",
    "reference_impl/variants/no_normal_form.py": "reference_impl/variants/test_variants.py",
    "reference_impl/variants/variant.py": "reference_impl/variants/test_variants.py",
    "corpora/generators/gguf_vocabularies/tokens.py": (
        "corpora/generators/gguf_vocabularies/test_vocabulary.py"
    ),
    "reference_impl/formats/gguf_attributes.py": "reference_impl/formats/test_gguf.py",
    "reference_impl/formats/gguf_keys.py": "reference_impl/formats/test_gguf.py",
    "reference_impl/formats/gguf_stages.py": "reference_impl/formats/test_gguf.py",
    "reference_impl/formats/gguf_vocabulary.py": "reference_impl/formats/test_gguf.py",
    "reference_impl/models/llama_bpe.py": "reference_impl/formats/test_gguf.py",
    "reference_impl/models/llama_plamo2_table.py": "reference_impl/models/test_llama_plamo2.py",
    "reference_impl/models/llama_rwkv.py": "reference_impl/formats/test_gguf.py",
    "reference_impl/models/llama_spm.py": "reference_impl/formats/test_gguf.py",
    "reference_impl/models/llama_test.py": "reference_impl/formats/test_gguf.py",
    "reference_impl/models/llama_ugm.py": "reference_impl/formats/test_gguf.py",
    "reference_impl/models/llama_unknown.py": "reference_impl/formats/test_gguf.py",
    "reference_impl/models/llama_wpm.py": "reference_impl/formats/test_gguf.py",
    "reference_impl/normalizers/llama_ugm.py": "reference_impl/formats/test_gguf.py",
    "reference_impl/normalizers/llama_wpm.py": "reference_impl/formats/test_gguf.py",
    "reference_impl/normalizers/xcda.py": "reference_impl/formats/test_gguf.py",
    "reference_impl/post_processors/bos_eos.py": "reference_impl/formats/test_gguf.py",
    "reference_impl/pre_tokenizers/hybrid_dna.py": "reference_impl/formats/test_gguf.py",
    "reference_impl/pre_tokenizers/llama_wpm.py": "reference_impl/formats/test_gguf.py",
    "corpora/generators/generator.py": "corpora/generators/test_shards.py",
    "reports/errors.py": "reports/test_ledger.py",
    "reports/triage/exhibit.py": "reports/triage/test_report.py",
    "reports/triage/recipes/recipe.py": "reports/triage/recipes/test_recipes.py",
    "reports/triage/recipes/hf_chat_template.py": "reports/triage/recipes/test_recipes.py",
    "reports/triage/recipes/hf_tokenizers.py": "reports/triage/recipes/test_recipes.py",
    "reports/triage/recipes/hf_transformers.py": "reports/triage/recipes/test_recipes.py",
    "reports/triage/recipes/llama_cpp.py": "reports/triage/recipes/test_recipes.py",
    "reports/triage/recipes/mistral.py": "reports/triage/recipes/test_recipes.py",
    "reports/triage/recipes/spm.py": "reports/triage/recipes/test_recipes.py",
    "reports/triage/recipes/tiktoken_ranks.py": "reports/triage/recipes/test_recipes.py",
}
"""Modules without a test file of their own, and the file under tests/ that
reaches them through what uses them."""


def modules():
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            if path.name != "__init__.py" and name not in WITHOUT:
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


def test_tests_are_no_packages():
    assert list((ROOT / "tests").rglob("__init__.py")) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_no_file_is_too_long(package):
    tables = {"reference_impl/unicode/rust_tables.py"}
    for path in (ROOT / package).rglob("*.py"):
        name = path.relative_to(ROOT).as_posix()
        assert name in tables or len(path.read_text("utf-8").splitlines()) <= 400, name
