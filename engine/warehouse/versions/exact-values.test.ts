import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import type { Encoding, StreamColumn } from '@headwater/protocol/protocol';
import { sameValue, TESTED_TYPES, type TestedType } from '../testing/exact-value.ts';
import { column, TestWarehouse } from '../testing/test-warehouse.ts';

const warehouse = await TestWarehouse.open();
after(() => warehouse.close());

const ROWS = { minLength: 15, maxLength: 15 };

type Cells = (string | null)[];

const others = (count: number) => Array.from({ length: count }, (_, at) => column(`other_${at}`, 'VARCHAR'));

/** Returns the columns after loading one file after another. The files are given column by column. */
async function loaded(
  columns: readonly Pick<TestedType, 'type' | 'encoding'>[],
  beside: readonly StreamColumn[],
  ...files: Cells[][]
) {
  const quoted = (text: string | null) => (text === null ? '' : `"${text.replaceAll('"', '""')}"`);
  const staged = await warehouse.stageOf(
    [...columns.map(({ type, encoding }, at) => column(`c${at}`, type, encoding)), ...beside],
    ...files.map((cells) =>
      cells[0]!
        .map((_, row) => `${cells.map((of) => quoted(of[row]!)).join()}${','.repeat(beside.length)}\n`)
        .join(''),
    ),
  );
  const rows = await warehouse.rowsOf(staged.page);
  return columns.map((_, at) => ({
    type: staged.columns[at]!.type,
    cells: rows.map((row) => row[at] ?? null),
  }));
}

describe('a value that a column can’t hold exactly is never changed; the column is widened instead:', () => {
  const changes: [type: string, has: string, meets: string, becomes: string, encoding?: Encoding][] = [
    ['INTEGER', '7', '1.5', 'DECIMAL(18,1)'],
    ['SMALLINT', '7', '40000', 'DECIMAL(18,0)'],
    ['BIGINT', '7', '12345678901234567890.5', 'DECIMAL(38,1)'],
    ['INTEGER', '7', '1e3', 'VARCHAR'],
    ['INTEGER', '7', '0x1f', 'VARCHAR'],
    ['BIGINT', '7', '007', 'VARCHAR'],
    ['DECIMAL(10,2)', '1.50', '1.2345', 'DECIMAL(18,4)'],
    ['DECIMAL(10,2)', '1.50', '1e-3', 'VARCHAR'],
    ['DECIMAL(38,9)', '1.123456789', '0.1234567891', 'DECIMAL(18,10)'],
    ['DECIMAL(38,0)', '12345678901234567890123', '0.5', 'DECIMAL(38,1)'],
    ['DOUBLE', '0.1', '0.1234567890123456789', 'VARCHAR'],
    ['DOUBLE', '0.1', '9007199254740993', 'VARCHAR'],
    ['DOUBLE', '0.1', '1e400', 'VARCHAR'],
    ['FLOAT', '0.1', '16777217', 'VARCHAR'],
    ['BOOLEAN', 'true', 'yes', 'VARCHAR'],
    ['BOOLEAN', 'true', '1', 'VARCHAR'],
    ['DATE', '2024-01-01', '2024-01-01 10:00:00', 'VARCHAR'],
    ['DATE', '2024-01-01', '2024-01-01abc', 'VARCHAR'],
    ['TIMESTAMP', '2024-01-01 10:00:00', '2024-01-01 10:00:00.1234567', 'VARCHAR'],
    ['TIMESTAMP', '2024-01-01 10:00:00', '2024-01-01 10:00:00+02', 'VARCHAR'],
    ['TIMESTAMP', '2024-01-01 10:00:00', '2024-01-01', 'VARCHAR'],
    ['TIMESTAMP WITH TIME ZONE', '2024-01-01 10:00:00+00', '2024-01-01 10:00:00', 'VARCHAR'],
    ['TIMESTAMP WITH TIME ZONE', '2024-01-01 10:00:00+00', '2024-01-01 10:00:00.1234567+00', 'VARCHAR'],
    ['TIME', '10:00:00', '10:00:00+02', 'VARCHAR'],
    ['TIME', '10:00:00', '10:00:00.1234567', 'VARCHAR'],
    ['TIME WITH TIME ZONE', '10:00:00+00', '10:00:00', 'VARCHAR'],
    ['UUID', 'f4466415-59bd-4e71-920d-38c4997f36d2', 'f446641559bd4e71920d38c4997f36d2', 'VARCHAR'],
    ['BLOB', '\\x00ff', '\\xabc', 'VARCHAR', 'hex'],
    ['BIGINT', '7', '1.5', 'VARCHAR', 'empty_is_null'],
    ['DATE', '2024-01-01', '2024-01-01 10:00:00', 'VARCHAR', 'empty_is_null'],
  ];
  for (const [type, has, meets, becomes, encoding = 'value'] of changes) {
    test(`${type} gets ${meets}`, async () => {
      const [found] = await loaded([{ type, encoding }], others(1), [[has, null]], [[meets]]);
      assert.equal(found!.type, becomes);
      assert.equal(found!.cells[1], null);
      for (const [at, sent] of [has, null, meets].entries())
        assert.ok(sameValue(becomes, found!.cells[at]!, sent), `${sent} is shown as ${found!.cells[at]}`);
    });
  }
});

