// The server counts seats from 0, "seat 2"; people go by names.
const SEAT = /\b[Ss]eat ([0-3])\b(?!-\d)|席([0-3])(?!\d)/g;

/** What is said of seats, said of the players who sit there. */
export function seatsNamed(said: string, names: readonly string[]): string {
  return said.replaceAll(
    SEAT,
    (whole, latin: string | undefined, kanji: string | undefined) =>
      names[Number(latin ?? kanji)] ?? whole,
  );
}
