import type { Page } from '@playwright/test';
import { logIn, toast, userMenu } from '../pages/account.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Your profile' });

async function openProfile(page: Page, section = 'General'): Promise<void> {
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await drawer(page).getByRole('link', { name: section }).click();
}

test('the profile opens over a page, also by its URL, and saves a name', async ({ page, product }) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await openProfile(page);
  const name = drawer(page).getByRole('textbox', { name: 'Name' });
  await name.fill('Mara Finch');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(toast(page, 'Name saved')).toBeVisible();
  await page.reload();
  await expect(name).toHaveValue('Mara Finch');
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
  await expect(userMenu(page)).toContainText('Mara Finch');
});

test('changing the password ends the account’s other sessions', async ({ page, product, browser }) => {
  const account = await signUpWithWorkspace(page, product.address);
  const elsewhere = await browser.newPage({ baseURL: product.address });
  await logIn(elsewhere, account);
  await expect(elsewhere).toHaveURL(/source-connections/);

  await page.goto(`/w/${account.organizationId}/source-connections`);
  await openProfile(page, 'Sessions');
  await expect(drawer(page).getByRole('listitem')).toHaveCount(2);
  await drawer(page).getByRole('link', { name: 'Security' }).click();
  await page.getByRole('button', { name: 'Change: Password' }).click();
  await page.getByLabel('Current password').fill(account.password);
  await page.getByLabel('New password').fill('Another-horse-battery-2');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(toast(page, 'Your password has been changed')).toBeVisible();
  await drawer(page).getByRole('link', { name: 'Sessions' }).click();
  await expect(drawer(page).getByRole('listitem')).toHaveCount(1);

  await elsewhere.reload();
  await expect(elsewhere.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await elsewhere.close();
});

test('deleting an account deletes the workspaces that only it belongs to', async ({
  page,
  product,
  faults,
}) => {
  faults.expect(/401/, /incorrect/);
  const account = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${account.organizationId}/source-connections?profile=security`);
  await page.getByRole('button', { name: 'Delete: Delete account' }).click();
  await expect(drawer(page)).toContainText('Finch Outdoor');
  await page.getByLabel('Enter your email address to confirm').fill(account.email);
  await page.getByLabel('Current password').fill(account.password);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('Your account has been deleted.')).toBeVisible();
  await logIn(page, account);
  await expect(page.getByText('Email or password is incorrect.')).toBeVisible();
});
