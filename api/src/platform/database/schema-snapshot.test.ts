import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { after, test } from 'node:test';
import type pg from 'pg';
import * as prettier from 'prettier';
import { asAdministrator, cloneDatabase, testStore } from '../../../test-support/test-store.ts';
import { schemaDrawing } from './schema-drawing.ts';
import { schemaSnapshot } from './schema-snapshot.ts';
import type { Table } from './tables.ts';
import { schemaTypes } from './schema-types.ts';

const { connection, drop } = await cloneDatabase(await testStore());
after(drop);

const WRITTEN: Readonly<Record<string, (client: pg.ClientBase) => Promise<string>>> = {
  'api/schema.sql': schemaSnapshot,
  'api/src/platform/database/schema.ts': schemaTypes,
  'docs/metadata-tables.md': schemaDrawing,
};

for (const [path, write] of Object.entries(WRITTEN))
  test(`${path} says what the migrations add up to`, async () => {
    const file = fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
    const text = await asAdministrator(connection, write);
    const { inferredParser } = await prettier.getFileInfo(file);
    const schema = inferredParser
      ? await prettier.format(text, { ...(await prettier.resolveConfig(file)), filepath: file })
      : text;
    if (process.env.UPDATE_SCHEMA) writeFileSync(file, schema);
    assert.equal(
      schema,
      readFileSync(file, 'utf8'),
      'A migration has changed the schema: UPDATE_SCHEMA=yes npm test -w api',
    );
  });

test('what the product says of columns fits the schema', () => {
  // The compiler proves it: each of these is an error.
  const misfits: [
    // @ts-expect-error -- there is no such column
    Table<'streams', { gone: string }>?,
    // @ts-expect-error -- it contains texts
    Table<'streams', { name: number }>?,
    // @ts-expect-error -- it is never null
    Table<'streams', { name: 'a' | null }>?,
    // @ts-expect-error -- a check allows other states only
    Table<'sync_runs', { state: 'gone' }>?,
  ] = [];
  assert.deepEqual(misfits, []);
});
