import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { LogLineResource, RunAttempt } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { syncProcesses } from '../../../../test-support/sync-processes.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import {
  configurationFor,
  PASSWORD,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client } = journey;

/** Returns a run's log, oldest line first, as `level table: code`. */
async function logOf(run: string, query = ''): Promise<string[]> {
  const { status, body, text } = await client.get(`${run}/log-lines${query}`);
  assert.equal(status, 200, text);
  return body.data
    .map(({ attributes }: LogLineResource) => attributes)
    .reverse()
    .map(
      ({ level, tableName, code }: LogLineResource['attributes']) => `${level} ${tableName ?? '-'}: ${code}`,
    );
}

/** Returns a run's log once a line with this code is in it: lines are written in the background. */
const logWith = (run: string, code: string) =>
  settled(
    () => logOf(run),
    (lines) => lines.some((line) => line.endsWith(` ${code}`)),
  );

describe('the log of a run', () => {
  test('tells what happened to each table, and can be searched, filtered, and saved', async () => {
    const source = await journey.connectFiles({ 'good.csv': 'a,b\n1,2\n', 'odd.csv': 'a,b\n1,2\n3\n4,5\n' });
    const run = await journey.begin(source);
    await journey.runIn(run, 'succeeded');
    // The next table is read while the one before is committed.
    const byTable = Object.groupBy(await logWith(run, 'attempt_ended'), (line) => /\S+(?=:)/.exec(line)![0]);
    assert.deepEqual(Object.values(byTable).flat(), [
      'info -: attempt_started',
      'info -: attempt_ended',
      'info good: table_started',
      'info good: table_read',
      'info good: table_published',
      'info odd: table_started',
      'warn odd: rows_rejected',
      'info odd: table_read',
      'info odd: table_published',
    ]);
    assert.deepEqual(await logOf(run, '?filter[level]=warn'), ['warn odd: rows_rejected']);
    assert.deepEqual(await logOf(run, '?filter[text]=ON%20LINE%203'), ['warn odd: rows_rejected']);
    assert.equal((await logOf(run, '?filter[tableName]=good')).length, 3);
    const file = await client.get(`${run}/log-file`);
    assert.match(String(file.headers['content-disposition']), /^attachment; filename\*=UTF-8''run-1\.log$/);
    assert.equal(file.text.trimEnd().split('\n').length, 9);
    assert.match(file.text, /warn {3}odd: Rows rejected: 1\. The first is on line 3: /);
  });

  test('is paged in both directions, and refuses positions that no one handed out', async () => {
    const source = await journey.connectFiles({ 'n.csv': 'n\n1\n' });
    const run = await journey.begin(source);
    await journey.runIn(run, 'succeeded');
    const all = await logWith(run, 'attempt_ended');
    const first = await client.get(`${run}/log-lines?page[size]=2`);
    const older = `${run}/log-lines?page[size]=100&page[before]=${first.body.links.older}`;
    assert.equal((await client.get(older)).body.data.length, all.length - 2);
    const newer = await client.get(`${run}/log-lines?page[after]=${first.body.links.newer}`);
    assert.deepEqual([newer.body.data, newer.body.meta.hasNewer], [[], false]);
    assert.equal((await client.get(`${run}/log-lines?page[before]=nonsense`)).status, 422);
  });

  test('is deleted with its connection', async () => {
    const source = await journey.connectFiles({ 'n.csv': 'n\n1\n' });
    await logWith(await journey.begin(source), 'attempt_ended');
    const folder = join(api.dataDirectory, 'sync-logs', workspace.id);
    const id = source.split('/').at(-1)!;
    assert.ok((await readdir(folder)).includes(id));
    await client.delete(source);
    await settled(
      () => readdir(folder),
      (names) => !names.includes(id),
    );
  });
});

await server.run(`
  create view slow as select i, repeat('x', 2000) as filler, pg_sleep(0.02)::text as slept from generate_series(1, 3000) as i;
  grant select on slow to reader`);
const source = await journey.connect('postgres', configurationFor(server.port));
await journey.select(source, 'slow');

describe('the log of an attempt that goes wrong', () => {
  test(
    'says that its process was killed and when the next one follows',
    { skip: process.platform !== 'linux' },
    async () => {
      const run = await journey.begin(source);
      await logWith(run, 'table_started');
      process.kill(syncProcesses()[0]!, 'SIGKILL');
      const lines = await logWith(run, 'retry_scheduled');
      assert.deepEqual(lines.slice(-3), [
        'error -: process_ended',
        'warn -: attempt_ended',
        'info -: retry_scheduled',
      ]);
      assert.equal(await journey.begin(source), run);
      await journey.runIn(run, 'running');
      await client.post(`${run}/cancellations`, 'sync_run_cancellations');
      await journey.runIn(run, 'canceled');
      const after = await settled(
        () => logOf(run),
        (all) => all.at(-1) === 'info -: attempt_ended',
      );
      assert.ok(after.includes('info -: attempt_stopping'), after.join('\n'));
      // That it was canceled is said once.
      assert.match((await client.get(`${run}/log-file`)).text, /: canceled\. Tables complete: 0 of 1\.$/m);
      const { attempts } = await journey.attributesOf(run);
      assert.deepEqual(
        attempts.map(({ number, outcome, failure: cause }: RunAttempt) => [number, outcome, cause?.code]),
        [
          [2, 'canceled', 'canceled'],
          [1, 'incomplete', 'process_lost'],
        ],
      );
      assert.ok(attempts.every(({ endedAt }: RunAttempt) => endedAt !== null));
    },
  );

  test('quotes the source, but never the password', async () => {
    await server.run(`
      create function leak() returns int language plpgsql as $$ begin
        raise exception 'the source knows %', '${PASSWORD.replaceAll("'", "''")}';
      end $$;
      create view leaking as select leak() as a;
      grant select on leaking to reader`);
    await journey.discover(source);
    await journey.select(source, 'leaking');
    const run = await journey.begin(source);
    await logWith(run, 'attempt_ended');
    const folder = join(api.dataDirectory, 'sync-logs', workspace.id, source.split('/').at(-1)!);
    const text = await readFile(join(folder, run.split('/').at(-1)!, '1-0.jsonl'), 'utf8');
    assert.match(text, /the source knows/);
    assert.ok(!text.includes('pässword'), text);
    assert.ok(!(await client.get(`${run}/log-file`)).text.includes('pässword'));
  });
});
