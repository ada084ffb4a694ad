import { connectDatabase, openTab, openTable, syncAsRun } from '../pages/source.ts';
import { firstCell } from '../pages/table.ts';
import { seriousFaults } from '../support/accessibility.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

test('versions of a table are compared, restored, and kept as many as were chosen', async ({
  page,
  product,
  shop,
}) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await shop.query(`create table prices as select n as id, n * 10 as price from generate_series(1, 3) n`);
  await shop.query('alter table prices add primary key (id)');
  await connectDatabase(page, shop, 'prices');
  await shop.query('update prices set price = 25 where id = 2; delete from prices where id = 1');
  await shop.query('insert into prices values (4, 40), (5, 50)');
  await syncAsRun(page, 2);
  await openTab(page, 'Tables');
  await openTable(page, 'prices');
  await page.getByRole('link', { name: 'Versions' }).click();
  expect(await seriousFaults(page)).toEqual([]);

  await page.getByRole('link', { name: 'Compare version 2 with version 1' }).click();
  const figures = page.getByRole('main').locator('dl').filter({ hasText: 'Unchanged' });
  await expect(figures.getByRole('definition')).toHaveText(['+2', '1', '−1', '1']);
  await expect(page.getByRole('row', { name: '2 20 25' })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: /^Added/ }).click();
  await expect(page.getByRole('row', { name: '5 50' })).toBeVisible();
  await expect(page).toHaveURL(/rows=added/);

  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByText('Version 1 restored')).toBeVisible();
  const timeline = page.getByRole('navigation', { name: 'Versions of this table' });
  await timeline.getByRole('link', { name: 'Compare version 3 with version 2' }).first().click();
  await expect(page).toHaveURL(/from=2&to=3$/);
  await expect(figures.getByRole('definition')).toHaveText(['+1', '1', '−2', '1']);
  await page.getByRole('link', { name: 'Rows', exact: true }).click();
  await expect(await firstCell(page, 'price')).toHaveText('10');

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').nth(1).click();
  await openTab(page, 'Settings');
  await page.getByRole('textbox', { name: 'Newest versions' }).fill('2');
  await page.getByRole('button', { name: 'Save versions to keep' }).click();
  await expect(page.getByText('Versions to keep saved')).toBeVisible();
  await syncAsRun(page, 3);
  await openTab(page, 'Tables');
  await openTable(page, 'prices');
  await page.getByRole('link', { name: 'Versions' }).click();
  await expect(page.getByRole('rowheader', { name: /^Version/ })).toHaveText([/Version 4/, /Version 3/]);
});
