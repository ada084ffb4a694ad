import { seriousFaults } from '../support/accessibility.ts';
import { newAccount, signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

test('someone who is invited signs up by the link, works in their role, and loses access when removed', async ({
  page,
  product,
  browser,
}) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  const guest = newAccount();
  await page.goto(`/w/${organizationId}/source-connections`);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('button', { name: 'Invite people' }).click();
  await page.getByLabel(/^Email addresses/).fill(guest.email);
  expect(await seriousFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create 1 invitation' }).click();
  const link = await page.getByText(/\/signup\?invitation=/).innerText();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('1 member, 1 invitation')).toBeVisible();

  const context = await browser.newContext({ baseURL: product.address });
  const theirs = await context.newPage();
  const { pathname, search } = new URL(link);
  await theirs.goto(pathname + search);
  await expect(theirs.getByText('Your role: Reader.')).toBeVisible();
  await expect(theirs.getByRole('textbox', { name: 'Email' })).toHaveValue(guest.email);
  expect(await seriousFaults(theirs)).toEqual([]);
  await theirs.getByLabel('Password', { exact: true }).fill(guest.password);
  await theirs.getByRole('button', { name: 'Sign up' }).click();
  await expect(theirs).toHaveURL(`/w/${organizationId}/source-connections`);
  await theirs.goto(`/w/${organizationId}/settings/members`);
  await expect(theirs.getByText('2 members, 0 invitations')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Invite people' })).toBeHidden();

  await page.getByRole('combobox', { name: /^Role of/ }).selectOption('Admin');
  await expect(theirs.getByRole('button', { name: 'Invite people' })).toBeVisible();

  await page.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Remove from workspace' }).click();
  await page.getByRole('button', { name: /^Remove / }).click();
  await expect(page.getByText('1 member, 0 invitations')).toBeVisible();
  await expect(theirs.getByText('404', { exact: true })).toBeVisible();
  await context.close();
});
