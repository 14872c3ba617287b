// Light or dark: as the device says, unless the reader says otherwise.
export type Theme = "auto" | "light" | "dark";
const KEY = "jantaku.theme";

function isTheme(text: unknown): text is Theme {
  return text === "auto" || text === "light" || text === "dark";
}

class ThemeChoice {
  now: Theme = $state(kept());

  choose(theme: Theme): void {
    this.now = theme;
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // A forbidden storage only forgets the choice.
    }
  }
}

function kept(): Theme {
  try {
    const found = globalThis.localStorage?.getItem(KEY);
    return isTheme(found) ? found : "auto";
  } catch {
    return "auto";
  }
}

export const theme = new ThemeChoice();
