import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asNarrowAsMails } from './report-letter.ts';

test('a table in a mail has as many columns as have room, and says which others there are', () => {
  const columns = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `c${at + 1}`, isNumber: true, cells: ['1'] }));
  const narrowed = (count: number, language: 'en' | 'de' = 'en') => {
    const told = {
      title: 'Months',
      kind: 'table' as const,
      sentence: '',
      value: null,
      foot: ['Data as of now'],
    };
    return asNarrowAsMails({ ...told, columns: columns(count) }, { language, timeZone: 'UTC' });
  };
  assert.deepEqual([narrowed(5).columns.length, narrowed(5).foot], [5, ['Data as of now']]);
  assert.deepEqual(
    [narrowed(8).columns.map(({ name }) => name), narrowed(8).foot],
    [
      ['c1', 'c2', 'c3', 'c4', 'c5'],
      ['3 more columns are in the report: c6, c7, c8.', 'Data as of now'],
    ],
  );
  assert.equal(narrowed(6, 'de').foot[0], '1 weitere Spalte steht im Bericht: c6.');
  assert.match(narrowed(40).foot[0]!, /^35 more columns .*: c6, c7, c8, c9, c10, …$/);
});
