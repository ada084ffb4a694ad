import type { TextEncoding } from './csv.encoding.ts';

/** Encodings of Latin letters that are told apart by the languages whose letters they make. */
export const LATIN_ENCODINGS = [
  'windows-1252',
  'macintosh',
  'windows-1250',
  'iso-8859-2',
  'windows-1254',
  'windows-1257',
  'iso-8859-13',
  'iso-8859-4',
] as const satisfies readonly TextEncoding[];
export type LatinEncoding = (typeof LATIN_ENCODINGS)[number];

/** The letters beyond ASCII that words of a language have, loanwords included. */
const WESTERN = [
  'äöüßé', // German
  'àâæçéèêëîïôœùûüÿ', // French
  'áéíñóúüçºª', // Spanish, with Galician names
  'áàâãçéêíóôõúüºª', // Portuguese
  'àèéìíîòóùú', // Italian
  'áàâäçéèêëíïîóôöúüû', // Dutch
  'àçèéíïòóúü·', // Catalan
  'æøåéèêóòâôüäö', // Danish and Norwegian
  'åäöéèàüáæø', // Swedish
  'åäöšžéü', // Finnish
  'áðéíóúýþæö', // Icelandic
  'áéíóú', // Irish
];
const CENTRAL = [
  'ąćęłńóśźżé', // Polish
  'áčďéěíňóřšťúůýžöü', // Czech
  'áäčďéíĺľňóôŕšťúýžöüě', // Slovak
  'áéíóöőúüű', // Hungarian
  'ăâîşţșț', // Romanian
  'čćđšž', // Croatian, Serbian, Bosnian
  'čšžćđ', // Slovenian
  'ëç', // Albanian
  'äöüßé', // German
];
const TURKISH = ['çğıİöşüâîû'];
const BALTIC = [
  'äõöüšž', // Estonian
  'āčēģīķļņšūžōŗ', // Latvian
  'ąčęėįšųūž', // Lithuanian
  'ąćęłńóśźż', // Polish
];

const LANGUAGES: Record<LatinEncoding, readonly ReadonlySet<string>[]> = {
  'windows-1252': WESTERN.map((letters) => new Set(letters)),
  macintosh: WESTERN.map((letters) => new Set(letters)),
  'windows-1250': CENTRAL.map((letters) => new Set(letters)),
  'iso-8859-2': CENTRAL.map((letters) => new Set(letters)),
  'windows-1254': TURKISH.map((letters) => new Set(letters)),
  'windows-1257': BALTIC.map((letters) => new Set(letters)),
  'iso-8859-13': BALTIC.map((letters) => new Set(letters)),
  'iso-8859-4': BALTIC.map((letters) => new Set(letters)),
};

/** One word in so many may be damaged, or of another language. */
const ODD_WORDS = 50;

/** Returns whether the words look like words, and have only letters of one language that the encoding is used for. */
export const areWordsOf = (words: readonly string[], encoding: LatinEncoding): boolean =>
  LANGUAGES[encoding].some((letters) =>
    nearlyAll(
      words,
      (word) =>
        isWellFormed(word) &&
        [...word].every((character) => !BEYOND.test(character) || letters.has(character.toLowerCase())),
    ),
  );

/** Returns whether the words look like words, whatever their language. */
export function looksLikeText(words: readonly string[], encoding: TextEncoding): boolean {
  const script = SCRIPTS.get(encoding);
  return nearlyAll(words, (word) => isWellFormed(word) && (script === undefined || script.test(word)));
}

const nearlyAll = (words: readonly string[], holds: (word: string) => boolean) =>
  words.length > 0 && words.filter((word) => !holds(word)).length <= words.length / ODD_WORDS;

/** A letter that isn't in ASCII. */
const BEYOND = /[^\p{ASCII}\P{L}]/u;

/**
 * What a wrong encoding makes of words: capitals amid small letters, symbols amid letters, and characters that are
 * nothing. An apostrophe, or a raised letter or figure as in `m²`, may be in a word.
 */
const isWellFormed = (word: string) =>
  !/[\ufffd\u0080-\u009f]/.test(word) && !ODD_CAPITAL.test(word) && !ODD_SYMBOL.test(word);
const ODD_CAPITAL = /\p{Ll}(?!\p{ASCII})\p{Lu}|(?!\p{ASCII})\p{Ll}\p{Lu}{2}/u;
const ODD_SYMBOL = /\p{L}(?![\p{ASCII}’‘·´ªº²³¹™®©])[\p{S}\p{P}\p{No}]\p{L}/u;

/** The script of an encoding's letters: a word has no others beyond ASCII. */
const ofScript = (script: string) =>
  new RegExp(`^(?:[\\p{ASCII}\\p{P}\\p{S}\\p{N}\\p{M}\\p{Z}\\p{Cf}]|\\p{Script=${script}})*$`, 'u');
const SCRIPTS = new Map<TextEncoding, RegExp>([
  ...(['windows-1251', 'koi8-r', 'koi8-u', 'ibm866', 'iso-8859-5', 'x-mac-cyrillic'] as const).map(
    (each) => [each, ofScript('Cyrillic')] as const,
  ),
  ...(['windows-1253', 'iso-8859-7'] as const).map((each) => [each, ofScript('Greek')] as const),
  ...(['windows-1255', 'iso-8859-8'] as const).map((each) => [each, ofScript('Hebrew')] as const),
  ...(['windows-1256', 'iso-8859-6'] as const).map((each) => [each, ofScript('Arabic')] as const),
  ['windows-874', ofScript('Thai')],
]);
