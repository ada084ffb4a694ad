import texts from './messages/en.json' with { type: 'json' };

type Key = keyof typeof texts;

const isKey = (key: string): key is Key => Object.hasOwn(texts, key);

/**
 * Returns a text of the screens in English, for those who read answers of the API. In it `{name}` stands for a value;
 * plurals stay unread.
 */
export const english = (key: Key): string =>
  texts[key].replaceAll("''", "'").replaceAll(/\{(\w+), number\}/g, '{$1}');

export const englishOrNull = (key: string): string | null => (isKey(key) ? english(key) : null);
