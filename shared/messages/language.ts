import { useSyncExternalStore } from 'react';
import { LANGUAGES } from '../contract/words.ts';
import type { Language } from '../contract/language.ts';

export { LANGUAGES, type Language };

/** Loads what a language needs; called before the language is shown. */
type Loader = (language: Language) => Promise<void>;

const loaders = new Set<Loader>();
const listeners = new Set<() => void>();
let current: Language = initial();

export function currentLanguage(): Language {
  return current;
}

/** Catalogues that have been loaded once follow each change of language from then on. */
export function followLanguage(loader: Loader) {
  loaders.add(loader);
}

/** Shows everything in another language and remembers it for the next page; the server reads the cookie. */
export async function setLanguage(language: Language) {
  await Promise.all([...loaders].map((load) => load(language)));
  current = language;
  document.documentElement.lang = language;
  document.cookie = `hw-lang=${language}; path=/; max-age=31536000; samesite=lax`;
  for (const listener of listeners) listener();
}

/** The language on screen; the component renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(subscribe, currentLanguage);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server has chosen by cookie and Accept-Language and written it into the page. */
function initial(): Language {
  const written = typeof document === 'undefined' ? 'en' : document.documentElement.lang;
  return LANGUAGES.find((language) => language === written) ?? 'en';
}
