"""The dashboard's types are made from the API as it is now."""

import json
from pathlib import Path

from table.web.app import declare_app

DOCUMENT = Path(__file__).resolve().parents[2] / "table" / "web" / "dashboard" / "openapi.json"


def test_the_dashboards_openapi_document_is_fresh():
    committed = json.loads(DOCUMENT.read_text(encoding="utf-8"))
    assert committed == json.loads(json.dumps(declare_app().openapi())), "run `npm run types`"
