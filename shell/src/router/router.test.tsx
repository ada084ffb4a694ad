import { act, screen } from '@testing-library/react';
import { forgetEntries, runEntry, runFailingEntry } from '../testing/remote-entries.ts';
import { runEntries, sessionOf, startShell } from '../testing/start-shell.tsx';
import { notFound } from '@headwater/shared/routing';
import { errorsOf, type FakeResponse } from '@headwater/shared/testing';

const anonymous = sessionOf(null);
let errors: jest.SpyInstance;

beforeEach(() => {
  runEntries();
  // reports are logged on the console if no service is configured
  errors = jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  errors.mockRestore();
  forgetEntries();
});

describe('an anonymous visitor', () => {
  test.each([
    ['/', '/login', 'Log in'],
    ['/login', '/login', 'Log in'],
    ['/signup', '/signup', 'Sign up'],
    ['/signup-beta?invitation=x', '/signup?invitation=x', 'Sign up'],
    ['/confirm-email?code=x', '/confirm-email?code=x', 'Confirm your email address'],
    ['/demo-login', '/demo-login', 'Try the demo'],
    ['/oauth-redirects?code=x', '/oauth-redirects?code=x', 'You can close this window'],
    ['/request-password-reset', '/request-password-reset', 'Reset your password'],
    ['/reset-password?code=x', '/reset-password?code=x', 'Choose a new password'],
    ['/login/nothing', '/login/nothing', 'Page not found'],
    ['/create-workspace', '/login?next=%2Fcreate-workspace', 'Log in'],
    ['/w/org_finch/data?q=1', '/login?next=%2Fw%2Forg_finch%2Fdata%3Fq%3D1', 'Log in'],
    ['/w/org_finch', '/login?next=%2Fw%2Forg_finch', 'Log in'],
    ['/superuser/users', '/superuser/users', 'Page not found'],
  ])('at %s arrives at %s', async (from, to, words) => {
    const { heading, address } = await startShell(from, anonymous);
    expect(await heading(words)).toBeVisible();
    expect(address()).toBe(to);
  });
});

describe('a signed-in user', () => {
  test.each([
    ['/', '/w/org_finch/source-connections', 'Source connections'],
    ['/login', '/w/org_finch/source-connections', 'Source connections'],
    ['/signup', '/w/org_finch/source-connections', 'Source connections'],
    ['/login?next=/w/org_kestrel/data', '/w/org_kestrel/data', 'Data'],
    ['/login?next=https://evil.example', '/w/org_finch/source-connections', 'Source connections'],
    ['/login?next=//%', '/w/org_finch/source-connections', 'Source connections'],
    ['/signup/', '/w/org_finch/source-connections', 'Source connections'],
    ['/confirm-email?code=x', '/confirm-email?code=x', 'Confirm your email address'],
    ['/demo-login', '/demo-login', 'Try the demo'],
    ['/oauth-redirects?code=x', '/oauth-redirects?code=x', 'You can close this window'],
    ['/reset-password?code=x', '/reset-password?code=x', 'Choose a new password'],
    ['/create-workspace', '/create-workspace', 'Create a workspace'],
    ['/w/org_kestrel', '/w/org_kestrel/source-connections', 'Source connections'],
    ['/w/org_finch/source-connections/src_1', '/w/org_finch/source-connections/src_1', 'Details'],
    ['/w/org_foreign/data', '/w/org_foreign/data', 'Page not found'],
    ['/w/org_finch/nothing', '/w/org_finch/nothing', 'Page not found'],
    ['/superuser/users', '/superuser/users', 'Page not found'],
    ['/nothing', '/nothing', 'Page not found'],
  ])('at %s arrives at %s', async (from, to, words) => {
    const { heading, address } = await startShell(from);
    expect(await heading(words)).toBeVisible();
    expect(address()).toBe(to);
  });

  test('without a workspace is redirected to create one', async () => {
    const { heading } = await startShell('/login', sessionOf({ organizations: [] }));
    expect(await heading('Create a workspace')).toBeVisible();
  });

  test('who is a superuser can open that area, but not its bare prefix', async () => {
    const { heading, router } = await startShell('/superuser/users', sessionOf({ isSuperuser: true }));
    expect(await heading('Users')).toBeVisible();
    await act(() => router.navigate('/superuser'));
    expect(await heading('Page not found')).toBeVisible();
  });
});

test('a demo user can sign up for a permanent account, but is already logged in', async () => {
  const inDemo = sessionOf({ demoEndsAt: '2026-11-21T14:00:00.000Z' });
  const { heading, router } = await startShell('/signup', inDemo);
  expect(await heading('Sign up')).toBeVisible();
  await act(() => router.navigate('/login'));
  expect(await heading('Source connections')).toBeVisible();
});

