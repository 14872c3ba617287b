// A read photo becomes a working hand; and what a person changed against the reading.
import type { Correction, Photo, ReadTile } from "../api/types";
import { allTiles, isAside, type Hand, type HandTile, type Meld } from "./hand";
import { isFace } from "./tiles";

/** The working hand that the photo proposes; read tiles that it leaves out lie aside. */
export function handOf(photo: Photo): Hand {
  const { proposal } = photo;
  const reads = new Map(photo.tiles.map((read) => [read.index, read]));
  const used = new Set<number>();
  let nextId = 1;
  const tileOf = (read: ReadTile | undefined, face: string): HandTile => {
    if (read !== undefined) used.add(read.index);
    return {
      id: nextId++,
      tile: face,
      index: read?.index ?? null,
      confidence: read?.confidence ?? null,
      alternatives: read?.alternatives ?? [],
    };
  };
  const place = (index: number | undefined): ReadTile | undefined =>
    index === undefined ? undefined : reads.get(index);
  const concealed = proposal.concealed.map((face, at) =>
    tileOf(place(proposal.concealed_indices[at]), face),
  );
  const melds = proposal.melds.map((meld): Meld => ({
    id: nextId++,
    kind: meld.kind,
    tiles: meld.tiles.map((face, at) => tileOf(place(meld.indices[at]), face)),
    called: meld.called,
    source: meld.source,
  }));
  const left = photo.tiles.filter((read) => !used.has(read.index));
  const aside = left.map((read) => tileOf(read, read.tile));
  // The proposal puts the winning tile last when it knows it.
  const winId = proposal.win_tile === null ? null : (concealed.at(-1)?.id ?? null);
  return { concealed, melds, winId, aside, nextId };
}

/** What a person changed against the reading, tile by tile. */
export function correctionsOf(photo: Photo, hand: Hand): Correction[] {
  const wasAside = new Set(handOf(photo).aside.map((tile) => tile.index));
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
