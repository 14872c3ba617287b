// The server counts seats from 0, "seat 2"; people go by names.
const SEAT = /\b[Ss]eat ([0-3])\b(?!-\d)|席([0-3])(?!\d)/g;

/** What is said of seats, said of the players who sit there; once where it names them besides. */
export function seatsNamed(said: string, names: readonly string[]): string {
  const known = names.filter((name) => name !== "");
  const named = said.replaceAll(
    SEAT,
    (whole, latin: string | undefined, kanji: string | undefined) =>
      names[Number(latin ?? kanji)] || whole,
  );
  return known.reduce(once, named);
}

/** "Aki (Aki)" is Aki. */
function once(said: string, name: string): string {
  const doubled = [`${name} (${name})`, `${name}(${name})`];
  return doubled.reduce((text, twice) => text.replaceAll(twice, () => name), said);
}
