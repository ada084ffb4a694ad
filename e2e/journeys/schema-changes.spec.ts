import { connectDatabase, openTab, openTable, syncAsRun } from '../pages/source.ts';
import { firstCell, grid } from '../pages/table.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

test('a new column waits until it is approved, and is loaded by the next sync', async ({
  page,
  product,
  shop,
}) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await shop.query('create table growing as select 1 as id');
  await connectDatabase(page, shop, 'growing');
  await openTab(page, 'Schema changes');
  await page.getByLabel('When the source changes').selectOption({ label: 'Approve each change' });
  await expect(page.getByText(/^Every change waits\. New columns and tables stay out/)).toBeVisible();

  await shop.query(`alter table growing add column channel text default 'web'`);
  await syncAsRun(page, 2);
  await expect(page.getByText('1 change at the source waits for a decision.')).toBeVisible();
  await openTab(page, 'Tables');
  await openTable(page, 'growing');
  await expect(await firstCell(page, 'id')).toHaveText('1');
  await expect(grid(page).getByRole('columnheader', { name: 'channel' })).toBeHidden();
  await page.goBack();

  await openTab(page, 'Schema changes');
  await expect(page.getByText('New columns: channel')).toBeVisible();
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(page.getByText('No change waits for a decision')).toBeVisible();
  await expect(page.getByRole('row', { name: /^growing.*Approved/ })).toBeVisible();

  await syncAsRun(page, 3);
  await openTab(page, 'Tables');
  await openTable(page, 'growing');
  await expect(await firstCell(page, 'channel')).toHaveText('web');
});

test('a lost column waits, and names the service account that needs it', async ({ page, product, shop }) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await shop.query(`create table shrinking as select 1 as id, 'DE' as country`);
  await connectDatabase(page, shop, 'shrinking');

  await page.getByRole('link', { name: 'Service accounts' }).click();
  await page.getByRole('link', { name: 'Create a service account' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Map of customers');
  await page.getByRole('button', { name: 'Columns of shrinking', exact: true }).click();
  await page.getByRole('checkbox', { name: 'country', exact: true }).first().click();
  await page.getByRole('button', { name: 'Create and show the token' }).click();
  await expect(page.getByText(/^hw_sa_\w{47}$/)).toBeVisible();

  await shop.query('alter table shrinking drop column country');
  await page.getByRole('link', { name: 'Source connections' }).first().click();
  await page.getByRole('link', { name: 'Shop database' }).first().click();
  await openTab(page, 'Schema changes');
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(page.getByText('Lost columns: country (text)')).toBeVisible();
  await expect(page.getByText('Breaking', { exact: true })).toBeVisible();
  await expect(page.getByText('The service account Map of customers uses country.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Map of customers' })).toHaveAttribute(
    'href',
    /\/service-accounts\/sva_/,
  );
});
