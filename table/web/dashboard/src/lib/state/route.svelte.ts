// Which part of the page is shown: the address's hash, as in "#/record/1/2".
class Route {
  parts: readonly string[] = $state.raw(read());

  constructor() {
    globalThis.addEventListener?.("hashchange", () => (this.parts = read()));
  }

  get view(): string {
    return this.parts[0] ?? "table";
  }

  go(...parts: (string | number)[]): void {
    location.hash = `#/${parts.join("/")}`;
  }
}

function read(): readonly string[] {
  const hash = globalThis.location?.hash ?? "";
  const parts = hash
    .replace(/^#\/?/, "")
    .split("/")
    .filter((part) => part !== "")
    .map(decoded);
  return parts.length === 0 ? ["table"] : parts;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = new Route();
