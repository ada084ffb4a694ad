import { act, screen, waitFor } from '@testing-library/react';
import { noContent } from '@headwater/shared/testing';
import { browser } from '../remotes/reload-once.ts';
import { noteRequests } from '../testing/file-requests.ts';
import { pageBlock, writePageBlock } from '../testing/page-block.ts';
import { forgetEntries, runFailingEntry } from '../testing/remote-entries.ts';
import { runEntries, sessionOf, startShell } from '../testing/start-shell.tsx';

let open: jest.SpyInstance;
beforeAll(() => {
  const { remotes } = pageBlock();
  writePageBlock({
    remotes: { ...remotes, 'mf-sources': { ...remotes['mf-sources']!, canary: true } },
    override: { set: ['mf-data@1.2.3-abc'], expires: '2026-11-22T08:00:00.000Z', ignored: [] },
  });
});
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {}); // reports are logged here
  open = jest.spyOn(browser, 'open').mockImplementation(() => {});
  runEntries();
});
afterEach(() => {
  jest.restoreAllMocks();
  forgetEntries();
  noteRequests({});
});

const gone = (remote: string) =>
  Object.assign(new Error('Loading chunk 1 failed.'), {
    name: 'ChunkLoadError',
    type: 'error',
    request: `${location.origin}/r/${remote}/1.2.3-abc/routes.0f.js`,
  });

/** Navigates to an area that can't be loaded and has already had its reload. */
async function failAt(from: string, path: string, remote: string, api = {}) {
  noteRequests({ [`/r/${remote}/1.2.3-abc/routes.0f.js`]: { responseStatus: 410 } });
  runFailingEntry(remote, gone(remote));
  const shell = await startShell(from, { ...sessionOf({}), ...api });
  sessionStorage.setItem(`dl:reload:${remote}@1.2.3-abc`, '1');
  await act(() => shell.router.navigate(path));
  expect(
    await screen.findByRole('heading', { name: "This area couldn't be loaded", level: 2 }),
  ).toBeVisible();
  const press = (name: string) => shell.user.click(screen.getByRole('button', { name }));
  return { ...shell, press };
}
const SOURCES = '/w/org_finch/source-connections';
const DATA = '/w/org_finch/data';
const CLEAR = 'Clear version override';

test('a tab with deleted files is told so, and reloading uses the stable version in place of a canary', async () => {
  const { press } = await failAt(DATA, SOURCES, 'mf-sources');
  expect(screen.getByText(/^This tab is older than the files/)).toBeVisible();
  expect(screen.queryByRole('button', { name: CLEAR })).not.toBeInTheDocument();
  expect(document.cookie).not.toContain('dl-avoid');
  await press('Reload the page');
  expect(open).toHaveBeenCalledWith(location.href);
  expect(document.cookie).toContain('dl-avoid=mf-sources@1.2.3-abc');
});

test('a version override can be cleared where the version fails', async () => {
  const { api, press } = await failAt(SOURCES, DATA, 'mf-data', {
    'DELETE /delivery/override': noContent,
  });
  await press(CLEAR);
  await waitFor(() => expect(open).toHaveBeenCalledWith(location.href));
  expect(api.callsTo('DELETE /delivery/override')).toHaveLength(1);
});

test('if the override cannot be cleared, an error is shown and nothing reloads', async () => {
  const { press } = await failAt(SOURCES, DATA, 'mf-data', {
    'DELETE /delivery/override': { status: 403 },
  });
  await press(CLEAR);
  expect(await screen.findByText(/^The version override couldn't be cleared/)).toBeVisible();
  expect(open).not.toHaveBeenCalled();
});
