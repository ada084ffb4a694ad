import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { errorsOf, noContent } from '@headwater/shared/testing';
import { browser } from '../remotes/reload-once.ts';
import { forgetEntries } from '../testing/remote-entries.ts';
import { runEntries, sessionOf, startShell } from '../testing/start-shell.tsx';

let open: jest.SpyInstance;
beforeEach(() => {
  runEntries();
  open = jest.spyOn(browser, 'open').mockImplementation(() => {});
});
afterEach(() => {
  open.mockRestore();
  forgetEntries();
});

const navigation = (name: string) => within(screen.getByRole('navigation', { name }));

describe('the workspace', () => {
  test('shows exactly the existing areas and marks the current one', async () => {
    const { heading, user } = await startShell('/w/org_finch/source-connections');
    await heading('Source connections');
    const links = navigation('Workspace').getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(['Source connections', 'Data']);
    expect(links[0]).toHaveAttribute('aria-current', 'page');
    await user.click(links[1]!);
    expect(await heading('Data')).toBeVisible();
  });

  test('can be switched, and the last one is remembered for the next sign-in', async () => {
    const { heading, user, address, router } = await startShell('/w/org_finch/data');
    await heading('Data');
    await user.click(screen.getByRole('button', { name: 'Finch Outdoor, switch workspace' }));
    expect(screen.getByRole('menuitem', { name: 'Create workspace' })).toHaveAttribute(
      'href',
      '/create-workspace',
    );
    await user.click(screen.getByRole('menuitemradio', { name: 'Kestrel Labs' }));
    expect(await heading('Source connections')).toBeVisible();
    expect(address()).toBe('/w/org_kestrel/source-connections');
    expect(screen.getByRole('button', { name: 'Kestrel Labs, switch workspace' })).toBeVisible();
    await act(() => router.navigate('/login'));
    await waitFor(() => expect(address()).toBe('/w/org_kestrel/source-connections'));
  });
});

describe('the user menu', () => {
  async function openMenu(...[at, handlers]: Parameters<typeof startShell>) {
    const shell = await startShell(at, handlers);
    await shell.user.click(await screen.findByRole('button', { name: /Mara Lindqvist/ }));
    const choose = (name: string) => shell.user.click(screen.getByText(name));
    return { ...shell, choose };
  }

  test('switches the language immediately', async () => {
    const { choose } = await openMenu('/w/org_finch/data');
    await choose('Deutsch');
    expect(await screen.findByRole('link', { name: 'Datenquellen' })).toBeVisible();
  });

  test('leads to who helps, as far as the keys go', async () => {
    const { user } = await openMenu('/w/org_finch/data');
    expect(screen.getByRole('menuitem', { name: 'Profile' })).toHaveFocus();
    await user.keyboard('{ArrowUp}{ArrowUp}');
    const support = screen.getByRole('menuitem', { name: 'Contact support' });
    expect(support).toHaveFocus();
    expect(support).toHaveAttribute('href', 'mailto:help@finch-outdoor.com');
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('menuitem', { name: 'Keyboard shortcuts' })).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('menuitemradio', { name: 'System' })).toHaveFocus();
  });

  test('offers the superuser area to superusers only', async () => {
    await openMenu('/w/org_finch/data');
    expect(screen.queryByRole('menuitem', { name: 'Superuser area' })).toBeNull();
  });

  test('leads superusers to their area and back', async () => {
    const { choose, heading, user } = await openMenu('/w/org_finch/data', sessionOf({ isSuperuser: true }));
    await choose('Superuser area');
    expect(await heading('Organizations')).toBeVisible();
    const links = navigation('Superuser').getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      'Organizations',
      'Users',
      'Back to Finch Outdoor',
    ]);
    await user.click(links[2]!);
    expect(await heading('Source connections')).toBeVisible();
  });

  test('logs out on the server, then loads a new document', async () => {
    const { choose, api } = await openMenu('/w/org_finch/data', {
      ...sessionOf({}),
      'DELETE sessions/ses_1': noContent,
    });
    await choose('Log out');
    await waitFor(() => expect(open).toHaveBeenCalledWith('/login'));
    expect(api.callsTo('DELETE sessions/ses_1')[0]!.headers['x-csrf-token']).toBe('csrf-test');
  });

  test('keeps the screen until the new document is there, and shows nothing of it after "Back"', async () => {
    const { choose, heading } = await openMenu('/w/org_finch/data', {
      ...sessionOf({}),
      'DELETE sessions/ses_1': noContent,
    });
    await choose('Log out');
    await waitFor(() => expect(open).toHaveBeenCalledWith('/login'));
    expect(await heading('Data')).toBeVisible();
    fireEvent(window, new Event('pagehide'));
    expect(document.body).not.toBeVisible();
    fireEvent(window, new Event('pageshow'));
    expect(open).toHaveBeenLastCalledWith(location.href);
    document.body.hidden = false;
  });

  test('a double click logs out once', async () => {
    const { user, api } = await openMenu('/w/org_finch/data', {
      ...sessionOf({}),
      'DELETE sessions/ses_1': noContent,
    });
    await user.dblClick(screen.getByRole('menuitem', { name: 'Log out' }));
    await waitFor(() => expect(open).toHaveBeenCalledWith('/login'));
    expect(api.callsTo('DELETE sessions/ses_1')).toHaveLength(1);
  });

  test('shows an error if logging out failed', async () => {
    const { choose } = await openMenu('/w/org_finch/data', {
      ...sessionOf({}),
      'DELETE sessions/ses_1': errorsOf(503, []),
    });
    await choose('Log out');
    expect(await screen.findByText(/You're still logged in/)).toBeVisible();
    expect(open).not.toHaveBeenCalled();
  });
});

test('a page outside of workspaces shows who is signed in and lets them log out', async () => {
  const { heading, user } = await startShell('/create-workspace', {
    ...sessionOf({ organizations: [] }),
    'DELETE sessions/ses_1': noContent,
  });
  await heading('Create a workspace');
  expect(screen.getByText('mara@finch-outdoor.com')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(open).toHaveBeenCalledWith('/login'));
});

test('public pages can switch language and theme, too', async () => {
  const { heading, user } = await startShell('/login', sessionOf(null));
  await heading('Log in');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'Deutsch');
  expect(await screen.findByRole('combobox', { name: 'Sprache' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /Design|Dunkl/i }));
  expect(document.documentElement.dataset.theme).toBe('dark');
});
