"""Does the law of append-only say of a template what TRL's own check says?

    python -m venv trl && trl/bin/pip install trl==1.16.0 transformers==5.23.0 datasets jinja2
    python -m evaluation.tables.trl_prefixes trl/bin/python [NAME|PATH]…

TRL asks whether a user's message and a call of a tool stay as they are when the tool's answer comes
(`is_chat_template_prefix_preserving`); the law is asked of the same three messages.
A row a template, and the exit code 1 where one is told otherwise; 2 where nothing can be asked.
Without names: the templates of `corpora/chat_templates`, and of each fetched model.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from evaluation.arguments import parser_of
from evaluation.tables.conversation_laws import artefacts
from tokparity.harness.artefacts.model_files import ModelFiles
from tokparity.harness.properties.laws.append_only import grows
from tokparity.harness.properties.laws.talk import Talk
from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.renderer import Renderer
from tokparity.reference_impl.errors import TokparityError

_CALL = {"type": "function", "function": {"name": "dummy", "arguments": {}}}
THREE = Conversation(
    (
        {"role": "user", "content": "dummy"},
        {"role": "assistant", "content": "", "tool_calls": [_CALL]},
        {"role": "tool", "name": "dummy", "content": "dummy"},
    )
)
_CHILD = """
import json, sys
from tokenizers import Tokenizer, models
from transformers import PreTrainedTokenizerFast
from trl.chat_template_utils import is_chat_template_prefix_preserving
answers = []
for source, tokens in json.load(sys.stdin):
    letters = {chr(at): at for at in range(1, 0x3000)}
    plain = Tokenizer(models.BPE(letters, []))
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=plain, **tokens)
    tokenizer.chat_template = source
    try:
        answers.append(bool(is_chat_template_prefix_preserving(tokenizer)))
    except Exception:
        answers.append(None)
print(json.dumps(answers))
"""


def theirs(python: Path, templates: list[tuple[str, dict[str, str]]]) -> list[bool | None]:
    """What TRL says of each; None where it raises. Errors: OSError, CalledProcessError."""
    done = subprocess.run(
        [python, "-c", _CHILD],
        input=json.dumps(templates).encode(),
        capture_output=True,
        check=True,
    )
    found: list[bool | None] = json.loads(done.stdout.splitlines()[-1])
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row a template."""
    parser = parser_of("evaluation.tables.trl_prefixes", __doc__)
    parser.add_argument("python", type=Path, help="an interpreter that has TRL")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args(arguments)
    names, ours, templates = [], [], []
    try:
        with Renderer() as renderer:
            for artefact in artefacts(options.names):
                found = ModelFiles.of(artefact).templates
                if not found.sources:
                    continue
                _, template = found.choose()
                talk = Talk(found, renderer.rendered)
                names.append(artefact.name)
                taken = talk.text(THREE) is not None
                ours.append(grows(talk, THREE, 2) if taken else None)
                templates.append((template.source, dict(template.special_tokens)))
        answers = theirs(options.python, templates)
    except (TokparityError, OSError, subprocess.CalledProcessError) as error:
        print(error, file=sys.stderr)
        return 2
    words = {True: "kept", False: "broken", None: "refused"}
    apart = 0
    for name, mine, other in zip(names, ours, answers, strict=True):
        apart += mine is not other
        print(f"{name:32} law {words[mine]:8} TRL {words[other]:8}{' !' * (mine is not other)}")
    print(f"{len(names)} templates, {apart} told otherwise")
    return int(apart > 0)


if __name__ == "__main__":
    sys.exit(main())
