"""What tests of subjects share with those of the harness."""

from artefact_files import artefact
from subject_fixtures import client_of, fake

__all__ = ["artefact", "client_of", "fake"]
