import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { temporaryFolder } from './testing/builds.ts';

const SERVER = path.join(import.meta.dirname, 'server.ts');

/** Starts delivery on its own with these settings, which it can't start with. */
async function start(t: TestContext, settings: Record<string, string>) {
  const env = { ...process.env, HEADWATER_DATA: await temporaryFolder(t), ...settings };
  return new Promise<{ code: unknown; err: string }>((resolve) => {
    execFile(process.execPath, [SERVER], { env }, (error, _, err) => resolve({ code: error?.code, err }));
  });
}

test('wrong settings are named all at once, without a stack or a password', async (t) => {
  const { code, err } = await start(t, { PORT: 'http', PUBLIC_URL: 'ftp://ann:s3cret@bi.example.com' });
  assert.equal(code, 1);
  assert.match(err, /^The configuration has 2 errors:\n {2}PORT is "http"/);
  assert.match(err, /PUBLIC_URL is/);
  assert.doesNotMatch(err, /s3cret|\n {4}at /);
});

test('a taken port is named, with another one to choose', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { code, err } = await start(t, { PORT: String(port), HOST: '127.0.0.1' });
  assert.equal(code, 1);
  assert.match(
    err,
    new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is taken by another program\\.\nChoose another port`),
  );
  assert.doesNotMatch(err, /\n {4}at /);
});
