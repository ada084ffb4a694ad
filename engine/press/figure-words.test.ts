import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardInWords } from './figure-words.ts';
import type { PressedCard } from './messages.ts';

const layout = { x: 0, y: 0, w: 6, h: 6 };
const number: PressedCard = {
  ...{ kind: 'number', title: 'Orders', layout, mark: null, measure: { as: 'rows', agg: 'count' } },
  ...{ freshAsOf: null, isLate: false, unbound: [] },
  parameters: [
    { name: 'status', value: 'paid' },
    { name: 'least', value: null },
  ],
  result: {
    ...{ rows: 1, cut: null, totals: null, notes: [], values: [['7']] },
    columns: [
      { as: 'rows', role: 'measure', kind: 'number', type: 'BIGINT', grain: null, width: null, others: [] },
    ],
  },
};
const styleIn = (language: 'en' | 'de') => ({ language, timeZone: 'UTC' });

test('a card of a saved query says with which values that was run, in each language', () => {
  assert.deepEqual(cardInWords(number, styleIn('en'), 5).foot[0], 'With status = “paid”, least = NULL.');
  assert.deepEqual(cardInWords(number, styleIn('de'), 5).foot[0], 'Mit status = „paid“, least = NULL.');
  assert.doesNotMatch(cardInWords({ ...number, parameters: [] }, styleIn('en'), 5).foot.join(), /With/);
});

test('a card that lacks a value says which filter needs another one', () => {
  const fault = (filter: string): PressedCard => ({
    ...{ kind: 'fault', title: '', layout, fault: 'parameter', table: 'orders', filter },
  });
  assert.equal(
    cardInWords(fault('Status'), styleIn('en'), 5).sentence,
    'This card needs another value of the filter Status.',
  );
  assert.match(cardInWords(fault(''), styleIn('de'), 5).sentence, /^Ein Wert passt nicht/);
});
