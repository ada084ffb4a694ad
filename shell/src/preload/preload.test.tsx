import { act, screen } from '@testing-library/react';
import type { RouteObject } from '@headwater/shared/routing';
import { endTabsAfterEach } from '../testing/browser-events.ts';
import { untimed } from '../testing/file-requests.ts';
import { forgetEntries, runEntry } from '../testing/remote-entries.ts';
import { runEntries, sessionOf, startShell } from '../testing/start-shell.tsx';
import { preloadInIdleTime } from './in-idle-time.ts';
import { preloadOnIntent } from './on-intent.ts';
import { browser } from '../remotes/reload-once.ts';
import { layouts } from '../router/layouts.ts';
import { pageBlock, writePageBlock } from '../testing/page-block.ts';

const SECOND = 1_000;
let open: jest.SpyInstance;
let reports: jest.SpyInstance;

endTabsAfterEach();
beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(performance, { getEntriesByName: () => [] }); // missing in jsdom
  runEntries();
  for (const name of ['mf_auth', 'mf_data', 'mf_workspace', 'mf_superuser'])
    delete (window as unknown as Record<string, unknown>)[name];
  open = jest.spyOn(browser, 'open').mockImplementation(() => {});
  reports = jest.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  for (const tag of tags()) tag.remove();
  setConnection({});
  window.opener = null;
  jest.useRealTimers();
  jest.restoreAllMocks();
  forgetEntries();
});

function setConnection(connection: { saveData?: boolean; effectiveType?: string }) {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
}
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
/** Returns the script tags that are loading. */
const tags = () => [...document.querySelectorAll<HTMLScriptElement>('script[src]')];
const requested = () =>
  tags().map((tag) => untimed(tag.getAttribute('src')).replace('/1.2.3-abc/', ' ').slice(3));
/** Completes or fails the one script that is loading. */
async function respond(routes?: RouteObject[]) {
  const [tag] = tags();
  const [, , name] = tag!.getAttribute('src')!.split('/');
  if (routes) runEntry(name!, routes);
  tag!.dispatchEvent(new Event(routes ? 'load' : 'error'));
  await pass(SECOND);
}
const page = (words: string, lazy = jest.fn()): RouteObject => ({
  index: true,
  lazy: async () => {
    await lazy();
    return { Component: () => <h1>{words}</h1> };
  },
});

/** Starts at the sources, with the other remotes not loaded yet. */
async function start(session: Parameters<typeof sessionOf>[0] = {}) {
  const shell = await startShell('/w/org_finch/source-connections', sessionOf(session));
  await shell.heading('Source connections');
  return shell;
}

describe('in idle time, the shell', () => {
  const startIdle = async (session?: Parameters<typeof sessionOf>[0]) => {
    const shell = await start(session);
    void preloadInIdleTime(shell.loadRemote);
    return shell;
  };

  test('fetches the other remotes one at a time, except those the visitor may not open', async () => {
    await startIdle();
    await pass(0.9 * SECOND);
    expect(requested()).toEqual([]);
    await pass(2 * SECOND);
    expect(requested()).toEqual(['mf-data remoteEntry.js']);
    await respond([]);
    expect(requested()).toEqual(['mf-auth remoteEntry.js']);
    await respond([]);
    expect(requested()).toEqual(['mf-workspace remoteEntry.js']);
    await respond([]);
    await pass(5 * SECOND);
    expect(requested()).toEqual([]);
  });

  test('fetches other layouts, too', async () => {
    runEntries();
    const frame = jest.spyOn(layouts, 'standalone');
    const superusers = jest.spyOn(layouts, 'superuser');
    await startIdle();
    await pass(10 * SECOND);
    expect(frame).toHaveBeenCalledTimes(1);
    expect(superusers).not.toHaveBeenCalled();
  });

  test('fetches nothing for a window that another one opened', async () => {
    window.opener = window;
    await startIdle();
    await pass(3 * SECOND);
    expect(requested()).toEqual([]);
  });

  test('fetches no remote that is missing in the page', async () => {
    const { remotes } = pageBlock();
    const { 'mf-data': _, ...others } = remotes;
    document.getElementById('headwater')?.remove();
    writePageBlock({ remotes: others });
    await jest.isolateModulesAsync(async () => {
      const { preloadInIdleTime } = await import('./in-idle-time.ts');
      const loadRemote = jest.fn().mockResolvedValue([]);
      void preloadInIdleTime(loadRemote);
      await pass(10 * SECOND);
      expect(loadRemote.mock.calls.flat()).toEqual(['mf-sources', 'mf-auth', 'mf-workspace']);
    });
    document.getElementById('headwater')?.remove();
    writePageBlock();
  });

  test('fetches the superuser area for superusers', async () => {
    runEntries();
    delete (window as unknown as Record<string, unknown>)['mf_superuser'];
    await startIdle({ isSuperuser: true });
    await pass(10 * SECOND);
    expect(requested()).toEqual(['mf-superuser remoteEntry.js']);
  });

  test('does not fetch a preloaded remote again on click', async () => {
    const { router, heading } = await startIdle();
    await pass(3 * SECOND);
    await respond([page('Data')]);
    const before = tags().length;
    await act(() => router.navigate('/w/org_finch/data'));
    expect(await heading('Data')).toBeVisible();
    expect(tags()).toHaveLength(before);
    expect(open).not.toHaveBeenCalled();
  });

  test('ignores failures silently, and the file is requested again when needed', async () => {
    const { router, heading } = await startIdle();
    await pass(3 * SECOND);
    await respond();
    expect(requested()).toEqual(['mf-data remoteEntry.js?r=1']);
    await respond();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Source connections');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(open).not.toHaveBeenCalled();
    expect(reports).toHaveBeenCalledTimes(1);
    expect(reports).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ phase: 'preload' }));

    for (const tag of tags()) tag.remove(); // the next preload, which does not matter here
    act(() => void router.navigate('/w/org_finch/data'));
    await pass(SECOND);
    expect(requested()).toEqual(['mf-data remoteEntry.js']);
    await respond([page('Data')]);
    expect(await heading('Data')).toBeVisible();
    expect(open).not.toHaveBeenCalled();
  });

  test.each([{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])(
    'fetches nothing with %j',
    async (connection) => {
      setConnection(connection);
      await startIdle();
      await pass(5 * SECOND);
      expect(requested()).toEqual([]);
    },
  );
});

