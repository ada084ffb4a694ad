import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readConfig } from './config.ts';
import { egressRules } from './egress-rules.ts';

describe("the metadata store's server", () => {
  const urls: [url: string, expected: object | null][] = [
    ['postgresql://u:p@db.internal:6432/x', { host: 'db.internal', port: 6432 }],
    ['postgresql://u:p@db.internal/x', { host: 'db.internal', port: 5432 }],
    ['postgresql://u:p@localhost/x?host=10.0.0.9&port=7000', { host: '10.0.0.9', port: 7000 }],
    ['postgresql://u:p@localhost/x?host=%2Fvar%2Frun', null],
  ];
  for (const [url, expected] of urls) {
    test(`is the server in ${url}`, () =>
      assert.deepEqual(egressRules(readConfig({ DATABASE_URL: url })).ownDatabase, expected));
  }
});
