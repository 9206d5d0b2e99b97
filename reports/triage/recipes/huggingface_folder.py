"""How a script asks `transformers` of a folder without a tokenizer.json: by `AutoTokenizer` too."""

from dataclasses import replace

from tokparity.reference_impl.contract import Case, ChatCase
from tokparity.reports.triage.exhibit import Part
from tokparity.reports.triage.recipes import huggingface_transformers
from tokparity.reports.triage.recipes.recipe import NoScript, Recipe
from tokparity.reports.triage.values import Aspect


def recipe(part: Part, case: Case, aspect: Aspect) -> Recipe:
    """What `AutoTokenizer` makes of the folder, asked from inside it. Raises NoScript.

    The library looks for names of models in the path of a folder that says none itself.
    """
    if isinstance(case, ChatCase):
        raise NoScript("the chat template of such a folder is not asked")
    made = huggingface_transformers.recipe(part, case, aspect)
    folder, only, _ = made.load
    inside = ("os.chdir(folder)", "tokenizer = AutoTokenizer.from_pretrained('.', **only)")
    return replace(made, imports=(*made.imports, "import os"), load=(folder, only, *inside))
