import chartsDe from '@headwater/shared/charts/messages/de.json' with { type: 'json' };
import chartsEn from '@headwater/shared/charts/messages/en.json' with { type: 'json' };
import type { Language } from '@headwater/shared/contract';
import MessageFormat from '@messageformat/core';
import de from './messages/de.json' with { type: 'json' };
import en from './messages/en.json' with { type: 'json' };

const TEXTS = { en: { ...chartsEn, ...en }, de: { ...chartsDe, ...de } };

type Message = keyof (typeof TEXTS)['en'];
type Values = Record<string, string | number>;

/** Returns a message of files and mails, or of charts, with values in its places. */
export type Say = (message: Message, values?: Values) => string;

/** Returns what says messages in a language. Each is compiled when it's first said, by what compiles those of screens. */
function sayer(language: Language): Say {
  const format = new MessageFormat(language, { strict: true, returnType: 'string' });
  const texts: Readonly<Record<Message, string>> = TEXTS[language];
  const compiled = new Map<Message, (values: Values) => string>();
  return (message, values = {}) => {
    const known = compiled.get(message) ?? format.compile(texts[message]);
    compiled.set(message, known);
    return known(values);
  };
}

const sayers: Readonly<Record<Language, Say>> = { en: sayer('en'), de: sayer('de') };

export const sayIn = (language: Language): Say => sayers[language];
