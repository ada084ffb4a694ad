import { isDict, newDict, own, type Dict, type Value } from '../template/values.ts';
import type { Faults } from './fault.ts';
import { MOST_NODES, type Lines } from './tree.ts';

const REFERENCE = /^#\/.+/;

class Stop extends Error {}

/**
 * Replaces references by what they point to. A mapping with `$ref` has the fields of what it refers to, unless it has
 * them itself, and a text that begins with `#/` is replaced as a whole.
 */
export function resolveReferences(root: Dict, lines: Lines, faults: Faults): Dict | null {
  const resolver = new Resolver(root, lines, faults);
  try {
    const kept = newDict(Object.entries(root).filter(([key]) => key !== 'definitions' && key !== 'metadata'));
    lines.copy(root, kept);
    return resolver.resolve(kept, []) as Dict;
  } catch (error) {
    if (error instanceof Stop) return null;
    throw error;
  }
}

class Resolver {
  readonly #root: Dict;
  readonly #lines: Lines;
  readonly #faults: Faults;
  #nodes = 0;

  constructor(root: Dict, lines: Lines, faults: Faults) {
    this.#root = root;
    this.#lines = lines;
    this.#faults = faults;
  }

  resolve(value: Value, path: readonly string[]): Value {
    this.#nodes += 1;
    if (this.#nodes > MOST_NODES) {
      this.#faults.add('expands_too_far', 1, { nodes: MOST_NODES });
      throw new Stop();
    }
    if (Array.isArray(value)) return this.#list(value, path);
    return isDict(value) ? this.#dict(value, path) : value;
  }

  #list(list: Value[], path: readonly string[]): Value[] {
    const copy: Value[] = [];
    this.#lines.copy(list, copy);
    for (const [at, each] of list.entries())
      copy.push(this.#textOrValue(each, path, this.#lines.of(list, at)));
    return copy;
  }

  #dict(dict: Dict, path: readonly string[]): Dict {
    const copy = newDict();
    const reference = own(dict, '$ref');
    if (typeof reference === 'string') {
      const target = this.#follow(reference, path, this.#lines.of(dict, '$ref'));
      if (isDict(target)) {
        for (const [key, value] of Object.entries(target)) copy[key] = value;
        this.#lines.copy(target, copy);
      }
    }
    this.#lines.start(copy, this.#lines.of(dict));
    for (const [key, value] of Object.entries(dict)) {
      if (key === '$ref') continue;
      copy[key] = this.#merged(copy[key], this.#textOrValue(value, path, this.#lines.of(dict, key)), key);
      this.#lines.set(copy, key, this.#lines.of(dict, key));
    }
    return copy;
  }

  /** Parameters beside a reference are added to those of what it refers to. */
  #merged(before: Value, now: Value, key: string): Value {
    if (key !== '$parameters' || !isDict(before) || !isDict(now)) return now;
    return newDict([...Object.entries(before), ...Object.entries(now)]);
  }

  #textOrValue(value: Value, path: readonly string[], line: number): Value {
    if (typeof value === 'string' && REFERENCE.test(value)) return this.#follow(value, path, line);
    return this.resolve(value, path);
  }

  #follow(reference: string, path: readonly string[], line: number): Value {
    if (path.includes(reference)) {
      this.#faults.add('reference_circular', line, { reference });
      throw new Stop();
    }
    const target = targetOf(this.#root, reference);
    if (target === undefined) {
      this.#faults.add('reference_missing', line, { reference });
      return null;
    }
    return this.#textOrValue(target, [...path, reference], line);
  }
}

/** Finds what a reference points to. Keys may contain slashes, so the longest key that exists is taken. */
function targetOf(root: Dict, reference: string): Value {
  let here: Value = root;
  let rest = reference.replace(/^#\//, '');
  while (rest !== '') {
    if (Array.isArray(here)) {
      const [index, ...others] = rest.split('/') as [string, ...string[]];
      here = here[Number(index)];
      rest = others.join('/');
    } else if (isDict(here)) {
      const parts = rest.split('/');
      let taken = parts.length;
      while (taken > 0 && !Object.hasOwn(here, parts.slice(0, taken).join('/'))) taken -= 1;
      if (taken === 0) return undefined;
      here = here[parts.slice(0, taken).join('/')];
      rest = parts.slice(taken).join('/');
    } else return undefined;
  }
  return here;
}
