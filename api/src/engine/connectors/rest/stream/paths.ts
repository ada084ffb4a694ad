import { isDict, newDict, own, type Dict, type Value } from '../template/values.ts';

/** Whether a part of a path is any key. */
const isAny = (part: string) => part === '*' || part === '**';

/** Returns everything at a path, in which `*` stands for any key or position. */
export function valuesAt(from: Value, path: readonly string[]): Value[] {
  const [part, ...rest] = path;
  if (part === undefined) return [from];
  if (!isAny(part)) {
    const next = childOf(from, part);
    return next === undefined ? [] : valuesAt(next, rest);
  }
  const children = Array.isArray(from) ? from : isDict(from) ? Object.values(from) : [];
  return children.flatMap((child) => valuesAt(child, rest));
}

/** Returns the value at a path. Undefined if there is none. */
export const valueAt = (from: Value, path: readonly string[]): Value => path.reduce(childOf, from);

function childOf(from: Value, part: string): Value {
  if (isDict(from)) return own(from, part);
  return Array.isArray(from) && /^-?\d+$/.test(part) ? from.at(Number(part)) : undefined;
}

/** Sets the value at a path, and makes the objects on the way. */
export function setAt(into: Dict, path: readonly string[], value: Value): void {
  let here: Value = into;
  for (const part of path.slice(0, -1)) {
    const next = childOf(here, part);
    if (isDict(next) || Array.isArray(next)) here = next;
    else if (isDict(here)) here = here[part] = newDict();
    else return;
  }
  const last = path.at(-1);
  if (last !== undefined && isDict(here)) here[last] = value;
}

/** Removes what is at a path. A last part of `*` removes what `isRemoved` says. */
export function removeAt(from: Value, path: readonly string[], isRemoved: (value: Value) => boolean): void {
  const [part, ...rest] = path;
  if (part === undefined) return;
  if (rest.length > 0) {
    if (part === '**') removeAt(from, rest, isRemoved);
    const children = isAny(part) ? childrenOf(from) : [childOf(from, part)];
    for (const child of children) removeAt(child, part === '**' && isObject(child) ? path : rest, isRemoved);
    return;
  }
  if (part === '**') for (const child of childrenOf(from)) removeAt(child, path, isRemoved);
  if (Array.isArray(from) && /^\d+$/.test(part) && Number(part) < from.length) {
    // The positions of the others stay.
    if (Number(part) === from.length - 1) from.pop();
    else from[Number(part)] = null;
  }
  if (!isDict(from)) return;
  for (const key of isAny(part) ? Object.keys(from) : [part])
    if (Object.hasOwn(from, key) && isRemoved(from[key])) delete from[key];
}

const isObject = (value: Value) => isDict(value) || Array.isArray(value);
const childrenOf = (value: Value): Value[] =>
  Array.isArray(value) ? value : isDict(value) ? Object.values(value) : [];
