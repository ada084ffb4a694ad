import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, parseDocument, type Document } from 'yaml';
import { Float } from '../template/float.ts';
import { newDict, type Dict, type Value } from '../template/values.ts';
import type { Faults } from './fault.ts';

/** The largest manifest. The largest that is published has 1,224 KB, and most have a twentieth of it. */
export const MANIFEST_BYTES = 1280 * 1024;
/** The most values of a manifest after its anchors or references have been replaced. */
export const MOST_NODES = 150_000;
const DEEPEST = 100;

/** Remembers where in the text each value of a tree stands, even when it is copied to other places. */
export class Lines {
  readonly #lines = new WeakMap<object, Map<string, number>>();
  readonly #starts = new WeakMap<object, number>();

  set(of: object, key: string, line: number): void {
    let known = this.#lines.get(of);
    if (!known) this.#lines.set(of, (known = new Map()));
    known.set(key, line);
  }

  start(of: object, line: number): void {
    this.#starts.set(of, line);
  }

  /** The line of a field, or else of the whole. */
  of(parent: object, key?: string | number): number {
    const line = key === undefined ? undefined : this.#lines.get(parent)?.get(String(key));
    return line ?? this.#starts.get(parent) ?? 1;
  }

  /** Lets a copy stand where the original does. */
  copy(from: object, to: object): void {
    const [lines, start] = [this.#lines.get(from), this.#starts.get(from)];
    if (lines) this.#lines.set(to, new Map([...lines, ...(this.#lines.get(to) ?? [])]));
    if (start !== undefined && !this.#starts.has(to)) this.#starts.set(to, start);
  }
}

/** Parses YAML into data without prototypes. Null if it can't be used at all. */
export function parseTree(text: string, lines: Lines, faults: Faults): Dict | null {
  if (Buffer.byteLength(text) > MANIFEST_BYTES) {
    faults.add('too_large', 1, { kilobytes: MANIFEST_BYTES / 1024 });
    return null;
  }
  const counter = new LineCounter();
  const lineAt = (offset: number) => counter.linePos(offset).line || 1;
  let document: Document.Parsed;
  try {
    document = parseDocument(text, {
      lineCounter: counter,
      merge: true,
      prettyErrors: false,
      uniqueKeys: false,
      intAsBigInt: true,
    });
  } catch (error) {
    faults.add('not_yaml', 1, { reason: (error as Error).message.slice(0, 200) });
    return null;
  }
  for (const { message, pos } of document.errors)
    faults.add('not_yaml', lineAt(pos[0]), { reason: message.replace(/\.$/, '') });
  if (faults.hasErrors) return null;
  const tree = new TreeBuilder(document, lines, lineAt).build(faults);
  if (tree === null || typeof tree !== 'object' || Array.isArray(tree)) {
    if (!faults.hasErrors) faults.add('not_a_manifest', 1);
    return null;
  }
  return tree as Dict;
}

class TooFar extends Error {}

class TreeBuilder {
  readonly #document: Document.Parsed;
  readonly #lines: Lines;
  readonly #lineAt: (offset: number) => number;
  /** What each anchor stood at last, in the order of the text. */
  readonly #anchors = new Map<string, unknown>();
  #nodes = 0;

  constructor(document: Document.Parsed, lines: Lines, lineAt: (offset: number) => number) {
    this.#document = document;
    this.#lines = lines;
    this.#lineAt = lineAt;
  }

  build(faults: Faults): Value {
    try {
      return this.#valueOf(this.#document.contents, 0);
    } catch (error) {
      if (!(error instanceof TooFar)) throw error;
      faults.add('expands_too_far', 1, { nodes: MOST_NODES });
      return null;
    }
  }

  #valueOf(node: unknown, depth: number): Value {
    if (node === null || node === undefined) return null;
    this.#nodes += 1;
    // An anchor that contains itself ends here as well.
    if (this.#nodes > MOST_NODES || depth > DEEPEST) throw new TooFar();
    if (isAlias(node)) return this.#valueOf(this.#anchors.get(node.source), depth + 1);
    const { anchor } = node as { anchor?: string };
    if (anchor !== undefined) this.#anchors.set(anchor, node);
    if (isScalar(node)) return scalarOf(node.value);
    if (isSeq(node)) {
      const list: Value[] = [];
      this.#lines.start(list, this.#lineOf(node));
      for (const [at, item] of node.items.entries()) {
        list.push(this.#valueOf(item, depth + 1));
        this.#lines.set(list, String(at), this.#lineOf(item));
      }
      return list;
    }
    return isMap(node) ? this.#dictOf(node, depth) : null;
  }

  #dictOf(node: { items: unknown[] }, depth: number): Dict {
    const dict = newDict();
    this.#lines.start(dict, this.#lineOf(node));
    const merged: Dict[] = [];
    for (const pair of node.items) {
      if (!isPair(pair)) continue;
      const key = isScalar(pair.key) ? keyText(pair.key.value) : 'null';
      const value = this.#valueOf(pair.value, depth + 1);
      if (key === '<<') {
        for (const one of Array.isArray(value) ? value : [value])
          if (one && typeof one === 'object' && !Array.isArray(one)) merged.push(one as Dict);
        continue;
      }
      dict[key] = value;
      this.#lines.set(dict, key, this.#lineOf(pair.key));
    }
    for (const source of merged)
      for (const [key, value] of Object.entries(source)) {
        if (Object.hasOwn(dict, key)) continue;
        dict[key] = value;
        this.#lines.set(dict, key, this.#lines.of(source, key));
      }
    return dict;
  }

  #lineOf(node: unknown): number {
    const range = (node as { range?: [number, number, number] | null } | null)?.range;
    return range ? this.#lineAt(range[0]) : 1;
  }
}

function keyText(value: unknown): string {
  return typeof value === 'symbol' ? '<<' : String(value);
}

function scalarOf(value: unknown): Value {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (typeof value === 'number') return new Float(value);
  if (['string', 'boolean'].includes(typeof value)) return value as Value;
  return null;
}
