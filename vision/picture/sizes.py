"""How large and how foreshortened a tile is at each place of a picture, by its faces.

The picture is laid flat by how near its places are (`perspective`). Wherever a tile lies then and
however it is turned, its right side r and its down side d (in units of the tile's aspect) make the
same tensor r r' + d d' at the same place; its square root changes little from place to place, and
evenly, as a lens bends.
"""

from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from vision.detections import Floats, Reals
from vision.geometry import lengths
from vision.picture.perspective import Nearness

FEWEST: Final = 6
"""With fewer faces there is no telling how the table lies."""

USUAL: Final = 1.34
_ASPECTS: Final = (1.2, 1.55)
"""How high faces are, in their widths: usually, and at least and most."""

_SPREADS: Final = (0.5, 0.3, 0.2, 0.1, 0.06)
"""How far a face may stray (in widths), round by round."""

_LESS: Final = 0.4
"""What a face that is smaller than the others says beside one that is larger: faces that were cut
too narrow are more than those that were cut too wide."""

_STIFFNESS: Final = 0.004
_BENDING: Final = 0.02
"""How much the fit prefers no change from place to place, and then an even one."""

_LENS: Final = np.array(
    [[0, 0, 0], [0, 0, 0], [0, 0, 0], [3, 0, 1], [0, 2, 0], [1, 0, 3]], np.float64
)
"""[6,3]: how a lens bends, larger or smaller outwards, along and across the way there."""

_RIGID, _MOST_RIGID = 0.03, 0.4
"""How much the fit prefers a lens that does not, a face, and at most: one odd face at the end of a
row is no lens, but many faces know one."""

_ASTRAY: Final = (1.0, 0.3, 0.1, 0.05)
"""How far, as a logarithm, a face's nearness may stray, round by round."""

_NARROWEST: Final = 0.3
_TURNS: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class TileSizes:
    """What a tile's width is, in pixels and in each direction, all over a picture."""

    terms: Reals
    """[6,3]: constant, slopes and bends of the roots' xx, xy and yy, the picture laid flat."""

    nearness: Nearness
    extent: float
    aspect: float
    """How high a face is, in its widths."""

    @classmethod
    def of(cls, quads: Floats, weights: Floats) -> Self | None:
        """By faces [n,4,2] that begin at their own top-left; None where they are too few."""
        if len(quads) < FEWEST:
            return None
        right, down, centres = sides(quads)
        nearness = Nearness.of(quads, weights, _ASTRAY, _LESS)
        centres, laid = nearness.laid_flat(centres)
        right, down = (np.einsum("nij,nj->ni", laid, side) for side in (right, down))
        extent = max(float(np.ptp(centres, axis=0).max()), 1.0)
        where = _where(centres / extent)
        aspect = USUAL
        found = np.zeros((6, 3))
        stiffness = (
            np.diag([0.0, 1, 1, 0, 0, 0]) * _STIFFNESS + np.diag([0.0, 0, 0, 1, 1, 1]) * _BENDING
        )
        lens = where @ _LENS
        seen = _roots(right, down / aspect)
        usual = middle_of(seen[:, 0] + seen[:, 2]) / 2
        found[0] = np.median(seen, axis=0)
        for spread in _SPREADS:
            expected = where @ found
            apart = (seen - expected) ** 2
            off = np.sqrt(apart[:, 0] + 2 * apart[:, 1] + apart[:, 2])
            weight = weights / (1 + (off / (spread * usual)) ** 2) ** 2
            smaller = seen[:, 0] + seen[:, 2] < expected[:, 0] + expected[:, 2]
            weight = np.where(smaller, _LESS * weight, weight)
            weighed = where.T * weight
            fit = np.linalg.solve(weighed @ where + stiffness * weight.sum(), weighed)
            bulge = _share(seen, lens, where, fit, weight)
            found = fit @ (seen - bulge * lens) + bulge * _LENS
            flat = _inverse(where @ found, usual)
            wide, high = (_lengths(flat, side) for side in (right, down))
            near = weight > middle_of(weight) / 2
            aspect = min(max(middle_of(high[near] / wide[near]), _ASPECTS[0]), _ASPECTS[1])
            seen = _roots(right, down / aspect)
        return cls(found, nearness, extent, aspect)

    @classmethod
    def with_backs(cls, quads: Floats, weights: Floats, backs: NDArray[np.bool_]) -> Self | None:
        """The same by faces and backs, of which nobody knows whether they lie turned [n]."""
        quads = quads.copy()
        right, down, _ = sides(quads)
        turned = backs & (lengths(right) > lengths(down))
        found = None
        for _ in range(_TURNS):
            quads[turned] = np.roll(quads[turned], 1, axis=1)
            found = cls.of(quads, weights)
            if found is None:
                return None
            wide, high = found.sizes(quads)
            as_lies = np.log(wide) ** 2 + np.log(high) ** 2
            other = np.log(high * found.aspect) ** 2 + np.log(wide / found.aspect) ** 2
            turned = backs & (other < as_lies)
            if not turned.any():
                break
        return found

    def flat(self, spots: Reals) -> Reals:
        """[n,2,2]: from pixels to widths of a tile, around places [n,2]."""
        where, laid = self.nearness.laid_flat(spots)
        roots = _where(where / self.extent) @ self.terms
        usual = float(self.terms[0, 0] + self.terms[0, 2]) / 2
        return np.asarray(np.matmul(_inverse(roots, usual), laid))

    def sizes(self, quads: Floats) -> tuple[Reals, Reals]:
        """How wide and how high [n] faces are beside a tile at their places: 1 is right."""
        right, down, centres = sides(quads)
        flat = self.flat(centres)
        return _lengths(flat, right), _lengths(flat, down) / self.aspect


