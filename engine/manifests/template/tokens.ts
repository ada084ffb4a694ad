import { ownValue } from '@headwater/shared/contract/plain';
import { exactNumber, type Calculable } from './numbers.ts';
import { TemplateError } from './template-error.ts';

export type Token =
  | { kind: 'name' | 'operator'; text: string }
  | { kind: 'number'; value: Calculable; text: string }
  | { kind: 'string'; value: string; text: string };

const SPACE = /\s+/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /\d+(?:_\d+)*(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const OPERATOR = /\*\*|\/\/|==|!=|<=|>=|[-+*/%~<>()[\]{}|.,:=]/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '0': '\0' };

/** Splits an expression into tokens. */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0] ?? null;
    at += found?.length ?? 0;
    return found;
  };
  while (at < source.length) {
    if (match(SPACE) !== null) continue;
    const name = match(NAME);
    if (name !== null) {
      tokens.push({ kind: 'name', text: name });
      continue;
    }
    const number = match(NUMBER);
    if (number !== null) {
      tokens.push({ kind: 'number', value: exactNumber(number.replaceAll('_', '')), text: number });
      continue;
    }
    const quote = source[at]!;
    if (quote === '"' || quote === "'") {
      const start = at;
      const { value, end } = stringAt(source, at);
      at = end;
      tokens.push({ kind: 'string', value, text: source.slice(start, end) });
      continue;
    }
    const operator = match(OPERATOR);
    if (operator === null) throw new TemplateError(`unexpected character “${quote}”`);
    tokens.push({ kind: 'operator', text: operator });
  }
  return tokens;
}

function stringAt(source: string, start: number): { value: string; end: number } {
  const mark = source[start]!;
  const quote = source.startsWith(mark.repeat(3), start) ? mark.repeat(3) : mark;
  let value = '';
  for (let at = start + quote.length; at < source.length; at += 1) {
    if (source.startsWith(quote, at)) return { value, end: at + quote.length };
    if (source[at] !== '\\') {
      value += source[at];
      continue;
    }
    at += 1;
    const escaped = source[at] ?? '';
    const code = /^(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4}))/.exec(source.slice(at, at + 5));
    if (code) {
      value += String.fromCharCode(Number.parseInt(code[1] ?? code[2]!, 16));
      at += code[0].length - 1;
    } else if (escaped === '\n') value += '';
    else if ('\\\'"'.includes(escaped)) value += escaped;
    else value += ownValue(ESCAPES, escaped) ?? `\\${escaped}`;
  }
  throw new TemplateError('a quote isn’t closed');
}
