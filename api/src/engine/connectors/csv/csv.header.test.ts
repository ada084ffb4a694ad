import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameColumns } from './csv.header.ts';
import type { RowCutter } from './csv.row.ts';

const headerOf = (fields: number, name: (at: number) => string) =>
  ({ fields, text: (_bytes: Uint8Array, at: number) => name(at) }) as unknown as RowCutter;

/** Far more columns than a file may have. If each pair were compared, this test would not finish. */
const MANY = 30_000;

test('numbers a header that repeats one name without comparing each pair of columns', () => {
  const long = 'a'.repeat(190);
  const { names } = nameColumns(
    headerOf(MANY, () => long),
    new Uint8Array(),
  );
  assert.equal(new Set(names).size, MANY);
  assert.deepEqual([names[0], names[1], names.at(-1)], [long, `${long}_2`, `${long}_${MANY}`]);
});

test('numbers a header whose names differ only in case and that contains numbered names', () => {
  const { names } = nameColumns(
    headerOf(MANY, (at) => (at % 2 === 0 ? 'Id' : `id_${at}`)),
    new Uint8Array(),
  );
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, MANY);
});
