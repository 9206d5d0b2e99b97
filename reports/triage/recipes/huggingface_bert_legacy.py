"""How a script asks the pure-Python BERT tokenizer of `transformers` about a `vocab.txt`."""

from tokparity.reference_impl.contract import Case, EncodeCase, StageCase
from tokparity.reports.triage.exhibit import Part
from tokparity.reports.triage.recipes.huggingface_transformers import decoded
from tokparity.reports.triage.recipes.recipe import Recipe, path_of
from tokparity.reports.triage.values import Aspect, text_literal


def recipe(part: Part, case: Case, aspect: Aspect) -> Recipe:
    """`BertTokenizerLegacy` with nothing but the file given."""
    more, path = path_of(part)
    module = "transformers.models.bert.tokenization_bert_legacy"
    imports = (*more, f"from {module} import BertTokenizerLegacy")
    load = (f"tokenizer = BertTokenizerLegacy({path})",)
    match case:
        case EncodeCase(text, options):
            answer = (
                f"tokenizer.encode({text_literal(text)}, add_special_tokens={options.add_special},"
                f" split_special_tokens={not options.parse_special})"
            )
            return Recipe(imports, load, (), answer, aspect)
        case StageCase("model", str(word)):
            answer = f"tokenizer.wordpiece_tokenizer.tokenize({text_literal(word)})"
            return Recipe(imports, load, (), answer, "row_texts")
        case StageCase("decoder", given):
            line = f"text = tokenizer.convert_tokens_to_string({list(given)!a})"
            return Recipe(imports, load, (line,), "tokenizer.clean_up_tokenization(text)", "joined")
        case _:
            return Recipe(imports, load, (), decoded(case), aspect)