test('a remote with pages in two layouts has each page in its own', async () => {
  const { heading, router } = await startShell('/login', anonymous);
  await heading('Log in');
  const scene = () => screen.queryByRole('complementary');
  expect(scene()).toBeInTheDocument();
  await act(() => router.navigate('/confirm-email?code=x'));
  expect(await heading('Confirm your email address')).toBeVisible();
  expect(scene()).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Log out' })).not.toBeInTheDocument();
  await act(() => router.navigate('/reset-password?code=x'));
  expect(await heading('Choose a new password')).toBeVisible();
  expect(scene()).toBeInTheDocument();
});

test('the session is requested once, before any route of a remote runs', async () => {
  const order: string[] = [];
  runEntry('mf-data', [
    { index: true, loader: () => order.push('loader') && null, Component: () => <h1>Rows</h1> },
  ]);
  const session = sessionOf({})['GET sessions']!;
  const { heading, api } = await startShell('/w/org_finch/data', {
    'GET sessions': () => {
      order.push('session');
      return session as never;
    },
  });
  await heading('Rows');
  expect(order).toEqual(['session', 'loader']);
  expect(api.callsTo('GET sessions')).toHaveLength(1);
});

describe('the not-found screen', () => {
  test('waits for the session, as every route does', async () => {
    let respond = (_: FakeResponse) => {};
    const session = new Promise<FakeResponse>((resolve) => (respond = resolve));
    const { api, heading } = await startShell('/nothing', { 'GET sessions': () => session });
    expect(api.callsTo('GET sessions')).toHaveLength(1);
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    await act(async () => respond({ status: 200, body: { data: null } }));
    expect(await heading('Page not found')).toBeVisible();
  });

  test('has the specified texts', async () => {
    const { heading } = await startShell('/nothing');
    await heading('Page not found');
    expect(document.title).toBe('Page not found - Headwater');
    expect(screen.getByText('404')).toBeVisible();
    expect(screen.getByText("Sorry, we couldn't find the page you're looking for.")).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go back home' })).toHaveAttribute('href', '/');
    const support = screen.getByRole('link', { name: 'Contact Headwater support' });
    expect(support).toHaveAttribute('href', 'mailto:help@finch-outdoor.com');
  });

  test('has the heading that the page gives, and the menu keeps working', async () => {
    runEntry('mf-data', [{ index: true, loader: () => notFound('No such table'), element: null }]);
    const { heading } = await startShell('/w/org_finch/data');
    expect(await heading('No such table')).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Workspace' })).toBeVisible();
  });
});

describe('any other routing error', () => {
  test('shows the generic screen within its area and is reported', async () => {
    const Broken = () => {
      throw new Error('boom');
    };
    runEntry('mf-data', [{ index: true, Component: Broken }]);
    const { heading } = await startShell('/w/org_finch/data');
    await heading('Something went wrong');
    expect(document.title).toBe('Page not found - Headwater');
    const text =
      'Headwater developers have been notified about the issue and will try to resolve it as soon as possible.';
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go back home' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('link', { name: 'Contact Headwater support' })).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Workspace' })).toBeVisible();
    expect(errors).toHaveBeenCalledWith(
      expect.objectContaining({ message: 'boom' }),
      expect.objectContaining({ kind: 'render' }),
    );
  });

  test('can be tried again within its area, without a new document', async () => {
    let isBroken = true;
    const Page = () => {
      if (isBroken) throw new Error('boom once');
      return <h1>Data</h1>;
    };
    runEntry('mf-data', [{ index: true, Component: Page }]);
    const { heading, user } = await startShell('/w/org_finch/data');
    await heading('Something went wrong');
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await heading('Data')).toBeVisible();
  });

  test('includes a session that cannot be loaded', async () => {
    const { heading } = await startShell('/login', { 'GET sessions': errorsOf(400, []) });
    expect(await heading('Something went wrong')).toBeVisible();
  });
});

test('an area that cannot be loaded shows an error and can be tried again while the rest keeps working', async () => {
  runFailingEntry('mf-data', new Error('Loading chunk 1 failed.'));
  const { heading, router, user } = await startShell('/w/org_finch/source-connections');
  await heading('Source connections');
  sessionStorage.setItem('dl:reload:mf-data@1.2.3-abc', '1'); // its reload has been tried
  await act(() => router.navigate('/w/org_finch/data'));
  expect(await heading('Something went wrong')).toBeVisible();
  expect(document.title).toBe('Page not found - Headwater');
  expect(screen.getByText(/^Headwater developers have been notified about the issue/)).toBeVisible();
  const home = screen.getByRole('link', { name: 'Go back home' });
  expect(home).toHaveAttribute('href', '/');
  expect(screen.getByRole('link', { name: 'Contact Headwater support' })).toBeVisible();
  const area = screen.getByRole('heading', { name: "This area couldn't be loaded", level: 2 });
  expect(home.compareDocumentPosition(area) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.getByText(/^mf-data 1\.2\.3-abc, report [0-9a-f]{12}$/)).toBeVisible();
  expect(screen.getByRole('navigation', { name: 'Workspace' })).toBeVisible();

  runEntry('mf-data', [{ index: true, Component: () => <h1>Data</h1> }]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await heading('Data')).toBeVisible();
});
