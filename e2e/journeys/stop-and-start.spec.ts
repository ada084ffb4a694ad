import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { logIn } from '../pages/account.ts';
import {
  connectDatabase,
  openTable,
  rowsRead,
  saveAndSync,
  syncNow,
  synced,
  uploadFile,
} from '../pages/source.ts';
import { range } from '../pages/table.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { createEndlessTable } from '../support/endless-table.ts';
import { takenPort } from '../support/free-port.ts';
import { expect, test as base } from '../support/journey.ts';
import { startProduct, startRefused, type Product } from '../support/product.ts';
import { newFolder } from '../support/scratch.ts';
import { until } from '../support/until.ts';

/** Journeys that stop the product they run on, so each gets a separate one. Those of `base` don't need it. */
const test = base.extend<{ own: Product }>({
  own: async ({}, use) => {
    const product = await startProduct();
    await use(product);
    await product.stop();
  },
  productStays: async ({}, use) => use(),
  baseURL: async ({ own }, use) => use(own.address),
});

/** Errors that browsers log on the console while the server is down. */
const AWAY = [
  /ERR_CONNECTION_REFUSED/,
  /ERR_CONNECTION_RESET/,
  /ERR_SOCKET_NOT_CONNECTED/,
  /ERR_INCOMPLETE_CHUNKED_ENCODING/,
  /ERR_EMPTY_RESPONSE/,
  /NetworkError|Failed to fetch/i,
  /50[0-9]/,
];

for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
  test(`everything is still there after ${signal} and a restart`, async ({ page, own, faults }) => {
    faults.expect(...AWAY);
    const account = await signUpWithWorkspace(page, own.address);
    await page.goto(`/w/${account.organizationId}/source-connections`);
    await uploadFile(page, 'people.csv', 'id,name\n1,Mara\n2,Ana\n');
    await saveAndSync(page);
    await synced(page);
    await openTable(page, 'people');
    await expect(range(page)).toHaveText('Rows 1–2 of 2');

    const ended = await own.stop(signal);
    expect(ended).toBe(signal === 'SIGKILL' ? 'SIGKILL' : 0);
    await until('none of its processes is still running', () => !own.leftBehind(), 20);
    await own.start();
    await page.reload();
    await expect(range(page), 'still signed in, at the same position').toHaveText('Rows 1–2 of 2');
    // Leaves the page first: without its session it would automatically request a new sign-in.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await logIn(page, account);
    await expect(page.getByRole('link', { name: 'people' })).toBeVisible();
  });
}

for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
  test(`a sync interrupted by ${signal} continues after the next start, and nothing is lost`, async ({
    page,
    own,
    ownSource,
    faults,
  }) => {
    faults.expect(...AWAY);
    const account = await signUpWithWorkspace(page, own.address);
    const events = await createEndlessTable(ownSource);
    await page.goto(`/w/${account.organizationId}/source-connections`);
    await connectDatabase(page, ownSource, events.name);
    await events.setEndless();
    await syncNow(page);
    await expect(rowsRead(page)).not.toHaveText('0');

    await own.stop(signal);
    await until('none of its processes is still running', () => !own.leftBehind(), 20);
    await events.setRows(3);
    await own.start();
    const connection = page.url();
    await page.goto(connection);
    await synced(page);
    await openTable(page, events.name);
    await expect(page.getByText('Version 2', { exact: true })).toBeVisible();
    await expect(range(page)).toHaveText('Rows 1–3 of 3');
  });
}

test('a second start on the same data names the first process and does not harm it', async ({
  own,
  request,
}) => {
  const { output, code } = await startRefused({ data: own.data });
  expect(code).toBe(1);
  expect(output).toContain(own.data);
  expect(output).toContain(String(own.pid));
  expect(output).toContain('HEADWATER_DATA');
  expect((await request.get('/api/health')).ok()).toBe(true);
});

base('a start on a taken port names it and says what to do', async () => {
  const taken = await takenPort();
  const { output, code } = await startRefused({ port: taken.port });
  await taken.release();
  expect(code).toBe(1);
  expect(output).toContain(String(taken.port));
  expect(output).toContain('PORT=');
});

base('invalid settings are reported together, each with an example', async () => {
  const env = { PORT: 'http', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://u:secret@db/x', HOST: '0.0.0.0' };
  const { output, code } = await startRefused({ env });
  expect(code).toBe(1);
  for (const name of ['PORT', 'LOG_LEVEL', 'DATABASE_URL', 'PUBLIC_URL'])
    expect(output).toMatch(new RegExp(`${name} .*\\n +for example: ${name}=`));
  expect(output).not.toContain('secret');
});

base('a start with a data folder that cannot be written names it', async () => {
  const file = join(newFolder('blocked'), 'file');
  writeFileSync(file, '');
  const { output, code } = await startRefused({ data: join(file, 'data') });
  expect(code).toBe(1);
  expect(output).toContain('HEADWATER_DATA');
});
