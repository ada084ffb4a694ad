import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

test('an unknown URL shows the not-found page', async ({ page, faults }) => {
  faults.expect(/404/);
  const response = await page.goto('/nowhere/at/all');
  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle('Page not found - Headwater');
  await expect(page.getByText('404', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByText("Sorry, we couldn't find the page you're looking for.")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact Headwater support' })).toHaveAttribute(
    'href',
    /^mailto:.+@.+/,
  );
  await page.getByRole('link', { name: 'Go back home' }).click();
  await expect(page).toHaveURL('/login');
});

test('someone else’s workspace looks like one that does not exist', async ({
  page,
  product,
  faults,
  browser,
}) => {
  faults.expect(/404/);
  const stranger = await browser.newPage({ baseURL: product.address });
  const { organizationId } = await signUpWithWorkspace(stranger, product.address);
  await stranger.close();
  await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  expect((await page.request.get(`/api/organizations/${organizationId}/source-connections`)).status()).toBe(
    404,
  );
});

test('old and short URLs redirect', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  await page.goto('/signup-beta');
  await expect(page).toHaveURL('/signup');
});

test('the URL of a workspace redirects to its sources', async ({ page, product }) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}`);
  await expect(page).toHaveURL(`/w/${organizationId}/source-connections`);
});

test('any other error while loading a page shows the error page', async ({ page, faults }) => {
  faults.expect(/status of 500/, /ApiError/);
  await page.route('**/api/sessions', (route) => route.fulfill({ status: 500, body: 'Internal error' }));
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await expect(page).toHaveTitle('Page not found - Headwater');
  await expect(
    page.getByText(
      'Headwater developers have been notified about the issue and will try to resolve it as soon as possible.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact Headwater support' })).toBeVisible();
  await page.unroute('**/api/sessions');
  await page.getByRole('link', { name: 'Go back home' }).click();
  await expect(page).toHaveURL('/login');
});
