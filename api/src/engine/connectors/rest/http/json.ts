import { ownValue } from '@headwater/shared/contract/plain';
import type { Value } from '../template/values.ts';
import { newDict } from '../template/values.ts';

/** A number with so many digits may not be exact as a double. */
const LONG_NUMBER = /\d{16}/;
const DEEPEST = 200;

/**
 * Parses JSON into data without prototypes, with large whole numbers digit by digit. Throws a SyntaxError if it isn't
 * JSON.
 */
export function parseJson(text: string): Value {
  const parsed: unknown = LONG_NUMBER.test(text) ? JSON.parse(text, exactly as Reviver) : JSON.parse(text);
  return withoutPrototypes(parsed, 0);
}

type Reviver = (this: unknown, key: string, value: unknown) => unknown;

function exactly(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  const isLong = typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '');
  return isLong ? BigInt(source!) : value;
}

function withoutPrototypes(value: unknown, depth: number): Value {
  if (typeof value !== 'object' || value === null) return value as Value;
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
