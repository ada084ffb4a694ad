import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import { newId } from '../../../platform/database/ids.ts';
import { workspaceTransaction } from '../../../platform/database/workspace-db.ts';
import {
  deleteHeldVersion,
  deleteOldVersions,
  findVersion,
  insertVersion,
  lockTable,
  reportDamageIn,
} from '../../tables/tables/index.ts';
import { collectLeftovers } from './collect.ts';
import type { Lease } from './leases.ts';
import type { PlannedStream } from './plan-attempt.ts';

const HISTORIES = 2;
const STEPS = 150;

const api = await TestApi.open();
after(api.close);
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { versions } = api.services;

/** A generator of numbers below `end`, the same for the same seed. */
const drawing = (seed: number) => {
  let state = seed + 1;
  return (end: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
};

const leaseOf = (source: string, token: number): Lease => ({
  workspaceId: workspace.id,
  sourceConnectionId: source.split('/').at(-1)!,
  runId: newId('run'),
  token,
  attempt: 1,
});

/** A table with a history of its own, which is only made of tiny files. */
class History {
  readonly #draw: (end: number) => number;
  readonly #source: string;
  readonly #tableId: string;
  #token = 1_000;
  #readers: { path: string; end(): void; ended: Promise<unknown> }[] = [];

  constructor(seed: number, source: string, tableId: string) {
    this.#draw = drawing(seed);
    this.#source = source;
    this.#tableId = tableId;
  }

  get #connectionId(): string {
    return this.#source.split('/').at(-1)!;
  }

  #key(token: number) {
    return { workspaceId: workspace.id, connectionId: this.#connectionId, tableId: this.#tableId, token };
  }

  #transaction<T>(work: Parameters<typeof workspaceTransaction<T>>[2]): Promise<T> {
    return workspaceTransaction(api.services.database, workspace.id, work);
  }

  async step(): Promise<string> {
    const steps = [
      'commit',
      'commit',
      'hold',
      'kill',
      'restore',
      'open',
      'close',
      'limit',
      'damage',
      'collect',
    ];
    const what = steps[this.#draw(steps.length)]!;
    if (what === 'commit' || what === 'hold') await this.#commit(what === 'hold');
    if (what === 'kill') await this.#stage(this.#draw(2) === 0);
    if (what === 'restore') await this.#restore();
    if (what === 'open') await this.#open();
    if (what === 'close') await this.#close();
    if (what === 'limit')
      await api.sql('update source_connections set versions_kept = $1 where id = $2', [
        1 + this.#draw(4),
        this.#connectionId,
      ]);
    if (what === 'damage' && this.#draw(3) === 0) await this.#damage();
    if (what === 'collect') await this.collect();
    return what;
  }

  /** What was written but never committed is found by its folder. */
  async collect(): Promise<void> {
    await collectLeftovers(api.services, leaseOf(this.#source, this.#token + 1), []);
  }

  async needed(): Promise<{ version: number; token: number }[]> {
    return api.sql<{ version: number; token: number }>(
      'select version, token from version_files where table_id = $1 order by version',
      [this.#tableId],
    );
  }

  /** Every kept version and everything that is being read has its file, and the current version is kept. */
  async check(what: string): Promise<void> {
    const needed = await this.needed();
    for (const { token, version } of needed) {
      const path = await versions.localPath(this.#key(token));
      assert.ok(existsSync(path), `version ${version} has no file after ${what}`);
      if (token > 1_000) assert.equal(readFileSync(path, 'utf8'), String(token));
    }
    for (const { path } of this.#readers) assert.ok(existsSync(path), `a reader has no file after ${what}`);
    const { currentVersion } = await this.#transaction((db) => lockTable(db, this.#tableId));
    assert.ok(needed.some(({ version }) => version === currentVersion));
  }

  async end(): Promise<void> {
    while (this.#readers.length > 0) await this.#close();
    await this.collect();
    const { versions: files, stages } = await versions.list(workspace.id, this.#connectionId);
    const tokens = files.map(({ token }) => token).sort((a, b) => a - b);
    const needed = new Set((await this.needed()).map(({ token }) => token));
    assert.deepEqual(
      tokens,
      [...needed].sort((a, b) => a - b),
    );
    assert.deepEqual(stages, []);
  }

  async #stage(isPublished: boolean): Promise<number> {
    const token = (this.#token += 1);
    await writeFile(await versions.stagePath(this.#key(token)), String(token));
    if (isPublished) await versions.publish(this.#key(token));
    return token;
  }

  async #commit(isHeld: boolean): Promise<void> {
    const token = await this.#stage(true);
    const old = await this.#transaction(async (db) => {
      const { currentVersion } = await lockTable(db, this.#tableId);
      const { run_id: runId, columns } = (await findVersion(db, this.#tableId, currentVersion!))!;
      const replaced = await deleteHeldVersion(db, this.#tableId);
      const facts = { rows: 1, bytes: 4, sha256: '00', columns, primaryKey: [], generation: 1, state: null };
      const made = { ...facts, tableId: this.#tableId, runId, token, loadedWith: {} as never };
      await insertVersion(db, made, isHeld ? 'held_version' : 'current_version');
      return [...replaced, ...(await deleteOldVersions(db, this.#tableId))];
    });
    for (const each of old) await versions.remove(this.#key(each));
  }

  async #restore(): Promise<void> {
    const needed = await this.needed();
    const { version } = needed[this.#draw(needed.length)]!;
    const path = `${this.#source}/tables/n/restorations`;
    const { status, text } = await journey.client.post(path, 'restorations', { version });
    assert.ok(status === 200 || status === 409, text);
  }

  async #open(): Promise<void> {
    const needed = await this.needed();
    const key = this.#key(needed[this.#draw(needed.length)]!.token);
    const { promise, resolve } = Promise.withResolvers<void>();
    const path = await versions.localPath(key);
    this.#readers.push({ path, end: resolve, ended: versions.reading([key], () => promise) });
  }

  async #close(): Promise<void> {
    const [reader] = this.#readers.splice(this.#draw(this.#readers.length || 1), 1);
    reader?.end();
    await reader?.ended;
  }

  async #damage(): Promise<void> {
    const needed = await this.needed();
    const key = this.#key(needed[this.#draw(needed.length)]!.token);
    await this.#transaction((db) => reportDamageIn(db, api.services, key));
  }
}

test('no history of commits, restorations, readers, and deaths takes a file that is needed, or leaves one that is not', async () => {
  for (let seed = 0; seed < HISTORIES; seed += 1) {
    const source = await journey.connectFiles({ 'n.csv': 'n\n1\n' });
    await journey.sync(source);
    const { body } = await journey.client.get(`${source}/tables/n`);
    const history = new History(seed, source, body.data.id);
    for (let step = 0; step < STEPS; step += 1)
      await history.check(`step ${step} of ${seed}: ${await history.step()}`);
    await history.end();
  }
});

test('whoever has lost the lease without knowing it takes nothing of its successor’s', async () => {
  const source = await journey.connectFiles({ 'n.csv': 'n\n1\n' });
  await journey.sync(source);
  const { body } = await journey.client.get(`${source}/tables/n`);
  const { workspaceId, sourceConnectionId: connectionId, token: lost } = leaseOf(source, 50);
  const keyOf = (token: number) => ({ workspaceId, connectionId, tableId: body.data.id as string, token });
  const write = async (token: number) => {
    const read = { ...keyOf(token), reading: 'ab12' };
    await writeFile(await versions.stagePath(keyOf(token)), 'published');
    await versions.publish(keyOf(token));
    await writeFile(await versions.stagePath(keyOf(token)), 'staged');
    await writeFile(await versions.readPath(read), 'read');
    await writeFile(`${await versions.readPath({ ...read, reading: 'cd34' })}.wal`, 'log');
  };
  for (const token of [lost - 1, lost + 1]) await write(token);
  const planned = [{ tableId: body.data.id, read: null }] as unknown as PlannedStream[];
  await collectLeftovers(api.services, leaseOf(source, lost), planned);
  const tokens = Object.entries(await versions.list(workspaceId, connectionId)).map(
    ([kind, keys]: [string, { token: number }[]]) => [kind, keys.map(({ token }) => token).toSorted()],
  );
  assert.deepEqual(Object.fromEntries(tokens), {
    versions: [1, lost + 1],
    stages: [lost + 1],
    reads: [lost + 1],
    readLogs: [lost + 1],
  });
});
