// How a translation is shaped: the same keys as the English, any of which may be missing.
export type Translated<T> = {
  [K in keyof T]?: T[K] extends (...args: infer A) => string
    ? (...args: A) => string
    : T[K] extends string
      ? string
      : T[K] extends readonly string[]
        ? readonly string[]
        : Translated<T[K]>;
};

type Tree = { readonly [key: string]: unknown };

function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The paths of all strings that the translation lacks. */
export function missingIn(english: Tree, translation: Tree | undefined, path = ""): string[] {
  return Object.entries(english).flatMap(([key, value]) => {
    const here = path === "" ? key : `${path}.${key}`;
    const other = translation?.[key];
    if (isTree(value)) return missingIn(value, isTree(other) ? other : undefined, here);
    return other === undefined || (other === "" && value !== "") ? [here] : [];
  });
}

/** The paths of a translation that the English does not have: words that nobody says any more. */
export function strayIn(english: Tree, translation: Tree): string[] {
  return missingIn(translation, english);
}

/** A view of the English in which a translation stands wherever there is one. */
export function localised<T extends object>(english: T, translation: () => object | undefined): T {
  return new Proxy(english, {
    get(target, key) {
      const mine: unknown = Reflect.get(target, key);
      const read = (): unknown => {
        const other = translation();
        return other === undefined ? undefined : Reflect.get(other, key);
      };
      if (isTree(mine)) {
        return localised(mine, () => {
          const other = read();
          return isTree(other) ? other : undefined;
        });
      }
      return read() ?? mine;
    },
  });
}
