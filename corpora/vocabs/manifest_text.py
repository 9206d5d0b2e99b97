"""Writing a manifest: the TOML text that `manifest.parse` reads back."""

from dataclasses import fields

from tokparity.corpora.vocabs.manifest import SCHEMA_VERSION, Companion, HubFile, Manifest, Member


def to_toml(manifest: Manifest) -> str:
    """The text that `parse` reads back."""
    lines = [f"schema_version = {SCHEMA_VERSION}"]
    for field in fields(manifest):
        value = getattr(manifest, field.name)
        match value:
            case bool():
                lines.append(f"{field.name} = {str(value).lower()}")
            case int():
                lines.append(f"{field.name} = {value}")
            case str():
                lines.append(f"{field.name} = {_quoted(value)}")
            case tuple() if field.name != "companions":
                lines.append(f"{field.name} = [{', '.join(map(_quoted, value))}]")
    lines += ["", "[source]"]
    match manifest.source:
        case Member(archive, path, packed_sha256, packed_bytes):
            lines += [f'kind = "{archive.kind}"', f"package = {_quoted(archive.package)}"]
            lines += [f"archive = {_quoted(archive.file)}", f'archive_sha256 = "{archive.sha256}"']
            lines += [f"archive_bytes = {archive.bytes}", f"path = {_quoted(path)}"]
            if path.endswith(".gz"):
                lines += [f'packed_sha256 = "{packed_sha256}"', f"packed_bytes = {packed_bytes}"]
        case HubFile() as source:
            lines += ['kind = "hub"', *_assignments(source)]
        case own:
            lines += ['kind = "file"', f"path = {_quoted(str(own))}"]
    lines += companion_lines(manifest)
    if manifest.facts is not None:
        lines += ["", "[facts]", f"source = {_quoted(manifest.facts.source)}"]
        lines += [f"pattern = {_quoted(manifest.facts.pattern)}", "", "[facts.specials]"]
        lines += [f"{_quoted(token)} = {at}" for token, at in manifest.facts.specials.items()]
    return "\n".join(lines) + "\n"


def companion_lines(manifest: Manifest) -> list[str]:
    """The tables of what stands beside it."""
    return [
        line
        for companion in manifest.companions
        for line in ("", "[[companions]]", *_assignments(companion))
    ]


def _assignments(part: HubFile | Companion) -> list[str]:
    values = ((field.name, getattr(part, field.name)) for field in fields(part))
    return [f"{name} = {v if isinstance(v, int) else _quoted(v)}" for name, v in values]


def _quoted(text: str) -> str:
    r"""A TOML basic string: everything but printable ASCII as an escape.

    >>> _quoted('a"\n')
    '"a\\u0022\\u000a"'
    """
    return '"{}"'.format(
        "".join(
            char if " " <= char <= "~" and char not in '"\\' else _escaped(ord(char))
            for char in text
        )
    )


def _escaped(code: int) -> str:
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
