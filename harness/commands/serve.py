"""`tokparity serve`: the reports of many runs in a browser."""

from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import click

from tokparity.reports.views.html.site import reply

HERE = ("127.0.0.1", "localhost")
"""What a browser on this machine calls it. Another name that leads here is refused: it would let a
page from elsewhere read the reports."""


class _Handler(BaseHTTPRequestHandler):
    """Answers by `reply`."""

    server_version, sys_version = "tokparity", ""
    timeout = 30

    def __init__(self, folder: Path, *rest: Any) -> None:
        self.folder = folder
        super().__init__(*rest)

    def do_GET(self) -> None:
        if self.headers.get("Host", "").rpartition(":")[0] not in HERE:
            self.send_error(403, "this server is asked by another name")
            return
        said = reply(self.folder, self.path)
        self.send_response(said.status)
        headers = {
            "Content-Type": said.type,
            "Content-Length": str(len(said.body)),
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Cross-Origin-Resource-Policy": "same-origin",
        } | ({"Location": said.location} if said.location else {})
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(said.body)

    do_HEAD = do_GET  # noqa: N815  # the name that the library looks for

    def log_message(self, *_: Any) -> None:
        """Nothing: what a browser asks for is no news."""


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--port", type=click.IntRange(0, 65535), default=8333, show_default=True,
              help="0: any that is free.")  # fmt: skip
def serve(folder: Path, port: int) -> None:
    """Show the reports of all runs in FOLDER in a browser, on this machine alone.

    \b
    tokparity serve runs
    tokparity serve nightlies --port 0

    The first page lists the runs, newest first, with their verdicts and how they went over time;
    new runs appear when it is loaded again. Only reports are given out. For other machines, copy
    the folder to any web server: a report needs no program.

    Exit codes: 0 ended by Ctrl-C; 2 the port is taken.
    """
    try:
        server = ThreadingHTTPServer((HERE[0], port), partial(_Handler, folder))
    except OSError as wrong:
        raise click.ClickException(
            f"port {port}: {wrong.strerror}; --port 0 takes a free one"
        ) from None
    with server:
        click.echo(f"http://{HERE[0]}:{server.server_port}/ (Ctrl-C ends it)")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("")
