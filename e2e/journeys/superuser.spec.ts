import { userMenu } from '../pages/account.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

test('a command on the host grants the superuser role, which shows the lists', async ({ page, product }) => {
  const account = await signUpWithWorkspace(page, product.address);
  expect(await product.operate('superuser', 'grant', account.email)).toContain(
    `${account.email} is a superuser now.`,
  );

  await page.goto(`/w/${account.organizationId}/data`);
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Superuser area' }).click();
  await expect(page).toHaveURL('/superuser/organizations');
  const search = page.getByRole('searchbox');
  await search.fill(account.organizationId);
  await expect(page.getByRole('row').filter({ hasText: 'Finch Outdoor' })).toHaveCount(1);

  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await search.fill(account.email);
  const row = page.getByRole('row').filter({ hasText: account.email });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('Finch Outdoor');
  await expect(row).toContainText('Superuser');
});

test('everyone else gets a 404, on screen and from the API', async ({ page, product, faults }) => {
  faults.expect(/404/);
  await signUpWithWorkspace(page, product.address);
  for (const list of ['organizations', 'users']) {
    await page.goto(`/superuser/${list}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await expect(page).toHaveTitle('Page not found - Headwater');
    expect((await page.request.get(`/api/superuser/${list}`)).status()).toBe(404);
  }
});

test('the command refuses an unknown email address', async ({ product }) => {
  const refused = product.operate('superuser', 'grant', 'nobody@finch-outdoor.com');
  await expect(refused).rejects.toThrow(/No one has signed up as nobody@finch-outdoor\.com/);
});
