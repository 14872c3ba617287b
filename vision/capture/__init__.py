"""Frames in: from films, folders, cameras and streams."""
