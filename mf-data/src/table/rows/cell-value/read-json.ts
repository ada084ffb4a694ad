/** A value of JSON. Numbers are kept as they are written, so that none is rounded. */
export type JsonValue =
  | { is: 'object' | 'list'; entries: readonly (readonly [key: string, value: JsonValue])[] }
  | { is: 'text' | 'number' | 'boolean' | 'null'; text: string };

const NUMBER = '\u0000#';

/** Returns the object or list in a text, or null if it's something else. */
export function readJson(text: string): JsonValue | null {
  if (!/^\s*[{[]/.test(text)) return null;
  // Numbers become marked strings before they are parsed.
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:[.]\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    token.startsWith('"') ? token : `"\\u0000#${token}"`,
  );
  try {
    return nodeOf(JSON.parse(marked));
  } catch {
    return null;
  }
}

function nodeOf(value: unknown): JsonValue {
  if (Array.isArray(value))
    return { is: 'list', entries: value.map((one, at) => [String(at), nodeOf(one)] as const) };
  if (typeof value === 'object' && value !== null)
    return { is: 'object', entries: Object.entries(value).map(([key, one]) => [key, nodeOf(one)] as const) };
  if (typeof value !== 'string') return { is: value === null ? 'null' : 'boolean', text: String(value) };
  if (value.startsWith(NUMBER)) return { is: 'number', text: value.slice(NUMBER.length) };
  return { is: 'text', text: value };
}

/** Returns JSON text with a line for each value. */
export function indentedJson(value: JsonValue, indent = ''): string {
  if (!('entries' in value)) return value.is === 'text' ? JSON.stringify(value.text) : value.text;
  const [open, close] = value.is === 'list' ? ['[', ']'] : ['{', '}'];
  if (value.entries.length === 0) return open + close;
  const inner = `${indent}  `;
  const lines = value.entries.map(
    ([key, one]) =>
      `${inner}${value.is === 'list' ? '' : `${JSON.stringify(key)}: `}${indentedJson(one, inner)}`,
  );
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}
