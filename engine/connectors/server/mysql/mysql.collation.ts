import type { KeyIgnores } from '@headwater/protocol/protocol';

/** Collations of all languages, which compare the base letters only. Those of a language have letters of their own. */
const BASE_LETTERS =
  /^(utf8mb[34]|utf8|ucs2|utf16|utf16le|utf32)_(0900_ai|unicode|unicode_520|general|uca1400_ai|unicode_nopad|unicode_520_nopad|general_nopad|uca1400_nopad_ai)_ci$/;
/** In Turkish and Azerbaijani, I and i are different letters. */
const DOTLESS = /turkish|_tr_|_az_|latin5/;

/** Returns what a collation certainly ignores when it compares two texts. */
export function ignoredBy(collation: string): KeyIgnores[] {
  const isPadded = collation !== 'binary' && !/0900|nopad/.test(collation);
  const ignoresCase = /_ci$/.test(collation) && !DOTLESS.test(collation);
  return [
    ...(isPadded ? (['padding'] as const) : []),
    ...(ignoresCase ? (['case'] as const) : []),
    ...(BASE_LETTERS.test(collation) ? (['accents'] as const) : []),
  ];
}
