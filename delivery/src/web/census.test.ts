import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compositionOf } from '../testing/composition-of.ts';
import { recordOf } from '../testing/live-revision-of.ts';
import { createCensus } from './census.ts';

const HOUR = 3_600_000;
const [SHELL, OLD, NEW] = [
  'shell@0.1.0-000000000001',
  'mf-data@0.1.0-000000000001',
  'mf-data@0.1.0-000000000002',
];
const setOf = (...references: string[]) => compositionOf(references.map(recordOf));

test('each page is counted for all its versions for 24 hours', () => {
  let now = Date.parse('2026-01-01T12:59:00Z');
  const census = createCensus(() => now);
  const lines = () => {
    const found = census.text().matchAll(/^headwater_pages_24h\{name="([^"]+)",version="([^"]+)"\} (\d+)$/gm);
    return Object.fromEntries([...found].map(([, name, version, count]) => [`${name}@${version}`, count]));
  };
  assert.deepEqual(lines(), {});
  assert.match(census.text(), /^# TYPE headwater_pages_24h gauge$/m);
  census.count(setOf(SHELL, OLD));
  now += HOUR;
  census.count(setOf(SHELL, OLD));
  census.count(setOf(SHELL, NEW));
  assert.deepEqual(lines(), { [SHELL]: '3', [OLD]: '2', [NEW]: '1' });
  now += 22 * HOUR;
  assert.equal(lines()[OLD], '2');
  now += HOUR;
  assert.deepEqual(lines(), { [SHELL]: '2', [OLD]: '1', [NEW]: '1' });
  now += 24 * HOUR;
  assert.deepEqual(lines(), {});
});
