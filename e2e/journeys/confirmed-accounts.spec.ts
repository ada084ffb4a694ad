import { emailField, enter, logIn, passwordField, signUp, toast } from '../pages/account.ts';
import { newAccount } from '../support/account.ts';
import { expect, test } from '../support/account-journey.ts';
import { tabTo } from '../support/keyboard.ts';
import { linkIn } from '../support/mail-server.ts';

test('a new email address must be confirmed by email before its owner can log in', async ({
  page,
  mails,
  faults,
}) => {
  faults.expect(/403/, /Confirm your email/, /422/, /already been used/);
  const account = newAccount();
  await signUp(page, account);
  await expect(toast(page, 'Signed up successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/confirm-email/);
  await expect(page.getByText(account.email)).toBeVisible();

  await logIn(page, account);
  await expect(page.getByText('Confirm your email address first')).toBeVisible();
  await page.getByRole('button', { name: 'Resend link' }).click();
  await mails.take(account.email, /confirm/i);
  const again = await mails.take(account.email, /confirm/i);

  await page.goto(linkIn(again, '/confirm-email'));
  await expect(page.getByRole('heading', { name: /confirmed/i })).toBeVisible();
  await expect(page).not.toHaveURL(/code=/);
  await logIn(page, account);
  await expect(page).toHaveURL('/create-workspace');

  await page.goto(linkIn(again, '/confirm-email'));
  await expect(page.getByText(/already been used/)).toBeVisible();
});

test('signing up with a taken email address shows the same screen, and its owner gets an email', async ({
  page,
  mails,
}) => {
  const account = newAccount();
  await signUp(page, account);
  await expect(page).toHaveURL(/\/confirm-email/);
  await mails.take(account.email, /confirm/i);
  await signUp(page, { ...account, password: 'Another-horse-battery-2' });
  await expect(toast(page, 'Signed up successfully!')).toBeVisible();
  await expect(page).toHaveURL(/\/confirm-email/);
  const mail = await mails.take(account.email, /already/i);
  expect(mail.text).toContain('/request-password-reset');
});

test('a forgotten password is reset by email', async ({ page, mails }) => {
  const account = newAccount();
  await signUp(page, account);
  await expect(page).toHaveURL(/\/confirm-email/);
  await page.goto(linkIn(await mails.take(account.email, /confirm/i), '/confirm-email'));
  await expect(page.getByRole('heading', { name: /confirmed/i })).toBeVisible();

  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/request-password-reset');
  await emailField(page).fill(account.email);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(
    page.getByText(
      `Instructions to change your password have been sent to ${account.email} if a Headwater account with that email address exists.`,
    ),
  ).toBeVisible();

  await page.goto(linkIn(await mails.take(account.email, /password/i), '/reset-password'));
  await expect(page.getByRole('button', { name: 'Update password' })).toBeVisible();
  await expect(page).not.toHaveURL(/code=/);
  const changed = { ...account, password: 'Another-horse-battery-2' };
  await page.getByLabel('New password', { exact: true }).fill(changed.password);
  await page.getByLabel('Confirm password', { exact: true }).fill('Another-horse-battery-3');
  await page.getByRole('button', { name: 'Update password' }).click();
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await page.getByLabel('Confirm password', { exact: true }).fill(changed.password);
  await page.getByRole('button', { name: 'Update password' }).click();
  await expect(page).toHaveURL(/\/login/);
  await mails.take(account.email, /password/i);

  await enter(page, changed);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/create-workspace');
});

test('a password can be reset with only the keyboard', async ({ page, mails }) => {
  const account = newAccount();
  await signUp(page, account);
  await page.goto(linkIn(await mails.take(account.email, /confirm/i), '/confirm-email'));
  await expect(page.getByRole('heading', { name: /confirmed/i })).toBeVisible();

  await page.goto('/login');
  await expect(emailField(page)).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Forgot password?' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  await tabTo(page, emailField(page));
  await page.keyboard.type(account.email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Instructions to change your password have been sent')).toBeVisible();

  await page.goto(linkIn(await mails.take(account.email, /password/i), '/reset-password'));
  await expect(page.getByRole('button', { name: 'Update password' })).toBeVisible();
  await tabTo(page, page.getByLabel('New password', { exact: true }));
  await page.keyboard.type('Another-horse-battery-2');
  await tabTo(page, page.getByLabel('Confirm password', { exact: true }));
  await page.keyboard.type('Another-horse-battery-2');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login/);
  await tabTo(page, emailField(page));
  await page.keyboard.type(account.email);
  await tabTo(page, passwordField(page));
  await page.keyboard.type('Another-horse-battery-2');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/create-workspace');
});

test('an invalid link shows an error and where to request a new one', async ({ page, faults }) => {
  faults.expect(/422/, /link is not valid/);
  await page.goto(`/reset-password?code=${'A'.repeat(43)}`);
  await page.getByLabel('New password', { exact: true }).fill('Another-horse-battery-2');
  await page.getByLabel('Confirm password', { exact: true }).fill('Another-horse-battery-2');
  await page.getByRole('button', { name: 'Update password' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('link', { name: /new/ }).click();
  await expect(page).toHaveURL('/request-password-reset');
  await expect(passwordField(page)).toHaveCount(0);
});
