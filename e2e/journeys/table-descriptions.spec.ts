import { seriousFaults } from '../support/accessibility.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { synced } from '../pages/source.ts';
import { expect, test } from '../support/journey.ts';

test('a table is described, tagged, and found by what was said about it', async ({ page, product }) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await synced(page);
  await page.getByRole('link', { name: 'Data', exact: true }).first().click();
  await page.getByRole('main').getByRole('link', { name: 'refunds', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'refunds' })).toBeVisible();

  await page.getByRole('button', { name: 'Describe this table' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Money that went back to customers.');
  await dialog.getByRole('textbox', { name: 'Tags' }).fill('money');
  expect(await seriousFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Money that went back to customers.')).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'money', exact: true }).click();
  await expect(page).toHaveURL(/[?]tag=money$/);
  await expect(page.getByText('1 table in 1 connection')).toBeVisible();
  await page.getByRole('searchbox').fill('went back');
  // Below the name on phones, in a column of its own otherwise.
  const found = page.getByText('Description: Money that went back to customers.');
  await expect(found.filter({ visible: true })).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);
});
