import type { LogLineResource } from '@headwater/shared/contract';
import { setLanguage } from '@headwater/shared/messages';
import { queryClient } from '@headwater/shared/query';
import { documentOf, renderRoute, type Handlers } from '@headwater/shared/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';
import {
  failure,
  lastRun,
  logLine,
  logPage,
  MOUNT,
  ROUTES,
  run,
  source,
  SOURCE,
  SOURCE_PATH,
} from '../../testing/fixtures.ts';

afterEach(() => act(() => setLanguage('en')));

const ONE = `GET ${ROUTES.source}/sync-runs/:runId`;
const LOG = `${ONE}/log-lines`;

/** A log to which nothing is added. */
const logOf =
  (...lines: LogLineResource[]): Handlers[string] =>
  ({ query }) =>
    query.get('page[after]') ? logPage([], { newer: query.get('page[after]')! }) : logPage(lines);

const open = (log: Handlers[string], { query = '', state = 'succeeded' as 'succeeded' | 'running' } = {}) =>
  renderRoute(routes, `${SOURCE_PATH}/runs/run_7${query}`, {
    mount: MOUNT,
    api: {
      [`GET ${ROUTES.source}`]: documentOf('source_connections', SOURCE, source({ lastRun: lastRun() })),
      [ONE]: documentOf('sync_runs', 'run_7', run({ state })),
      [LOG]: log,
    },
  });

const linesOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('listitem')
    .map((item) => item.textContent);

test('a log shows its lines in the user’s language, newest first, and where an attempt begins', async () => {
  const lost = failure({
    code: 'table_missing',
    values: { table: 'visits' },
    internalMessage: 'relation is gone',
  });
  await open(
    logOf(
      logLine('2.1', {
        code: 'table_failed',
        level: 'error',
        tableName: 'visits',
        values: {},
        failure: lost,
      }),
      logLine('1.2', { code: 'newer_than_this_page', message: 'Something newer.' }),
      logLine('1.1'),
    ),
  );
  const log = (await screen.findByText(/Something newer/)).closest<HTMLElement>('[role="region"]')!;
  expect(linesOf(log)).toEqual([
    expect.stringMatching(/visitsFailed: The table visits no longer exists at the source\.relation is gone$/),
    'Attempt 2 starts above',
    expect.stringMatching(/ordersSomething newer\.$/),
    expect.stringMatching(/ordersReading 3 columns$/),
  ]);
  await act(() => setLanguage('de'));
  expect(await within(log).findByText(/3 Spalten werden gelesen/)).toBeVisible();
});

test('search and level are sent to the server and stand in the URL', async () => {
  const { api, location } = await open(logOf(logLine('1.1')));
  await screen.findByText(/Reading 3 columns/);
  api.on({ [LOG]: logPage([]) });
  const search = screen.getByRole('searchbox', { name: 'Search the log' });
  fireEvent.change(search, { target: { value: 'timeout' } });
  // Before the search is in the URL, which must not undo this.
  fireEvent.click(screen.getByRole('button', { name: 'Errors' }));
  await waitFor(() => expect(location()).toBe(`${SOURCE_PATH}/runs/run_7?level=error&find=timeout`));
  await waitFor(() => {
    const { query } = api.callsTo(LOG).at(-1)!;
    expect([query.get('filter[level]'), query.get('filter[text]')]).toEqual(['error', 'timeout']);
  });
  // The response to the first of the two changes may be shown before, and is replaced.
  await waitFor(() => expect(screen.getByText('No lines match this filter.')).toBeVisible());
});

test('a search names the codes whose German texts contain it', async () => {
  const { api } = await open(logOf(logLine('1.1')));
  await screen.findByText(/Reading 3 columns/);
  await act(() => setLanguage('de'));
  await screen.findByText(/3 Spalten werden gelesen/);
  const search = screen.getByRole('searchbox', { name: 'Protokoll durchsuchen' });
  fireEvent.change(search, { target: { value: 'Spalten werden' } });
  await waitFor(() => {
    const { query } = api.callsTo(LOG).at(-1)!;
    expect(query.get('filter[codes]')).toBe('table_started');
  });
});

test('a search continues until enough is found or the log is at its beginning', async () => {
  const { api } = await open((call) =>
    call.query.get('page[before]') ? logPage([logLine('1.1')]) : logPage([], { older: '1.900' }),
  );
  expect(await screen.findByText(/Reading 3 columns/)).toBeVisible();
  expect(api.callsTo(LOG).map(({ query }) => query.get('page[before]'))).toContain('1.900');
});

test('the log of an active run grows with the run', async () => {
  await open(
    (call) => {
      if (!call.query.get('page[after]')) return logPage([logLine('1.1')]);
      return call.query.get('page[after]') === '1.1'
        ? logPage([logLine('1.2', { code: 'table_progress', values: { rows: 5_000, rate: 900 } })])
        : logPage([], { newer: '1.2' });
    },
    { state: 'running' },
  );
  expect(await screen.findByText(/5,000 rows read so far, 900 per second/)).toBeVisible();
  await act(() => queryClient.invalidateQueries({ queryKey: ['sync_runs'] }));
  expect(screen.getAllByText(/5,000 rows read so far/)).toHaveLength(1);
  expect(screen.getByRole('switch', { name: 'Follow' })).toBeChecked();
});

test('a link to a line opens the log there, marks the line, and doesn’t follow', async () => {
  const { api, user, location } = await open(logOf(logLine('1.48'), logLine('1.47')), {
    query: '?line=1.48',
    state: 'running',
  });
  const marked = (await screen.findByRole('link', { name: 'Link to line 1.48' })).closest('li');
  expect(marked).toHaveAttribute('aria-current', 'true');
  expect(api.callsTo(LOG)[0]!.query.get('page[before]')).toBe('1.49');
  expect(screen.getByRole('switch', { name: 'Follow' })).not.toBeChecked();
  await user.click(screen.getByRole('link', { name: 'Link to line 1.47' }));
  expect(location()).toBe(`${SOURCE_PATH}/runs/run_7?line=1.47`);
  expect(marked).not.toHaveAttribute('aria-current');
});

test('lines that were cut are counted, and the whole log can be downloaded', async () => {
  await open(logOf(logLine('1.900'), logLine('1.2')));
  expect(await screen.findByText(/^897 lines were cut here/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Download the log' })).toHaveAttribute(
    'href',
    `/api/organizations/org_finch/source-connections/${SOURCE}/sync-runs/run_7/log-file`,
  );
});

test('a run without a log says so', async () => {
  await open(logOf());
  expect(await screen.findByText('This run has no log. Logs are kept for 30 days.')).toBeVisible();
});
