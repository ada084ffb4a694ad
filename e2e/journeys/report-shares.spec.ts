import { seriousFaults } from '../support/accessibility.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';
import { synced } from '../pages/source.ts';

test('a report is shared by a link, seen without an account, and gone once the link is revoked', async ({
  page,
  product,
  browser,
}) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await synced(page);
  const table = `${new URL(page.url()).pathname.replace('source-connections', 'data')}/orders`;
  await page.goto(`${table}?tab=chart&x=status:12`);
  await page.getByRole('button', { name: 'Add to report' }).click();
  await page.getByRole('button', { name: 'Add to a new report' }).click();
  await page.getByRole('link', { name: 'Open report' }).click();
  const heading = { level: 1, name: 'Number of rows by status' } as const;
  await expect(page.getByRole('heading', heading)).toBeVisible();

  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share Number of rows by status' });
  await dialog.getByLabel('Password', { exact: true }).fill('open sesame');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = await dialog.getByRole('textbox', { name: 'New link' }).inputValue();
  await expect(dialog.getByText('With a password')).toBeVisible();
  expect(await seriousFaults(page)).toEqual([]);

  const viewer = await (await browser.newContext()).newPage();
  const response = await viewer.goto(url);
  expect(response?.headers()['referrer-policy']).toBe('no-referrer');
  expect(response?.headers()['x-robots-tag']).toContain('noindex');
  await viewer.getByLabel('Password', { exact: true }).fill('open sesame');
  await viewer.getByRole('button', { name: 'Show report' }).click();
  await expect(viewer.getByRole('heading', heading)).toBeVisible();
  await expect(viewer.getByRole('main').getByRole('slider')).toBeVisible();
  expect(await seriousFaults(viewer)).toEqual([]);

  // Whoever has the report open sees at once that an admin revokes the link elsewhere.
  const settings = await page.context().newPage();
  await settings.goto(`/w/${organizationId}/settings/share-links`);
  const row = settings.getByRole('row', { name: /^Number of rows by status/ });
  await expect(row.getByText('With a password').last()).toBeVisible();
  expect(await seriousFaults(settings)).toEqual([]);
  await row.getByRole('button', { name: /^Revoke/ }).click();
  await settings.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(settings.getByText('No report is shared by a link')).toBeVisible();
  await expect(dialog.getByText('With a password')).toBeHidden();
  await viewer.reload();
  await expect(viewer.getByRole('heading', { name: 'Nothing is shared here' })).toBeVisible();
  await viewer.context().close();
});
