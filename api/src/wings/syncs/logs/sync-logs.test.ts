import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { failure } from '@headwater/base/failures/failure';
import { logEntry, type LogEntry } from '@headwater/protocol/log-entry';
import { SyncLogs } from './index.ts';

const folder = await mkdtemp(join(tmpdir(), 'headwater-logs-'));
after(() => rm(folder, { recursive: true, force: true }));
let runs = 0;

/** A run with a log of its own. */
function newRun() {
  const logs = new SyncLogs(join(folder, 'logs'));
  const key = { workspaceId: 'org_a', sourceConnectionId: 'src_a', runId: `run_${(runs += 1)}` };
  const errors: unknown[] = [];
  const log = (attempt = 1) =>
    logs.attempt({ ...key, attempt }, { onWritten: () => undefined, onError: (error) => errors.push(error) });
  return { logs, key, log, errors, folder: logs.folders.of(key) };
}

const progress = (rows: number, tableName = 'orders') =>
  logEntry('info', 'table_progress', { rows, rate: 1 }, { tableName });

async function writeAll(log: ReturnType<ReturnType<typeof newRun>['log']>, entries: LogEntry[]) {
  for (const entry of entries) log.write(entry);
  await log.flush();
}

const rowsOf = (lines: readonly { values: Record<string, unknown> }[]) =>
  lines.map(({ values }) => values.rows);

