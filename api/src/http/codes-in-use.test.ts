import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { FAILURE_CODES, FINDING_CODES, LOG_CODES, REJECTION_CODES } from '@headwater/shared/contract';
import { refusalCatalog } from '@headwater/base/refusals/refusal-catalog';

const ROOT = new URL('../../../', import.meta.url);
const CONTRACT = new URL('shared/contract/', ROOT);
/** The rules of the contract carry their own codes. */
const RULES = [
  'ground/email',
  'people/password',
  'people/person-name',
  'people/workspace-name',
  'tables/query',
  'reports/report',
  'notices/webhook',
];
/** These name every code, whether or not anything uses it. */
const CATALOGS = [
  'engine/base/failures/failure-catalog.ts',
  'engine/base/refusals/refusal-catalog.ts',
  'engine/protocol/finding.ts',
  'engine/protocol/log-entry.ts',
  'engine/protocol/rejection.ts',
];
const REFUSALS = /Refusal\(\s*'\w+'/g;

const code = globSync(['api/src/**/*.ts', 'engine/**/*.ts'], {
  cwd: ROOT,
  exclude: (name) => name === 'node_modules',
})
  .filter((path) => !/[.]test[.]ts$|testing\//.test(path) && !CATALOGS.includes(path))
  .map((path) => readFileSync(new URL(path, ROOT), 'utf8'))
  .concat(RULES.map((rules) => readFileSync(new URL(`${rules}.rules.ts`, CONTRACT), 'utf8')))
  .join('\n');
// Some errors of requests have the name of a failure.
const withoutRefusals = code.replaceAll(REFUSALS, '');

const namesIn = (text: string) => new Set([...text.matchAll(/'([a-z0-9_]+)'/g)].map(([, name]) => name));

describe('every code with a message can occur:', () => {
  for (const [kind, codes, text] of [
    ['an error', refusalCatalog, code],
    ['a failure', FAILURE_CODES, withoutRefusals],
    ['a finding', FINDING_CODES, withoutRefusals],
    ['a rejection', REJECTION_CODES, withoutRefusals],
    ['a line of a log', LOG_CODES, withoutRefusals],
  ] as const)
    test(kind, () => {
      const used = namesIn(text);
      assert.deepEqual(
        Object.keys(codes).filter((name) => !used.has(name)),
        [],
      );
    });
});
