import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { openLockedConnection } from './locked-connection.ts';

const folder = await mkdtemp(join(tmpdir(), 'headwater-locked-'));
after(() => rm(folder, { recursive: true }));
const root = join(folder, 'ws');
await mkdir(root);
await writeFile(join(folder, 'secret.csv'), 'a\n1\n');
await makeFile(join(root, 'own.duckdb'));
await makeFile(join(folder, 'other.duckdb'));

async function makeFile(path: string): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  await (await instance.connect()).run('create table t as select 42 as a');
  instance.closeSync();
}

const connection = await openLockedConnection({ root, memoryLimit: '256MB', threads: 1 });

test('reads a version file under its root', async () => {
  await connection.run(`attach '${root}/own.duckdb' as own (read_only)`);
  const { rows } = await connection
    .runAndReadAll('from own.t')
    .then((reader) => ({ rows: reader.getRows() }));
  assert.deepEqual(rows, [[42]]);
});

for (const [what, statement] of [
  ['a setting', `set memory_limit = '100GB'`],
  ['access to files', 'set enable_external_access = true'],
  ['the allowed folders', `set allowed_directories = ['/']`],
  ['the lock itself', 'set lock_configuration = false'],
  ['the lock by resetting it', 'reset lock_configuration'],
] as const)
  test(`can't change ${what}`, () => assert.rejects(connection.run(statement), /locked/));

for (const [what, statement] of [
  ['read another file', `from read_csv('${folder}/secret.csv')`],
  ['read a file through a parent directory', `from read_text('${root}/../secret.csv')`],
  ['attach a version file elsewhere', `attach '${folder}/other.duckdb' (read_only)`],
  ['write a file elsewhere', `copy (select 1) to '${folder}/out.csv'`],
  ['list files', `from glob('/etc/*')`],
  ['fetch a URL', `from read_text('http://127.0.0.1:1/x')`],
  ['install an extension', 'install httpfs'],
  ['load an extension', 'load httpfs'],
] as const)
  test(`can't ${what}`, () => assert.rejects(connection.run(statement)));
