import { randomBytes } from 'node:crypto';
import { ownValue } from '@headwater/shared/contract/plain';
import { Float } from '../template/float.ts';
import type { Dict, Value } from '../template/values.ts';

/** Such a number may have other digits as a double: it's long, or has a point or an exponent. Others aren't JSON. */
const INEXACT_NUMBER = /\d{16}|\d[.eE][-+\d]|NaN|Infinity/;
/** A text, which is passed over, or a number that a double may not hold as it was sent. */
const TEXT_OR_NUMBER =
  /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+(?:[eE][-+]?\d+)?|[eE][-+]?\d+)|-?\d{16,}|-?\b(?:NaN|Infinity)\b/g;
const DEEPEST = 200;

/**
 * What texts begin with that stand for a number. Nobody who sends texts can know it. One byte per character, because a
 * wider one would double the memory of all of it.
 */
const MARK = `\x7F${randomBytes(6).toString('hex')}:`;

/**
 * Parses JSON into data without prototypes, with numbers digit by digit, and with what isn't a number by the names that
 * Python's servers write. Throws a SyntaxError if it isn't JSON.
 */
export function parseJson(text: string): Value {
  return ofData(JSON.parse(INEXACT_NUMBER.test(text) ? withMarkedNumbers(text) : text), 0);
}

/** A reviver, which gets the digits of each number, would take five times as long. */
function withMarkedNumbers(text: string): string {
  let marked = '';
  let end = 0;
  TEXT_OR_NUMBER.lastIndex = 0;
  for (let match = TEXT_OR_NUMBER.exec(text); match; match = TEXT_OR_NUMBER.exec(text)) {
    const [found] = match;
    if (found.startsWith('"')) continue;
    marked += `${text.slice(end, match.index)}"${MARK}${found}"`;
    end = TEXT_OR_NUMBER.lastIndex;
  }
  return marked + text.slice(end);
}

function ofData(value: unknown, depth: number): Value {
  if (typeof value === 'string') return value.startsWith(MARK) ? numberOf(value.slice(MARK.length)) : value;
  if (typeof value !== 'object' || value === null) return value as Value;
  if (depth > DEEPEST) throw new SyntaxError('it is nested too deeply');
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) value[at] = ofData(value[at], depth + 1);
    return value as Value[];
  }
  const dict = Object.create(null) as Dict;
  for (const key of Object.keys(value)) {
    if (key.startsWith(MARK)) throw new SyntaxError('the name of a field is a number');
    dict[key] = ofData(ownValue(value as Record<string, unknown>, key), depth + 1);
  }
  return dict;
}

function numberOf(digits: string): Value {
  if (/[.eE]/.test(digits)) return new Float(Number(digits), digits);
  const number = Number(digits);
  return Number.isSafeInteger(number) || !Number.isFinite(number) ? number : BigInt(digits);
}
