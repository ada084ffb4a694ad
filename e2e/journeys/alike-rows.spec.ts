import { synced } from '../pages/source.ts';
import { seriousFaults } from '../support/accessibility.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

test('two tables are compared, and rows that a table has twice are found', async ({ page, product }) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await synced(page);
  const main = page.getByRole('main');
  const choose = async (name: string, table: RegExp) => {
    await main.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: table }).click();
  };
  const run = () => main.getByRole('button', { name: 'Run', exact: true }).click();

  await test.step('compare', async () => {
    await page.goto(`/w/${organizationId}/data-tools`);
    await main.getByRole('link', { name: 'Compare' }).click();
    await choose('Left table', /^orders \(/);
    await choose('Right table', /^payments \(/);
    await run();
    await expect(main.getByText('Only in orders', { exact: true }).first()).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
  });

  await test.step('find duplicates', async () => {
    await page.goto(`/w/${organizationId}/data-tools`);
    await main.getByRole('link', { name: 'Duplicate finder' }).click();
    await choose('Table', /^orders \(/);
    await main.getByRole('checkbox', { name: 'status', exact: true }).click();
    await run();
    await main.getByRole('link', { name: 'Show rows with these values' }).first().click();
    await expect(page).toHaveURL(/filter=/);
    await expect(page.getByRole('grid').getByRole('gridcell').first()).toBeVisible();
  });
});
