import { LANGUAGES, StartError, type Language } from '@headwater/shared/contract';
import type { Arguments } from './command.ts';

/** Returns the value of `--language`, or undefined if the option isn't given. */
export function languageIn({ options: { language } }: Arguments): Language | undefined {
  if (language === undefined) return undefined;
  const known = LANGUAGES.find((one) => one === language);
  if (known) return known;
  throw new StartError(
    `There are no mails in ${String(language)}.`,
    `--language is ${LANGUAGES.join(' or ')}.`,
  );
}
