// The language of the page: chosen by the reader, else the browser's, else English.
export type Lang = "en" | "ja";
export const LANGUAGES: readonly { code: Lang; name: string }[] = [
  { code: "en", name: "English" },
  { code: "ja", name: "日本語" },
];
const KEY = "jantaku.language";

function isLang(text: unknown): text is Lang {
  return text === "en" || text === "ja";
}

function first(): Lang {
  try {
    const asked = new URLSearchParams(globalThis.location?.search ?? "").get("lang");
    if (isLang(asked)) return asked;
    const kept = globalThis.localStorage?.getItem(KEY);
    if (isLang(kept)) return kept;
  } catch {
    // A forbidden storage only forgets the choice.
  }
  return globalThis.navigator?.language?.startsWith("ja") ? "ja" : "en";
}

class Language {
  now: Lang = $state(first());

  choose(lang: Lang): void {
    this.now = lang;
    const url = new URL(location.href);
    url.searchParams.delete("lang"); // else it would be the language again after a reload
    history.replaceState(history.state, "", url);
    try {
      localStorage.setItem(KEY, lang);
    } catch {
      // As above.
    }
  }
}

export const language = new Language();

/** An address for what cannot send a header, such as a WebSocket or a link, with the language. */
export function inLanguage(address: string | URL): string {
  const [path, query] = String(address).split("?", 2);
  const asked = new URLSearchParams(query);
  asked.set("lang", language.now);
  return `${path}?${asked}`;
}
