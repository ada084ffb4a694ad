import type { ToolRunAttributes } from '@headwater/shared/contract';
import {
  collectionOf,
  documentOf,
  errorsOf,
  type Handlers,
  MOUNT,
  renderRoute,
  table,
} from '@headwater/shared/testing';
import { screen, within } from '@testing-library/react';
import { routes } from '../../routes.tsx';
import { COLUMN_PROFILE, PROFILE, profile } from '../../testing/fixtures.ts';

const PATH = '/w/org_finch/data-tools/profiler';
const TABLES = 'GET organizations/:organizationId/tables';
const TOOL = 'organizations/:organizationId/tools/:toolSlug';

const run: ToolRunAttributes = {
  ...{ tool: 'profiler', setupId: null, startedBy: 'Mara', isSample: false, state: 'done', share: 1 },
  ...{ outcome: 'found', figures: { passed: 1, failed: 1, unknown: 0 }, error: null },
  ...{ createdAt: '2026-11-20T12:00:00Z', endedAt: '2026-11-20T12:00:01Z', isWithheld: false },
  config: { tableId: 'tbl_orders', checks: [{ kind: 'not_null', column: 'id' }] },
  tables: [
    {
      ...{ id: 'tbl_orders', sourceConnectionId: 'src_shop', sourceConnectionName: 'shop-db' },
      ...{ tableName: 'orders', version: 3, isCurrent: true },
    },
  ],
  result: {
    version: 3,
    rows: 250,
    checks: [
      {
        check: { kind: 'unique', column: 'id' },
        ...{ state: 'passed', failing: 0, filter: null, found: null, fault: null },
      },
      {
        check: { kind: 'not_null', column: 'note' },
        ...{ state: 'failed', failing: 5, filter: 'note:is_null', found: null, fault: null },
      },
    ],
  },
};

const api = (rest: Handlers = {}): Handlers => ({
  [TABLES]: collectionOf('tables', [{ id: 'tbl_orders', ...table() }]),
  [PROFILE]: documentOf('table_profiles', 'tbl_orders:3', profile()),
  [COLUMN_PROFILE]: errorsOf(404, [{ code: 'not_found' }]),
  [`GET ${TOOL}/setups`]: collectionOf('tool_setups', []),
  [`GET ${TOOL}/runs`]: collectionOf('tool_runs', []),
  [`GET ${TOOL}/runs/:toolRunId`]: documentOf('tool_runs', 'trn_1', run),
  [`POST ${TOOL}/runs`]: documentOf('tool_runs', 'trn_1', { ...run, state: 'queued' }, 202),
  ...rest,
});
const open = (search = '', rest: Handlers = {}) =>
  renderRoute(routes, `${PATH}${search}`, { mount: MOUNT, api: api(rest) });

test('the checks that were chosen run, and those that failed lead to their rows', async () => {
  const { user, api: calls } = await open('?table=tbl_orders');
  await user.click(await screen.findByRole('checkbox', { name: 'id has a value in each row' }));
  await user.click(screen.getByRole('button', { name: 'Run' }));
  const results = await screen.findByRole('list', { name: 'Checks' });
  const [first, second] = within(results).getAllByRole('listitem');
  expect(first).toHaveTextContent('Failed');
  expect(first).toHaveTextContent('5 rows don’t.');
  expect(within(first!).getByRole('link', { name: 'Show rows' })).toHaveAttribute(
    'href',
    '/w/org_finch/data/src_shop/orders?filter=note%3Ais_null',
  );
  expect(second).toHaveTextContent('Passed');
  expect(calls.callsTo(`POST ${TOOL}/runs`).map(({ body }) => body)).toEqual([
    {
      data: {
        type: 'tool_runs',
        attributes: {
          config: { tableId: 'tbl_orders', checks: [{ kind: 'not_null', column: 'id' }] },
          isSample: false,
        },
      },
    },
  ]);
});

