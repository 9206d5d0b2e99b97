"""Reading committed case files field by field: what regression cases and golden cases share.

Every field is asked for once and none may be left over, so that a misspelt or missing expectation
is an error and never a case that silently passes.
"""

import json
from pathlib import Path
from typing import Any, TypeVar, get_args

from tokparity.reference_impl.chat.conversation import Conversation
from tokparity.reference_impl.chat.errors import BadConversation
from tokparity.reference_impl.contract import (
    STAGES,
    Case,
    ChatCase,
    Observation,
    Op,
    StageCase,
    case_from_json,
    case_ids,
    case_texts,
)
from tokparity.reference_impl.errors import TokparityError
from tokparity.reference_impl.observations import observation_from_json

T = TypeVar("T")
LARGEST = 1_000_000


class BadCaseFile(TokparityError):
    """A committed case file is not what its schema says.

    >>> str(BadCaseFile(Path("a.json"), "expected", "is missing"))
    'a.json: expected: is missing'
    """

    def __init__(self, path: Path, field: str, reason: str) -> None:
        super().__init__(f"{path}: {field}: {reason}")
        self.path, self.field, self.reason = path, field, reason


class Fields:
    """A JSON object read field by field; `at` is where it stands in the file ("expected.")."""

    def __init__(self, path: Path, data: Any, at: str = "") -> None:
        self.path, self.at = path, at
        if not isinstance(data, dict):
            raise BadCaseFile(path, at.rstrip(".") or "file", "is not an object")
        self.data: dict[str, Any] = dict(data)

    def bad(self, field: str, reason: str) -> BadCaseFile:
        return BadCaseFile(self.path, self.at + field, reason)

    def take(self, field: str, kind: type[T]) -> T:
        """The field's value, of exactly this type; BadCaseFile where it is missing or another."""
        if field not in self.data:
            raise self.bad(field, "is missing")
        value = self.data.pop(field)
        if type(value) is not kind:  # not isinstance: true is no number
            raise self.bad(field, f"is {value!r:.60}, not a {kind.__name__}")
        return value

    def take_or_null(self, field: str, kind: type[T]) -> T | None:
        """As `take`, but the value may be null."""
        if self.data.get(field, ...) is None:
            del self.data[field]
            return None
        return self.take(field, kind)

    def take_one_of(self, field: str, words: tuple[str, ...]) -> Any:
        """A string that is one of `words`."""
        value = self.take(field, str)
        if value not in words:
            raise self.bad(field, f"is {value!r:.60}, not one of {', '.join(words)}")
        return value

    def take_fields(self, field: str) -> "Fields":
        """A nested object."""
        return Fields(self.path, self.take(field, dict), f"{self.at}{field}.")

    def take_case(self, field: str) -> Case:
        """A case in the form of `contract.case_to_json`."""
        data = self.take(field, dict)
        try:
            case = checked_case(data)
            json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogateescape")  # see byte_text
        except UnicodeEncodeError:
            raise self.bad(field, "holds a lone surrogate, which is no text") from None
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise self.bad(field, f"is no case: {error!r:.80}") from None
        return case

    def take_observation(self, field: str) -> Observation:
        """What an engine answered, in the form of `observations.observation_to_json`."""
        data = self.take(field, dict)
        try:
            return observation_from_json(data)
        except (KeyError, TypeError, ValueError) as error:
            raise self.bad(field, f"is no observation: {error!r:.80}") from None

    def end(self) -> None:
        """BadCaseFile where a field was not asked for."""
        for field in self.data:
            raise self.bad(field, "is not a field of this schema")


def checked_case(data: dict[str, Any]) -> Case:
    """A case that somebody else wrote, each of its fields of its type.

    Errors: KeyError, TypeError or ValueError for what is none.
    """
    if data["op"] not in get_args(Op):
        raise ValueError(f"{data['op']!r:.40} is no op")
    if any(type(flag) is not bool for flag in data["options"].values()):
        raise TypeError("an option is true or false")
    case = case_from_json(data)
    if any(type(one) is not int for one in case_ids(case)):
        raise TypeError("an id is a number")
    texts = (case.conversation,) if isinstance(case, ChatCase) else case_texts(case)
    if any(type(text) is not str for text in texts):
        raise TypeError("a text is a string")
    if isinstance(case, ChatCase):
        try:
            Conversation.from_text(case.conversation)
        except BadConversation as error:
            raise ValueError(str(error)) from None
    if isinstance(case, StageCase) and case.stage not in STAGES:
        raise ValueError(f"{case.stage!r:.40} is no stage")
    return case


def read_fields(path: Path, schema_version: int) -> Fields:
    """The object a case file holds, its `schema_version` checked; BadCaseFile for anything else."""
    try:
        if path.stat().st_size > LARGEST:
            raise BadCaseFile(path, "file", f"is larger than {LARGEST:,} bytes")
        data = json.loads(path.read_text("ascii"))
    except OSError as error:
        raise BadCaseFile(path, "file", error.strerror or "cannot be read") from None
    except (ValueError, RecursionError) as error:
        raise BadCaseFile(path, "file", f"is not ASCII JSON: {error!s:.80}") from None
    fields = Fields(path, data)
    version = fields.take("schema_version", int)
    if version != schema_version:
        raise fields.bad("schema_version", f"is {version}, this program reads {schema_version}")
    return fields


def write_new(path: Path, text: str) -> None:
    """Write a file whole or not at all; BadCaseFile where one with other content is there, and
    where it cannot be written."""
    content = text.encode("ascii")  # before anything is created
    try:
        if path.exists():
            if path.read_bytes() != content:
                raise BadCaseFile(path, "file", "is there already and holds something else")
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(path.name + ".part")
        part.write_bytes(content)
        part.replace(path)
    except OSError as error:
        raise BadCaseFile(path, "file", error.strerror or "cannot be written") from None
