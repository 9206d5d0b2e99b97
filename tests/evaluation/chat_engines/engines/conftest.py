"""The files that engines are asked about."""

from artefact_files import artefact

__all__ = ["artefact"]
