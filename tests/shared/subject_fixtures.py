"""Fake subjects, and what they leave behind."""

import contextlib
import os
import shlex
import sys
import time
from pathlib import Path

import pytest

from tokparity.oracles.subjects.client import SubjectClient
from tokparity.oracles.subjects.spec import Program, subject_spec

FAKES = Path(__file__).with_name("run_fake_subject.py")


@pytest.fixture
def fake():
    """The program of a behaviour of fake_subject.py."""

    def program(behaviour, *arguments):
        return Program((sys.executable, "-S", str(FAKES), behaviour, *map(str, arguments)))

    return program


@pytest.fixture
def client_of(fake):
    """A client of a fake; when the test is over it is closed, and nothing of it is left."""
    clients, groups = [], []
    with contextlib.ExitStack() as stack:

        def start(behaviour, *arguments, **limits):
            program = fake(behaviour, *arguments)
            client = stack.enter_context(SubjectClient(program, **limits))
            clients.append(client)
            return client

        yield start
        groups = [it._process.pid for it in clients if it._process is not None]
    for group in groups:
        assert gone(group)


def gone(group, within=3.0):
    """Whether no process of a group is left in time."""
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.01)
    return False


def spec_of(program):
    """As a user names it."""
    spec = f"exec:{shlex.join(program.arguments)}"
    assert subject_spec(spec) == program
    return spec
