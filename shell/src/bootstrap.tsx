import { createRoot } from 'react-dom/client';
import { configureApi } from '@headwater/shared/api';
import { sharedMessages } from '@headwater/shared/messages';
import { queryClient } from '@headwater/shared/query';
import { setSupportEmail } from '@headwater/shared/routing';
import { sessionQuery } from '@headwater/shared/session';
import { uiMessages } from '@headwater/shared/ui';
import { App } from './app.tsx';
import { failStart, takeOver } from './errors/start-failure.ts';
import { messages } from './messages.ts';
import { report, setUpReporting } from './monitoring/report.ts';
import { readPage } from './page.ts';
import { createRemoteLoader, type LoadRemote } from './remotes/load-remote.ts';
import { recover } from './remotes/recover.ts';
import { reloadForSignIn } from './remotes/reload-for-sign-in.ts';
import { tryTwice } from './remotes/try-twice.ts';
import { firstScreen } from './router/first-screen.ts';
import { startRouter } from './router/router.ts';
import { whenIdle } from './when-idle.ts';

/** Runs from the page's scripts to the first screen: reporting → session → router → rendering. */
export async function bootstrap() {
  takeOver();
  let showsSomething = () => {};
  const shown = new Promise<void>((resolve) => (showsSomething = resolve));
  try {
    setSupportEmail(readPage().supportEmail);
    setUpReporting(shown);
    configureApi({
      onUnauthorized: reloadForSignIn,
      onError: (error, { method, path }) =>
        report(error, { phase: 'call', method, path, requestId: error.requestId }),
    });
    void queryClient.prefetchQuery(sessionQuery);
    const loadRemote = createRemoteLoader();
    const router = startRouter(loadRemote);
    await loadTexts();
    createRoot(document.getElementById('root')!).render(<App router={router} nonce={window.__nonce__} />);
    await firstScreen(router);
    void startBackground(router, loadRemote);
  } catch (error) {
    failStart(error);
  } finally {
    showsSomething();
  }
}

/** Loads the texts that every screen needs, including the error screens. */
async function loadTexts() {
  const catalogs = [sharedMessages, uiMessages, messages];
  await tryTwice('shell', () => Promise.all(catalogs.map((catalog) => catalog.load()))).catch((error) =>
    recover(error, location.href),
  );
}

/**
 * Starts after the page is on screen. Nothing shown needs it: without it, a tab only gets news less often and
 * later.
 */
async function startBackground(router: ReturnType<typeof startRouter>, loadRemote: LoadRemote) {
  await whenIdle();
  await import(/* webpackChunkName: "background" */ './background.ts').then(
    ({ startBackground }) => startBackground(router, loadRemote),
    (error) => report(error, { phase: 'preload' }),
  );
}
