import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
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
