import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { seriousFaults } from '../support/accessibility.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';
import { synced } from '../pages/source.ts';

test('a program reads a table with its token until the token is revoked', async ({
  page,
  product,
  playwright,
}) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await synced(page);
  await page.getByRole('link', { name: 'Service accounts' }).click();
  await page.getByRole('link', { name: 'Create a service account' }).click();
  await page.getByLabel('Name', { exact: true }).fill('metabase');
  await page.getByRole('checkbox', { name: 'Run SQL' }).check();
  await page.getByRole('button', { name: 'Columns of orders', exact: true }).click();
  await page.getByRole('checkbox', { name: 'order_id', exact: true }).first().click();
  await page.getByRole('button', { name: 'Create and show the token' }).click();
  const token = await page.getByText(/^hw_sa_\w{47}$/).innerText();
  await expect(page.getByText('Waiting for the first connection.')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);

  // What the page says to run is run, as it was copied.
  await page.getByRole('link', { name: 'Choose another table' }).click();
  await expect(page.getByText('Waiting for the first connection.')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  const run = await shell(await codeOf(page, 'curl'), token);
  expect(JSON.parse(run).data.attributes.columns).toHaveLength(1);
  await expect(page.getByText(/^Last used .*, by curl\//)).toBeVisible();
  expect(await node(await codeOf(page, 'Node.js'), token)).toContain('row_pages');
  expect(JSON.parse(await shell(await codeOf(page, 'SQL'), token)).data.attributes.rows).toHaveLength(1);
  await page.goBack();

  const program = await playwright.request.newContext({
    baseURL: product.address,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  const listed = await program.get(`/api/organizations/${organizationId}/tables`);
  const [table, ...others] = (await listed.json()).data;
  expect(others).toEqual([]);
  const { sourceConnectionId, tableName, columns } = table.attributes;
  expect(columns.map(({ name }: { name: string }) => name)).toEqual(['order_id']);
  const address = `/api/organizations/${organizationId}/source-connections/${sourceConnectionId}/tables/${tableName}/rows`;
  expect((await program.get(address)).status()).toBe(200);

  await page.getByRole('button', { name: /^More for hw_sa_/ }).click();
  await page.getByRole('menuitem', { name: 'Revoke…' }).click();
  await page.getByRole('button', { name: 'Revoke the token' }).click();
  await expect(page.getByText('The token was revoked.')).toBeVisible();
  expect((await program.get(address)).status()).toBe(401);
  await program.dispose();
});

const execute = promisify(execFile);

async function codeOf(page: Page, client: string): Promise<string> {
  const run = page.getByRole('region', { name: 'Run it' });
  const choice = page.getByRole('button', { name: client, exact: true });
  await choice.click();
  await expect(choice).toHaveAttribute('aria-pressed', 'true');
  return run.getByRole('code').innerText();
}

/** Runs what was copied in a shell, with the token where its placeholder is. */
const shell = async (code: string, token: string): Promise<string> =>
  (await execute('bash', ['-euc', code.replace('hw_sa_...', token)])).stdout;

const node = async (code: string, token: string): Promise<string> =>
  (
    await execute(process.execPath, ['--input-type=module', '--eval', code], {
      env: { ...process.env, HEADWATER_TOKEN: token },
    })
  ).stdout;
