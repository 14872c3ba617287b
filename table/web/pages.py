"""The dashboard's built pages; where they are not built, a page that says so in words."""

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import Scope

ASSETS = "assets/"
"""Where the build puts files whose names change with their content."""

MIN_PACKED = 1024
"""Smaller files are not worth packing."""

_NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Jantaku</title>
<h1>The dashboard is not built</h1>
<p>The table itself runs: its API is described at <a href="/openapi.json">/openapi.json</a>.</p>
<p>In a checkout, <code>make run</code> builds the pages; a package brings them along.</p>
"""


def mount_pages(app: FastAPI, folder: Path) -> None:
    """Serve the pages in `folder` at the root of `app`."""
    if (folder / "index.html").is_file():
        pages = GZipMiddleware(Pages(directory=folder, html=True), minimum_size=MIN_PACKED)
        app.mount("/", pages, name="dashboard")
        return

    @app.get("/", include_in_schema=False)
    async def not_built() -> HTMLResponse:
        return HTMLResponse(_NOT_BUILT, 503)


class Pages(StaticFiles):
    """Static files that browsers ask about again, unless their names say that they never change."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file at a path."""
        response = await super().get_response(path, scope)
        lasting = path.startswith(ASSETS) and response.status_code < 400
        response.headers["Cache-Control"] = "max-age=31536000, immutable" if lasting else "no-cache"
        return response
