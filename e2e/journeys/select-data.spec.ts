import { connectDatabase, openTab, openTable, saveAndSync, synced } from '../pages/source.ts';
import { grid } from '../pages/table.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { seriousFaults } from '../support/accessibility.ts';
import { expect, test } from '../support/journey.ts';

test('rows are seen and masked before they are copied, and what a save does is reviewed', async ({
  page,
  product,
  shop,
}) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await connectDatabase(page, shop, 'customers');
  await page.getByRole('link', { name: 'Select data' }).click();

  const panel = page.getByRole('complementary', { name: 'Columns of customers' });
  await test.step('the first rows are read from the source', async () => {
    await page.getByRole('button', { name: 'customers', exact: true }).click();
    await expect(panel.getByRole('gridcell', { name: 'customer1@example.com' })).toBeVisible();
    await expect(panel.getByText(/live from the source in .* ms\. Nothing is stored\.$/)).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
  });

  await test.step('a mask shows in the figures and the rows', async () => {
    await panel.getByRole('link', { name: /^Columns/ }).click();
    await expect(panel.getByText('14% empty')).toBeVisible();
    await panel.getByRole('combobox', { name: 'What is copied of email' }).selectOption('Partly');
    await panel.getByRole('link', { name: 'Preview' }).click();
    await expect(panel.getByRole('gridcell', { name: '***.com' }).first()).toBeVisible();
  });

  await test.step('all tables shown are kept in one way, and the review says what that does', async () => {
    await page.getByRole('switch', { name: 'Sync orders' }).check();
    await page.getByRole('combobox', { name: 'Keep 2 tables as…' }).selectOption('Snapshots');
    await page.getByRole('button', { name: 'Review changes' }).click();
    const review = page.getByRole('dialog', { name: /^Changes to / });
    await expect(review.getByRole('heading', { name: 'Sync 1 more table' })).toBeVisible();
    await expect(review.getByText(/reads this table from scratch: customers/)).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
    await review.getByRole('button', { name: 'Keep editing' }).click();
  });

  await test.step('what was chosen is saved together, and synced', async () => {
    await saveAndSync(page);
    await synced(page);
    await openTab(page, 'Tables');
    await openTable(page, 'customers');
    await expect(grid(page).getByText('***.com').first()).toBeVisible();
    await expect(grid(page).getByText('example.com')).toHaveCount(0);
  });
});
