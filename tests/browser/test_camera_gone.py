"""A camera that is not there: its page says so, on a phone and in Japanese."""

import json
import re
import urllib.request

import pytest
import seeing
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


def watch(server, source):
    request = urllib.request.Request(  # noqa: S310 - our own server
        f"{server.url}api/watch/cameras",
        data=json.dumps({"table": source}).encode(),
        headers={"Content-Type": "application/json"},
        method="PUT",
    )
    urllib.request.urlopen(request, timeout=60).close()  # noqa: S310 - as above


def test_a_camera_that_is_not_there_is_said_to_be_what_is_wrong(server, visitors):
    watch(server, "97")
    page = visitors(320, 700, touch=True).visit()
    page.evaluate("location.hash = '#/setup/camera'")
    found = page.get_by_test_id("table-found")
    expect(found).to_have_text(re.compile(r"^Camera 97 is not there; .+ it is tried again\.$"))
    seeing.fits(page, "a camera that is not there")
    page.evaluate("document.querySelector('[data-testid=settings]').open = true")
    page.get_by_test_id("language").select_option("ja")
    expect(found).to_have_text(re.compile("^カメラ 97 がありません。.+もう一度試します。$"))
    watch(server, "rtsp://127.0.0.1:9/the-camera-over-the-second-table?profile=main")
    expect(page.get_by_test_id("watch").locator(".chip")).to_contain_text("rtsp")
    seeing.fits(page, "a stream that does not come")
