// Numbers as the page writes them.

/** "25,000"; a real minus sign. */
export function points(value: number): string {
  return (value < 0 ? "−" : "") + grouped(Math.abs(value));
}

/** "+7,700", "−3,900", "±0". */
export function delta(value: number): string {
  if (value === 0) return "±0";
  return (value > 0 ? "+" : "−") + grouped(Math.abs(value));
}

export function percent(probability: number): string {
  const value = probability * 100;
  if (value >= 99.95) return "100 %";
  return `${value >= 99 || value < 1 ? value.toFixed(1) : Math.round(value)} %`;
}

function grouped(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** Below this a reading is marked as unsure; the server asks about a tile of a game below the same
 * (`TILE` in table/watch/asked/asking.py; a test there holds the two together). */
export const SURE = 0.955;

/** A reading that a person should look at. */
export function isUnsure(confidence: number | null): boolean {
  return confidence !== null && confidence < SURE;
}
