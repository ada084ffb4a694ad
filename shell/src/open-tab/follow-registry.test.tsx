import { act, screen, within } from '@testing-library/react';
import type { PageBlock } from '@headwater/shared/contract';
import { setLanguage } from '@headwater/shared/messages';
import { useUnsavedChanges } from '@headwater/shared/routing';
import { errorsOf, type FakeResponse } from '@headwater/shared/testing';
import { browser } from '../remotes/reload-once.ts';
import { pageBlock, writePageBlock } from '../testing/page-block.ts';
import { endTabsAfterEach, showTab } from '../testing/browser-events.ts';
import { forgetEntries, runEntry } from '../testing/remote-entries.ts';
import { runEntries, sessionOf, startShell } from '../testing/start-shell.tsx';
import { followRegistry } from './follow-registry.ts';

const MINUTE = 60_000;
const HELD = { shell: { version: '1.0.0-def' }, blocked: {} };
const NEW_SHELL = { ...HELD, shell: { version: '1.0.1-fff' } };
const FIX = { ...HELD, blocked: { 'mf-data': ['1.2.3-abc'] } };

/** Adds a remote that this shell was not built with. */
function withNewcomer(): Partial<PageBlock> {
  const { remotes } = pageBlock();
  const entry = { place: 'workspace', icon: 'layers', permission: 'workspace:read' } as const;
  const menu = [
    { ...entry, order: 40, path: '/w/:organizationId/tides', label: { en: 'Tides', de: 'Gezeiten' } },
    { ...entry, order: 50, path: '/w/:organizationId/ebb', label: { en: 'Ebb', de: 'Ebbe' } },
  ];
  return { remotes: { ...remotes, 'mf-tides': { ...remotes['mf-data']!, areas: [], menu } } };
}

let open: jest.SpyInstance;
endTabsAfterEach();
beforeAll(() => writePageBlock(withNewcomer()));
beforeEach(() => {
  jest.useFakeTimers({ advanceTimers: true });
  runEntries();
  open = jest.spyOn(browser, 'open').mockImplementation(() => {});
});
afterEach(() => {
  showTab(true);
  jest.useRealTimers();
  jest.restoreAllMocks();
  forgetEntries();
});

/** Opens a tab at the sources that gets this response from the registry. */
async function startTab(registry: FakeResponse | object = HELD, at = '/w/org_finch/source-connections') {
  const response = 'status' in registry ? (registry as FakeResponse) : { status: 200, body: registry };
  const shell = await startShell(at, { ...sessionOf({}), 'GET /registry': response });
  await screen.findByRole('heading', { level: 1 });
  followRegistry(shell.router);
  const checks = () => shell.api.callsTo('GET /registry').length;
  return { ...shell, checks };
}
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
/** Makes the tab visible again, which checks the registry. */
async function comeBack() {
  await act(async () => showTab(false));
  await act(async () => showTab(true));
  await pass(500);
}
const offers = () =>
  screen
    .queryAllByRole('button', { name: 'Reload' })
    .map((button) => within(button.closest<HTMLElement>('[role="status"]')!));

describe('a tab checks the registry', () => {
  test('about every five minutes while it is visible, but not immediately', async () => {
    const { checks } = await startTab();
    await pass(3.9 * MINUTE);
    expect(checks()).toBe(0);
    await pass(2.2 * MINUTE);
    expect(checks()).toBe(1);
    await pass(30 * MINUTE);
    expect(checks()).toBeGreaterThanOrEqual(6);
    expect(checks()).toBeLessThanOrEqual(9);
  });

  test('never while it is hidden, but when it becomes visible again', async () => {
    const { checks } = await startTab();
    await act(async () => showTab(false));
    await pass(60 * MINUTE);
    expect(checks()).toBe(0);
    await act(async () => showTab(true));
    expect(checks()).toBe(1);
    await pass(3.9 * MINUTE);
    expect(checks()).toBe(1);
  });
});

describe('a tab shows nothing', () => {
  test.each([
    ['about other versions of its remotes', { ...HELD, remotes: { 'mf-data': { version: '1.2.4-ccc' } } }],
    ['if the registry fails', errorsOf(503, [])],
    ['if the response has another shape', { status: 200, body: { shell: null, blocked: [] } }],
    ['if a list is not a list', { ...NEW_SHELL, blocked: { 'mf-data': '1.2.3-abc' } }],
  ])('%s', async (_, registry) => {
    const { checks, router } = await startTab(registry);
    await comeBack();
    expect(checks()).toBe(1);
    expect(offers()).toEqual([]);
    await act(() => router.navigate('/w/org_finch/data'));
    expect(await screen.findByRole('heading', { name: 'Data' })).toBeVisible();
    expect(open).not.toHaveBeenCalled();
  });
});

