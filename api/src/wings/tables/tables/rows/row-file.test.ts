import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowFileName } from './row-file.ts';

test('the name of a file has the clock of the workspace, and says which that is', () => {
  const nameIn = (timeZone: string | null) =>
    rowFileName('orders', { freshAsOf: '2026-11-20T22:30:00.000Z', timeZone }, 'csv');
  assert.equal(nameIn(null), 'orders 2026-11-20 22.30 UTC.csv');
  assert.equal(nameIn('Europe/Berlin'), 'orders 2026-11-20 23.30 UTC+1.csv');
  assert.equal(nameIn('Asia/Kathmandu'), 'orders 2026-11-21 04.15 UTC+5.45.csv');
  assert.equal(nameIn('America/New_York'), 'orders 2026-11-20 17.30 UTC-5.csv');
  assert.equal(nameIn('Pacific/Kiritimati'), 'orders 2026-11-21 12.30 UTC+14.csv');
});
