"""Files that are written whole: pipes are written into, links stay."""

import os
import resource
import threading
from pathlib import Path

import pytest

from table.files import write_atomically
from vision.errors import FilmError
from vision.synthetic.film_writer import FilmWriter


def test_a_pipe_is_written_into(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_atomically(pipe, "all of it")
    reader.join(10)
    assert read == [b"all of it"]
    assert pipe.is_fifo()


def test_a_link_stays_and_its_target_is_replaced(tmp_path):
    link, target = tmp_path / "link", tmp_path / "target"
    link.symlink_to(target)
    for content in ("new", "newer"):
        write_atomically(link, content)
        assert link.is_symlink()
        assert target.read_text() == content


def test_what_somebody_has_open_is_added_to(tmp_path):
    with (tmp_path / "file").open("w+") as file:
        file.write("before, ")
        file.flush()
        write_atomically(Path(f"/proc/self/fd/{file.fileno()}"), "after")
        file.seek(0)
        assert file.read() == "before, after"


def test_a_file_that_does_not_fit_is_named_and_the_old_one_stays(tmp_path):
    path = tmp_path / "file"
    path.write_text("old")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        with pytest.raises(OSError, match="File too large") as fault:
            write_atomically(path, "new" * 4096)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert fault.value.filename == str(path)
    assert [one.read_text() for one in tmp_path.iterdir()] == ["old"]


def test_a_full_device_is_named():
    with pytest.raises(OSError, match="No space left") as fault:
        write_atomically(Path("/dev/full"), "all of it")
    assert fault.value.filename == "/dev/full"


def test_no_film_goes_into_a_pipe(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(FilmError, match="no regular file"):
        FilmWriter(pipe, (64, 64), 10)
    assert pipe.is_fifo()
