import { widerOf, type Shape } from './align-columns.ts';

/** widened: holds all earlier values · narrowed: doesn't hold all of them · changed: values of another kind. */
export type TypeChange = 'widened' | 'narrowed' | 'changed';

/** Returns what a column's new type means for the values that its table has. Undefined if it's the same type. */
export function typeChange(before: Shape, now: Shape): TypeChange | undefined {
  if (before.type === now.type && before.kind === now.kind) return undefined;
  if (isUnbounded(now) && isExactNumber(before)) return 'widened';
  if (isUnbounded(before)) return isExactNumber(now) ? 'narrowed' : 'changed';
  const wider = widerOf(before, now);
  if (wider.type === before.type) return 'narrowed';
  return wider.type === 'VARCHAR' ? 'changed' : 'widened';
}

/** A number of any size, which has its final type once all values are known. */
const isUnbounded = ({ encoding }: Shape) => encoding === 'widest_decimal';
const isExactNumber = ({ type, kind }: Shape) => kind === 'number' && type !== 'FLOAT' && type !== 'DOUBLE';
