"""What tests of reports share: `reports_fixtures`, which tests of the evaluation use too."""

from reports_fixtures import *  # noqa: F403
