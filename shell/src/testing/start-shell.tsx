import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { SessionAttributes } from '@headwater/shared/contract';
import { setLanguage, sharedMessages } from '@headwater/shared/messages';
import { queryClient } from '@headwater/shared/query';
import type { RouteObject } from '@headwater/shared/routing';
import { documentOf, fakeApi, type Handlers, membership } from '@headwater/shared/testing';
import { uiMessages } from '@headwater/shared/ui';
import { App } from '../app.tsx';
import { messages } from '../messages.ts';
import { createRemoteLoader } from '../remotes/load-remote.ts';
import { startRouter } from '../router/router.ts';
import { installBrowserEvents } from './browser-events.ts';
import { runEntry, startFederation } from './remote-entries.ts';
import { writePageBlock } from './page-block.ts';

export const MARA: SessionAttributes = {
  csrfToken: 'csrf-test',
  isSuperuser: false,
  email: 'mara@finch-outdoor.com',
  name: 'Mara Lindqvist',
  language: null,
  theme: null,
  timeZone: null,
  demoEndsAt: null,
  organizations: [
    membership({}),
    membership({ organizationId: 'org_kestrel', name: 'Kestrel Labs', role: 'reader' }),
  ],
};

/** Returns a session as an API response, or null for an anonymous visitor. */
export const sessionOf = (attributes: Partial<SessionAttributes> | null): Handlers => ({
  'GET sessions':
    attributes === null
      ? { status: 200, body: { data: null } }
      : documentOf('sessions', 'ses_1', { ...MARA, ...attributes }),
});

const page = (path: string, words: string): RouteObject => ({ path, Component: () => <h1>{words}</h1> });
const index = (words: string): RouteObject => ({ index: true, Component: () => <h1>{words}</h1> });

/** Defines five remotes with a page or two each, as if the page had run their entries. */
export function runEntries() {
  runEntry('mf-auth', [
    page('confirm-email', 'Confirm your email address'),
    page('demo-login', 'Try the demo'),
    page('login', 'Log in'),
    page('oauth-redirects', 'You can close this window'),
    page('request-password-reset', 'Reset your password'),
    page('reset-password', 'Choose a new password'),
    page('signup', 'Sign up'),
  ]);
  runEntry('mf-workspace', [page('create-workspace', 'Create a workspace')]);
  runEntry('mf-sources', [index('Source connections'), page(':sourceConnectionId', 'Details')]);
  runEntry('mf-data', [index('Data')]);
  runEntry('mf-superuser', [page('organizations', 'Organizations'), page('users', 'Users')]);
}

/** Starts the whole shell at a URL, with a fake network. */
export async function startShell(at: string, handlers: Handlers = sessionOf({})) {
  if (!document.getElementById('headwater')) writePageBlock();
  startFederation();
  installBrowserEvents();
  queryClient.clear();
  sessionStorage.clear();
  localStorage.clear();
  window.history.replaceState(null, '', at);
  const api = fakeApi(handlers);
  await Promise.all([sharedMessages, uiMessages, messages].map((catalog) => catalog.load()));
  await setLanguage('en');
  const loadRemote = createRemoteLoader();
  const router = startRouter(loadRemote);
  await act(async () => void render(<App router={router} nonce={undefined} />));
  const heading = (name: string | RegExp) => screen.findByRole('heading', { name, level: 1 });
  return {
    api,
    router,
    loadRemote,
    heading,
    user: userEvent.setup(),
    address: () => location.pathname + location.search,
  };
}
