import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asNarrowAsMails, plainNote } from './report-letter.ts';

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

test('a note in a mail has its words as they stand, on one line, and nothing that a mail can’t carry', () => {
  assert.equal(
    plainNote(
      '# order_total\nSee **net_sum** and [us_all](https://x.test/a_b).\n\n- one_two\n- `three_`\n\n2. four',
    ),
    'order_total See net_sum and us_all (https://x.test/a_b). • one_two • three_ 2. four',
  );
  assert.equal(plainNote('a\u007Fb\u0085c\u0000d\t e'), 'a b c d e');
});
