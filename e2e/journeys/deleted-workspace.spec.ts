import { createWorkspace } from '../pages/account.ts';
import { newAccount, signUp } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

test('a workspace is deleted, is gone for everyone, and comes back when it is restored', async ({
  page,
  product,
  faults,
}) => {
  // The page is left while it may still read a response about the workspace.
  faults.expect(/status of 404/, /doesn't exist, or you don't have access/, /responded with 404/);
  await signUp(page.request, product.address, newAccount());
  await page.goto('/create-workspace');
  await createWorkspace(page, 'Finch Outdoor');
  await expect(page).toHaveURL(/source-connections$/);
  const [, organizationId] = new URL(page.url()).pathname.match(/^\/w\/([^/]+)/) ?? [];
  // Without a reload since the page that has looked for deleted workspaces before.
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Delete workspace' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Finch Outdoor?' });
  await dialog.getByRole('textbox').fill('Finch Outdoor');
  await dialog.getByRole('button', { name: 'Delete workspace' }).click();
  await expect(page.getByRole('heading', { name: 'Deleted workspaces' })).toBeVisible();

  await page.goto(`/w/${organizationId}/settings`);
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeHidden();
  await expect(page.getByText('404', { exact: true })).toBeVisible();

  await page.goto('/create-workspace');
  await page.getByRole('button', { name: 'Restore Finch Outdoor' }).click();
  await expect(page).toHaveURL(new RegExp(`/w/${organizationId}/source-connections$`));
  await expect(page.getByRole('button', { name: /Finch Outdoor/ }).first()).toBeVisible();
});
