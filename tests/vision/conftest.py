"""What the tests of the reader share: the released models, the shared photos, and where to skip."""

import os

import pytest

from models.samples import photo_folder
from vision.errors import ModelMissingError
from vision.model_store import find_model
from vision.reader import Reader


def absent(what):
    """Skip loudly on a desk; fail where everything must be there."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def reader():
    """The reader with the released models."""
    try:
        find_model("detector")
    except ModelMissingError as error:
        absent(f"NO MODELS: {error}")
    return Reader.open()


@pytest.fixture(scope="session")
def photos():
    """The folder of the shared photos; they are never part of a checkout, so CI may lack them."""
    folder = photo_folder()
    if folder is None:
        pytest.skip("NO PHOTOS: set JANTAKU_SHARED to the folder that holds data/photos")
    return folder
