"""Features of invented designs and readings of them, for what learns a set as it is played."""

import numpy as np

from vision.observation import FACE_NAMES

SIZE = 64


def design(seed):
    """The features [2,F] of a design, upright and upside down."""
    return np.random.default_rng(seed).random((2, SIZE)).astype(np.float32) ** 4


def seen(features, seed):
    """The same in another copy of the face, a little different."""
    noise = np.random.default_rng(seed).normal(0, 0.02, features.shape)
    return (features + noise).astype(np.float32)


def read(**chances):
    """A reading [39]; what is left is spread over all."""
    names = [*FACE_NAMES, "rest", "back"]
    values = {name.removeprefix("t"): value for name, value in chances.items()}
    every = np.array([values.get(name, 0.0) for name in names])
    return every + (1 - every.sum()) / len(names)


def name(chances):
    """The likeliest."""
    return [*FACE_NAMES, "rest", "back"][int(chances.argmax())]


def near(features, cosine, seed):
    """Features of about this cosine to others."""
    size = np.linalg.norm(features[0])
    away = np.random.default_rng(seed).normal(0, 1, features.shape)
    away -= (away @ features[0] / size**2)[:, None] * features[0]
    away *= size / np.linalg.norm(away, axis=1)[:, None]
    return (cosine * features + np.sqrt(1 - cosine**2) * away).astype(np.float32)
