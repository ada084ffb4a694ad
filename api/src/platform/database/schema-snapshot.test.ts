import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { asAdministrator, cloneDatabase, testStore } from '../../../test-support/test-store.ts';
import { schemaSnapshot } from './schema-snapshot.ts';

const FILE = new URL('../../../schema.sql', import.meta.url);
const { connection, drop } = await cloneDatabase(await testStore());
after(drop);

test('schema.sql is what the migrations add up to', async () => {
  const schema = await asAdministrator(connection, schemaSnapshot);
  if (process.env.UPDATE_SCHEMA) writeFileSync(FILE, schema);
  assert.equal(
    schema,
    readFileSync(FILE, 'utf8'),
    'A migration has changed the schema: UPDATE_SCHEMA=yes npm test -w api',
  );
});
