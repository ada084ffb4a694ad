import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { FailureError } from '@headwater/base/failures/failure';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { TableWriter } from './table-writer.ts';

const folder = await mkdtemp(join(tmpdir(), 'headwater-'));
after(() => rm(folder, { recursive: true, force: true }));
const rows = { path: join(folder, 'rows.csv'), delimiter: ',', newline: '\n', skip: 0, rows: 1 } as const;
await writeFile(rows.path, '1\n');
const column: StreamColumn = {
  ...{ name: 'n', kind: 'number', type: 'BIGINT', encoding: 'value', nullable: false, sourceType: 'bigint' },
};
const table = {
  path: join(folder, 'table.duckdb'),
  tableName: 't',
  columns: [column],
  rows: { ...rows, temporary: false },
  temporaryFolder: folder,
};
const requester = { workspaceId: 'org_1', userId: 'usr_1' };

test('a table that takes longer than it may ends, and the next one is written', async (context) => {
  const hasty = new TableWriter({ longestMs: 1 });
  context.after(() => hasty.close());
  const write = (writer: TableWriter) => writer.write(table, requester, new AbortController().signal);
  const isLost = (error: unknown) => error instanceof FailureError && error.failure.code === 'process_lost';
  await assert.rejects(write(hasty), isLost);
  await assert.rejects(write(hasty), isLost, 'its turn came');
  const writer = new TableWriter();
  context.after(() => writer.close());
  assert.equal((await write(writer)).columns[0]?.name, 'n');
});
