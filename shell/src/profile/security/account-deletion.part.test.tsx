import { screen, waitFor } from '@testing-library/react';
import { errorsOf, noContent } from '@headwater/shared/testing';
import { browser } from '../../remotes/reload-once.ts';
import { openProfile, type ProfileOptions } from '../../testing/profile.ts';
import { forgetEntries } from '../../testing/remote-entries.ts';
import { MARA, runEntries } from '../../testing/start-shell.tsx';

let errors: jest.SpyInstance;
let open: jest.SpyInstance;
beforeEach(() => {
  runEntries();
  open = jest.spyOn(browser, 'open').mockImplementation(() => undefined);
  errors = jest.spyOn(console, 'error');
});
afterEach(() => {
  errors.mockRestore();
  open.mockRestore();
  forgetEntries();
});

const DELETE = 'POST account-deletions';

async function openDeletion(options: ProfileOptions) {
  const shell = await openProfile('security', options);
  await shell.user.click(await screen.findByRole('button', { name: 'Delete: Delete account' }));
  const fill = (label: string, text: string) => shell.user.type(screen.getByLabelText(label), text);
  return { ...shell, fill };
}
const ADDRESS = 'Enter your email address to confirm';

test('the form lists the workspaces to delete, requires email address and password, and leads to the login page', async () => {
  const { fill, press, api } = await openDeletion({
    profile: { ownWorkspaces: ['Finch Outdoor', 'Kestrel Labs'] },
    api: { [DELETE]: noContent },
  });
  expect(
    screen.getByText(/workspaces that only you belong to: Finch Outdoor and Kestrel Labs\.$/),
  ).toBeVisible();
  await fill(ADDRESS, MARA.email);
  await fill('Current password', 'Correct-horse-1');
  await press('Delete my account');
  await waitFor(() => expect(open).toHaveBeenCalledWith('/login?msg=account_deleted'));
  const attributes = { email: MARA.email, password: 'Correct-horse-1' };
  expect(api.callsTo(DELETE)[0]!.body).toEqual({ data: { type: 'account_deletions', attributes } });
  expect(errors).not.toHaveBeenCalled(); // no screen missed its session on the way out
});

test('users without a password only enter their email address', async () => {
  const { fill, press, api } = await openDeletion({
    profile: { hasPassword: false, googleEmail: 'mara@gmail.com' },
    api: { [DELETE]: errorsOf(403, [{ code: 'log_in_again' }]) },
  });
  expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument();
  await fill(ADDRESS, MARA.email);
  await press('Delete my account');
  expect(await screen.findByText(/^You logged in a while ago\. Log out and in again/)).toBeVisible();
  expect(api.callsTo(DELETE)[0]!.body!.data.attributes).toEqual({ email: MARA.email });
});

test('another email address is an error on its field', async () => {
  const pointer = '/data/attributes/email';
  const { fill, press } = await openDeletion({
    api: { [DELETE]: errorsOf(422, [{ code: 'email_mismatch', source: { pointer } }]) },
  });
  await fill(ADDRESS, 'theo@finch-outdoor.com');
  await fill('Current password', 'Correct-horse-1');
  await press('Delete my account');
  await waitFor(() =>
    expect(screen.getByLabelText(ADDRESS)).toHaveAccessibleDescription(
      "This isn't the email address of your account.",
    ),
  );
});

test('the only admin of a workspace is told which workspace it is and what to do first', async () => {
  await openProfile('security', { profile: { adminOf: ['Finch Outdoor', 'Kestrel Labs'] } });
  expect(
    await screen.findByText(
      /^You're the only admin of Finch Outdoor and Kestrel Labs\. Make someone else an admin/,
    ),
  ).toBeVisible();
  expect(screen.queryByRole('button', { name: /Delete account/ })).not.toBeInTheDocument();
});

test('a user who has become the only admin in the meantime gets an error from the server', async () => {
  const meta = { workspaces: 'Finch Outdoor' };
  const { fill, press } = await openDeletion({
    api: { [DELETE]: errorsOf(409, [{ code: 'last_admin', meta }]) },
  });
  await fill(ADDRESS, MARA.email);
  await fill('Current password', 'Correct-horse-1');
  await press('Delete my account');
  expect(await screen.findByText(/^You're the only admin of Finch Outdoor\./)).toBeVisible();
});
