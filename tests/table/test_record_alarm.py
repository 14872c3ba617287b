"""What `jantaku record` notes of a camera that shows nothing new."""

from table.bootstrap import recording_run
from table.bootstrap.recording_run import Watch

FROZEN = "0: the same frame for 4 s; expected a living picture"


class Camera:
    alarm = None


class Recording:
    def __init__(self):
        self.lost = []

    def lose(self, reason):
        self.lost.append(reason)


def test_a_camera_that_freezes_is_noted_once_each_time(monkeypatch):
    monkeypatch.setattr(recording_run, "LiveCapture", Camera)
    watch, camera, recording = object.__new__(Watch), Camera(), Recording()
    watch._alarm = None
    for alarm in (None, FROZEN, FROZEN, None, FROZEN):
        camera.alarm = alarm
        watch._heed(camera, recording)
    assert recording.lost == [FROZEN, FROZEN]
