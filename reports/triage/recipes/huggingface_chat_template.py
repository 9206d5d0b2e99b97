"""How a script asks `transformers` for a conversation, given a tokenizer_config.json alone."""

from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.encoding import NOW
from tokparity.reference_impl.contract import Case, ChatCase
from tokparity.reports.triage.exhibit import Part
from tokparity.reports.triage.recipes.recipe import NoScript, Recipe, path_of
from tokparity.reports.triage.values import Aspect


def recipe(part: Part, case: Case, aspect: Aspect) -> Recipe:
    """The template of the file, rendered by a tokenizer that has one word."""
    if not isinstance(case, ChatCase):
        raise NoScript("a template has no vocabulary")
    more, path = path_of(part)
    imports = (
        *more,
        "import shutil",
        "import tempfile",
        "from tokenizers import Tokenizer, models",
        "from transformers import PreTrainedTokenizerFast",
    )
    load = (
        "folder = tempfile.mkdtemp()",
        "Tokenizer(models.WordLevel({'a': 0}, 'a')).save(folder + '/tokenizer.json')",
        f"shutil.copyfile({path}, folder + '/tokenizer_config.json')",
        "only = {'local_files_only': True, 'trust_remote_code': False}",
        "tokenizer = PreTrainedTokenizerFast.from_pretrained(folder, **only)",
    )
    return Recipe((*imports, *IMPORTS), load, request_lines(case), "rendered", aspect)


IMPORTS = ("from datetime import datetime", "from transformers.utils import chat_template_utils")
"""Of the lines of `request_lines`."""


def request_lines(case: ChatCase) -> tuple[str, ...]:
    """The lines that ask a `tokenizer` of the library, and assign `rendered`. A template is told
    the time that it was told when the answers were recorded."""
    fields = Conversation.from_text(case.conversation).to_json()
    now = ", ".join(map(str, NOW.timetuple()[:6]))
    options = {
        "tools": fields["tools"],
        "documents": fields["documents"],
        "add_generation_prompt": fields["add_generation_prompt"],
        "continue_final_message": fields["continued"] or False,
        **fields["variables"],
    }
    return (
        f"messages = {fields['messages']!a}",
        f"options = {options!a}",
        f"clock = type('Clock', (datetime,), {{'now': lambda *_: datetime({now})}})",
        "chat_template_utils.datetime = clock  # templates may ask for the date",
        "rendered = tokenizer.apply_chat_template(messages, tokenize=False, **options)",
    )
