import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FAILURE_CODES } from '@headwater/shared/contract';

const SOURCES = new URL('../../', import.meta.url);
const CATALOGUE = 'platform/failures/failure-catalogue.ts';

test('every failure with a message can occur', () => {
  const code = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/[.]test[.]ts$|testing\//.test(path) && path !== CATALOGUE)
    .map((path) => readFileSync(new URL(path, SOURCES), 'utf8'))
    .join('\n')
    // The errors of requests share some names with failures.
    .replaceAll(/Refusal\('\w+'/g, '');
  const raised = new Set([...code.matchAll(/'([a-z0-9_]+)'/g)].map(([, name]) => name));
  const unused = Object.keys(FAILURE_CODES).filter((name) => !raised.has(name));
  assert.deepEqual(unused, []);
});
