import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { StartError, readConfig } from 'api';
import { dataDirectory, registryFolder } from 'delivery';
import { checkPort } from './free-port.ts';
import { LogFile } from './log-file.ts';

function folder(t: TestContext): string {
  const made = mkdtempSync(path.join(tmpdir(), 'headwater-start-'));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function takenPort(t: TestContext): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

const refusal = (words: RegExp, remedy: RegExp) => (error: unknown) => {
  assert.ok(error instanceof StartError);
  assert.match(error.message, words);
  assert.match(error.remedy, remedy);
  return true;
};

test('a taken port is named, with another one to choose', async (t) => {
  const port = await takenPort(t);
  const words = new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is taken by another program`);
  await assert.rejects(checkPort('127.0.0.1', port, folder(t)), refusal(words, /PORT=\d+ npm start/));
});

test('a port taken by the Headwater of the same data names that process; a number left by a dead one is not believed', async (t) => {
  const port = await takenPort(t);
  const data = folder(t);
  writeFileSync(path.join(data, 'pid'), String(process.pid));
  const words = new RegExp(`the Headwater that runs on ${data} \\(process ${process.pid}\\)`);
  await assert.rejects(checkPort('127.0.0.1', port, data), refusal(words, /stop that one/));
  writeFileSync(path.join(data, 'pid'), '999999999');
  await assert.rejects(checkPort('127.0.0.1', port, data), refusal(/another program/, /PORT=/));
});

test('an address that this machine does not have is refused by name', async (t) => {
  await assert.rejects(
    checkPort('192.0.2.7', 8080, folder(t)),
    refusal(/no address 192\.0\.2\.7/, /HOST=127\.0\.0\.1/),
  );
});

test('checking a free port touches nothing', async (t) => {
  const data = path.join(folder(t), 'none');
  await checkPort('127.0.0.1', 0, data);
  assert.equal(existsSync(data), false);
});

test('the log waits for the data directory, is private, and is bounded', (t) => {
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

test('an error is also said on the console, in short', (t) => {
  const said: string[] = [];
  t.mock.method(console, 'error', (text: string) => said.push(text));
  const log = new LogFile(folder(t));
  log.write('{"level":50,"err":{"message":"disk full"},"msg":"sync failed"}\n');
  log.write('{"level":30,"msg":"request"}\n');
  assert.deepEqual(said, ['sync failed: disk full']);
  assert.equal(readFileSync(log.path, 'utf8').split('\n').length, 3);
});

test('API and delivery look for the registry in the same data directory', () => {
  for (const env of [
    { HEADWATER_DATA: '/srv/x' },
    { HEADWATER_DATA: ' ' },
    { HOME: '/home/a' },
    { XDG_DATA_HOME: '/x' },
    {},
  ]) {
    assert.equal(
      registryFolder(dataDirectory(env)),
      registryFolder(readConfig(env).dataDirectory),
      JSON.stringify(env),
    );
  }
});
