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

/** The largest position at which a list is extended to it. */
const MOST_ELEMENTS = 10_000;

/**
 * Sets the value at a path, and makes the objects on the way. Returns false if something on the way is neither an
 * object nor a list, which stays as it is.
 */
export function setAt(into: Dict, path: readonly string[], value: Value): boolean {
  let here: Value = into;
  for (const [at, part] of path.entries()) {
    const isLast = at === path.length - 1;
    const known: Value = isLast ? null : childOf(here, part);
    if (isObject(known)) here = known;
    else if (known !== null && known !== undefined) return false;
    else {
      const set: Value = isLast ? value : newDict();
      if (isDict(here)) here[part] = set;
      else if (!Array.isArray(here) || !/^\d+$/.test(part) || Number(part) > MOST_ELEMENTS) return false;
      else {
        while (here.length < Number(part)) here.push(null);
        here[Number(part)] = set;
      }
      here = set;
    }
  }
  return true;
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
