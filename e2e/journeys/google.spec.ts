import type { Page } from '@playwright/test';
import { toast } from '../pages/account.ts';
import { newAccount } from '../support/account.ts';
import { expect, test } from '../support/account-journey.ts';

const googleButton = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });

async function openWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await googleButton(page).click();
  const window = await opened;
  await expect(window.getByRole('textbox', { name: 'Address' })).toBeVisible();
  return window;
}

/**
 * Clicks the button and signs in as `email` at the provider. Resolves once the provider's window has closed.
 */
async function continueAs(page: Page, email: string): Promise<void> {
  const window = await openWindow(page);
  const closed = window.waitForEvent('close');
  await window.getByRole('textbox', { name: 'Address' }).fill(email);
  await window.getByRole('button', { name: 'Continue' }).click();
  await closed;
}

test('people can sign up and log in with Google in a separate window', async ({ page }) => {
  const { email } = newAccount();
  await page.goto('/signup');
  await continueAs(page, email);
  await expect(toast(page, 'Signed up successfully!')).toBeVisible();
  await expect(page).toHaveURL('/create-workspace');

  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/login');
  await continueAs(page, email);
  await expect(page).toHaveURL('/create-workspace');
});

test('logging in with a Google account that has not signed up shows an error', async ({ page, faults }) => {
  faults.expect(/422/, /There's no account for this Google account/);
  await page.goto('/login');
  await continueAs(page, newAccount().email);
  await expect(page.getByText("There's no account for this Google account yet")).toBeVisible();
});

test('canceling at Google or closing its window leaves the form usable', async ({ page }) => {
  await page.goto('/login');
  await (await openWindow(page)).close();
  await expect(googleButton(page)).toBeEnabled();

  const window = await openWindow(page);
  await window.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(googleButton(page)).toBeEnabled();
});
