import { expect, type Page } from '@playwright/test';
import type { Account } from '../support/account.ts';

export const emailField = (page: Page) => page.getByRole('textbox', { name: 'Email' });
export const passwordField = (page: Page) => page.getByRole('textbox', { name: 'Password' });

/** Fills in the log-in or sign-up form without submitting it. */
export async function enter(page: Page, { email, password }: Account): Promise<void> {
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
}

export async function signUp(page: Page, account: Account): Promise<void> {
  await page.goto('/signup');
  await enter(page, account);
  await page.getByRole('button', { name: 'Sign up' }).click();
}

export async function logIn(page: Page, account: Account): Promise<void> {
  await page.goto('/login');
  await enter(page, account);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Logs out through the user menu of a workspace. */
export async function logOut(page: Page): Promise<void> {
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
}

export const userMenu = (page: Page) =>
  page.getByRole('navigation').getByRole('button', { name: /Admin|Superuser$/ });

export async function createWorkspace(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Workspace name*' }).fill(name);
  await page.getByRole('button', { name: 'Create' }).click();
}

export const toast = (page: Page, text: string) =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text });
