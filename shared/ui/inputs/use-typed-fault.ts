import { localeOf, useLanguage } from '../../messages/language.ts';
import { typeableText, type ReadNumber, type ReadNumbers } from '../../messages/typed-number.ts';
import { uiMessages } from '../ui-messages.ts';

/** Returns a function that says why what was typed can't be read in one way. Undefined if it can, or isn't a number. */
export function useTypedFault(): (read: ReadNumber | ReadNumbers) => string | undefined {
  const t = uiMessages.use();
  const locale = localeOf(useLanguage());
  return (read) => {
    if (read && 'unclear' in read) return t('number.unclear', { text: read.unclear });
    if (!read || !('either' in read)) return undefined;
    const [one, other] = read.either.map((number) => typeableText(number, locale));
    return t('number.either', { one: one!, other: other! });
  };
}
