"""What tests of the harness share: `harness_fixtures`, which tests of the evaluation use too."""

from harness_fixtures import *  # noqa: F403
from subject_fixtures import client_of, fake

__all__ = ["client_of", "fake"]
