import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { LogFile } from './log-file.ts';

function folder(t: TestContext): string {
  const created = mkdtempSync(path.join(tmpdir(), 'headwater-log-'));
  t.after(() => rmSync(created, { recursive: true, force: true }));
  return created;
}

test('the log waits for the data directory, is private, and has a limited size', (t) => {
  const data = path.join(folder(t), 'data');
  const log = new LogFile(data);
  log.write('{"level":30,"msg":"too early"}\n');
  assert.equal(existsSync(data), false);

  mkdirSync(data);
  const line = `{"level":30,"msg":"${'x'.repeat(1024 * 1024)}"}\n`;
  for (let megabytes = 0; megabytes < 25; megabytes += 1) log.write(line);
  assert.ok(existsSync(`${log.path}.1`));
  assert.ok(statSync(log.path).size < 6 * 1024 * 1024);
  assert.equal(statSync(log.path).mode & 0o777, 0o600);
});

test('errors are also printed on the console, in short form', (t) => {
  const printed: string[] = [];
  t.mock.method(console, 'error', (text: string) => printed.push(text));
  const log = new LogFile(folder(t));
  log.write('{"level":50,"err":{"message":"disk full"},"msg":"sync failed"}\n');
  log.write('{"level":30,"msg":"request"}\n');
  assert.deepEqual(printed, ['sync failed: disk full']);
  assert.equal(readFileSync(log.path, 'utf8').split('\n').length, 3);
});

test('a disk that takes nothing throws at no one, and is named on the console once', (t) => {
  const printed: string[] = [];
  t.mock.method(console, 'error', (text: string) => printed.push(text));
  const data = folder(t);
  mkdirSync(path.join(data, 'logs'));
  symlinkSync('/dev/full', path.join(data, 'logs', 'headwater.log'));
  const log = new LogFile(data);
  for (let lines = 0; lines < 3; lines += 1) log.write('{"level":30,"msg":"request"}\n');
  assert.equal(printed.length, 1);
  assert.match(printed[0]!, /^The log can't be written: ENOSPC/);
});

test('a line that was cut, as by a full disk, takes no other one with it', (t) => {
  const data = folder(t);
  new LogFile(data).write('{"level":30,"msg":"first"}\n');
  const file = path.join(data, 'logs', 'headwater.log');
  appendFileSync(file, '{"level":30,"ms');
  new LogFile(data).write('{"level":30,"msg":"next"}\n');
  assert.deepEqual(readFileSync(file, 'utf8').trim().split('\n'), [
    '{"level":30,"msg":"first"}',
    '{"level":30,"ms',
    '{"level":30,"msg":"next"}',
  ]);
});
