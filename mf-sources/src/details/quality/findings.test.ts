import { findingsOf } from './findings.ts';

const usual = { low: 90, high: 110 };
const volume = { rows: 100, earlier: 10, usual, drifts: false };
const nulls = { earlier: 10, drifting: [] };

test('names what drifts, and in which direction', () => {
  const few = { ...volume, rows: 60, drifts: true };
  expect(findingsOf({ volume: few, nulls })).toEqual([{ kind: 'rows_low' }]);
  expect(findingsOf({ volume: { ...few, rows: 200 }, nulls })).toEqual([{ kind: 'rows_high' }]);
  const drifting = [
    { column: 'note', share: 0.5, usual: { low: 0.05, high: 0.15 } },
    { column: 'email', share: 0, usual: { low: 0.9, high: 1 } },
  ];
  expect(findingsOf({ volume, nulls: { earlier: 10, drifting } })).toEqual([
    { kind: 'nulls_high', column: 'note', share: 0.5, usual: 0.15 },
    { kind: 'nulls_low', column: 'email', share: 0, usual: 0.9 },
  ]);
});

test('only says what enough runs show', () => {
  expect(findingsOf({ volume, nulls })).toEqual([{ kind: 'as_usual' }]);
  expect(findingsOf({ volume, nulls: { ...nulls, earlier: 4 } })).toEqual([{ kind: 'rows_as_usual' }]);
  expect(findingsOf({ volume: { ...volume, earlier: 2, usual: null }, nulls })).toEqual([
    { kind: 'unknown', earlier: 2 },
  ]);
});
