"""`tokparity chat`: a conversation as the text, or the ids, that a model is given."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from harness.artefacts import resolve
from harness.chat_warnings import chat_ids, double_bos, forged, stops_that_disagree
from harness.model_files import ModelFiles
from reference_impl.chat.bounded import Renderer
from reference_impl.chat.conversation import read_conversation, read_tools
from reference_impl.errors import check_unicode
from reference_impl.formats import load

SHOWN = 10
"""Warnings that are printed one by one."""


@click.command()
@click.argument("artefact")
@click.argument("messages", type=click.Path(path_type=Path))
@click.option("--template", "name", metavar="NAME", help="One of several templates, by its name.")
@click.option(
    "--tools",
    type=click.Path(path_type=Path),
    help="A list of tools in JSON, for those in MESSAGES.",
)
@click.option("--add-generation-prompt", is_flag=True, help="End with the head of an answer.")
@click.option("--continue-final-message", is_flag=True, help="Leave the last message open.")
@click.option("--ids", "as_ids", is_flag=True, help="Print ids: the text, with nothing added.")
@click.option("--json", "as_json", is_flag=True, help="Print all of it as one JSON object.")
def chat(
    artefact: str,
    messages: Path,
    name: str | None,
    tools: Path | None,
    add_generation_prompt: bool,
    continue_final_message: bool,
    as_ids: bool,
    as_json: bool,
) -> None:
    """Render MESSAGES with the chat template of ARTEFACT, byte for byte as transformers does.

    MESSAGES is a JSON file: a list of messages, or an object with messages, tools and documents.
    The text is printed as it is, without a line end of ours. On stderr: a second bos, contents that
    write control tokens, stop tokens on which the model's files disagree.

    \b
    tokparity chat qwen2-gguf messages.json --add-generation-prompt
    tokparity chat my/model/ messages.json --ids
    """
    if add_generation_prompt and continue_final_message:
        raise click.UsageError(
            "--add-generation-prompt and --continue-final-message exclude each other"
        )
    held = resolve(artefact)
    conversation = read_conversation(messages)
    if tools is not None:
        conversation = replace(conversation, tools=read_tools(tools))
    conversation = replace(
        conversation,
        add_generation_prompt=add_generation_prompt,
        continued="content" if continue_final_message else None,
    )
    said = ModelFiles.of(held)
    chosen, template = said.templates.choose(name, conversation.tools is not None)
    with Renderer() as renderer:
        text = renderer.render(template, conversation)
    check_unicode(text)
    tokenizer = load(held)
    stops = said.stop_tokens(tokenizer)
    warnings = [
        *double_bos(tokenizer, text),
        *forged(conversation, tokenizer, template, stops),
        *stops_that_disagree(stops),
    ]
    for warning in warnings[:SHOWN]:
        click.echo(f"warning: {warning}", err=True)
    if len(warnings) > SHOWN:
        click.echo(f"warning: and {len(warnings) - SHOWN} more: --json shows them", err=True)
    ids = chat_ids(tokenizer, text) if as_ids else None
    if as_json:
        answer: dict[str, Any] = {"template": chosen, "text": text}
        if ids is not None:
            answer["ids"] = ids
        click.echo(json.dumps(answer | {"stop_ids": sorted(stops.ids), "warnings": warnings}))
    elif ids is not None:
        click.echo(" ".join(map(str, ids)))
    else:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
