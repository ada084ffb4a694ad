import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnNames } from './csv.header.ts';

const headerOf = (fields: number, name: (at: number) => string) =>
  Array.from({ length: fields }, (_, at) => name(at));

/** Far more columns than a file may have. If each pair were compared, this test would not finish. */
const MANY = 30_000;

test('numbers a header that repeats one name without comparing each pair of columns', () => {
  const long = 'a'.repeat(190);
  const { names } = columnNames(headerOf(MANY, () => long));
  assert.equal(new Set(names).size, MANY);
  assert.deepEqual([names[0], names[1], names.at(-1)], [long, `${long}_2`, `${long}_${MANY}`]);
});

test('numbers a header whose names differ only in case and that contains numbered names', () => {
  const { names } = columnNames(headerOf(MANY, (at) => (at % 2 === 0 ? 'Id' : `id_${at}`)));
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, MANY);
});
