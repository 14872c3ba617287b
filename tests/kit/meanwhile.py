"""What others do in the moment before one has a folder to himself."""

from contextlib import contextmanager


def written_before(alone, path, content):
    """``alone``, who has a folder to himself, and finds there what another has just written."""

    @contextmanager
    def after_another(folder):
        with alone(folder):
            path.write_bytes(content)
            yield

    return after_another
