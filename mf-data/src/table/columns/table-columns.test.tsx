import type {
  ColumnProfileAttributes,
  TableAttributes,
  TableProfileAttributes,
} from '@headwater/shared/contract';
import {
  collectionOf,
  column,
  documentOf,
  errorsOf,
  type Handlers,
  membership,
  MOUNT,
  renderRoute,
  table,
  TABLE,
} from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';
import { COLUMN_PROFILE, facts, profile, PROFILE, profiled, TABLE_PATH } from '../../testing/fixtures.ts';

const id = column('id', 'number', false);
const profileOf = (rest?: Partial<TableProfileAttributes>) =>
  documentOf('table_profiles', 'tbl_1:3', profile(rest));
const columnOf = (rest: Partial<ColumnProfileAttributes> = {}) =>
  documentOf('column_profiles', 'tbl_1:3:id', {
    version: 3,
    column: id,
    rows: 250,
    facts: facts(),
    fault: null,
    before: null,
    ...rest,
  });
const SETUPS = 'GET organizations/:organizationId/tools/:toolSlug/setups';
const open = (
  api: Handlers = {},
  query = '',
  rest: Partial<TableAttributes> = {},
  role: 'admin' | 'reader' = 'admin',
) =>
  renderRoute(routes, `${TABLE_PATH}?tab=columns${query}`, {
    mount: MOUNT,
    session: { organizations: [membership({ role })] },
    api: {
      [TABLE]: documentOf('tables', 'tbl_1', table(rest)),
      [PROFILE]: profileOf(),
      [COLUMN_PROFILE]: columnOf(),
      [SETUPS]: collectionOf('tool_setups', []),
      ...api,
    },
  });

test.each([
  ['admin', 1],
  ['reader', 0],
] as const)('only those who can run tools are led to set up checks: %s', async (role, links) => {
  await open({}, '', {}, role);
  expect(await screen.findByText(/^No checks are saved/)).toBeVisible();
  expect(screen.queryAllByRole('link', { name: 'Set up checks' })).toHaveLength(links);
});

test('saved checks say what they have shown, and which failed', async () => {
  const run = {
    ...{ id: 'trn_1', tool: 'profiler', setupId: 'tsu_1', startedBy: null, isSample: false, state: 'done' },
    ...{ share: 1, outcome: 'found', figures: { passed: 2, failed: 1, unknown: 0 }, error: null },
    ...{ createdAt: '2026-11-20T12:00:00Z', endedAt: '2026-11-20T12:00:01Z' },
  };
  const setup = {
    ...{
      id: 'tsu_1',
      tool: 'profiler',
      name: 'Nightly',
      config: {},
      afterSync: true,
      version: 1,
      tables: [],
    },
    ...{ updatedAt: '2026-11-20T12:00:00Z', lastRun: run },
  };
  const result = {
    version: 3,
    rows: 250,
    checks: [{ check: { kind: 'unique', column: 'id' }, state: 'failed' }],
  };
  const { id: _, ...attributes } = run;
  await open({
    [SETUPS]: collectionOf('tool_setups', [setup]),
    'GET organizations/:organizationId/tools/:toolSlug/runs/:toolRunId': documentOf('tool_runs', 'trn_1', {
      ...attributes,
      ...{ config: {}, tables: [], result, isWithheld: false },
    }),
  });
  const checks = await screen.findByRole('list', { name: 'Checks' });
  expect(checks).toHaveTextContent(/Nightly.*1 of 3/);
  expect(await within(checks).findByText('No value of id occurs twice')).toBeVisible();
  expect(within(checks).getByRole('link', { name: 'Nightly' })).toHaveAttribute(
    'href',
    '/w/org_finch/data-tools/profiler?setup=tsu_1&run=trn_1',
  );
});

test('lists columns with what is known about their values, and about which rows', async () => {
  await open();
  expect(await screen.findByText(/^All 250 rows, profiled Nov 20, 2026/)).toBeInTheDocument();
  expect(
    screen.getByRole('row', { name: /^id part.* bigint 0\s?% 250 1 250 125.5 unique$/i }),
  ).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /^note text 2\s?% 3 .*paid 50\s?%$/i })).toBeInTheDocument();
});

test('a share is never rounded to none or all, and an estimate looks like one', async () => {
  const columns = [
    profiled(column('few', 'number'), { nulls: 1, distinct: { count: 123_456, isExact: false } }),
    profiled(column('most', 'number'), { nulls: 99_999 }),
  ];
  await open({ [PROFILE]: profileOf({ rows: 100_000, columns }) });
  expect(await screen.findByRole('row', { name: /^few bigint 0\.001\s?% ≈ 123,000 / })).toBeInTheDocument();
  expect(screen.getByRole('row', { name: /^most bigint 99\.999\s?% / })).toBeInTheDocument();
});

test('columns are found by name and put in order, with both in the URL', async () => {
  const { user, location } = await open();
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Order of columns' }),
    'Most NULLs first',
  );
  const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent);
  await waitFor(() => expect(names()).toEqual(['note', 'id']));
  expect(location()).toContain('order=nulls');
  await user.type(screen.getByRole('searchbox', { name: 'Find a column' }), 'ID');
  expect(await screen.findByText('1 of 2 columns')).toBeInTheDocument();
  expect(names()).toEqual(['id']);
});