def _share(seen: Reals, lens: Reals, where: Reals, fit: Reals, weight: Reals) -> float:
    """How much of a lens's bend there is in what [n,3] is seen, beside what is fitted anyhow."""
    left, bent = (weight[:, None] * (part - where @ (fit @ part)) for part in (seen, lens))
    return float(
        (lens * left).sum() / ((lens * bent).sum() + min(_RIGID * weight.sum(), _MOST_RIGID))
    )


def outlines(spots: Reals, along: Reals, flat: Reals, wide: float, high: float) -> Floats:
    """Faces [n,4,2] of a size in widths around places [n,2], their right sides along [n,2].

    ``flat`` [n,2,2] leads from pixels to widths there.
    """
    back = np.linalg.inv(flat)
    right = np.einsum("nij,nj->ni", back, along) * (wide / 2)
    down = np.einsum("nij,nj->ni", back, along[:, ::-1] * (-1, 1)) * (high / 2)
    corners = (-right - down, right - down, right + down, down - right)
    return np.stack([spots + corner for corner in corners], axis=1).astype(np.float32)


def middle_of(values: Reals) -> float:
    """The median of one or more values [n], without the checks that take longer than finding it."""
    ranked, half = np.sort(values), len(values) // 2
    return float(ranked[half] + ranked[~half]) / 2


def sides(quads: Floats) -> tuple[Reals, Reals, Reals]:
    """Mean right and down sides and middles [n,2] of faces."""
    corners = quads.astype(np.float64)
    right = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    return right, down, corners.mean(axis=1)


def _where(spots: Reals) -> Reals:
    x, y = spots[:, 0], spots[:, 1]
    return np.stack([np.ones(len(x)), x, y, x * x, x * y, y * y], axis=1)


def _roots(right: Reals, down: Reals) -> Reals:
    """The square roots [n,3] (xx, xy, yy) of r r' + d d'."""
    xx, xy, yy = (right[:, a] * right[:, b] + down[:, a] * down[:, b] for a, b in _PARTS)
    area = np.sqrt(np.maximum(xx * yy - xy * xy, 0))
    scale = np.sqrt(np.maximum(xx + yy + 2 * area, 1e-9))
    return np.stack([(xx + area) / scale, xy / scale, (yy + area) / scale], axis=1)


_PARTS: Final = ((0, 0), (0, 1), (1, 1))


def _inverse(roots: Reals, usual: float) -> Reals:
    """The inverses [n,2,2] of roots [n,3], none of them of a tile that is hardly there."""
    xx, xy, yy = roots.T
    least = _NARROWEST * usual
    xx, yy = np.maximum(xx, least), np.maximum(yy, least)
    area = np.maximum(xx * yy - xy * xy, least * least)
    adjoint = np.stack([yy, -xy, -xy, xx], axis=1) / area[:, None]
    return np.asarray(adjoint.reshape(-1, 2, 2))


def _lengths(flat: Reals, sides: Reals) -> Reals:
    return np.asarray(lengths(np.einsum("nij,nj->ni", flat, sides)))
