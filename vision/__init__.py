"""Sees tiles: pictures in, named faces with their places and confidence out."""

import os

# From 1.31 on, loading onnxruntime gives the machine an id and reports its use over the network.
# Nothing here may leave the machine unasked; the library looks once, before its import.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

MAX_PIXELS = 64_000_000
"""A picture has no more; its header is asked first, and OpenCV, should a header deceive."""
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MAX_PIXELS))  # read when cv2 is imported
