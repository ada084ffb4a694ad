import assert from 'node:assert/strict';
import type { TestApi } from './test-api.ts';

/** Throws unless each table is known to take as much as its versions' files, those that they share once. */
export async function checkStoredBytes(api: TestApi): Promise<void> {
  const wrong = await api.sql(`
    select id, table_name, stored_bytes, files.bytes from tables, lateral (
      select coalesce(sum(bytes), 0) as bytes from (
        select distinct token, bytes from version_files where table_id = tables.id) file
    ) files where stored_bytes <> files.bytes`);
  assert.deepEqual(wrong, []);
}
