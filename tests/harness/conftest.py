"""What tests of the harness share: `harness_fixtures`, which tests of the evaluation use too."""

from harness_fixtures import *  # noqa: F403
