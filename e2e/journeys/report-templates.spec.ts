import { seriousFaults } from '../support/accessibility.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';
import { synced } from '../pages/source.ts';

test('a template finds its columns in the sample shop and becomes a report', async ({ page, product }) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await synced(page);
  const main = page.getByRole('main');

  await test.step('the gallery says which template is ready', async () => {
    await page.goto(`/w/${organizationId}/report-templates`);
    const template = main.getByRole('link', { name: /^Revenue overview/ });
    await expect(template).toContainText('6/6 columns found');
    expect(await seriousFaults(page)).toEqual([]);
    await template.click();
  });

  await test.step('its cards are computed of the shop’s orders in one currency', async () => {
    await expect(main.getByRole('region', { name: 'Revenue over time' }).getByRole('slider')).toBeVisible();
    await expect(main.getByRole('combobox', { name: 'Value of currency that counts' })).not.toHaveValue('');
    expect(await seriousFaults(page)).toEqual([]);
  });

  await test.step('the report shows the same cards and knows its template', async () => {
    await page.getByRole('button', { name: 'Create report' }).click();
    await expect(page).toHaveURL(/reports\/rep_/);
    await expect(main.getByRole('link', { name: 'Made from a template' })).toBeVisible();
    await expect(main.getByRole('region', { name: 'Revenue over time' }).getByRole('slider')).toBeVisible();
    const months = main.getByRole('region', { name: 'Month by month' });
    await expect(months.getByRole('gridcell').first()).toBeVisible();
    await expect(main.getByText(/can.t be computed/)).toHaveCount(0);
  });

  await test.step('its columns are changed where they were chosen', async () => {
    await main.getByRole('link', { name: 'Change columns' }).click();
    await expect(main.getByText('The report has these columns already.')).toBeVisible();
    await main.getByRole('combobox', { name: 'Split by' }).click();
    await page.getByRole('option', { name: 'Not used' }).click();
    await expect(main.getByText('1 card is removed: Where revenue comes from.')).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
    await main.getByRole('button', { name: 'Update report' }).click();
    await expect(page).toHaveURL(/reports\/rep_/);
    await expect(main.getByRole('region', { name: 'Where revenue comes from' })).toHaveCount(0);
    await expect(main.getByRole('region', { name: 'Revenue over time' }).getByRole('slider')).toBeVisible();
  });

  await test.step('a template that does not exist is not found', async () => {
    await page.goto(`/w/${organizationId}/report-templates/nowhere`);
    await main.getByRole('link', { name: 'Show all templates' }).click();
    await expect(main.getByRole('link', { name: /^Revenue overview/ })).toBeVisible();
  });
});
