import { Type } from '@sinclair/typebox';
import { HttpError } from './http-error.ts';

const DEFAULT_SIZE = 25;
const MAX_SIZE = 100;

/** The query of a list: `...pageQuery` beside what else it takes. */
export const pageQuery = {
  'page[size]': Type.Integer({ minimum: 1, maximum: MAX_SIZE, default: DEFAULT_SIZE }),
  'page[after]': Type.Optional(Type.String({ maxLength: 1000 })),
};

/** Position in a list, opaque to the client: the sort key of the last row that it has seen. */
export function encodeCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/** Reads what `encodeCursor` made; `kinds` says of what types the values have to be. */
export function decodeCursor(cursor: string, kinds: readonly ('string' | 'number')[]): (string | number)[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const fits =
      Array.isArray(values) &&
      values.length === kinds.length &&
      kinds.every((kind, at) => typeof values[at] === kind);
    if (fits && !values.some((value) => typeof value === 'string' && value.includes('\0'))) return values;
  } catch {
    // not ours either
  }
  throw new HttpError('cursor_invalid', { parameter: 'page[after]' });
}
