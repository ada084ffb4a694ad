import { screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '@headwater/shared/query';
import { sessionQuery } from '@headwater/shared/session';
import { documentOf, errorsOf } from '@headwater/shared/testing';
import { openProfile, profileOf, type ProfileOptions } from '../../testing/profile.ts';
import { forgetEntries } from '../../testing/remote-entries.ts';
import { MARA, runEntries } from '../../testing/start-shell.tsx';

beforeEach(runEntries);
afterEach(forgetEntries);

async function openSecurity(options?: ProfileOptions) {
  const shell = await openProfile('security', options);
  await screen.findByRole('heading', { name: 'Password' });
  const sent = (route: string) => shell.api.callsTo(route).map(({ body }) => body!.data);
  const fill = (label: string, text: string) => shell.user.type(screen.getByLabelText(label), text);
  return { ...shell, sent, fill };
}
const PASSWORD = 'Correct-horse-1';
const part = (name: string) => within(screen.getByRole('region', { name }));
const wrong = (field: string) =>
  errorsOf(422, [{ code: 'password_wrong', source: { pointer: `/data/attributes/${field}` } }]);

describe('the email address', () => {
  const CHANGE = 'POST email-changes';

  test('changes immediately if it needs no confirmation, and is shown in the menu', async () => {
    const { press, fill, sent } = await openSecurity({
      api: { [CHANGE]: profileOf({ email: 'mara@finch.com' }) },
    });
    expect(part('Email').getByText('mara@finch-outdoor.com')).toBeVisible();
    await press('Change: Email');
    await fill('New email address', 'mara@finch.com');
    await fill('Current password', PASSWORD);
    await press('Change email');
    expect(await screen.findByText('Your email address is now mara@finch.com.')).toBeVisible();
    const attributes = { email: 'mara@finch.com', password: PASSWORD };
    expect(sent(CHANGE)).toEqual([{ type: 'email_changes', attributes }]);
    expect(queryClient.getQueryData(sessionQuery.queryKey)?.email).toBe('mara@finch.com');
    expect(screen.getByRole('button', { name: 'Change: Email' })).toHaveFocus();
  });

  test('waits for its confirmation with instructions', async () => {
    const { press, fill } = await openSecurity({
      api: { [CHANGE]: profileOf({ pendingEmail: 'mara@finch.com' }) },
    });
    await press('Change: Email');
    await fill('New email address', 'mara@finch.com');
    await fill('Current password', PASSWORD);
    await press('Change email');
    expect(await screen.findByText('We sent a link to mara@finch.com.')).toBeVisible();
    expect(
      screen.getByText(
        /^To complete the change, open the link .* mara@finch.com\. Until then, log in with mara@finch-outdoor.com\./,
      ),
    ).toBeVisible();
  });

  test('does not change if the password is wrong, which is an error on its field', async () => {
    const { press, fill } = await openSecurity({ api: { [CHANGE]: wrong('password') } });
    await press('Change: Email');
    await fill('New email address', 'mara@finch.com');
    await fill('Current password', 'guess');
    await press('Change email');
    await waitFor(() =>
      expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription(
        "This isn't your current password.",
      ),
    );
    expect(screen.getByLabelText('Current password')).toHaveFocus();
  });
});

describe('the password', () => {
  const CHANGE = 'POST password-changes';

  test('is changed with the current one, and a new session continues', async () => {
    const { press, fill, sent } = await openSecurity({
      api: {
        [CHANGE]: documentOf('sessions', 'ses_new', { ...MARA, csrfToken: 'csrf-new' }, 201),
      },
    });
    await press('Change: Password');
    await fill('Current password', PASSWORD);
    await fill('New password', 'Another-horse-2');
    expect(screen.getByRole('meter', { name: 'Password strength' })).toHaveAttribute(
      'aria-valuetext',
      'Strong',
    );
    await press('Change password');
    expect(
      await screen.findByText('Your password has been changed. All other devices have been logged out.'),
    ).toBeVisible();
    const attributes = { currentPassword: PASSWORD, newPassword: 'Another-horse-2' };
    expect(sent(CHANGE)).toEqual([{ type: 'password_changes', attributes }]);
    expect(queryClient.getQueryData(sessionQuery.queryKey)?.id).toBe('ses_new');
  });

  test('is validated before it is sent', async () => {
    const { press, fill, sent } = await openSecurity();
    await press('Change: Password');
    await fill('New password', 'short');
    await press('Change password');
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription('Password is required');
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(
      /^Password must be at least 12 characters long\./,
    );
    expect(screen.getByLabelText('Current password')).toHaveFocus();
    expect(sent(CHANGE)).toEqual([]);
  });

  test.each([
    ['currentPassword', 'Current password'],
    ['newPassword', 'New password'],
  ])('has errors from the server about %s on that field', async (field, label) => {
    const { press, fill } = await openSecurity({ api: { [CHANGE]: wrong(field) } });
    await press('Change: Password');
    await fill('Current password', PASSWORD);
    await fill('New password', 'Another-horse-2');
    await press('Change password');
    await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription(/^This isn't your current password\./);
  });

  test('is missing for users who log in with Google, and so is what requires it', async () => {
    await openSecurity({ profile: { hasPassword: false, googleEmail: 'mara@gmail.com' } });
    expect(screen.getByText("You log in with Google and don't have a password")).toBeVisible();
    expect(screen.getByText(/^You log in with Google, so your email address/)).toBeVisible();
    expect(screen.getByText(/^Google is your only way to log in/)).toBeVisible();
    const buttons = within(screen.getByRole('dialog')).getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual(['', 'Delete']);
  });
});

test('a form that was closed keeps nothing', async () => {
  const { press, fill } = await openSecurity();
  await press('Change: Password');
  await fill('Current password', PASSWORD);
  await press('Cancel');
  expect(screen.queryByLabelText('Current password')).not.toBeInTheDocument();
  await press('Change: Password');
  expect(screen.getByLabelText('Current password')).toHaveValue('');
});