describe('a new shell', () => {
  test('is offered once per tab until someone dismisses it', async () => {
    const { user } = await startTab(NEW_SHELL);
    await comeBack();
    await comeBack();
    expect(offers()).toHaveLength(1);
    await pass(60 * MINUTE);
    expect(offers()[0]!.getByText('A new version of Headwater is available.')).toBeVisible();
    await act(() => setLanguage('de'));
    expect(screen.getByText('Eine neue Version von Headwater ist verfügbar.')).toBeVisible();
    await act(() => setLanguage('en'));
    await user.click(offers()[0]!.getByRole('button', { name: 'Dismiss' }));
    await pass(1_000);
    await comeBack();
    expect(offers()).toEqual([]);
    expect(open).not.toHaveBeenCalled();
  });

  /** Returns whether the browser would ask before leaving the page. */
  const asksToLeave = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  test('is loaded by a reload, before which the browser asks if there are unsaved changes', async () => {
    const checks: boolean[] = [];
    open.mockImplementation(() => checks.push(asksToLeave()));
    runEntry('mf-data', [{ index: true, Component: Editor }]);
    const { user, router } = await startTab(NEW_SHELL);
    await comeBack();
    const reload = offers()[0]!.getByRole('button', { name: 'Reload' });
    await user.click(reload);
    await act(() => router.navigate('/w/org_finch/data'));
    await user.click(reload);
    expect(open.mock.calls).toEqual([
      [expect.stringMatching(/source-connections$/)],
      [expect.stringMatching(/data$/)],
    ]);
    expect(checks).toEqual([false, true]);
    expect(asksToLeave()).toBe(false);
  });
});

test('a remote that this shell has no name for is called by its menu entries', async () => {
  await startTab({ ...HELD, blocked: { 'mf-tides': ['1.2.3-abc'] } });
  await comeBack();
  expect(offers()[0]!.getByText(/^A fix for Tides, Ebb is available\./)).toBeVisible();
  await act(() => setLanguage('de'));
  expect(screen.getByText(/^Für „Gezeiten, Ebbe“ ist eine Korrektur verfügbar\./)).toBeVisible();
  await act(() => setLanguage('en'));
});

function Editor() {
  useUnsavedChanges(true);
  return <h1>Editor</h1>;
}

describe('a version that was withdrawn', () => {
  test('is announced once, and the next navigation into its area loads a new document', async () => {
    const { router, heading, address } = await startTab(FIX);
    await comeBack();
    await comeBack();
    expect(offers()).toHaveLength(1);
    expect(offers()[0]!.getByText(/^A fix for Data is available\./)).toBeVisible();
    expect(open).not.toHaveBeenCalled();

    await act(() => router.navigate('/w/org_finch/source-connections/src_1'));
    expect(await heading('Details')).toBeVisible();
    act(() => void router.navigate('/w/org_finch/data?q=shop#row'));
    await pass(1_000);
    expect(open.mock.calls).toEqual([['/w/org_finch/data?q=shop#row']]);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Details');

    // for example, the document never arrives and the user goes elsewhere
    await act(() => router.navigate('/w/org_finch/source-connections'));
    expect(await heading('Source connections')).toBeVisible();
    expect(address()).toBe('/w/org_finch/source-connections');
  });

  test('stays on screen while it is shown', async () => {
    runEntry('mf-data', [
      { index: true, Component: () => <h1>Data</h1> },
      { path: 'orders', Component: () => <h1>Orders</h1> },
    ]);
    const { router, heading } = await startTab(FIX, '/w/org_finch/data');
    await comeBack();
    await act(() => router.navigate('/w/org_finch/data/orders'));
    expect(await heading('Orders')).toBeVisible();
    expect(open).not.toHaveBeenCalled();
  });

  test.each([
    ['there are unsaved changes', () => runEntry('mf-sources', [{ index: true, Component: Editor }])],
    ['the browser is offline', () => jest.spyOn(browser, 'isOnline').mockReturnValue(false)],
  ])('is still used while %s', async (_, arrange) => {
    arrange();
    const { router, heading } = await startTab(FIX);
    await comeBack();
    await act(() => router.navigate('/w/org_finch/data'));
    expect(await heading('Data')).toBeVisible();
    expect(open).not.toHaveBeenCalled();
  });
});
