import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleShop } from './sample-shop.connector.ts';

test('the shop can begin on any day of this century, and on no other', () => {
  const { properties } = sampleShop.spec().connectionSpecification as {
    properties: { startDate: { pattern: string } };
  };
  const pattern = new RegExp(properties.startDate.pattern);
  for (let time = Date.parse('2000-01-01'); time < Date.parse('2100-01-01'); time += 86_400_000) {
    const day = new Date(time).toISOString().slice(0, 10);
    assert.ok(pattern.test(day), day);
  }
  for (const none of [
    '2026-02-29',
    '2026-02-30',
    '2026-04-31',
    '2026-11-31',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
  ])
    assert.ok(!pattern.test(none), none);
});
