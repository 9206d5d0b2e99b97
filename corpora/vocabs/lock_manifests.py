"""Manifests of what the lock knows: so a spec that was fetched once is used as any name is.

Not here: what the lock does not know (`first_fetch`).
"""

import re
from collections.abc import Mapping
from typing import Literal

from tokparity.corpora.vocabs.companions import companions
from tokparity.corpora.vocabs.hub_models import hub_models
from tokparity.corpora.vocabs.lock import Lock, LockedFile
from tokparity.corpora.vocabs.manifest import Archive, Companion, HubFile, Manifest, Member
from tokparity.corpora.vocabs.spec import VOCABULARIES, HubSpec, PackageSpec, Spec, parse_spec


def locked(spec: Spec, lock: Lock) -> tuple[Manifest, ...]:
    """What a spec stands for, the best first; none where it was not fetched yet.

    The first is called as the spec, the others of a repository by their path:
    "hub:a/b", "hub:a/b:tokenizer.model".
    """
    match spec:
        case HubSpec():
            return _of_repository(spec, lock)
        case PackageSpec():
            return _of_package(spec, lock)


def all_locked(lock: Lock) -> tuple[Manifest, ...]:
    """Everything that the lock knows, each file once."""
    by_name: dict[str, Manifest] = {}
    for key, repository in lock.hub.items():
        repo, _, revision = key.partition("@")
        named = [path for path in repository.files if path not in VOCABULARIES]
        for spec in (HubSpec(repo, revision), *(HubSpec(repo, revision, path) for path in named)):
            by_name.update((manifest.name, manifest) for manifest in locked(spec, lock))
    for key, package in lock.packages.items():
        for path in package.files:
            by_name.update(
                (manifest.name, manifest) for manifest in locked(parse_spec(f"{key}:{path}"), lock)
            )
    return tuple(by_name[name] for name in sorted(by_name))


def _of_repository(spec: HubSpec, lock: Lock) -> tuple[Manifest, ...]:
    repository = lock.hub.get(spec.key)
    files: Mapping[str, LockedFile] = repository.files if repository else {}
    paths = VOCABULARIES if spec.path is None else (spec.path,)
    usable = [path for path in paths if path in files and files[path].format is not None]
    beside = tuple(
        Companion(path, file.sha256, file.bytes)
        for path, file in sorted(files.items())
        if file.format is None
    )
    return tuple(
        _manifest(
            str(spec if at == 0 else HubSpec(spec.repo, spec.revision, path)),
            spec.repo.partition("/")[2],
            files[path],
            HubFile(spec.repo, spec.revision, repository.commit, path),
            () if spec.path is not None else beside,
        )
        for at, path in enumerate(usable)
        if repository is not None
    )


def _of_package(spec: PackageSpec, lock: Lock) -> tuple[Manifest, ...]:
    package = lock.packages.get(spec.key)
    file = package.files.get(spec.path) if package else None
    if package is None or file is None or file.format is None:
        return ()
    kind: Literal["npm", "pip-wheel"] = "npm" if spec.client == "npm" else "pip-wheel"
    archive = Archive(kind, spec.package, package.archive, package.sha256, package.bytes)
    member = Member(archive, spec.path, file.sha256, file.bytes)
    name = re.split("==|(?<=.)@", spec.package)[0]
    beside = tuple(
        Companion(path, package.files[path].sha256, package.files[path].bytes)
        for path in companions(package.files, spec.path)
        if package.files[path].format is None
    )
    return (_manifest(str(spec), name, file, member, beside),)


def _manifest(
    name: str,
    model: str,
    file: LockedFile,
    source: HubFile | Member,
    beside: tuple[Companion, ...],
) -> Manifest:
    assert file.format is not None
    known = hub_models().get(source.repo) if isinstance(source, HubFile) else None
    return Manifest(
        name=name,
        model=known.model if known and known.model else slug(model),
        family=known.family if known else model,
        format=file.format,
        algorithm=known.algorithm if known else "",
        licence=known.licence if known else "not looked at",
        sha256=file.sha256,
        bytes=file.bytes,
        source=source,
        facts=file.facts,
        companions=beside,
    )


def slug(text: str) -> str:
    """A name as manifests have them.

    >>> slug("Mistral-Nemo_Base 2407")
    'mistral-nemo_base-2407'
    """
    return re.sub(r"[^a-z0-9._-]", "-", text.lower()).lstrip("._-") or "model"
