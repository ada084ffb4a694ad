import { ownValue } from '../contract/ground/own-value.ts';
import type { ReactNode } from 'react';
import { currentLanguage, followLanguage, LANGUAGES, useLanguage, type Language } from './language.ts';
import { rich, type RichValues } from './rich.ts';

type Values = Record<string, string | number>;
/** What the build compiles a catalog file to: a function for each key. */
type CompiledMessages = Record<string, (values: Values) => string>;
/** A file's texts as TypeScript sees them, or the compiled messages. */
type Import = () => Promise<{ default: unknown }>;

export interface Translate<Key extends string> {
  (key: Key, values?: Values): string;
  /** Translates a text with tags: `Read <link>the guide</link>` with `{ link: (text) => <Link …>{text}</Link> }`. */
  rich(key: Key, values: RichValues): ReactNode;
  /** Returns whether the catalog has a text for a key from elsewhere, such as a code from the server. */
  has(key: string): key is Key;
}

export interface MessageCatalog<Key extends string> {
  /** Fetches the texts of the current language; a route loads them together with its page. */
  load(): Promise<void>;
  /** A hook; the catalog must have been loaded. */
  use(): Translate<Key>;
}

/** Defines a catalog of messages: one file per language, each a separate chunk. */
export function defineMessages<Key extends string>(imports: Record<Language, Import>): MessageCatalog<Key> {
  const texts = new Map<Language, CompiledMessages>();
  const fetchTexts = async (language: Language) => {
    if (!texts.has(language)) texts.set(language, (await imports[language]()).default as CompiledMessages);
  };
  const translators = new Map(
    LANGUAGES.map((language) => [language, translator<Key>(() => texts.get(language))]),
  );
  return {
    async load() {
      followLanguage(fetchTexts);
      await fetchTexts(currentLanguage());
    },
    use: () => translators.get(useLanguage())!,
  };
}

function translator<Key extends string>(texts: () => CompiledMessages | undefined): Translate<Key> {
  const translate = (key: string, values: Values = {}) => {
    const message = ownValue(texts(), key);
    if (!message) throw new Error(`No message "${key}": its catalog is not loaded, or the key is not in it.`);
    return message(values);
  };
  return Object.assign(translate, {
    rich: (key: Key, values: RichValues) => rich((given) => translate(key, given), values),
    has: (key: string): key is Key => Object.hasOwn(texts() ?? {}, key),
  });
}
