import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { isAlive } from '@headwater/base/processes/process-identity';
import { runningServer } from '@headwater/base/postgres/postgres-server';
import { settled } from '@headwater/base/testing/settled';
import { removeAbandonedFolders } from '@headwater/base/testing/test-folder';

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`a test process that ends by ${signal} leaves no product, PostgreSQL, or files behind`, async (t) => {
    const holder = fork(new URL('./testing/hold-product.ts', import.meta.url));
    t.after(() => holder.kill('SIGKILL'));
    const [{ path, pid }] = (await once(holder, 'message')) as [{ path: string; pid: number }];
    const { pid: server } = (await runningServer(join(path, 'postgres')))!;
    holder.kill(signal);
    await once(holder, 'exit');
    await settled(
      async () => [pid, server].filter(isAlive),
      (alive) => alive.length === 0,
    );
    await removeAbandonedFolders(); // The next run does this.
    assert.equal(existsSync(dirname(path)), false);
  });
}
