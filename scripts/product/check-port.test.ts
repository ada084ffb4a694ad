import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { StartError } from 'api';
import { checkPort } from './check-port.ts';

function folder(t: TestContext): string {
  const made = mkdtempSync(path.join(tmpdir(), 'headwater-port-'));
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
