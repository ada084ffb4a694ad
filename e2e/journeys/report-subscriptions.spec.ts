import { createWorkspace, logIn, signUp } from '../pages/account.ts';
import { synced } from '../pages/source.ts';
import { seriousFaults } from '../support/accessibility.ts';
import { newAccount } from '../support/account.ts';
import { expect, test } from '../support/account-journey.ts';
import { linkIn } from '../support/mail-server.ts';

test('a report is sent by email after a sync, and its reader unsubscribes by the link in it', async ({
  page,
  mails,
}) => {
  const account = newAccount();
  await signUp(page, account);
  await expect(page).toHaveURL(/\/confirm-email/);
  await page.goto(linkIn(await mails.take(account.email, /confirm/i), '/confirm-email'));
  await expect(page.getByRole('heading', { name: /confirmed/i })).toBeVisible();
  await logIn(page, account);
  await createWorkspace(page, 'Finch Outdoor');
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await synced(page);
  const source = page.url();
  const table = `${new URL(source).pathname.replace('source-connections', 'data')}/orders`;
  await page.goto(`${table}?tab=chart&x=status:12`);
  await page.getByRole('button', { name: 'Add to report' }).click();
  await page.getByRole('button', { name: 'Add to a new report' }).click();
  await page.getByRole('link', { name: 'Open report' }).click();
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /After the data is synced/ }).check();
  expect(await seriousFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Subscribe', exact: true }).click();
  await expect(dialog.getByText('After the data is synced', { exact: true })).toBeVisible();

  await page.goto(source);
  await page.getByRole('button', { name: 'Sync now' }).click();
  const mail = await mails.take(account.email, /^Number of rows by status, /);
  expect(mail.text).toContain('status | Number of rows');
  expect(mail.attachments[0]?.mimeType).toBe('image/png');

  const link = /https?:\/\/\S+\/unsubscribe\/\S+/.exec(mail.text ?? '')![0];
  await page.goto(link);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByText(/You no longer get “Number of rows by status”/)).toBeVisible();
});
