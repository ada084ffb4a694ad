import { LANGUAGES, type Language } from '@headwater/shared/contract';
import { StartError } from '../platform/config/start-error.ts';
import type { Arguments } from './command.ts';

/** What `--language` says; undefined if it isn't there. */
export function languageIn({ options: { language } }: Arguments): Language | undefined {
  if (language === undefined) return undefined;
  const known = LANGUAGES.find((one) => one === language);
  if (known) return known;
  throw new StartError(
    `There are no mails in ${String(language)}.`,
    `--language is ${LANGUAGES.join(' or ')}.`,
  );
}