test('the pages after signing in are preloaded for anonymous visitors', async () => {
  runEntry('mf-auth', [{ path: 'login', Component: () => <h1>Log in</h1> }]);
  const { heading, loadRemote } = await startShell('/login', sessionOf(null));
  await heading('Log in');
  void preloadInIdleTime(loadRemote);
  await pass(5 * SECOND);
  expect(requested()).toEqual(['mf-data remoteEntry.js']);
});

describe('a link', () => {
  const startLinks = async (session?: Parameters<typeof sessionOf>[0]) => {
    const shell = await start(session);
    preloadOnIntent(shell.loadRemote);
    const link = await screen.findByRole('link', { name: 'Data' });
    const hover = () => link.dispatchEvent(new MouseEvent('pointerover', { bubbles: true }));
    const leave = () => document.body.dispatchEvent(new MouseEvent('pointerover', { bubbles: true }));
    return { ...shell, link, hover, leave };
  };

  test('under a resting pointer preloads its remote and its page for the click', async () => {
    const { hover, link, heading } = await startLinks();
    hover();
    await pass(60);
    expect(requested()).toEqual([]);
    await pass(10);
    expect(requested()).toEqual(['mf-data remoteEntry.js']);
    const lazy = jest.fn();
    await respond([
      page('Data', lazy),
      { path: 'orders', lazy: () => Promise.reject(new Error('not of it')) },
    ]);
    expect(lazy).toHaveBeenCalledTimes(1);
    act(() => link.click());
    expect(await heading('Data')).toBeVisible();
    expect(tags()).toEqual([]);
    expect(reports).not.toHaveBeenCalled();
  });

  test('that the pointer only passes over is not preloaded', async () => {
    const { hover, leave } = await startLinks();
    hover();
    await pass(50);
    leave();
    await pass(SECOND);
    expect(requested()).toEqual([]);
  });

  test('that gets the keyboard focus is preloaded immediately', async () => {
    const { link } = await startLinks();
    act(() => link.focus());
    await pass(0);
    expect(requested()).toEqual(['mf-data remoteEntry.js']);
  });

  test('whose page fails to preload is reported at most once and loads on click', async () => {
    const failure = Object.assign(new Error('Loading chunk 7 failed.'), {
      name: 'ChunkLoadError',
      request: 'https://bi.example/r/mf-data/1.2.3-abc/data.0f.js',
    });
    const lazy = jest.fn().mockRejectedValue(failure);
    runEntry('mf-data', [page('Data', lazy)]);
    const { link, hover, leave, heading } = await startLinks();
    for (let visit = 1; visit <= 2; visit += 1) {
      hover();
      await pass(2 * SECOND);
      leave();
    }
    expect(lazy).toHaveBeenCalledTimes(4); // each visit tries twice
    const sent = reports.mock.calls.filter(([, details]) => details?.phase === 'preload');
    expect(sent.length).toBeLessThanOrEqual(1); // none if an earlier test has failed to load the remote
    expect(open).not.toHaveBeenCalled();

    lazy.mockReset();
    act(() => link.click());
    await pass(SECOND);
    expect(await heading('Data')).toBeVisible();
    expect(open).not.toHaveBeenCalled();
  });

  test.each([
    ['to another site', { href: 'https://elsewhere.example/w/org_finch/data' }],
    ['to a new tab', { href: '/w/org_finch/data', target: '_blank' }],
    ['to an area that the visitor may not open', { href: '/superuser/users' }],
    ['to someone else’s workspace', { href: '/w/org_foreign/data' }],
    ['to a page of the shell', { href: '/w/org_finch' }],
  ])('%s is not preloaded', async (_, attributes) => {
    await startLinks();
    const link = Object.assign(document.createElement('a'), attributes);
    document.body.append(link);
    link.focus();
    await pass(SECOND);
    link.remove();
    expect(requested()).toEqual([]);
  });

  test('is not preloaded with Save-Data', async () => {
    setConnection({ saveData: true });
    const { hover } = await startLinks();
    hover();
    await pass(SECOND);
    expect(requested()).toEqual([]);
  });
});
