import type { ReactNode } from 'react';
import { currentLanguage, followLanguage, LANGUAGES, useLanguage, type Language } from './language.ts';
import { rich, type RichValues } from './rich.ts';

type Values = Record<string, string | number>;
/** What the build makes of a catalogue file: a function for each key. */
type CompiledMessages = Record<string, (values: Values) => string>;
/** The files' texts as TypeScript sees them, or what the build made of them. */
type Import = () => Promise<{ default: unknown }>;

export interface Translate<Key extends string> {
  (key: Key, values?: Values): string;
  /** For texts with tags: `Read <link>the guide</link>` and `{ link: (text) => <Link …>{text}</Link> }`. */
  rich(key: Key, values: RichValues): ReactNode;
  /** Whether the catalogue has a text for a key that comes from elsewhere, such as a server's code. */
  has(key: string): key is Key;
}

export interface Catalogue<Key extends string> {
  /** Fetches the texts of the current language; a route awaits it beside its page. */
  load(): Promise<void>;
  /** A hook; the catalogue must have been loaded. */
  use(): Translate<Key>;
}

/** A remote's catalogue: one file a language, each a chunk of its own. */
export function defineMessages<Key extends string>(imports: Record<Language, Import>): Catalogue<Key> {
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
    const message = texts()?.[key];
    if (!message)
      throw new Error(`No message "${key}": its catalogue is not loaded, or the key is not in it.`);
    return message(values);
  };
  return Object.assign(translate, {
    rich: (key: Key, values: RichValues) => rich((given) => translate(key, given), values),
    has: (key: string): key is Key => key in (texts() ?? {}),
  });
}
