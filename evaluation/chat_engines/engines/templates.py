"""Which template an engine that takes a source renders, and with what special tokens.

Read from the artefact by the rules of its format (`reference_impl`), so that every engine is
given the same. Not here: engines that read a model's files themselves.
"""

from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.template import ChatTemplate
from tokparity.reference_impl.chat.templates import Templates
from tokparity.reference_impl.contract import Artefact, Format
from tokparity.reference_impl.formats import chat_template
from tokparity.reference_impl.formats.gguf import reader as gguf
from tokparity.reference_impl.formats.template_sources import folder_files, of_files, of_gguf

FORMATS: frozenset[Format] = frozenset({"chat_template", "tokenizer_config.json", "gguf"})


def templates_of(artefact: Artefact) -> Templates:
    """The templates of an artefact in one of `FORMATS`. Errors: BadArtefact."""
    match artefact.format:
        case "chat_template":
            return chat_template.templates(artefact)
        case "gguf":
            return of_gguf(*gguf.read(artefact.path))
        case _:
            return of_files(folder_files(artefact.path.parent))


def template_for(templates: Templates, conversation: Conversation) -> ChatTemplate:
    """The template "tool_use" where a conversation has tools and the model such a template, else
    its default (`Templates.choose`). Errors: NoTemplate."""
    return templates.choose(tools=bool(conversation.tools))[1]