test('of very many columns, a hundred are shown until all are wanted', async () => {
  const columns = Array.from({ length: 1_600 }, (_, at) => profiled(column(`c${at}`, 'text'), null));
  const { user } = await open({ [PROFILE]: profileOf({ columns: columns.slice(0, 130) }) });
  expect(await screen.findByText('100 of 130 columns')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show all 130' }));
  expect(screen.getAllByRole('rowheader')).toHaveLength(130);
});

test('details lead to the rows of a value, of a part of the histogram, and without a value', async () => {
  const known = facts({
    nulls: 7,
    top: [
      { value: '5', cut: false, rows: 100 },
      { value: 'NaN', cut: false, rows: 2 },
    ],
    histogram: {
      of: 'values',
      bins: [
        { from: '1', to: '100', rows: 90 },
        { from: '100', to: '200', rows: 0 },
        { from: '200', to: '250', rows: 60 },
      ],
      openBelow: false,
      openAbove: false,
    },
  });
  const { user, location } = await open({ [COLUMN_PROFILE]: columnOf({ facts: known }) });
  await user.click(await screen.findByRole('link', { name: 'id' }));
  expect(location()).toContain('column=id');
  const details = await screen.findByRole('dialog');
  const pathOf = async (name: string | RegExp) =>
    decodeURIComponent(
      decodeURIComponent((await within(details).findByRole('link', { name })).getAttribute('href')!),
    );
  expect(await pathOf('5')).toBe(`${TABLE_PATH}?filter=id:equals:5`);
  expect(await pathOf('Show rows: 1 to 100: 90 rows')).toBe(
    `${TABLE_PATH}?filter=id:greater_or_equal:1;id:less_or_equal:100`,
  );
  expect(await pathOf('Show rows: 200 to 250: 60 rows')).toBe(
    `${TABLE_PATH}?filter=id:greater:200;id:less_or_equal:250`,
  );
  expect(await pathOf(/^7 · 2\.8\s?%$/)).toBe(`${TABLE_PATH}?filter=id:is_null`);
  // No row can be looked for that has NaN.
  expect(within(details).getByText('NaN')).toBeInTheDocument();
  expect(within(details).queryByRole('link', { name: 'NaN' })).not.toBeInTheDocument();
  expect(within(details).getByText('bigint')).toBeInTheDocument();
});

test('details say what has changed since the version before, and nothing else', async () => {
  const before = { version: 2, rows: 200, type: 'INTEGER', facts: facts({ greatest: '200' }) };
  await open({ [COLUMN_PROFILE]: columnOf({ before }) }, '&column=id');
  const changes = await screen.findByRole('table', { name: 'Since version 2' });
  expect(
    within(changes)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Type', 'Rows', 'Max']);
  expect(within(changes).getByRole('row', { name: 'Max 200 250' })).toBeInTheDocument();
});

test('while a profile is made, it says how far it is, and shows what is there', async () => {
  const columns = [profiled(id, {}), profiled(column('note', 'text'), null)];
  await open({ [PROFILE]: profileOf({ state: 'running', profiledAt: null, columns }) });
  expect(await screen.findByText('1 of 2 columns profiled')).toBeInTheDocument();
  expect(screen.getByRole('progressbar', { name: 'Progress of the profile' })).toHaveAttribute(
    'aria-valuenow',
    '50',
  );
  expect(screen.getByRole('row', { name: /^id .* 125.5/i })).toBeInTheDocument();
});

test('an earlier version is profiled on request, and its figures lead to no rows of another version', async () => {
  const asked =
    'POST organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/profiles';
  const { user, api } = await open(
    {
      [PROFILE]: profileOf({ version: 2, isCurrent: false, state: 'none', profiledAt: null }),
      [COLUMN_PROFILE]: columnOf({ facts: facts({ nulls: 7 }) }),
      [asked]: profileOf({ version: 2, isCurrent: false, state: 'queued', profiledAt: null }),
    },
    '&version=2&column=id',
  );
  expect(await screen.findByText('7 · 2.8%')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: '7 · 2.8%' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  api.on({ [PROFILE]: profileOf({ version: 2, isCurrent: false, state: 'queued', profiledAt: null }) });
  await user.click(await screen.findByRole('button', { name: 'Profile this version' }));
  expect(await screen.findByText('2 of 2 columns profiled')).toBeInTheDocument();
  expect(api.callsTo(asked)).toHaveLength(1);
});

test('what failed is said, and can be tried again', async () => {
  const failed = { ...profiled(column('note', 'text'), null), fault: 'timed_out' as const };
  await open({ [PROFILE]: profileOf({ columns: [profiled(id, {}), failed] }) });
  expect(await screen.findByText("A column couldn't be profiled: note.")).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});

test('a profile that cannot be loaded can be fetched again', async () => {
  const { user, api } = await open({ [PROFILE]: errorsOf(410, [{ code: 'version_gone' }]) }, '&version=1');
  expect(await screen.findByText("Couldn't load the columns")).toBeInTheDocument();
  api.on({ [PROFILE]: profileOf() });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/^All 250 rows/)).toBeInTheDocument();
});
