// Asking the server again and again: of two questions only the later one's answer counts.
export interface Heard<T> {
  readonly answered: (found: T) => void;
  readonly refused: (error: unknown) => void;
}

/** Asks after a while; gives what ends it, after which neither question nor answer matters. */
export function askAfter<T>(ms: number, ask: () => Promise<T>, heard: Heard<T>): () => void {
  let wanted = true;
  const timer = setTimeout(() => {
    ask().then(
      (found) => {
        if (wanted) heard.answered(found);
      },
      (error: unknown) => {
        if (wanted) heard.refused(error);
      },
    );
  }, ms);
  return () => {
    wanted = false;
    clearTimeout(timer);
  };
}
