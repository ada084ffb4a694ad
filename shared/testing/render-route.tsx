import { act, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { QueryClientProvider } from '@tanstack/react-query';
import { setLanguage, sharedMessages, type Language } from '../messages/index.ts';
import { queryClient } from '../query/query-client.ts';
import { clearSession, storeSession, type Session } from '../session/session.ts';
import { ThemeRoot, ToastArea, uiMessages } from '../ui/index.ts';
import { fakeApi, type FakeApi, type Handlers } from './fake-api.ts';

export interface RenderedRoute {
  api: FakeApi;
  user: UserEvent;
  /** Returns the router's current path and query. */
  location(): string;
  router: ReturnType<typeof createMemoryRouter>;
}

interface Options {
  api?: Handlers;
  /** Overrides attributes of the default session; null for an anonymous visitor. */
  session?: Partial<Session> | null;
  language?: Language;
  /** Where the routes are mounted, as in the shell: `/w/:organizationId/data`. */
  mount?: string;
}

/** Returns a workspace as a session lists it. By default, its members keep their own time zones. */
export const membership = (
  own: Partial<Session['organizations'][number]>,
): Session['organizations'][number] => ({
  ...{ organizationId: 'org_finch', name: 'Finch Outdoor', role: 'admin' },
  ...{ timeZone: null, currency: null, weekStart: 'monday' },
  ...own,
});

const MARA: Session = {
  id: 'ses_test',
  type: 'sessions',
  csrfToken: 'csrf-test',
  isSuperuser: false,
  email: 'mara@finch-outdoor.com',
  name: 'Mara Lindqvist',
  language: null,
  theme: null,
  timeZone: null,
  demoEndsAt: null,
  organizations: [membership({})],
};

/**
 * Renders a remote's routes at a path with everything that the shell provides: router, queries, theme, texts, toasts.
 * Paths outside of the routes render nothing; `location()` returns where a screen led.
 */
export async function renderRoute(
  routes: RouteObject[],
  at: string,
  options: Options = {},
): Promise<RenderedRoute> {
  const { api: handlers, session = {}, language = 'en', mount = '/' } = options;
  queryClient.clear();
  const api = fakeApi(handlers);
  if (session) storeSession({ ...MARA, ...session });
  else clearSession();
  await Promise.all([sharedMessages.load(), uiMessages.load()]);
  await setLanguage(language);
  const router = createMemoryRouter(
    [
      { path: mount, children: routes, HydrateFallback: () => null },
      { path: '*', element: null },
    ],
    { initialEntries: [at] },
  );
  await act(async () =>
    render(
      <ThemeRoot>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <ToastArea />
        </QueryClientProvider>
      </ThemeRoot>,
    ),
  );
  const location = () => router.state.location.pathname + router.state.location.search;
  return { api, router, location, user: userEvent.setup() };
}
