import { randomBytes } from 'node:crypto';
import { ownValue } from '@headwater/shared/contract/plain';
import { Float } from './template/float.ts';
import type { Dict, Value } from './template/values.ts';

/** Such a number may have other digits as a double: it's long, or has a point or an exponent. Others aren't JSON. */
const INEXACT_NUMBER = /\d{16}|\d[.eE][-+\d]|NaN|Infinity/;
/** A number between texts that a double may not hold as it was sent. */
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+(?:[eE][-+]?\d+)?|[eE][-+]?\d+)|-?\d{16,}|-?\b(?:NaN|Infinity)\b/g;
/** Of what is between two texts, in characters: a shorter one has no such number, and a longer one may have many digits. */
const SHORTEST = 'NaN'.length;
const LONGEST_EXACT = 15;
const MAY_BE_INEXACT = /[.NI]|\d[eE]/;
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

/**
 * A reviver, which gets the digits of each number, would take five times as long. The ends of texts are looked for by hand,
 * because an expression that passes over a text of many megabytes would need as many steps on its stack.
 */
function withMarkedNumbers(text: string): string {
  let marked = '';
  let end = 0;
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at);
    const next = quote === -1 ? text.length : quote;
    if (next - at >= SHORTEST) {
      const between = text.slice(at, next);
      // Most of what there is is short and whole.
      if (between.length > LONGEST_EXACT || MAY_BE_INEXACT.test(between)) {
        marked += text.slice(end, at) + between.replace(NUMBER, `"${MARK}$&"`);
        end = next;
      }
    }
    at = endOfText(text, next);
  }
  return marked + text.slice(end);
}

/** Returns where the text ends that begins at a quote: behind the next quote that isn't escaped. */
function endOfText(text: string, quote: number): number {
  for (let at = text.indexOf('"', quote + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text[at - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return at + 1;
  }
  return text.length;
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
