import { HttpError } from './http-error.ts';

const MAX_LEVELS = 64;
const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype'];

/**
 * Parses a JSON body. Refuses what JSON.parse would let pass in silence: a key named twice (of two values one would be
 * checked and the other used), keys that reach an object's prototype, and nesting without end.
 */
export function parseJsonBody(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new HttpError('body_malformed');
  }
  refuseKeys(text);
  return value;
}

// Tokens of a text that is known to be JSON: a string (with a colon behind it, a key) or a bracket.
const TOKENS = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/g;

function refuseKeys(text: string): void {
  const open: Set<string>[] = [];
  for (const [token, quoted, colon] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      open.push(new Set());
      if (open.length > MAX_LEVELS) throw new HttpError('body_too_deep', { values: { levels: MAX_LEVELS } });
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (quoted !== undefined && colon !== undefined) {
      addKey(open.at(-1)!, JSON.parse(quoted) as string);
    }
  }
}

function addKey(keys: Set<string>, key: string): void {
  if (FORBIDDEN_KEYS.includes(key)) throw new HttpError('body_forbidden_key', { values: { key } });
  if (keys.has(key)) throw new HttpError('body_duplicate_key', { values: { key: key.slice(0, 100) } });
  keys.add(key);
}
