/** Stands before the four digits of a character that the database's JSON can't have, in what has to come back as it was. */
const MARK = '\uf8fa';
/** In JSON text: an escaped character, of which only these can't be stored: NUL, and one half of a pair. */
const ESCAPE = /\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g;
const UNSTORABLE = /\\u(0000|d[89a-f][0-9a-f]{2})/;

/** Returns a name or a text without what neither the database nor a screen can have: NUL, and one half of a pair. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/**
 * Returns what is stored and shown of a source, without characters that the database can't have. A name in a file, a
 * key of an API, or a rejected row can have any, and would keep everything else from being stored as well.
 */
export function storable<T>(value: T): T {
  const text = JSON.stringify(value);
  if (text === undefined || !UNSTORABLE.test(text)) return value;
  return JSON.parse(
    text.replace(ESCAPE, (escape, rest: string) => {
      if (rest === 'u0000') return '';
      return rest.length > 1 ? '\ufffd' : escape;
    }),
  ) as T;
}

/** Writes what a connector gets back as it was, such as the names of keys in a file, as JSON that can be stored. */
export function storedJson(value: unknown): string {
  const text = JSON.stringify(value).replaceAll(MARK, `${MARK}${MARK.charCodeAt(0).toString(16)}`);
  return UNSTORABLE.test(text)
    ? text.replace(ESCAPE, (escape, rest: string) => (rest.length > 1 ? `${MARK}${rest.slice(1)}` : escape))
    : text;
}

/** Returns what `storedJson` wrote. */
export function fromStored<T>(value: T): T {
  const text = JSON.stringify(value);
  if (!text.includes(MARK)) return value;
  return JSON.parse(text.replace(MARKED, '\\u$1')) as T;
}

const MARKED = new RegExp(`${MARK}([0-9a-f]{4})`, 'g');
