import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { sameValue } from '../testing/exact-value.ts';
import { column, TestWarehouse } from '../testing/test-warehouse.ts';

const warehouse = await TestWarehouse.open();
after(() => warehouse.close());

type Texts = readonly (string | null)[];

const numbers = column('value', 'VARCHAR', 'widest_decimal');

/** Returns a column of unbounded numbers after loading, given its types in earlier versions. */
async function settled(texts: Texts, ...former: string[]) {
  const lines = texts.map((text, id) => `${text ?? ''},${id}\n`).join('');
  const before = former.map((type) => ({ ...column('value', type), sourceType: numbers.sourceType }));
  const staged = await warehouse.stageAfter(before, [numbers, column('id', 'BIGINT')], lines);
  const rows = await warehouse.rowsOf(staged.page);
  return { type: staged.columns[0]!.type, cells: rows.map(([value]) => value as string | null) };
}

describe('an unbounded number gets a type that holds all its values', () => {
  const cases: [texts: Texts, type: string, shown: Texts][] = [
    [['1.5', '-20', null], 'DECIMAL(18,1)', ['1.5', '-20.0', null]],
    [['12345678901234567890123', '0.25'], 'DECIMAL(38,2)', ['12345678901234567890123.00', '0.25']],
    [['-0.5', '12345678901234567890'], 'DECIMAL(38,1)', ['-0.5', '12345678901234567890.0']],
    [
      ['0.12345678901234567890123456789012345678'],
      'DECIMAL(38,38)',
      ['0.12345678901234567890123456789012345678'],
    ],
    [['-.5', '0', '-0.00'], 'DECIMAL(18,2)', ['-0.50', '0.00', '0.00']],
    [['1', 'NaN'], 'VARCHAR', ['1', 'NaN']],
    [['1', '-Infinity'], 'VARCHAR', ['1', '-Infinity']],
    [['007'], 'VARCHAR', ['007']],
    [
      ['1.10', '1234567890123456789012345678901234567890'],
      'VARCHAR',
      ['1.10', '1234567890123456789012345678901234567890'],
    ],
    [[null], 'DECIMAL(18,0)', [null]],
  ];
  for (const [texts, type, shown] of cases) {
    test(`${texts.join(' ')} → ${type}`, async () =>
      assert.deepEqual(await settled(texts), { type, cells: shown }));
  }

  test('exactly, with any digits', async () => {
    const digits = (most: number) => fc.bigInt({ min: 0n, max: 10n ** BigInt(most) - 1n }).map(String);
    const number = fc
      .tuple(fc.constantFrom('', '-'), digits(24), fc.option(fc.stringMatching(/^[0-9]{1,14}$/)))
      .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}`);
    const texts = fc.array(fc.option(number, { freq: 20 }), { minLength: 30, maxLength: 30 });
    const property = fc.asyncProperty(texts, async (sent) => {
      const { type, cells } = await settled(sent);
      assert.match(type, /^DECIMAL/);
      for (const [at, text] of sent.entries())
        assert.ok(sameValue(type, cells[at]!, text), `${text} is shown as ${cells[at]}, in ${type}`);
    });
    await fc.assert(property, { numRuns: 20 });
  });
});

describe('a column’s type in the previous version is kept or widened', () => {
  const cases: [former: string, texts: Texts, type: string][] = [
    ['DECIMAL(18,4)', ['1.5'], 'DECIMAL(18,4)'],
    ['DECIMAL(18,4)', [null], 'DECIMAL(18,4)'],
    ['DECIMAL(18,2)', ['1.2345'], 'DECIMAL(18,4)'],
    ['DECIMAL(38,2)', ['1.5'], 'DECIMAL(38,2)'],
    ['DECIMAL(18,4)', ['123456789012345'], 'DECIMAL(38,4)'],
    ['DECIMAL(38,30)', ['123456789'], 'VARCHAR'],
    ['VARCHAR', ['1.5'], 'VARCHAR'],
  ];
  for (const [former, texts, type] of cases) {
    test(`${former} with ${texts.join()} becomes ${type}`, async () =>
      assert.equal((await settled(texts, former)).type, type));
  }

  test('unless its type at the source changed', async () => {
    const before = [{ ...column('value', 'VARCHAR'), sourceType: 'text' }];
    const { columns } = await warehouse.stageAfter(before, [numbers], '1.5\n');
    assert.equal(columns[0]!.type, 'DECIMAL(18,1)');
  });
});
