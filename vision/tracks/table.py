"""From frames to observations: what came to rest is read, what was read is remembered."""

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.capture.frames import Frame
from vision.detections import Box
from vision.imagefile import Image
from vision.observation import Observation
from vision.plane.doubt import Doubt
from vision.plane.map import Matrix, TablePlane, mapped
from vision.tracks.again import Missing, look_again
from vision.tracks.again import gone as left
from vision.tracks.astride import Astride
from vision.tracks.blobs import leftovers
from vision.tracks.cover import Cover, Mask
from vision.tracks.fuse import Look, Track, followed, matched
from vision.tracks.instead import Instead
from vision.tracks.looks import FaceReader, Looking
from vision.tracks.missed import Seeking, Vain
from vision.tracks.own import Learning
from vision.tracks.region import (
    changed_boxes,
    closed,
    field_mask,
    holds,
    on_field,
    specks,
    tile_mask,
)
from vision.tracks.rows import Rows
from vision.tracks.squeezed import Squeezed
from vision.tracks.steady import Drift
from vision.tracks.sticks import Sticks, zone_of
from vision.tracks.still import CELL, Stillness, Watching
from vision.tracks.tell import hidden_parts
from vision.tracks.unnamed import Unnamed
from vision.tracks.unsettled import Unsettled

_REACH: Final = 0.55
"""Tile widths that a tile may be pushed and still be followed."""

_PUSHED: Final = 1.2
_TOUCHED: Final = 0.15
_APART: Final = 0.8
_IN_ROW: Final = 0.6
"""So many widths what is found must be from known tiles; less in a row, where those may be off."""

_NEW: Final = 0.5
"""Least confidence of a face that nobody knew before."""

_RIM: Final = 0.3
"""So many widths along the field's edge are not watched for changes: a tile there lies further in
too, and shadows of the rim flicker."""

_PATIENCE_NS: Final = 900_000_000
"""So long what came to rest beside a moving hand waits for the hand to leave."""

_SPECK_NS: Final = 1_500_000_000
"""So long a few cells must have changed: no tile is so small, but grain and edges flicker."""

_MEND_NS: Final = 400_000_000
"""How long nothing is looked at again that no look has found."""

_HEARTBEAT_NS: Final = 1_000_000_000
_MOVED_PX: Final = 1.5


