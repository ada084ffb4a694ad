import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { LocalVersionStore } from './version-store.ts';

const folder = await mkdtemp(join(tmpdir(), 'headwater-versions-'));
const store = new LocalVersionStore(join(folder, 'ws'));
after(() => rm(folder, { recursive: true, force: true }));

const id = (prefix: string, name: string) => `${prefix}_${name.padEnd(26, '0')}`;
const [workspaceId, connectionId, tableId] = [id('org', 'one'), id('src', 'one'), id('tbl', 'one')];
const key = (token: number) => ({ workspaceId, connectionId, tableId, token });
const nothing = { versions: [], stages: [], reads: [], readLogs: [] };

test('a version exists under its own name once it is published', async () => {
  await writeFile(await store.stagePath(key(1)), 'one');
  assert.deepEqual(await store.list(workspaceId, connectionId), {
    ...nothing,
    stages: [key(1)],
  });
  await assert.rejects(readFile(await store.localPath(key(1))), { code: 'ENOENT' });
  await store.publish(key(1));
  assert.equal(await readFile(await store.localPath(key(1)), 'utf8'), 'one');
  assert.deepEqual(await store.list(workspaceId, connectionId), {
    ...nothing,
    versions: [key(1)],
  });
});

test('each token stages a separate file, and what is left of it can be removed', async () => {
  await writeFile(await store.stagePath(key(2)), 'two');
  await writeFile(`${await store.stagePath(key(2))}.wal`, 'log');
  assert.deepEqual((await store.list(workspaceId, connectionId)).stages, [key(2)]);
  await rm(await store.stagePath(key(2)));
  assert.deepEqual((await store.list(workspaceId, connectionId)).stages, [key(2)]);
  await store.removeStage(key(2));
  await assert.rejects(readFile(`${await store.stagePath(key(2))}.wal`), { code: 'ENOENT' });
  await assert.rejects(store.publish(key(2)), { code: 'ENOENT' });
  assert.deepEqual(await store.list(workspaceId, connectionId), {
    ...nothing,
    versions: [key(1)],
  });
});

test('the next attempt gets what was read, and nothing of it stays behind', async () => {
  const read = (token: number) => ({ ...key(token), reading: 'ab12' });
  const path = (token: number) => store.readPath(read(token));
  await writeFile(await path(5), 'five');
  await writeFile(`${await path(5)}.wal`, 'log');
  await utimes(await path(5), 0, 0);
  await store.takeOver(read(5), 6);
  assert.equal(await readFile(await path(6), 'utf8'), 'five');
  assert.deepEqual(await store.list(workspaceId, connectionId), {
    ...nothing,
    versions: [key(1)],
    reads: [read(6)],
  });
  await store.removeReadsBefore(new Date(1_000));
  assert.equal(await readFile(await path(6), 'utf8'), 'five', 'it is not abandoned');

  await writeFile(`${await path(5)}.wal`, 'written later by the process that had it');
  assert.deepEqual((await store.list(workspaceId, connectionId)).readLogs, [read(5)]);
  for (const token of [5, 6]) await store.removeRead(read(token));
  assert.deepEqual(await store.list(workspaceId, connectionId), { ...nothing, versions: [key(1)] });
});

test('what was read may be gone when the next attempt begins', async () => {
  const gone = { ...key(7), reading: 'ab12' };
  await store.takeOver(gone, 8);
  assert.deepEqual((await store.list(workspaceId, connectionId)).reads, []);
});

test('a version that is being read is removed when its last reader is done', async () => {
  await writeFile(await store.stagePath(key(4)), 'four');
  await store.publish(key(4));
  const path = await store.localPath(key(4));
  await store.reading([key(4), key(1)], async ([first]) => {
    await store.reading([key(4)], () => store.remove(key(4)));
    assert.equal(await readFile(first!, 'utf8'), 'four');
  });
  await assert.rejects(readFile(path), { code: 'ENOENT' });
  assert.deepEqual((await store.list(workspaceId, connectionId)).versions, [key(1)]);
});

test('removing a connection removes all its files, and an unknown connection has none', async () => {
  await store.removeConnection(workspaceId, connectionId);
  assert.deepEqual(await store.list(workspaceId, connectionId), nothing);
});

test('removing a workspace removes its connections and no others', async () => {
  const other = { ...key(1), workspaceId: id('org', 'other') };
  for (const each of [key(3), other]) await writeFile(await store.stagePath(each), 'three');
  await store.removeWorkspace(workspaceId);
  assert.deepEqual((await store.list(workspaceId, connectionId)).stages, []);
  assert.deepEqual((await store.list(other.workspaceId, connectionId)).stages, [other]);
});
