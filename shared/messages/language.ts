import { useSyncExternalStore } from 'react';
import { LANGUAGES } from '../contract/ground/words.ts';
import { localeOf, type Language } from '../contract/ground/language.ts';

export { LANGUAGES, localeOf, type Language };

/** Loads the texts of a language; called before the language is shown. */
type Loader = (language: Language) => Promise<void>;

const loaders = new Set<Loader>();
const listeners = new Set<() => void>();
let current: Language = initial();

export function currentLanguage(): Language {
  return current;
}

/** Calls `loader` for each change of language from now on, so that a catalog in use always has its texts. */
export function followLanguage(loader: Loader) {
  loaders.add(loader);
}

/** Switches everything to another language and remembers it for the next page in a cookie that the server reads. */
export async function setLanguage(language: Language) {
  // Pages that open meanwhile bring further catalogs, still in the language before.
  for (let ready = new Set<Loader>(); ready.size < loaders.size;) {
    const waiting = [...loaders].filter((loader) => !ready.has(loader));
    await Promise.all(waiting.map((load) => load(language)));
    ready = new Set([...ready, ...waiting]);
  }
  current = language;
  document.documentElement.lang = language;
  document.cookie = `hw-lang=${language}; path=/; max-age=31536000; samesite=lax`;
  for (const listener of listeners) listener();
}

/** Returns the language on screen; the component renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the language that the server chose by cookie and Accept-Language and wrote into the page. */
function initial(): Language {
  const written = typeof document === 'undefined' ? 'en' : document.documentElement.lang;
  return LANGUAGES.find((language) => language === written) ?? 'en';
}
