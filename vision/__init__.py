"""Sees tiles: pictures in, named faces with their places and confidence out."""

import os

# From 1.31 on, loading onnxruntime gives the machine an id and reports its use over the network.
# Nothing here may leave the machine unasked; the library looks once, before its import.
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
