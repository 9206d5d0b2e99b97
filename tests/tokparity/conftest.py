"""The API stands on the harness, and so do its tests."""

from harness_fixtures import *  # noqa: F403
