import {
  createWorkspace,
  emailField,
  enter,
  logIn,
  logOut,
  passwordField,
  signUp,
  toast,
} from '../pages/account.ts';
import { newAccount, signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';
import { tabTo } from '../support/keyboard.ts';

test('a new user signs up, names a workspace, and arrives at its sources', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/login');
  await page.getByRole('link', { name: 'Sign up' }).click();
  // The form before has the same fields.
  await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible();
  await expect(page).toHaveTitle('Sign up - Headwater');
  await enter(page, newAccount());
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(toast(page, 'Signed up successfully!')).toBeVisible();

  await expect(page).toHaveURL('/create-workspace');
  await createWorkspace(page, 'Finch Outdoor');
  await expect(toast(page, 'New workspace was created!')).toBeVisible();
  await expect(page).toHaveURL(/\/w\/org_[0-9a-z]{26}\/source-connections$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Source connections' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Connect a source' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load sample data' })).toBeVisible();
});

test('people can sign up with only the keyboard', async ({ page }) => {
  const { email, password } = newAccount();
  await page.goto('/signup');
  await expect(emailField(page)).toBeVisible();
  await tabTo(page, emailField(page));
  await page.keyboard.type(email);
  await tabTo(page, passwordField(page));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/create-workspace');
  await expect(page.getByRole('heading', { level: 1, name: 'Create a workspace' })).toBeVisible();
  await tabTo(page, page.getByRole('textbox', { name: 'Workspace name*' }));
  await page.keyboard.type('Keys Only');
  await tabTo(page, page.getByRole('button', { name: 'Create' }));
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/source-connections$/);
});

test('an invalid form shows what is wrong with each field and moves the focus there', async ({ page }) => {
  await page.goto('/signup');
  await enter(page, { email: 'mara@', password: 'short' });
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('Enter a valid email address')).toBeVisible();
  await expect(page.getByText('Password must be at least 12 characters long.')).toBeVisible();
  await expect(emailField(page)).toBeFocused();
  await passwordField(page).fill('all-lower-case-1');
  await expect(page.getByText('Password must contain at least one uppercase letter.')).toBeVisible();
  await passwordField(page).fill('No-digit-in-here');
  await expect(page.getByText('Password must contain at least one number.')).toBeVisible();
});

test('the name of a workspace is validated', async ({ page }) => {
  await signUp(page, newAccount());
  const submit = async (name: string) => createWorkspace(page, name);
  await submit('abc');
  await expect(page.getByText('Must be at least 4 characters long')).toBeVisible();
  await submit('a'.repeat(31));
  await expect(page.getByText("Can't be more than 30 characters long")).toBeVisible();
  await submit('1 Finch');
  await expect(page.getByText('Must start with a letter')).toBeVisible();
  await submit('Finch & Co');
  await expect(page.getByText('Can only contain letters a-z, numbers or spaces')).toBeVisible();
});

test('a taken email address is an error on its field', async ({ page, product, faults }) => {
  faults.expect(/status of 422/, /ApiError/);
  const account = await signUpWithWorkspace(page, product.address);
  await page.context().clearCookies();
  await signUp(page, account);
  await expect(
    page.getByText('An account with this email address already exists. Log in instead.'),
  ).toBeVisible();
  await expect(emailField(page)).toBeFocused();
});

test('a user can log out, is refused with a wrong password, and logs in again with the right one', async ({
  page,
  product,
  faults,
}) => {
  faults.expect(/status of 401/, /ApiError/);
  const account = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${account.organizationId}/data`);
  await expect(page.getByRole('heading', { level: 1, name: 'Data' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Data' })).toBeVisible();
  await expect(page).toHaveURL(`/w/${account.organizationId}/data`);
  await logOut(page);

  await logIn(page, { ...account, password: 'Not-the-right-one-1' });
  await expect(page.getByText('Email or password is incorrect.')).toBeVisible();
  await logIn(page, account);
  await expect(page).toHaveURL(`/w/${account.organizationId}/source-connections`);
  await page.goto('/login');
  await expect(page, 'a signed-in user is redirected').toHaveURL(/source-connections$/);
});

test('without a session, a workspace requires logging in and then shows the requested page', async ({
  page,
  product,
}) => {
  const account = await signUpWithWorkspace(page, product.address);
  await page.context().clearCookies();
  await page.goto(`/w/${account.organizationId}/data`);
  await expect(page).toHaveURL(/\/login\?next=/);
  await enter(page, account);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(`/w/${account.organizationId}/data`);
});
