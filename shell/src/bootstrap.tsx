import { createRoot } from 'react-dom/client';
import { configureApi } from '@headwater/shared/api';
import { sharedMessages } from '@headwater/shared/messages';
import { queryClient } from '@headwater/shared/query';
import { setSupportEmail } from '@headwater/shared/routing';
import { sessionQuery } from '@headwater/shared/session';
import { uiMessages } from '@headwater/shared/ui';
import { App } from './app.tsx';
import { showStartFailure } from './errors/start-failure.ts';
import { messages } from './messages.ts';
import { report, setUpReporting } from './monitoring/report.ts';
import { readPage } from './page.ts';
import { recover } from './remotes/recover.ts';
import { reloadForSignIn } from './remotes/reload-for-sign-in.ts';
import { firstScreen } from './router/first-screen.ts';
import { startRouter } from './router/router.ts';

/** From the page's scripts to the first screen: report → session → router → render. */
export async function bootstrap() {
  let showsSomething = () => {};
  const shown = new Promise<void>((resolve) => (showsSomething = resolve));
  try {
    const { nonce = window.__nonce__, supportEmail } = readPage();
    setSupportEmail(supportEmail);
    setUpReporting(shown);
    configureApi({
      onUnauthorized: reloadForSignIn,
      onError: (error, { method, path }) =>
        report(error, { kind: 'api', method, path, requestId: error.requestId }),
    });
    void queryClient.prefetchQuery(sessionQuery);
    const router = startRouter();
    await loadTexts();
    createRoot(document.getElementById('root')!).render(<App router={router} nonce={nonce} />);
    await firstScreen(router);
  } catch (error) {
    showStartFailure(error);
  } finally {
    showsSomething();
  }
}

/** Every screen has some of them, the error screens too. */
async function loadTexts() {
  const catalogues = [sharedMessages, uiMessages, messages];
  await Promise.all(catalogues.map((catalogue) => catalogue.load())).catch((error) =>
    recover(error, location.href),
  );
}
