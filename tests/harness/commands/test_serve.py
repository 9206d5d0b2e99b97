"""The command that shows many runs in a browser, asked as a browser asks."""

import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys

import pytest

from tokparity.reports.records.run_directory import read_run
from tokparity.reports.views.html import write_html
from tokparity.reports.views.html.runs_page import report_link


@pytest.fixture
def served(artefact, cell, run_cells, tmp_path):
    run = run_cells([cell()], "0001").directory
    shutil.copytree(run, tmp_path / "runs" / "0001")
    write_html(read_run(tmp_path / "runs" / "0001"))
    command = [sys.executable, "-m", "tokparity", "serve", "runs", "--port", "0"]
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=environment
    )
    try:
        said = process.stdout.readline()
        yield process, int(re.search(r"http://127\.0\.0\.1:(\d+)/", said)[1])
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def ask(port, path, method="GET", **headers):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    return answer, answer.read().decode()


def test_it_shows_runs_until_it_is_interrupted(served):
    process, port = served
    answer, page = ask(port, "/")
    assert answer.status == 200
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert report_link("0001") in page
    answer, body = ask(port, report_link("0001"), "HEAD")
    assert (answer.status, body) == (200, "")
    assert ask(port, report_link("0001"), Host=f"localhost:{port}")[0].status == 200
    assert ask(port, "/0001/run.json")[0].status == 404
    assert ask(port, "/", Host=f"reports.example:{port}")[0].status == 403
    assert ask(port, "/", "POST")[0].status == 501
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 0


def test_a_taken_port_is_an_error_of_one_line(tokparity, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, _, said = tokparity("serve", tmp_path, "--port", port)
    assert code == 2
    assert f"port {port}" in said
    assert "--port 0" in said
    assert said.count("\n") == 1
