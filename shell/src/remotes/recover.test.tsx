import { act, screen, waitFor } from '@testing-library/react';
import { noContent } from '@headwater/shared/testing';
import { forgetEntries, runFailingEntry } from '../testing/remote-entries.ts';
import { runEntries, sessionOf, startShell } from '../testing/start-shell.tsx';
import { browser } from './reload-once.ts';

let open: jest.SpyInstance;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {}); // reports are logged here
  open = jest.spyOn(browser, 'open').mockImplementation(() => {});
  runEntries();
  runFailingEntry('mf-data', new Error('Loading chunk 1 failed.'));
});
afterEach(() => {
  jest.restoreAllMocks();
  forgetEntries();
});

test('a module that fails to load reloads the page at its destination without showing an error', async () => {
  const { heading, router } = await startShell('/w/org_finch/source-connections');
  await heading('Source connections');
  void router.navigate('/w/org_finch/data?q=shop');
  await waitFor(() => expect(open).toHaveBeenCalledWith('/w/org_finch/data?q=shop'));
  expect(screen.queryByText("This area couldn't be loaded")).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Source connections' })).toBeVisible();
});

test('a module that fails again shows the area’s error page, and nothing reloads', async () => {
  const { heading, router } = await startShell('/w/org_finch/source-connections');
  await heading('Source connections');
  sessionStorage.setItem('dl:reload:mf-data@1.2.3-abc', '1');
  await act(() => router.navigate('/w/org_finch/data'));
  expect(await screen.findByRole('heading', { name: "This area couldn't be loaded" })).toBeVisible();
  expect(open).not.toHaveBeenCalled();
});

test('failures that a reload fixes are reported to delivery', async () => {
  runFailingEntry('mf-workspace', new Error('Loading chunk 1 failed.'));
  const { api, heading, router } = await startShell('/w/org_finch/source-connections', {
    ...sessionOf({}),
    'POST /delivery/reports': noContent,
  });
  await heading('Source connections');
  void router.navigate('/create-workspace');
  await waitFor(() => expect(open).toHaveBeenCalledWith('/create-workspace'));
  const reports = api.callsTo('POST /delivery/reports').map(({ body }) => body);
  expect(reports).toEqual([expect.objectContaining({ remote: 'mf-workspace', kind: 'expose' })]);
});

test('a failure after the visitor has gone elsewhere reloads nothing', async () => {
  const { heading, router } = await startShell('/w/org_finch/source-connections');
  await heading('Source connections');
  const arrived = router.navigate('/w/org_finch/data');
  await act(() => router.navigate('/w/org_finch/source-connections/src_1'));
  await act(() => arrived);
  expect(await heading('Details')).toBeVisible();
  expect(open).not.toHaveBeenCalled();
});