test('a version that isn’t the current one is said to be that, and leads to no rows', async () => {
  const [read] = run.tables;
  const older = { ...run, tables: [{ ...read!, version: 2, isCurrent: false }] };
  await open('?run=trn_1', { [`GET ${TOOL}/runs/:toolRunId`]: documentOf('tool_runs', 'trn_1', older) });
  expect(await screen.findByText(/version 2 \(not the current one\)/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Show rows' })).toBeNull();
});

test('saving what has run keeps its result in view', async () => {
  const setup = {
    ...{ name: 'Orders', config: run.config, afterSync: true, version: 1, createdBy: 'Mara', lastRun: null },
    ...{ changedBy: 'Mara', changedAt: '2026-11-20T12:00:00Z' },
  };
  const saved: object[] = [];
  const { user, location } = await open('?table=tbl_orders', {
    [`GET ${TOOL}/setups`]: () => collectionOf('tool_setups', saved as never[]),
    [`POST ${TOOL}/setups`]: () => {
      saved.push({ id: 'tsu_1', ...setup });
      return documentOf('tool_setups', 'tsu_1', setup, 201);
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: 'id has a value in each row' }));
  await user.click(screen.getByRole('button', { name: 'Run' }));
  await screen.findByRole('list', { name: 'Checks' });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('switch', { name: /after/i })).toBeVisible();
  expect(location()).toBe(`${PATH}?setup=tsu_1&run=trn_1`);
  expect(screen.getByRole('list', { name: 'Checks' })).toBeVisible();
});

test('nothing runs without a table and a check', async () => {
  const { user, api: calls } = await open();
  await user.click(await screen.findByRole('button', { name: 'Run' }));
  expect(calls.callsTo(`POST ${TOOL}/runs`)).toEqual([]);
});

const sampled: ToolRunAttributes = {
  ...{ ...run, isSample: true, figures: { passed: 1, failed: 1, unknown: 0, notTried: 1 } },
  result: {
    ...{ version: 3, rows: 250_000, sampledRows: 10_000 },
    checks: [
      {
        check: { kind: 'unique', column: 'id' },
        ...{ state: 'not_tried', failing: null, filter: null, found: null, fault: null },
      },
      {
        check: { kind: 'not_null', column: 'id' },
        ...{ state: 'passed', failing: 0, filter: null, found: null, fault: null },
      },
      {
        check: { kind: 'not_null', column: 'note' },
        ...{ state: 'failed', failing: 5, filter: 'note:is_null', found: null, fault: null },
      },
    ],
  },
};

test('a dry run says how many rows it has read, passes nothing, and names what it couldn’t try', async () => {
  const { user, api: calls } = await open('?table=tbl_orders', {
    [`GET ${TOOL}/runs`]: collectionOf('tool_runs', [{ id: 'trn_1', ...sampled }]),
    [`GET ${TOOL}/runs/:toolRunId`]: documentOf('tool_runs', 'trn_1', sampled),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'id has a value in each row' }));
  await user.click(screen.getByRole('button', { name: 'Dry run' }));
  const [failed, passed, left] = within(await screen.findByRole('list', { name: 'Checks' })).getAllByRole(
    'listitem',
  );
  expect(calls.callsTo(`POST ${TOOL}/runs`)[0]?.body).toMatchObject({
    data: { attributes: { isSample: true } },
  });
  expect(screen.getByText(/10,000 of 250,000 rows, picked at random, were checked/)).toBeVisible();
  expect(failed).toHaveTextContent('5 rows of 10,000 don’t.');
  expect(passed).toHaveTextContent('No failures');
  expect(passed).toHaveTextContent('No failing row among 10,000.');
  expect(left).toHaveTextContent('Not tried');
  expect(left).toHaveTextContent('Only the whole table tells.');
  expect(await screen.findByText('1 of 2 failed, 1 not tried')).toBeVisible();
});

test('checks that a part of a long table can’t tell have no dry run', async () => {
  const { user, api: calls } = await open('?table=tbl_orders', {
    [TABLES]: collectionOf('tables', [{ id: 'tbl_orders', ...table({ rows: 250_000 }) }]),
  });
  await user.click(await screen.findByRole('checkbox', { name: /The number of rows changes by at most/ }));
  const dry = screen.getByRole('button', { name: 'Dry run' });
  await user.click(dry);
  expect(dry).toHaveAccessibleDescription(/None of these checks can be tried/);
  expect(calls.callsTo(`POST ${TOOL}/runs`)).toEqual([]);
});

test('before anything has run, the page says what to do, and shows no history', async () => {
  const { user } = await open('?table=tbl_orders');
  expect(await screen.findByText('Choose at least one check.')).toBeVisible();
  await user.click(await screen.findByRole('checkbox', { name: 'id has a value in each row' }));
  expect(screen.getByText(/or try it on a part of the rows/)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'History' })).toBeNull();
});

test('a result that is out of view is brought into view', async () => {
  const scroll = jest.fn();
  const before = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollIntoView');
  Element.prototype.scrollIntoView = scroll;
  const rect = jest.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({
    ...{ top: -900, bottom: -880, left: 0, right: 100 },
    ...{ width: 100, height: 20 },
  } as DOMRect);
  const { user } = await open('?table=tbl_orders');
  await user.click(await screen.findByRole('checkbox', { name: 'id has a value in each row' }));
  scroll.mockClear();
  await user.click(screen.getByRole('button', { name: 'Run' }));
  await screen.findByRole('list', { name: 'Checks' });
  expect(scroll.mock.contexts).toEqual([screen.getByRole('region', { name: 'Result' })]);
  rect.mockRestore();
  if (before) Object.defineProperty(Element.prototype, 'scrollIntoView', before);
  else Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});
