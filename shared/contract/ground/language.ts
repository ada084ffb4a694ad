import { LANGUAGES } from './words.ts';

export type Language = (typeof LANGUAGES)[number];

const LOCALES: Record<Language, string> = { en: 'en-US-u-hc-h23', de: 'de-DE' };

/** The locale in which numbers, dates, and lists are written. Its clock has 24 hours in every language. */
export const localeOf = (language: Language): string => LOCALES[language];

const COOKIE = /(?:^|;\s*)hw-lang=([a-z]{2})(?:;|$)/;

/**
 * Chooses the language of a page or an email: the one chosen in this browser, else the one the browser prefers, else
 * English.
 */
export function chooseLanguage(cookie: string | undefined, acceptLanguage: string | undefined): Language {
  const chosen = COOKIE.exec(cookie ?? '')?.[1];
  return LANGUAGES.find((language) => language === chosen) ?? preferred(acceptLanguage ?? '');
}

function preferred(acceptLanguage: string): Language {
  const wanted = acceptLanguage
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const q = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
      return { language: tag.split('-')[0], weight: q === undefined ? 1 : Number(q) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { language } of wanted) {
    const offered = LANGUAGES.find((candidate) => candidate === language);
    if (offered) return offered;
  }
  return 'en';
}
