import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Float } from './float.ts';
import { calculate, exactNumber, rounded, type Calculable } from './numbers.ts';
import { literalOf, renderText, renderValue } from './render.ts';
import { jsonOf, newDict, type Value } from './values.ts';

describe('Rounding', () => {
  /** As Python 3.11 rounds. */
  const cases: [value: number, places: number, result: number][] = [
    [2.5, 0, 2.0],
    [3.5, 0, 4.0],
    [-2.5, 0, -2.0],
    [0.5, 0, 0.0],
    [2.675, 2, 2.67],
    [1.005, 2, 1.0],
    [1.115, 2, 1.11],
    [0.125, 2, 0.12],
    [0.375, 2, 0.38],
    [2.345, 2, 2.35],
    [1e22, 1, 1e22],
    [1234.5, -2, 1200.0],
    [1250.0, -2, 1200.0],
    [1350.0, -2, 1400.0],
    [5.015, 2, 5.01],
    [-0.125, 2, -0.12],
    [1e-7, 3, 0.0],
    [0.285, 2, 0.28],
    [10.235, 2, 10.23],
    [43.9678, 2, 43.97],
    [920.9895, 2, 920.99],
    [-650.6234, 2, -650.62],
    [-779.6759, 0, -780.0],
    [-502.1938, 3, -502.194],
    [-495.2325, 2, -495.23],
    [281.0496, 3, 281.05],
    [-724.9172, 0, -725.0],
    [-720.2366, 1, -720.2],
    [-698.169, 1, -698.2],
    [-337.9278, 0, -338.0],
    [764.9122, 0, 765.0],
  ];
  it('is by the exact value, and of halves to the even neighbor', () => {
    const found = cases.map(([value, places]) => [value, places, rounded(value, places)]);
    assert.deepEqual(
      found.map((row) => row.map((each) => each! + 0)),
      cases.map((row) => row.map((each) => each + 0)),
    );
  });

  it('is what the filter does', () => {
    const scope = newDict([['record', newDict([['v', 2.675]])]]);
    assert.equal(renderText('{{ record.v | round(2) }}', scope), '2.67');
    assert.equal(renderText("{{ record.v | round(2, 'ceil') }}", scope), '2.68');
    assert.equal(renderText("{{ record.v | round(2, 'floor') }}", scope), '2.67');
  });
});

describe('Whole numbers keep their digits', () => {
  const LONG = 12345678901234567890n;
  it('as literals, within lists and objects, and as texts that are read as numbers', () => {
    assert.equal(literalOf(String(LONG)), LONG);
    assert.equal(jsonOf(literalOf(`[${LONG}, {'a': -${LONG}}]`)), `[${LONG},{"a":-${LONG}}]`);
    const scope = newDict([['config', newDict([['id', String(LONG)]])]]);
    assert.equal(renderValue("{{ config['id'] | int }}", scope), LONG);
    assert.equal(renderText("{{ [config['id'] | int, 1] }}", scope), `[${LONG}, 1]`);
    assert.equal(renderText(`{{ ${LONG} + 1 }}`, scope), String(LONG + 1n));
    assert.equal(exactNumber('-9007199254740993'), -9007199254740993n);
    assert.equal(exactNumber('9007199254740991'), 9007199254740991);
  });

  it('when they are calculated with', () => {
    const cases: [operator: string, one: Calculable, other: Calculable, result: Value][] = [
      ['*', 3037000500, 3037000500, 9223372037000250000n],
      ['+', 9007199254740991, 2, 9007199254740993n],
      ['//', -LONG, 7, -1763668414462081128n],
      ['%', -LONG, 7, 6],
      ['**', 10, 20, 100000000000000000000n],
      ['**', 2, -1, new Float(0.5)],
      ['/', 7, 2, new Float(3.5)],
      ['/', 4, 2, new Float(2)],
      ['-', LONG, 12345678901234567889n, 1],
      ['+', new Float(0.1), 2, new Float(2.1)],
      ['%', new Float(-5.5), 2, new Float(0.5)],
      ['//', new Float(7), 2, new Float(3)],
      ['%', -7, 3, 2],
    ];
    for (const [operator, one, other, result] of cases)
      assert.deepEqual(calculate(operator, one, other), result, `${one} ${operator} ${other}`);
    assert.throws(() => calculate('**', 10, 100_000), /too long/);
  });
});
