import { isMap, isScalar, isSeq, Lexer, LineCounter, parseDocument } from 'yaml';

export type Path = readonly (string | number)[];
export type Node = unknown;
type Dict = Record<string, unknown>;

export const isDict = (value: Node): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const at = (value: Node, ...path: Path): Node =>
  path.reduce<Node>(
    (here, key) =>
      (isDict(here) || Array.isArray(here)) && Object.hasOwn(here, key)
        ? (here as Dict)[key as string]
        : undefined,
    value,
  );

/** A manifest as data, with the line of each of its parts. */
export interface ManifestTree {
  data: Node;
  lineOf(path: Path): number;
  /** The parts of the text in its order, with their lines. */
  places: readonly { path: Path; line: number }[];
}

/** Text that can't be read as YAML. */
export interface NotYaml {
  line: number;
  reason: string;
}

/** Reads YAML as the API does. */
export function readTree(text: string): ManifestTree | NotYaml {
  const counter = new LineCounter();
  const lineAt = (offset: number) => counter.linePos(offset).line || 1;
  try {
    const document = parseDocument(text, {
      lineCounter: counter,
      merge: true,
      prettyErrors: false,
      uniqueKeys: true,
    });
    const [error] = document.errors;
    if (error) return { line: lineAt(error.pos[0]), reason: error.message.replace(/\.$/, '') };
    const places: { path: Path; line: number }[] = [];
    const visit = (node: unknown, path: Path) => {
      if (isMap(node))
        for (const { key, value } of node.items) {
          const inner = [...path, String(isScalar(key) ? key.value : key)];
          places.push({ path: inner, line: lineAt((key as { range?: number[] }).range?.[0] ?? 0) });
          visit(value, inner);
        }
      if (isSeq(node))
        for (const [index, item] of node.items.entries()) {
          places.push({
            path: [...path, index],
            line: lineAt((item as { range?: number[] }).range?.[0] ?? 0),
          });
          visit(item, [...path, index]);
        }
    };
    visit(document.contents, []);
    const lines = new Map(places.map(({ path, line }) => [JSON.stringify(path), line]));
    return {
      data: document.toJS({ maxAliasCount: 100 }) as Node,
      places,
      lineOf: (path) => {
        for (let length = path.length; length > 0; length -= 1) {
          const line = lines.get(JSON.stringify(path.slice(0, length)));
          if (line !== undefined) return line;
        }
        return 1;
      },
    };
  } catch (error) {
    return { line: 1, reason: (error as Error).message };
  }
}

/** The line of the first comment. Null if there is none. */
export function commentIn(text: string): number | null {
  let line = 1;
  for (const part of new Lexer().lex(text)) {
    if (part.startsWith('#')) return line;
    line += part.split('\n').length - 1;
  }
  return null;
}

const REFERENCE = /^#\/definitions\/([^/]+)$/;

/** Far more than a form writes. */
const MOST_VALUES = 20_000;

/** Replaces references to whole definitions; others stay. Throws if there would be too much. */
export function withoutReferences(data: Node): Node {
  if (!isDict(data)) return data;
  let values = 0;
  const expanded = (value: Node, level: number): Node => {
    values += 1;
    if (values > MOST_VALUES || level > 100) throw new RangeError('The references expand too far');
    if (Array.isArray(value)) return value.map((each) => expanded(each, level + 1));
    if (!isDict(value)) return value;
    const name = typeof value.$ref === 'string' ? REFERENCE.exec(value.$ref)?.[1] : undefined;
    const target = name === undefined ? undefined : at(data, 'definitions', name);
    if (!isDict(target)) return mapValues(value, (each) => expanded(each, level + 1));
    const { $ref: _, ...rest } = value;
    return expanded({ ...target, ...rest }, level + 1);
  };
  return mapValues(data, (value, key) => (key === 'definitions' ? value : expanded(value, 0)));
}

/** The place in the text of a part of the manifest without references. */
export function originOf(data: Node, path: Path): Path {
  let here: (string | number)[] = [];
  for (const key of path) {
    const value = at(data, ...here);
    const reference = at(value, '$ref');
    const name = typeof reference === 'string' ? REFERENCE.exec(reference)?.[1] : undefined;
    if (
      name !== undefined &&
      at(value, key) === undefined &&
      at(data, 'definitions', name, key) !== undefined
    )
      here = ['definitions', name];
    here.push(key);
  }
  return here;
}

/** The definitions that nothing refers to. */
export function unusedDefinition(data: Node): string | null {
  const text = JSON.stringify(data);
  const names = Object.keys(isDict(at(data, 'definitions')) ? (at(data, 'definitions') as Dict) : {});
  return names.find((name) => !text.includes(`"$ref":${JSON.stringify(`#/definitions/${name}`)}`)) ?? null;
}

/** Returns the path to the first part of one tree that another doesn't have in the same way. Null if there is none. */
export function difference(one: Node, other: Node, path: Path = []): Path | null {
  if (isDict(one) && isDict(other)) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const found = difference(at(one, key), at(other, key), [...path, key]);
      if (found) return found;
    }
    return null;
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    for (let index = 0; index < Math.max(one.length, other.length); index += 1) {
      const found = difference(one[index], other[index], [...path, index]);
      if (found) return found;
    }
    return null;
  }
  return isSame(one, other) ? null : path;
}

/** A number is the same as its text: the dialect reads texts that are numbers as such. */
const isSame = (one: Node, other: Node) =>
  one === other ||
  (typeof one === 'number' && typeof other === 'string' && String(one) === other) ||
  (typeof other === 'number' && typeof one === 'string' && String(other) === one);

const mapValues = (dict: Dict, map: (value: Node, key: string) => Node): Dict =>
  Object.fromEntries(Object.entries(dict).map(([key, value]) => [key, map(value, key)]));