describe('a log', () => {
  test('is read page by page from the newest line to the first, over all attempts', async () => {
    const { logs, key, log } = newRun();
    await writeAll(
      log(1),
      [1, 2, 3].map((rows) => progress(rows)),
    );
    await writeAll(
      log(2),
      [4, 5].map((rows) => progress(rows)),
    );
    const first = await logs.page(key, { limit: 3 });
    assert.deepEqual(rowsOf(first.lines), [5, 4, 3]);
    assert.deepEqual(
      first.lines.map(({ attempt, line }) => [attempt, line]),
      [
        [2, 2],
        [2, 1],
        [1, 3],
      ],
    );
    const second = await logs.page(key, { limit: 3, before: first.older! });
    assert.deepEqual([rowsOf(second.lines), second.older], [[2, 1], null]);
  });

  test('is followed: only the lines after a position, newest first', async () => {
    const { logs, key, log } = newRun();
    const empty = await logs.page(key, { limit: 10 });
    assert.deepEqual([empty.lines, empty.older], [[], null]);
    const writer = log();
    await writeAll(writer, [progress(1), progress(2), progress(3)]);
    const page = await logs.page(key, { limit: 2, after: empty.newer });
    assert.deepEqual([rowsOf(page.lines), page.hasNewer], [[2, 1], true]);
    const next = await logs.page(key, { limit: 2, after: page.newer });
    assert.deepEqual([rowsOf(next.lines), next.hasNewer], [[3], false]);
    assert.deepEqual((await logs.page(key, { limit: 2, after: next.newer })).newer, next.newer);
  });

  test('is searched in message, table, and cause, and filtered by level', async () => {
    const { logs, key, log } = newRun();
    const cause = failure('table_missing', { table: 'visits' });
    await writeAll(log(), [
      progress(1, 'Orders'),
      progress(2, 'payments'),
      logEntry('error', 'table_failed', {}, { tableName: 'visits', failure: cause }),
    ]);
    const found = async (search: string, codes?: string[]) =>
      rowsOf((await logs.page(key, { limit: 9, search, codes })).lines);
    assert.deepEqual(await found('ORDERS'), [1]);
    assert.deepEqual(await found('no longer exists'), [undefined]);
    assert.deepEqual(await found('nowhere'), []);
    assert.deepEqual(await found('nirgends', ['table_progress']), [2, 1]);
    assert.deepEqual(await found('existiert nicht mehr', ['table_missing']), [undefined]);
    const errors = await logs.page(key, { limit: 9, levels: ['error'] });
    assert.deepEqual(
      errors.lines.map(({ code }) => code),
      ['table_failed'],
    );
    assert.deepEqual(rowsOf((await logs.page(key, { limit: 9, tableName: 'payments' })).lines), [2]);
  });

  test('that is too long loses its middle and keeps its line numbers', async () => {
    const { logs, key, log, folder: path } = newRun();
    const writer = log();
    const long = 'x'.repeat(1_900);
    for (let batch = 0; batch < 70; batch += 1)
      await writeAll(
        writer,
        Array.from({ length: 100 }, (_, index) => progress(batch * 100 + index, long)),
      );
    const sizes = await Promise.all(
      (await readdir(path)).map(async (name) => (await stat(join(path, name))).size),
    );
    assert.equal(sizes.length, 4);
    assert.ok(sizes.reduce((sum, size) => sum + size) < 11 * 1024 ** 2);
    assert.deepEqual(rowsOf((await logs.page(key, { limit: 1 })).lines), [6_999]);
    const text = (await logs.text(key).toArray()).join('');
    assert.match(text, /^\S+ {2}1\.1 /);
    const numbers = [...text.matchAll(/ {2}1\.(\d+) /g)].map(([, line]) => Number(line));
    const gaps = numbers.filter((line, index) => index > 0 && line !== numbers[index - 1]! + 1);
    assert.equal(gaps.length, 1);
    assert.equal(numbers.at(-1), 7_000);
  });

  test('of an older version has today’s spelling', async () => {
    const { logs, key, log, folder: path } = newRun();
    await writeAll(log(), [progress(1)]);
    const canceled = { code: 'cancelled', message: 'Canceled.' };
    const old = { line: 2, code: 'attempt_ended', values: { state: 'cancelled' }, failure: canceled };
    await appendFile(join(path, '1-0.jsonl'), `${JSON.stringify(old)}\n`);
    const [line] = (await logs.page(key, { limit: 1 })).lines;
    assert.deepEqual([line?.values.state, line?.failure?.code], ['canceled', 'canceled']);
  });

  test('of a killed process is continued after the line that it did not finish', async () => {
    const { logs, key, log, folder: path } = newRun();
    await writeAll(log(), [progress(1)]);
    await appendFile(join(path, '1-0.jsonl'), '{"line":2,"at":"2026-');
    await writeAll(log(), [progress(3)]);
    const { lines } = await logs.page(key, { limit: 9 });
    assert.deepEqual(
      lines.map(({ line, values }) => [line, values.rows]),
      [
        [2, 3],
        [1, 1],
      ],
    );
  });

  test('contains no secret, however it is quoted', async () => {
    const { log, folder: path } = newRun();
    const secret = 'p@ss word/1';
    const writer = log();
    writer.hide([secret, 'abc']);
    const cause = failure(
      'source_error',
      { reason: `no ${secret}` },
      { internalMessage: `abc://${encodeURIComponent(secret)}@host` },
    );
    await writeAll(writer, [logEntry('error', 'process_ended', { reason: secret }, { failure: cause })]);
    const text = await readFile(join(path, '1-0.jsonl'), 'utf8');
    assert.ok(!text.includes(secret) && !text.includes(encodeURIComponent(secret)), text);
    assert.match(text, /abc:\/\/••••@host/);
  });

  test('that can’t be written does not fail, and counts what is missing', async () => {
    const { logs, key, log, errors, folder: path } = newRun();
    await appendFile(join(folder, 'logs', 'org_a', 'src_a', key.runId), 'a file where the folder should be');
    const writer = log();
    await writeAll(writer, [progress(1), progress(2)]);
    assert.equal(errors.length, 1);
    await rm(path);
    await writeAll(writer, [progress(3)]);
    const { lines } = await logs.page(key, { limit: 9 });
    assert.deepEqual(
      lines.map(({ code, values }) => [code, values]),
      [
        ['table_progress', { rows: 3, rate: 1 }],
        ['lines_lost', { lines: 2 }],
      ],
    );
  });

  test('is deleted with its connection, its workspace, or 30 days after its last line', async () => {
    const [old, young] = [newRun(), newRun()];
    await writeAll(old.log(), [progress(1)]);
    await writeAll(young.log(), [progress(2)]);
    const then = Date.now() / 1_000 - 31 * 24 * 3_600;
    for (const path of [join(old.folder, '1-0.jsonl'), old.folder]) await utimes(path, then, then);
    await old.logs.folders.removeOlderThan(30);
    assert.deepEqual((await old.logs.page(old.key, { limit: 1 })).lines, []);
    assert.deepEqual(rowsOf((await young.logs.page(young.key, { limit: 1 })).lines), [2]);
    await young.logs.folders.removeConnection('org_a', 'src_a');
    assert.deepEqual((await young.logs.page(young.key, { limit: 1 })).lines, []);
  });
});
