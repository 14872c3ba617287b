// Keeps the chosen one of a row of links in sight where the row is wider than the screen.

/** Svelte action: give it whatever changes with the choice. */
export function keepInSight(row: HTMLElement, _choice: unknown): { update: () => void } {
  const scroll = (): void => {
    requestAnimationFrame(() => {
      const chosen = row.querySelector<HTMLElement>('[aria-current="page"]');
      if (chosen === null) return;
      row.scrollLeft =
        chosen.offsetLeft - row.offsetLeft - (row.clientWidth - chosen.clientWidth) / 2;
    });
  };
  scroll();
  return { update: scroll };
}
