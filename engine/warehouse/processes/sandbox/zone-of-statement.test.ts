import assert from 'node:assert/strict';
import { test } from 'node:test';
import { zonedStatement } from './zone-of-statement.ts';

test('a statement can begin with a zone, and nothing in it moves', () => {
  const zoneIn = (sql: string) => {
    const { zone, sql: rest } = zonedStatement(sql);
    assert.equal(Buffer.byteLength(rest), Buffer.byteLength(sql));
    if (zone) assert.match(rest, /^(\s|--.*|\/\*.*\*\/)*select/);
    return zone && [zone.name, zone.position];
  };
  assert.deepEqual(zoneIn(`set TimeZone = 'Asia/Tokyo'; select 1`), ['Asia/Tokyo', 15]);
  assert.deepEqual(zoneIn(`-- é\n/* ; */SET TIME ZONE 'UTC';\nselect 1`), ['UTC', 27]);
  assert.deepEqual(zoneIn(`set timezone to 'Japan' ; select 1`), ['Japan', 16]);
  assert.equal(zoneIn(`select 'set TimeZone = ''UTC'';'`), null);
  assert.equal(zoneIn(`select 1; set TimeZone = 'UTC';`), null);
  assert.equal(zoneIn(`set TimeZone = 'UTC' select 1`), null);
  assert.equal(zoneIn(`set threads = '1'; select 1`), null);
  assert.equal(zoneIn('/**/'.repeat(20_000)), null);
});
