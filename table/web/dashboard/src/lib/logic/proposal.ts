// A read photo becomes a working hand: each proposed tile finds its place on the photo.
import type { Correction, Photo, Proposal, ReadTile } from "../api/types";
import { middle } from "./geometry";
import { allTiles, isAside, type Hand, type HandTile, type Meld } from "./hand";
import { isFace } from "./tiles";

/** The working hand that the photo proposes; read tiles that it leaves out lie aside. */
export function handOf(photo: Photo): Hand {
  const places = new Places(photo.tiles);
  let nextId = 1;
  const tileFor = (read: ReadTile | undefined, face: string): HandTile => ({
    id: nextId++,
    tile: face,
    index: read?.index ?? null,
    confidence: read?.confidence ?? null,
    alternatives: read?.alternatives ?? [],
  });
  const melds: Meld[] = photo.proposal.melds.map((meld) => {
    const reads = places.takeTogether(meld.tiles);
    return {
      id: nextId++,
      kind: meld.kind,
      tiles: meld.tiles.map((face, at) => tileFor(reads[at], face)),
      source: meld.source,
    };
  });
  const concealed = photo.proposal.concealed.map((face) => tileFor(places.take(face), face));
  const aside = places.left().map((read) => tileFor(read, read.tile));
  return { concealed, melds, winId: winIdOf(photo.proposal, concealed), aside, nextId };
}

/** What a person changed against the reading, tile by tile. */
export function correctionsOf(photo: Photo, hand: Hand): Correction[] {
  const proposed = handOf(photo);
  const wasAside = new Set(proposed.aside.map((tile) => tile.index));
  const corrections: Correction[] = [];
  for (const tile of allTiles(hand)) {
    const read = photo.tiles.find((one) => one.index === tile.index);
    if (read === undefined) continue;
    if (isAside(hand, tile.id)) {
      if (!wasAside.has(read.index)) corrections.push({ index: read.index, tile: null });
    } else if (isFace(tile.tile) && tile.tile !== read.tile) {
      corrections.push({ index: read.index, tile: tile.tile });
    }
  }
  return corrections.sort((a, b) => a.index - b.index);
}

/** The winning tile: of several alike the one that lies last in the proposal. */
function winIdOf(proposal: Proposal, concealed: readonly HandTile[]): number | null {
  const alike = concealed.filter((tile) => tile.tile === proposal.win_tile);
  return alike.at(-1)?.id ?? null;
}

/** The read tiles that no proposed tile has claimed yet. */
class Places {
  private readonly free: ReadTile[];

  constructor(tiles: readonly ReadTile[]) {
    this.free = [...tiles];
  }

  left(): readonly ReadTile[] {
    return this.free;
  }

  take(face: string): ReadTile | undefined {
    return this.claim(this.free.find((tile) => tile.tile === face));
  }

  /** One read tile for each face, lying as near together as can be. */
  takeTogether(faces: readonly string[]): (ReadTile | undefined)[] {
    const starts = this.free.filter((tile) => tile.tile === faces[0]);
    let best: { reads: (ReadTile | undefined)[]; spread: number } | undefined;
    for (const start of starts) {
      const reads = this.nearest(start, faces);
      const spread = spreadOf(start, reads);
      if (best === undefined || spread < best.spread) best = { reads, spread };
    }
    const reads = best?.reads ?? faces.map((face) => this.free.find((tile) => tile.tile === face));
    for (const read of reads) this.claim(read);
    return reads;
  }

  private nearest(start: ReadTile, faces: readonly string[]): (ReadTile | undefined)[] {
    const used = new Set<ReadTile>([start]);
    return faces.map((face, at) => {
      if (at === 0) return start;
      const candidates = this.free.filter((tile) => tile.tile === face && !used.has(tile));
      const nearest = candidates.sort((a, b) => distance(start, a) - distance(start, b))[0];
      if (nearest !== undefined) used.add(nearest);
      return nearest;
    });
  }

  private claim(read: ReadTile | undefined): ReadTile | undefined {
    const at = read === undefined ? -1 : this.free.indexOf(read);
    if (at >= 0) this.free.splice(at, 1);
    return read;
  }
}

function spreadOf(start: ReadTile, reads: readonly (ReadTile | undefined)[]): number {
  return reads.reduce((sum, read) => sum + (read === undefined ? 1e6 : distance(start, read)), 0);
}

function distance(a: ReadTile, b: ReadTile): number {
  const [ax, ay] = middle(a.polygon);
  const [bx, by] = middle(b.polygon);
  return Math.hypot(ax - bx, ay - by);
}