describe('every value sent is returned as the same value or the same text', () => {
  const anyText = fc.oneof(...TESTED_TYPES.map(({ texts }) => texts));
  const noise = fc.constantFrom(...'0123456789.-+eE:TZ _xa(),"{}[]\\%ä');
  const bent = fc
    .tuple(anyText, fc.nat(40), fc.nat(1), noise)
    .map(([text, at, cut, sign]) => `${text.slice(0, at)}${sign}${text.slice(at + cut)}`);
  /** The cells of a file, column by column. */
  const file = (cellOf: (texts: fc.Arbitrary<string>) => fc.Arbitrary<string>) =>
    fc.tuple(...TESTED_TYPES.map(({ texts }) => fc.array(fc.option(cellOf(texts), { freq: 10 }), ROWS)));
  const own = file((texts) => texts);

  // Tables with very many columns are checked in a way that takes less memory.
  for (const [count, numRuns] of [
    [1, 20],
    [200, 3],
  ] as const) {
    test(`in a column of any type next to ${count} others, from texts of any type`, async () => {
      const foreign = file((texts) => fc.oneof({ arbitrary: texts, weight: 3 }, anyText, bent));
      const property = fc.asyncProperty(own, foreign, async (before, then) => {
        const found = await loaded(TESTED_TYPES, others(count), before, then);
        for (const [at, { type, encoding }] of TESTED_TYPES.entries()) {
          const { type: became, cells } = found[at]!;
          for (const [row, sent] of [...before[at]!, ...then[at]!].entries()) {
            const cell = cells[row]!;
            const isNothing = encoding === 'empty_is_null' && sent === '' && cell === null;
            // If a column is widened during a load, its older values keep the spelling of the old type.
            const isOld = row < ROWS.minLength && sameValue(type, cell, sent);
            assert.ok(
              isNothing || isOld || sameValue(became, cell, sent),
              `${sent} is shown as ${cell}, in a ${type} that became ${became}`,
            );
          }
        }
      });
      await fc.assert(property, { numRuns });
    });
  }

  test('in a column that keeps its type, from texts of that type', async () => {
    const property = fc.asyncProperty(own, async (texts) => {
      const found = await loaded(TESTED_TYPES, others(1), texts);
      for (const [at, { type, encoding }] of TESTED_TYPES.entries())
        if (encoding !== 'widest_decimal') assert.equal(found[at]!.type, type, texts[at]!.join(' and '));
    });
    await fc.assert(property, { numRuns: 10 });
  });
});
