import { globSync } from 'node:fs';
import { readText, repository } from './repository.ts';

export type Language = 'en' | 'de';

/** Returns every message of one language, by file and key. */
export function allMessages(language: Language): Map<string, string> {
  const files = globSync(`{shared,shell,mf-*}/**/messages/${language}.json`, {
    cwd: repository,
    exclude: (path) => /node_modules|dist/.test(path),
  });
  return new Map(
    files.flatMap((file) => {
      const place = file.replace(`/${language}.json`, '');
      const texts = JSON.parse(readText(file)) as Record<string, string>;
      return Object.entries(texts).map(([key, text]): [string, string] => [`${place} ${key}`, text]);
    }),
  );
}

/**
 * Returns English texts that no German screen may show: those without placeholders whose translation differs.
 */
export function englishOnly(): string[] {
  const german = allMessages('de');
  const everyGerman = new Set(german.values());
  const texts = [...allMessages('en')].filter(
    ([key, text]) => german.get(key) !== text && !everyGerman.has(text),
  );
  return texts
    .map(([, text]) => text.replaceAll("''", "'"))
    .filter((text) => !/[{<]/.test(text) && text.length > 3);
}
