import type { userMenu } from '../pages/account.ts';
import { expect, test } from '../support/journey.ts';

test('the demo opens on a report of its sample, which is all that it can sync', async ({ page, faults }) => {
  faults.expect(/403/);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Try the demo' }).click();
  const start = page.getByRole('button', { name: 'Start the demo' });
  const workspace = page.waitForURL(/\/w\/org_/);
  await Promise.race([workspace, start.click().then(() => workspace)]);
  await expect(page.getByText(/You're in the demo. It ends in (2 h 0|1 h 59) min/)).toBeVisible();

  await expect(page.getByRole('heading', { name: 'Revenue overview', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Revenue over time' }).getByRole('slider')).toBeVisible();

  await page.getByRole('link', { name: 'Source connections' }).click();
  await page.getByRole('link', { name: 'Sample shop' }).click();
  await page.getByRole('button', { name: 'Sync now' }).click();
  await expect(page.getByText(/Run 2/).first()).toBeVisible();

  const me = await page.request.get('/api/sessions');
  const { attributes } = (await me.json()).data;
  const refused = await page.request.post('/api/organizations', {
    headers: {
      'content-type': 'application/json',
      origin: new URL(page.url()).origin,
      'x-csrf-token': attributes.csrfToken,
    },
    data: JSON.stringify({ data: { type: 'organizations', attributes: { name: 'Of my own' } } }),
  });
  expect(refused.status()).toBe(403);

  await demoMenu(page).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page.getByRole('dialog')).toContainText('permanent account');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible();
});

test('a demo code from the operator works as often as it allows', async ({ page, product, faults }) => {
  faults.expect(/422/, /demo link has expired/);
  const printed = await product.operate('demo-code', 'create', 'Fair in Bremen', '--uses', '1');
  const link = /http\S+\/demo-login\?code=\S+/.exec(printed)?.[0] ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: 'Start the demo' }).click();
  await expect(page).toHaveURL(/\/w\/org_/);

  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto(link);
  await page.getByRole('button', { name: 'Start the demo' }).click();
  await expect(page.getByText(/expired or was used too often/)).toBeVisible();
});

const demoMenu = (page: Parameters<typeof userMenu>[0]) =>
  page.getByRole('navigation').getByRole('button', { name: /Runner$/ });
