import { messages } from './messages.ts';

/** How many names a sentence has, at most. */
const NAMED = 8;

/** Returns the first of some names, and how many more there are of `total`. */
export function useNames() {
  const t = messages.use();
  return (names: readonly string[], total = names.length): string => {
    const named = names.slice(0, NAMED);
    return t('names_and_more', { names: named.join(', '), more: total - named.length });
  };
}
