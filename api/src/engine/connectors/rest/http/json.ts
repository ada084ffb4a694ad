import { ownValue } from '@headwater/shared/contract/plain';
import { Float } from '../template/float.ts';
import { newDict, type Value } from '../template/values.ts';

/** Such a number may have other digits as a double: it's long, or has a point or an exponent. */
const INEXACT_NUMBER = /\d{16}|\d[.eE][-+\d]/;
const DEEPEST = 200;

/**
 * Parses JSON into data without prototypes, with numbers digit by digit, and with what isn't a number by the names that
 * Python's servers write. Throws a SyntaxError if it isn't JSON.
 */
export function parseJson(text: string): Value {
  return withoutPrototypes(parsed(text), 0);
}

function parsed(text: string): unknown {
  const isExact = INEXACT_NUMBER.test(text);
  try {
    return isExact ? JSON.parse(text, exactly as Reviver) : JSON.parse(text);
  } catch (error) {
    if (!NOT_A_NUMBER.test(text)) throw error;
    return JSON.parse(text.replace(STRING_OR_NAME, marked), unmarked as Reviver);
  }
}

const NOT_A_NUMBER = /NaN|Infinity/;
const STRING_OR_NAME = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g;
/** A text of JSON can't begin with this by chance, and if one does, it only names a number. */
const MARK = '\u{10FFFF}not-a-number:';
const marked = (found: string) => (found.startsWith('"') ? found : JSON.stringify(MARK + found));

type Reviver = (this: unknown, key: string, value: unknown) => unknown;

function exactly(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  if (typeof value !== 'number' || source === undefined) return value;
  if (/[.eE]/.test(source)) return new Float(value, source);
  return Number.isSafeInteger(value) ? value : BigInt(source);
}

function unmarked(key: string, value: unknown, context: { source?: string } = {}): unknown {
  const isName = typeof value === 'string' && value.startsWith(MARK);
  return isName ? Number(value.slice(MARK.length)) : exactly(key, value, context);
}

function withoutPrototypes(value: unknown, depth: number): Value {
  if (typeof value !== 'object' || value === null || value instanceof Float) return value as Value;
  if (depth > DEEPEST) throw new SyntaxError('it is nested too deeply');
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) value[at] = withoutPrototypes(value[at], depth + 1);
    return value as Value[];
  }
  const dict = newDict();
  for (const key of Object.keys(value))
    dict[key] = withoutPrototypes(ownValue(value as Record<string, unknown>, key), depth + 1);
  return dict;
}
