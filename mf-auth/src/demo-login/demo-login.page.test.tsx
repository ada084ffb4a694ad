import { act, screen, waitFor } from '@testing-library/react';
import {
  collectionOf,
  documentOf,
  errorsOf,
  renderRoute,
  type FakeResponse,
} from '@headwater/shared/testing';
import { routes } from '../routes.tsx';
import { withFakeClock } from '../testing/fake-clock.ts';
import { heldResponse } from '../testing/held-response.ts';
import { signInOptionsOf } from '../testing/sign-in-options.ts';

const REPORTS = 'GET organizations/:organizationId/reports';
const START = 'POST sessions/demo-login';
const IN_DEMO = {
  csrfToken: 'token-demo',
  isSuperuser: false,
  email: 'reader@demo.example',
  name: 'Reader',
  demoEndsAt: '2026-11-21T14:00:00.000Z',
  organizations: [{ organizationId: 'org_demo', name: 'Demo', role: 'editor' as const }],
};
const REFUSED = errorsOf(422, [{ code: 'demo_code_invalid', source: { pointer: '/data/attributes/code' } }]);
const started = documentOf('sessions', 'ses_demo', IN_DEMO, 201);

const start = () => screen.getByRole('button', { name: 'Start the demo' });

interface Visit {
  at?: string;
  session?: object | null;
  demo?: 'open' | 'codes' | 'off';
  response?: FakeResponse | (() => Promise<FakeResponse>);
  reports?: ({ id: string } & object)[];
}
const open = ({
  at = '/demo-login',
  session = null,
  demo = 'open',
  response = started,
  reports = [],
}: Visit = {}) =>
  renderRoute(routes, at, {
    session,
    api: {
      [START]: response,
      [REPORTS]: collectionOf('reports', reports),
      'GET sign-in-options': signInOptionsOf({ demo }),
    },
  });

test('the demo starts with one click and opens its workspace', async () => {
  const { user, api, location } = await open();
  expect(document.title).toBe('Try Headwater with sample data - Headwater');
  expect(api.callsTo(START)).toEqual([]);

  await user.click(start());
  expect(api.callsTo(START).map(({ body }) => body)).toEqual([
    { data: { type: 'demo_logins', attributes: { code: '' } } },
  ]);
  expect(location()).toBe('/w/org_demo');
});

test('the demo opens with its favorite report', async () => {
  const reports = ['rep_customers', 'rep_revenue'].map((id) => ({ id, favorite: id === 'rep_revenue' }));
  const { user, location } = await open({ reports });
  await user.click(start());
  await waitFor(() => expect(location()).toBe('/w/org_demo/reports/rep_revenue'));
});

test('the demo starts automatically, once, after a click on a link within the product', async () => {
  const { user, api, location } = await open({ at: '/login' });
  await user.click(screen.getByRole('link', { name: 'Try the demo' }));
  await waitFor(() => expect(location()).toBe('/w/org_demo'));
  expect(api.callsTo(START)).toHaveLength(1);
});

test('a demo that failed to start isn’t started again automatically', async () => {
  const { user, api } = await open({ at: '/login', response: REFUSED });
  await user.click(screen.getByRole('link', { name: 'Try the demo' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(start()).toBeEnabled();
  expect(api.callsTo(START)).toHaveLength(1);
});

test('the demo doesn’t start automatically for a signed-in user', async () => {
  const { api, router } = await open({ at: '/login', session: {} });
  await act(() => router.navigate('/demo-login'));
  expect(
    screen.getByText(/You're logged in as mara@finch-outdoor.com: starting the demo logs you out/),
  ).toBeVisible();
  expect(api.callsTo(START)).toEqual([]);
});

test('the demo replaces the signed-in account once the user starts it', async () => {
  const { user, api, router, location } = await open({ at: '/login', session: {} });
  await act(() => router.navigate('/demo-login'));
  await user.click(await screen.findByRole('button', { name: 'Start the demo' }));
  expect(location()).toBe('/w/org_demo');
  expect(api.callsTo(START)).toHaveLength(1);
});

test('the page shows that the demo is starting, and starts it once', async () => {
  const held = heldResponse();
  const { user, api } = await open({ response: held.response });
  await user.click(start());
  const starting = screen.getByRole('button', { name: 'Starting the demo...' });
  expect(starting).toHaveAttribute('aria-disabled', 'true');
  await user.click(starting);
  expect(api.callsTo(START)).toHaveLength(1);
  await held.give(started);
});

test('the page sends the code in its URL', async () => {
  const { user, api, location } = await open({ at: '/demo-login?code=fair-2026', demo: 'codes' });
  await user.click(start());
  expect(api.callsTo(START)[0]!.body?.data.attributes).toEqual({ code: 'fair-2026' });
  expect(location()).toBe('/w/org_demo');
});

test.each([
  ['off', '/demo-login', "This installation doesn't offer a demo. You can sign up for your own account."],
  [
    'off',
    '/demo-login?code=c',
    "This installation doesn't offer a demo. You can sign up for your own account.",
  ],
  ['codes', '/demo-login', 'To start the demo, you need a link from the operator of this installation.'],
] as const)('with the demo option %s, %s leads to sign-up and login', async (demo, at, text) => {
  const { api } = await open({ at, demo });
  expect(screen.getByRole('heading', { name: 'No demo available' })).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(api.callsTo(START)).toEqual([]);
});

test('the page leads back to a demo that is running', async () => {
  const { api } = await open({ session: IN_DEMO });
  expect(screen.getByRole('heading', { name: "You're in the demo" })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the demo' })).toHaveAttribute('href', '/w/org_demo');
  expect(api.callsTo(START)).toEqual([]);
});

test('the page shows the server’s error and the alternatives, and allows another try', async () => {
  const { user, api, location } = await open({ at: '/demo-login?code=c', demo: 'codes', response: REFUSED });
  await user.click(start());
  expect(screen.getByRole('alert')).toHaveTextContent(
    'This demo link has expired or was used too often. Ask for a new one.',
  );
  expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');

  api.on({ [START]: started });
  await user.click(start());
  expect(location()).toBe('/w/org_demo');
});

test('an error without a reason is shown in the specified toast', async () => {
  const { user } = await open({ response: { status: 502 } });
  await user.click(start());
  expect(
    await screen.findByText('Something went wrong. Please try again shortly or contact Headwater support.'),
  ).toBeVisible();
  expect(start()).toBeEnabled();
});

describe('after too many demos, the page', () => {
  withFakeClock();

  test('waits as long as the server requires, and shows the alternatives', async () => {
    const { user } = await open({
      response: errorsOf(429, [{ code: 'rate_limited', meta: { seconds: 90 } }], { 'retry-after': '90' }),
    });
    await user.click(start());
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Too many demos from your network. You can try again in 1 min 30 s.',
    );
    expect(start()).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Sign up' })).toBeVisible();

    act(() => jest.advanceTimersByTime(90_000));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(start()).toBeEnabled();
  });
});
