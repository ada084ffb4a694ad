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
  await page.getByRole('button', { name: 'Columns of orders', exact: true }).click();
  await page.getByRole('checkbox', { name: 'order_id', exact: true }).first().click();
  await page.getByRole('button', { name: 'Create and show the token' }).click();
  const token = await page.getByText(/^hw_sa_\w{47}$/).innerText();
  await expect(page.getByText('Waiting for the first connection.')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);

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
  await expect(page.getByText('Waiting for the first connection.')).toBeHidden();

  await page.getByRole('button', { name: /^More for hw_sa_/ }).click();
  await page.getByRole('menuitem', { name: 'Revoke…' }).click();
  await page.getByRole('button', { name: 'Revoke the token' }).click();
  await expect(page.getByText('The token was revoked.')).toBeVisible();
  expect((await program.get(address)).status()).toBe(401);
  await program.dispose();
});
