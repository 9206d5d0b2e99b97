"""`tokparity chat`: a conversation as the text, or the ids, that a model is given."""

import json
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from tokparity.harness.artefacts.chat_warnings import (
    chat_encoding,
    double_bos,
    forged,
    no_block,
    stops_that_disagree,
)
from tokparity.harness.artefacts.loading import load
from tokparity.harness.artefacts.model_files import ModelFiles
from tokparity.harness.artefacts.names import resolve
from tokparity.harness.commands.completion import vocabularies
from tokparity.harness.properties.laws.laws import broken
from tokparity.harness.properties.laws.talk import Talk
from tokparity.reference_impl.chat.conversation import is_variable, read_conversation, read_tools
from tokparity.reference_impl.chat.generation import inside, mask
from tokparity.reference_impl.chat.renderer import Renderer
from tokparity.reference_impl.chat.templates import DEFAULT, Templates
from tokparity.reference_impl.errors import check_unicode
from tokparity.reports.text.visible import message_line, visible

MAX_WARNINGS = 10
"""Warnings that are printed one by one."""
ASKED = 16
"""Messages of which the laws are asked: each law renders the conversation as often."""


@click.command()
@click.argument("artefact", shell_complete=vocabularies)
@click.argument("messages", type=click.Path(path_type=Path))
@click.option("--template", "name", metavar="NAME", help="One of several templates, by its name.")
@click.option(
    "--tools",
    type=click.Path(path_type=Path),
    help="A list of tools in JSON, for those in MESSAGES.",
)
@click.option("--add-generation-prompt", is_flag=True, help="End with the head of an answer.")
@click.option("--continue-final-message", is_flag=True, help="Leave the last message open.")
@click.option(
    "--variable",
    "variables",
    multiple=True,
    metavar="NAME=JSON",
    help="A variable of the template, over those in MESSAGES: enable_thinking=false.",
)
@click.option("--generation", is_flag=True, help="Which of it is the model's own, as ranges.")
@click.option("--ids", "as_ids", is_flag=True, help="Print ids: the text, with nothing added.")
@click.option("--json", "as_json", is_flag=True, help="Print all of it as one JSON object.")
@click.pass_context
def chat(
    context: click.Context,
    artefact: str,
    messages: Path,
    name: str | None,
    tools: Path | None,
    add_generation_prompt: bool,
    continue_final_message: bool,
    variables: tuple[str, ...],
    generation: bool,
    as_ids: bool,
    as_json: bool,
) -> None:
    """Render MESSAGES with the chat template of ARTEFACT, byte for byte as transformers does.

    MESSAGES is a JSON file, or - for stdin: a list of messages, or an object with messages, tools,
    documents and variables (or chat_template_kwargs). ARTEFACT may be a .jinja file too: its
    special tokens are those of the files beside it. The text is printed as it is, without a line
    end of ours. On stderr: a second bos, contents that write control tokens, stop tokens on which
    the model's files disagree, and laws that the conversation breaks: what was written before
    changes with a later message, a reply does not keep its ids, the loss mask is not the model's
    (of the first 16 messages).

    --generation: instead of the text a line for each {% generation %} block, with its first
    character, the one behind it, and its text; with --ids a second line, 1 below what is the
    model's own, as return_assistant_tokens_mask of transformers.

    \b
    tokparity chat qwen3 messages.json --add-generation-prompt --variable enable_thinking=false
    tokparity chat my/model/ messages.json --ids
    tokparity chat template:llama3 messages.json
    """
    if add_generation_prompt and continue_final_message:
        raise click.UsageError(
            "--add-generation-prompt and --continue-final-message exclude each other"
        )
    if generation and continue_final_message:
        raise click.UsageError("--generation and --continue-final-message exclude each other")
    resolved = resolve(artefact)
    has_vocabulary = resolved.format != "chat_template"
    if as_ids and not has_vocabulary:
        raise click.UsageError("a template alone has no ids: name the model's folder")
    conversation = read_conversation(Path("/dev/stdin") if str(messages) == "-" else messages)
    if tools is not None:
        conversation = replace(conversation, tools=read_tools(tools))
    conversation = replace(
        conversation,
        add_generation_prompt=add_generation_prompt,
        continued="content" if continue_final_message else None,
        variables={**conversation.variables, **_variables(variables)},
    )
    files = ModelFiles.of(resolved)
    chosen, template = files.templates.choose(name, conversation.tools is not None)
    renderer = context.with_resource(Renderer())
    rendered = renderer.rendered(template, conversation)
    text = rendered.text
    check_unicode(text)
    answer: dict[str, Any] = {"template": chosen, "text": text, "warnings": []}
    talk = Talk(Templates({DEFAULT: template.source}, template.special_tokens), renderer.rendered)
    if generation:
        answer["warnings"] += no_block(template)
        answer["generation"] = inside(rendered.generation, text)
    if has_vocabulary:
        tokenizer = load(resolved)
        stops = files.stop_tokens(tokenizer)
        answer["warnings"] += double_bos(tokenizer, text)
        answer["warnings"] += forged(conversation, tokenizer, template, stops)
        answer["warnings"] += stops_that_disagree(stops)
        talk = replace(talk, tokenizer=tokenizer, stops=stops)
        answer["stop_ids"] = sorted(stops.ids)
        if as_ids:
            encoding = chat_encoding(tokenizer, text)
            answer["ids"] = encoding.ids
            if generation:
                answer["mask"] = mask(rendered.generation, encoding.offsets or ())
    few = replace(conversation, messages=conversation.messages[:ASKED])
    laws = (wrong.line() for wrong in broken(talk, few))
    if as_json:
        answer["warnings"] += laws
    _print(answer, as_json)
    if not as_json:  # behind what was asked for: each law renders the conversation many times
        _warn(laws)


def _warn(warnings: Iterable[str]) -> None:
    for warning in warnings:
        click.echo(message_line(f"warning: {warning}"), err=True)


def _print(answer: dict[str, Any], as_json: bool) -> None:
    """What was asked for: all of it, ids, the model's own stretches, or the text as it is."""
    warnings = answer["warnings"]
    _warn(warnings[:MAX_WARNINGS])
    if len(warnings) > MAX_WARNINGS:
        more = len(warnings) - MAX_WARNINGS
        click.echo(message_line(f"warning: and {more} more: --json shows them"), err=True)
    if as_json:
        # The warnings stand last, as they always did.
        click.echo(json.dumps({key: answer[key] for key in sorted(answer, key="warnings".__eq__)}))
    elif "ids" in answer:
        for row in ("ids", "mask"):
            if row in answer:
                click.echo(" ".join(map(str, answer[row])))
    elif "generation" in answer:
        for start, end in answer["generation"]:
            click.echo(f'{start} {end} "{visible(answer["text"][start:end])}"')
    else:
        sys.stdout.buffer.write(answer["text"].encode())
        sys.stdout.buffer.flush()


def _variables(given: tuple[str, ...]) -> dict[str, Any]:
    found = {}
    for definition in given:
        name, equals, value = definition.partition("=")
        if not equals or not is_variable(name):
            raise click.UsageError(
                f"--variable {definition!r}: is not NAME=JSON, or has no such NAME"
            )
        try:
            found[name] = json.loads(value, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            raise click.UsageError(f"--variable {name}: {value!r} is no JSON") from None
    return found


def _no_constant(name: str) -> None:
    raise ValueError(name)
