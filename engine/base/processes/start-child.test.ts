import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { killIfRunning } from '../testing/kill-if-running.ts';
import { startChild, type Priority } from './start-child.ts';

test('a child process learns where compiled code is kept, and nothing else from our environment', async (t) => {
  const cache = mkdtempSync(join(tmpdir(), 'headwater-compile-cache-'));
  const known = process.env.NODE_COMPILE_CACHE;
  const canaries = {
    DATABASE_URL: 'postgresql://canary',
    SMTP_URL: 'smtp://canary',
    GOOGLE_CLIENT_SECRET: 'canary',
  };
  Object.assign(process.env, { ...canaries, NODE_COMPILE_CACHE: cache });
  t.after(() => {
    Object.keys(canaries).forEach((name) => delete process.env[name]);
    if (known === undefined) delete process.env.NODE_COMPILE_CACHE;
    else process.env.NODE_COMPILE_CACHE = known;
    rmSync(cache, { recursive: true });
  });
  const child = startChild(new URL('./testing/tell-environment.ts', import.meta.url), 'reader');
  const [environment] = (await once(child, 'message')) as [Record<string, string>];
  // Set by Node for the channel between the processes.
  const names = Object.keys(environment).filter((name) => !name.startsWith('NODE_CHANNEL_'));
  assert.deepEqual(names.sort(), ['LANG', 'NODE_COMPILE_CACHE', 'PATH', 'TZ']);
  await once(child, 'exit');
  assert.notDeepEqual(readdirSync(cache), [], 'the next one starts sooner');
});

test('work at any time yields to syncs, these to work that people wait for, and all to the API', async (t) => {
  const module = new URL('./testing/tell-environment.ts', import.meta.url);
  const niceness = (priority: Priority) => {
    const child = startChild(module, priority);
    t.after(() => child.kill());
    return getPriority(child.pid);
  };
  // These tests may themselves run at a lower priority, and no process gets below the lowest one.
  const below = (by: number) => Math.min(getPriority() + by, constants.priority.PRIORITY_LOW);
  assert.deepEqual(
    [niceness('reader'), niceness('background'), niceness('idle')],
    [below(5), below(10), below(19)],
  );
});

test('a process whose parent is killed exits without a word, even while it sends something', async () => {
  const module = fileURLToPath(new URL('./testing/outlive-parent.ts', import.meta.url));
  const parent = spawn(process.execPath, [module], { stdio: ['ignore', 'ignore', 'pipe'] });
  // Closed once both are gone.
  assert.equal(await text(parent.stderr), '');
  assert.equal(parent.signalCode ?? (await once(parent, 'exit'))[1], 'SIGKILL');
});

test('a process whose loop stands still ends with its parent, too', async (t) => {
  const module = fileURLToPath(new URL('./testing/leave-spinning.ts', import.meta.url));
  const parent = spawn(process.execPath, [module], { stdio: ['ignore', 'pipe', 'pipe'] });
  const pid = Number(await text(parent.stdout));
  t.after(() => killIfRunning(pid));
  assert.ok(pid > 0);
  // Closed once both are gone: the child has the same one.
  assert.equal(await text(parent.stderr), '');
});

test('a process has not exited before its last message has arrived, whatever Node learns first', async () => {
  const child = startChild(new URL('./testing/tell-environment.ts', import.meta.url), 'reader');
  const order: string[] = [];
  child.once('message', () => order.push('message'));
  const exited = once(child, 'exit').then(() => order.push('exit'));
  // As Node does on a busy machine.
  child.emit('exit', 0, null);
  await exited;
  assert.deepEqual(order, ['message', 'exit']);
});
