import { Refusal } from '@headwater/base/refusals/refusal';

const MAX_LEVELS = 64;

interface Limits {
  readonly values: number;
  /** Counts all objects together. */
  readonly keys: number;
}

/** The longest list that a request may contain has 1,000 names. */
const BODY_LIMITS: Limits = { values: 5_000, keys: 2_000 };
const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype'];
/** What has names of columns and of parameters as its keys, which can be any, and is only asked for its own. */
const BY_NAME = ['masks', 'parameters'];

interface OpenPart {
  readonly keys: Set<string>;
  readonly isByName: boolean;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = ['"', '\\', ',', ':'].map((mark) => mark.charCodeAt(0));
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [...'{}[]'].map((mark) => mark.charCodeAt(0));

/**
 * Parses a JSON body. Refuses what JSON.parse would silently accept: duplicate keys (one value could be
 * checked and the other one used), keys that reach an object's prototype, and nesting or numbers of values
 * that would keep everyone else waiting while they are built and checked.
 */
export function parseJsonBody(text: string, limits = BODY_LIMITS): unknown {
  checkStructure(text, limits);
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('body_malformed');
  }
}

/**
 * Checks the text in one pass before anything is built from it. Leaves it to JSON.parse to find invalid JSON.
 */
function checkStructure(text: string, limits: Limits): void {
  const open: OpenPart[] = [];
  let lastKey = '';
  let values = 1;
  let keys = 0;
  for (let at = 0; at < text.length; at += 1) {
    const mark = text.charCodeAt(at);
    if (mark === QUOTE) {
      const end = endOfString(text, at);
      if (isKey(text, end)) {
        keys += 1;
        if (keys > limits.keys) throw tooMany(limits.keys);
        lastKey = addKey(open.at(-1), text.slice(at, end));
      }
      at = end - 1;
    } else if (mark === COMMA) {
      values += 1;
    } else if (mark === OPEN_OBJECT || mark === OPEN_ARRAY) {
      values += 1;
      open.push({ keys: new Set(), isByName: mark === OPEN_OBJECT && BY_NAME.includes(lastKey) });
      lastKey = '';
      if (open.length > MAX_LEVELS) throw new Refusal('body_too_deep', { values: { levels: MAX_LEVELS } });
    } else if (mark === CLOSE_OBJECT || mark === CLOSE_ARRAY) {
      open.pop();
    }
    if (values > limits.values) throw tooMany(limits.values);
  }
}

const tooMany = (count: number) => new Refusal('body_too_many_values', { values: { count } });

/** Returns the position after the closing quote, or the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const mark = text.charCodeAt(at);
    if (mark === QUOTE) return at + 1;
    if (mark === BACKSLASH) at += 1;
  }
  return text.length;
}

const SPACE = /\s*/y;

function isKey(text: string, end: number): boolean {
  SPACE.lastIndex = end;
  SPACE.test(text);
  return text.charCodeAt(SPACE.lastIndex) === COLON;
}

function addKey(part: OpenPart | undefined, quoted: string): string {
  const key = quoted.includes('\\') ? unescape(quoted) : quoted.slice(1, -1);
  if (FORBIDDEN_KEYS.includes(key) && !part?.isByName)
    throw new Refusal('body_forbidden_key', { values: { key } });
  if (part?.keys.has(key)) throw new Refusal('body_duplicate_key', { values: { key: key.slice(0, 100) } });
  part?.keys.add(key);
  return key;
}

function unescape(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw new Refusal('body_malformed');
  }
}
