// Read quadrilaterals on the screen: turning one upright, and where its label goes.

export type Point = readonly [number, number];

/** The view box and the turn that show a quadrilateral upright, with a margin round it. */
export function uprightOf(
  polygon: readonly Point[],
): { viewBox: string; transform: string } | null {
  const [a, b, c, d] = polygon;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return null;
  const width = (length(a, b) + length(d, c)) / 2;
  const height = (length(b, c) + length(a, d)) / 2;
  const [x, y] = middle(polygon);
  const across: Point = [b[0] + c[0] - a[0] - d[0], b[1] + c[1] - a[1] - d[1]];
  const degrees = (Math.atan2(across[1], across[0]) * 180) / Math.PI;
  const margin = 0.22 * Math.max(width, height);
  const box = [
    x - width / 2 - margin,
    y - height / 2 - margin,
    width + 2 * margin,
    height + 2 * margin,
  ];
  return {
    viewBox: box.map((value) => value.toFixed(1)).join(" "),
    transform: `rotate(${(-degrees).toFixed(2)} ${x.toFixed(1)} ${y.toFixed(1)})`,
  };
}

/** The point above a quadrilateral where its label stands. */
export function labelPoint(polygon: readonly Point[]): Point {
  const top = Math.min(...polygon.map((point) => point[1]));
  return [middle(polygon)[0], top];
}

/** The shorter side, in pixels of the photo. */
export function sizeOf(polygon: readonly Point[]): number {
  const [a, b, c] = polygon;
  if (a === undefined || b === undefined || c === undefined) return 0;
  return Math.min(length(a, b), length(b, c));
}

export function pathOf(polygon: readonly Point[]): string {
  return polygon.map((point) => `${point[0]},${point[1]}`).join(" ");
}

export function middle(polygon: readonly Point[]): Point {
  const n = Math.max(1, polygon.length);
  const sum = polygon.reduce<[number, number]>((s, p) => [s[0] + p[0], s[1] + p[1]], [0, 0]);
  return [sum[0] / n, sum[1] / n];
}

function length(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1]);
}