class TableTracks:
    """Follows the tiles of one table through a camera's frames."""

    def __init__(self, reader: FaceReader, plane: TablePlane, first: Frame) -> None:
        """Begin with the frame that the plane was found in."""
        self.reader = reader
        self.watching = Watching(first.bgr, plane.tile_px())
        self._cover = Cover(self.watching, plane)
        self._instead = Instead(lambda quad: self._cover.hand_at(quad, self._tile_mask))
        self._lay(plane)
        self._doubt = Doubt(reader, plane, first.captured_ns)
        self._news: list[str] = []
        self._set = Learning(reader)
        self._sticks = Sticks()
        self._missing = Missing()
        self.tracks: list[Track] = []
        self.reads = 0
        """How often a part of a frame was read."""
        self._numbers = 0
        self._drift: Drift | None = None
        self._lost = False
        self._said: tuple[object, ...] = ()
        self._said_ns = -_HEARTBEAT_NS
        self._moved = False
        self._frame: Frame | None = None
        self._picture: Image | None = None
        """The frame that was last turned round, and how."""
        self._mended_ns = -_MEND_NS
        self._settled_step = np.array([0.0, 0.0])
        self._waiting = np.full(self._cells.shape, first.captured_ns, np.int64)
        """Since when each cell has waited to be read."""
        self._pending = self._cells.copy()
        """Cells that are to be read whatever they look like."""

    def see(self, frame: Frame) -> Observation | None:
        """Take a frame; an observation where there is something new to say."""
        now = frame.captured_ns
        seen = self.watching.look(frame.bgr, now)
        self._drift, self._lost = seen.drift, seen.lost
        if seen.lost:
            return None
        self._cover.relight(*seen.relit)
        self._note_moves(seen)
        if self._doubt.due(now) and not (seen.moving & self._cells).any():
            self._reconsider(frame, seen)
        for quad in (*self._instead.due(self.tracks, now), *self._unnamed.due(now)):
            self._pending[self.watching.cells_of(quad)] = True
        wanted = (seen.changed | (self._pending & ~seen.moving)) & self._cells
        wanted = self._ready(wanted & ~self._merely_lit(wanted, seen), seen, now)
        self.watching.mark_read(seen.changed & ~self._cells)
        fresh = bool(wanted.any())
        if fresh:
            self._read(frame, seen, wanted)
            self._pending &= ~wanted
        elif not (seen.moving & self._cells).any():
            to_frame = self.watching.to_frame(seen.drift)
            fresh = look_again(self._looking, self.tracks, self._rgb(frame), to_frame, now)
        self._cover.follow(~seen.moving & ~seen.changed)
        self._mend(frame, seen)
        hidden, to_frame = self._hidden(frame, seen), self.watching.to_frame(seen.drift)
        if fresh:
            self._set.learn(self._rgb(frame), self.tracks, to_frame, self.plane.tile_mm[0])
        return self._tell(frame, seen, hidden, fresh)

    def known(self) -> list[tuple[NDArray[np.float32], NDArray[np.float64]]]:
        """Of each look of a face of the set: its features [2,F], and what it is taken for [39]."""
        return self._set.known()

    @property
    def lost(self) -> bool:
        """Whether the newest frame could not be laid on those before it."""
        return self._lost

    def places(self) -> dict[int, Matrix]:
        """Where each tile is in the newest frame: corners [4,2] in pixels by track."""
        to_frame = self.watching.to_frame(self._drift) if self._drift is not None else np.eye(3)
        return {track.number: mapped(to_frame, track.quad) for track in self.tracks}

    def read_all(self) -> None:
        """Read the whole field again as soon as it is at rest."""
        self._pending |= self._cells

    def news(self) -> list[str]:
        """What people should know since this was last asked."""
        said, self._news = self._news + self._doubt.words(), []
        return said

    def _rgb(self, frame: Frame) -> Image:
        """The frame red first, turned round once."""
        if frame is not self._frame or self._picture is None:
            self._frame, self._picture = frame, frame.rgb
        return self._picture

    def _reconsider(self, frame: Frame, seen: Stillness) -> None:
        """Take another plane for the table's, where that explains the whole picture better."""
        back = np.asarray(np.linalg.inv(self.watching.to_frame(seen.drift)))
        here = self.plane.moved(np.asarray(np.linalg.inv(back)))
        better = self._doubt.better(self._rgb(frame), here, frame.captured_ns)
        if better is None:
            return
        self._lay(better.moved(back))
        for track in self.tracks:
            track.laid(self.plane.to_mm(track.quad))
        self.tracks = [track for track in self.tracks if on_field(self.plane, track.spot)]
        self._moved = True
        self._sticks.laid_anew()
        self.read_all()
        self._news.append(f"{frame.captured_ns / 1e9:.1f} s: the table was found better")

    def _lay(self, plane: TablePlane) -> None:
        """Take a plane for the table's."""
        self.plane = plane
        self._cover.lay(plane)
        self._looking = Looking(self.reader, plane, self._cover.shares)
        self._vain = Vain(plane.tile_mm[0])
        width = plane.tile_mm[0]
        self._menders = (Rows(width), Squeezed(width))
        self._astride, self._unnamed, self._unsettled = Astride(width), Unnamed(), Unsettled(width)
        high, wide = self.watching.value.shape[:2]
        (rows, columns), cell = self.watching.shape, CELL
        inner = field_mask(plane, (high, wide), self.watching.factor, -_RIM)
        blocks = inner[: rows * cell, : columns * cell]
        self._cells = np.asarray(blocks.reshape(rows, cell, columns, cell).any(axis=(1, 3)))

    def _merely_lit(self, wanted: NDArray[np.bool_], seen: Stillness) -> NDArray[np.bool_]:
        """What only another light falls on; it has been read."""
        beside = cv2.dilate(seen.moving.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
        asked = wanted & ~beside & ~self._pending
        if not asked.any():
            return asked
        lit = self.watching.merely_lit(asked)
        self.watching.mark_read(lit)
        self._cover.lit(lit)
        return lit

    def _ready(self, wanted: NDArray[np.bool_], seen: Stillness, now: int) -> NDArray[np.bool_]:
        """What need not wait for a hand that is still at work beside it."""
        self._waiting[~wanted] = now
        wanted = wanted & ~(specks(wanted) & (now - self._waiting < _SPECK_NS))
        busy = wanted | seen.moving
        if not wanted.any() or not (seen.moving & self._cells).any():
            return wanted
        count, labels = cv2.connectedComponents(busy.astype(np.uint8), connectivity=8)
        stirred = np.zeros(count, np.bool_)
        stirred[labels[seen.moving]] = True
        return np.asarray(wanted & ~(stirred[labels] & (now - self._waiting < _PATIENCE_NS)))

    def _note_moves(self, seen: Stillness) -> None:
        shift = seen.drift.step[:, 2] * self.watching.factor
        if np.abs(shift - self._settled_step).max() > _MOVED_PX and seen.jumped:
            self._moved = True
        self._settled_step += 0.05 * (shift - self._settled_step)

    def _read(self, frame: Frame, seen: Stillness, wanted: NDArray[np.bool_]) -> None:
        """Read the parts of a frame that changed and came to rest."""
        image = self._rgb(frame)
        to_frame = self.watching.to_frame(seen.drift)
        for box in changed_boxes(self.plane, self.watching, wanted):
            self.reads += 1
            looks = self._looking.at_box(image, box, to_frame)
            self._unsettled.note(self._looking.odd, looks, frame.captured_ns)
            self._take(image, to_frame, box, looks, wanted, frame.captured_ns, seen)
        self.watching.mark_read(wanted)
        tiles = self._tile_mask()
        self._cover.learn(wanted & ~seen.moving, tiles)
        self.watching.tiles_lie(tiles)
        self._ask_about_missed(image, to_frame, wanted, seen, frame.captured_ns)

    def _take(
        self, image: Image, to_frame: Matrix, box: Box, looks: list[Look],
        wanted: NDArray[np.bool_], now: int, seen: Stillness,
    ) -> None:  # fmt: skip
        """Bring what is known into line with what was read in a box."""
        width = self.plane.tile_mm[0]
        middles = np.reshape([track.quad for track in self.tracks], (-1, 4, 2)).mean(axis=1)
        near = [one for one, at in zip(self.tracks, middles, strict=True) if holds(box, at)]
        pairs = matched(near, looks, _REACH * width)
        new = [look for index, look in enumerate(looks) if index not in pairs.values()]
        others = {at: index for at, index in pairs.items() if near[at].disagrees(looks[index])}
        anew = [at for at, index in others.items() if self._lies_anew(looks[index], wanted)]
        fresh = {at for at in anew if self._instead.believed(near[at], now, new, near)}
        same = {at for at in fresh if self._instead.is_same(near[at], looks[others[at]], now)}
        for at in same:
            near[at].lies(self._cleared(looks[others[at]], seen), now)
        fresh -= same
        for at, index in pairs.items():
            if at not in others:
                beside = [one.quad for one in looks if one is not looks[index]]
                look = self._looking.steadied(near[at], looks[index], beside)
                near[at].see(self._cleared(look, seen), now)
                self._instead.agrees(near[at], looks[index], now)
        taken = set(pairs.values()) - {others[at] for at in fresh}
        free = [look for index, look in enumerate(looks) if index not in taken]
        missed = [track for at, track in enumerate(near) if at not in pairs]
        missed = [track for track in missed if self._asked_at(track.quad, wanted)]
        pushed = followed(missed, free, _PUSHED * width)
        for track, look in pushed.items():
            track.see(self._cleared(look, seen), now)
        free = [look for look in free if look not in pushed.values()]
        missed = [track for track in missed if track not in pushed]
        gone = [near[at] for at in fresh] + left(self._looking, missed, looks, image, to_frame, now)
        self.tracks = [track for track in self.tracks if track not in gone]
        for look in free:
            if self._lies_anew(look, wanted):
                self._begin(look, now, seen)
        settled = self._unsettled.settled([self._cleared(look, seen) for look in free], now)
        self._begin_free(settled, now, seen)

    def _lies_anew(self, look: Look, wanted: NDArray[np.bool_]) -> bool:
        """Whether a surely seen face lies where something changed."""
        return look.confidence >= _NEW and self._asked_at(look.quad, wanted)

    def _begin(self, look: Look, now: int, seen: Stillness) -> None:
        self._numbers += 1
        cells = self.watching.cells_of(look.quad)
        rested = int(self.watching.still_since[cells].max()) if cells[0].size else now
        first = rested if 0 <= rested <= now else now
        track = Track.begin(self._numbers, self._cleared(look, seen), first, now)
        self.tracks.append(track)
        self._instead.begun(track, now)

    def _cleared(self, look: Look, seen: Stillness) -> Look:
        """The look, with how much of it nothing moves over."""
        cells = self.watching.cells_of(look.quad)
        clear = 1.0 - float(seen.moving[cells].mean()) if cells[0].size else 1.0
        return replace(look, clear=clear)

    def _mend(self, frame: Frame, seen: Stillness) -> None:
        """Forget tiles that are not there when no hand is over them; mend rows."""
        if frame.captured_ns - self._mended_ns < _MEND_NS:
            return
        self._mended_ns = frame.captured_ns
        hidden = self.watching.pixels(seen.moving) | self._cover.resting

        def in_sight(quad: Matrix) -> bool:
            return not hidden[self.watching.inside(quad[None])].any()

        looking, cover, now = self._looking, self._cover, frame.captured_ns
        picture = self._rgb(frame), self.watching.to_frame(seen.drift), now
        gone = self._missing.gone(looking, self.tracks, in_sight, cover.mistaken, *picture)
        self.tracks = [track for track in self.tracks if track not in gone]
        cover.forget([track.quad for track in self._missing.uncovered])
        asked = looking, self.tracks, in_sight, *picture
        mends = [mend for one in self._menders for mend in one.mends(*asked)]
        if not mends:
            mends = self._astride.mends(*asked)
        for mend in mends:
            if mend.track is not None:
                mend.track.mended(self._cleared(mend.look, seen), now)
        self._begin_free([mend.look for mend in mends if mend.track is None], now, seen, _IN_ROW)

    def _ask_about_missed(
        self, image: Image, to_frame: Matrix, wanted: NDArray[np.bool_], seen: Stillness, now: int
    ) -> None:
        """Look closer at what lies there and was not found."""
        if self._cover.foreign is None:
            return
        cells = cv2.dilate(wanted.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        cells &= ~seen.moving
        asked = self.watching.pixels(cells) & ~self._cover.resting
        seeking = Seeking(
            self._looking, image, to_frame, lambda: self.tracks,
            lambda looks: self._begin_free(looks, now, seen), self._vain, now,
        )  # fmt: skip
        seeking.beside(lambda quad: self._asked_at(quad, cells))
        blobs = leftovers(self._cover.foreign & asked, self.plane, self.watching.factor)
        seeking.at_blobs(blobs)
        blank = self._unnamed.look(self._looking, image, to_frame, self.tracks, blobs, now)
        self._begin_free(blank, now, seen)

    def _begin_free(
        self, looks: list[Look], now: int, seen: Stillness, apart_by: float = _APART
    ) -> bool:
        """Follow what was found where nothing is known to lie; whether there was any."""
        known = [track.spot for track in self.tracks]
        any_new = False
        for look in looks:
            apart = min((float(np.linalg.norm(look.spot - spot)) for spot in known), default=np.inf)
            if apart > apart_by * self.plane.tile_mm[0] and look.confidence >= _NEW:
                self._begin(look, now, seen)
                known.append(look.spot)
                any_new = True
        return any_new

    def _tile_mask(self) -> NDArray[np.bool_]:
        quads = [track.quad for track in self.tracks]
        return tile_mask(quads, self._cover.field.shape, self.watching.factor)

    def _hidden(self, frame: Frame, seen: Stillness) -> Mask:
        hidden = self.watching.pixels(closed(seen.moving)) | self._cover.resting
        quads = np.reshape([track.quad for track in self.tracks], (-1, 4, 2))
        over = hidden[self.watching.inside(quads)].mean(axis=1)
        for track, share in zip(self.tracks, over.tolist(), strict=True):
            track.visible = 0.0 if track.missing else 1.0 - share
            if track.visible > 0.5:
                track.last_ns = frame.captured_ns
        return hidden

    def _tell(self, frame: Frame, seen: Stillness, hidden: Mask, fresh: bool) -> Observation | None:
        tiles = tuple((track.number, track.looks, round(track.visible)) for track in self.tracks)
        said = tiles, self._moved
        late = frame.captured_ns - self._said_ns >= _HEARTBEAT_NS
        if not (late or (fresh and said != self._said)):
            return None
        self._said, self._said_ns = said, frame.captured_ns
        self._look_for_sticks(frame, seen)
        observation = Observation(
            frame.captured_ns, frame.number, self.plane.tile_mm[0],
            tuple(track.sighting(self._set.told(track)) for track in self.tracks),
            self._sticks.lying,
            hidden_parts(hidden & self._cover.field, self.plane, self.watching.factor), self._moved,
        )  # fmt: skip
        self._moved = False
        return observation

    def _look_for_sticks(self, frame: Frame, seen: Stillness) -> None:
        cells = [self.watching.cells_of(zone_of(side, self.plane)) for side in range(4)]
        hidden = [bool(seen.moving[one].any()) for one in cells]
        faces = [track.quad for track in self.tracks if track.face_up]
        to_frame = self.watching.to_frame(seen.drift)
        self._sticks.look(self._rgb(frame), self.plane, to_frame, faces, hidden)

    def _asked_at(self, quad: Matrix, wanted: NDArray[np.bool_]) -> bool:
        """Whether what changed reaches over enough of a quadrilateral."""
        cells = self.watching.cells_of(quad)
        return bool(cells[0].size and wanted[cells].mean() >= _TOUCHED)
