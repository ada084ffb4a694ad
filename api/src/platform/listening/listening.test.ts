import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { StartError } from '@headwater/shared/contract';
import { checkPort } from './listening.ts';

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

test('a taken port is named, and another one is suggested', async (t) => {
  const port = await takenPort(t);
  const words = new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is taken by another program`);
  await assert.rejects(
    checkPort({ host: '127.0.0.1', port, dataDirectory: folder(t) }),
    refusal(words, /PORT=\d+/),
  );
});

test('a port taken by the Headwater of the same data names that process, but not a dead process or our own', async (t) => {
  const port = await takenPort(t);
  const data = folder(t);
  writeFileSync(path.join(data, 'pid'), String(process.ppid));
  const words = new RegExp(`the Headwater running on ${data} \\(process ${process.ppid}\\)`);
  await assert.rejects(
    checkPort({ host: '127.0.0.1', port, dataDirectory: data }),
    refusal(words, /stop that one/),
  );
  for (const pid of [999_999_999, process.pid]) {
    writeFileSync(path.join(data, 'pid'), String(pid));
    await assert.rejects(
      checkPort({ host: '127.0.0.1', port, dataDirectory: data }),
      refusal(/another program/, /PORT=/),
    );
  }
});

test('an IP address that this machine does not have is refused by name', async (t) => {
  await assert.rejects(
    checkPort({ host: '192.0.2.7', port: 8080, dataDirectory: folder(t) }),
    refusal(/no IP address 192\.0\.2\.7/, /HOST=127\.0\.0\.1/),
  );
});

test('checking a free port touches nothing', async (t) => {
  const data = path.join(folder(t), 'none');
  await checkPort({ host: '127.0.0.1', port: 0, dataDirectory: data });
  assert.equal(existsSync(data), false);
});
