import { queryClient } from '@headwater/shared/query';
import {
  collectionOf,
  documentOf,
  errorsOf,
  type Handlers,
  MOUNT,
  renderRoute,
  rowPage,
  ROWS,
  SOURCE,
  table,
  TABLE,
} from '@headwater/shared/testing';
import type { TableAttributes } from '@headwater/shared/contract';
import { isRouteErrorResponse, useRouteError, type RouteObject } from '@headwater/shared/routing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import { profile, PROFILE, TABLE_PATH } from '../testing/fixtures.ts';

const tableResponse = (rest?: Partial<TableAttributes>) => documentOf('tables', 'tbl_1', table(rest));
const open = (api: Handlers = {}, query = '', mounted: RouteObject[] = routes) =>
  renderRoute(mounted, TABLE_PATH + query, {
    mount: MOUNT,
    api: {
      [TABLE]: tableResponse(),
      [ROWS]: rowPage({
        rows: [
          ['1', 'first'],
          ['2', null],
        ],
      }),
      ...api,
    },
  });
const pages: Handlers = {
  [ROWS]: ({ query }) => {
    const at = query.get('page[after]');
    if (at === 'p2')
      return rowPage({ offset: 100, rows: [['101', 'b']] }, { prev: 'p1', next: 'p3', last: 'p3' });
    if (at === 'p3') return rowPage({ offset: 200, rows: [['201', 'c']] }, { prev: 'p2' });
    return rowPage({}, { next: 'p2', last: 'p3' });
  },
};

test('shows what the table is, and its rows', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'orders' })).toBeInTheDocument();
  expect(screen.getByText('250 rows')).toBeInTheDocument();
  expect(screen.getByText('Version 3')).toBeInTheDocument();
  const grid = await screen.findByRole('grid', { name: 'Rows of orders' });
  expect(grid).toHaveAttribute('aria-rowcount', '251');
});

test('pages to the end and back, with the page in the URL', async () => {
  const { user, location } = await open(pages);
  expect(await screen.findByText('Rows 1–1 of 250')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Rows 101–101 of 250')).toBeInTheDocument();
  expect(location()).toBe(`${TABLE_PATH}?after=p2`);
  await user.click(screen.getByRole('button', { name: 'Last page' }));
  expect(await screen.findByText('Rows 201–201 of 250')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Next page' })).toHaveAttribute('title', 'This is the last page');
  await user.click(screen.getByRole('button', { name: 'Previous page' }));
  expect(await screen.findByText('Rows 101–101 of 250')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'First page' }));
  expect(await screen.findByText('Rows 1–1 of 250')).toBeInTheDocument();
  expect(location()).toBe(TABLE_PATH);
});

test('a shared link opens its page, in its size', async () => {
  const { api } = await open(pages, '?size=500&after=p2');
  expect(await screen.findByText('Rows 101–101 of 250')).toBeInTheDocument();
  expect(api.callsTo(ROWS)[0]?.query.get('page[size]')).toBe('500');
});

test('another size starts at the first page', async () => {
  const { user, api, location } = await open(pages, '?after=p2');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Rows per page' }), '250 per page');
  expect(await screen.findByText('Rows 1–1 of 250')).toBeInTheDocument();
  expect(location()).toBe(`${TABLE_PATH}?size=250`);
  expect(api.callsTo(ROWS).at(-1)?.query.get('page[size]')).toBe('250');
});

test('a table with a newer version keeps the rows on screen, and offers the newer version', async () => {
  const { user, api } = await open(pages);
  await screen.findByText('Rows 1–1 of 250');
  api.on({ [TABLE]: tableResponse({ version: 4 }), [ROWS]: rowPage({ version: 4, totalRows: 300 }) });
  await act(() => queryClient.invalidateQueries({ queryKey: ['tables', 'org_finch'] }));
  expect(await screen.findByText(/You're viewing version 3/)).toBeInTheDocument();
  expect(screen.getByText('Rows 1–1 of 250')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show latest' }));
  expect(await screen.findByText('Rows 1–1 of 300')).toBeInTheDocument();
  expect(screen.queryByText(/You're viewing version/)).not.toBeInTheDocument();
});

test('a page that cannot be loaded leaves the table visible and can be fetched again', async () => {
  const { user, api } = await open({ [ROWS]: errorsOf(503, []) });
  expect(await screen.findByText("Couldn't load the rows")).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'orders' })).toBeInTheDocument();
  api.on(pages);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Rows 1–1 of 250')).toBeInTheDocument();
});

test('a link to a version that is no longer kept leads to the newest', async () => {
  const { user, api, location } = await open(
    { [ROWS]: errorsOf(410, [{ code: 'version_gone' }]) },
    '?after=old',
  );
  const newest = await screen.findByRole('button', { name: 'Show latest' });
  api.on(pages);
  await user.click(newest);
  expect(await screen.findByText('Rows 1–1 of 250')).toBeInTheDocument();
  expect(location()).toBe(TABLE_PATH);
});

test('another tab requests no rows, whatever its parameters are', async () => {
  const shown = documentOf('table_profiles', 'tbl_1:3', profile());
  const { api } = await open({ [PROFILE]: shown }, '?tab=columns&columns=all');
  expect(await screen.findByRole('link', { name: 'note' })).toBeInTheDocument();
  expect(api.callsTo(ROWS)).toEqual([]);
});

test('a table whose last run failed shows that this is the last good version', async () => {
  await open({ [TABLE]: tableResponse({ stale: true }) });
  expect(
    await screen.findByText(/You're viewing its last good version, from Nov 20, 2026/),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'View runs' })).toHaveAttribute(
    'href',
    '/w/org_finch/source-connections/src_shop?tab=runs',
  );
});

test('the table of the workspace’s own runs says what it is, or that the latest are missing', async () => {
  const own = { tableName: 'sync_runs', connector: 'headwater', selection: 'built_in' as const };
  const { api } = await open({ [TABLE]: tableResponse(own) });
  expect(await screen.findByText(/^Headwater makes this table of the workspace’s sync runs/)).toBeVisible();
  api.on({ [TABLE]: tableResponse({ ...own, stale: true }) });
  await act(() => queryClient.invalidateQueries({ queryKey: ['tables', 'org_finch'] }));
  expect(await screen.findByText(/^The latest runs couldn’t be added yet/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'View runs' })).toBeNull();
});

test.each([
  ['running', /^orders is syncing for the first time/],
  ['pending', /^orders hasn't been synced yet/],
])('a table without a version shows what to expect while its connection is %s', async (status, text) => {
  const never = tableResponse({ version: null, rows: null, bytes: null, freshAsOf: null });
  const source = documentOf('source_connections', 'src_shop', { status, lastRun: { rowsRead: 7 } });
  await open({ [TABLE]: never, [SOURCE]: source, [ROWS]: errorsOf(404, [{ code: 'not_found' }]) });
  expect(await screen.findByText(text)).toBeInTheDocument();
});

test('a table that does not exist shows the not-found screen with its own heading', async () => {
  function Shown() {
    const error = useRouteError();
    return isRouteErrorResponse(error) ? `${error.status} ${error.data}` : 'another error';
  }
  const guarded = [{ path: '', errorElement: <Shown />, children: routes }];
  await open({ [TABLE]: errorsOf(404, [{ code: 'not_found' }]) }, '', guarded);
  await waitFor(() => expect(document.body).toHaveTextContent('404 Table not found'));
});

describe('a table that is no longer synced', () => {
  const DELETE = TABLE.replace('GET', 'DELETE');
  const PATCH = `${SOURCE.replace('GET', 'PATCH')}/selection`;

  test('shows that, and is deleted once the user confirms it', async () => {
    const { user, api, location } = await open({
      [TABLE]: tableResponse({ selection: 'gone' }),
      [DELETE]: { status: 204 },
      'GET organizations/:organizationId/tables': collectionOf('tables', []),
    });
    expect(await screen.findByText(/no longer at the source/)).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Delete orders' }));
    expect(screen.queryByRole('button', { name: 'Select again' })).not.toBeInTheDocument();
    expect(api.callsTo(DELETE)).toHaveLength(0);
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(location()).toBe('/w/org_finch/data'));
    expect(api.callsTo(DELETE)).toHaveLength(1);
  });

  test('because its connection was deleted says by whom, offers nothing else, and asks for nothing of it', async () => {
    const { api } = await open(
      {
        [TABLE]: tableResponse({
          selection: 'connection_deleted',
          connectionDeleted: { at: '2026-11-21T08:00:00Z', by: 'Mara Finch' },
          can: { delete: true, restore: false, describe: false },
        }),
        [`${TABLE}/versions`]: {
          status: 200,
          body: { data: [], links: { next: null }, meta: { total: 0 } },
        },
      },
      '?tab=versions',
    );
    expect(
      await screen.findByText(/^Connection deleted on .* by Mara Finch\. The table is no longer/),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Delete orders' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Select again' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'shop-db' })).toHaveAttribute(
      'href',
      '/w/org_finch/data?q=shop-db',
    );
    expect(api.callsTo(SOURCE)).toEqual([]);
  });

  test('is selected again in addition to the others', async () => {
    const { user, api } = await open({
      [TABLE]: tableResponse({ selection: 'deselected' }),
      [SOURCE]: documentOf('source_connections', 'src_shop', { version: 7 }),
      [PATCH]: documentOf('catalogs', 'src_shop', {}),
    });
    await user.click(await screen.findByRole('button', { name: 'Select again' }));
    await waitFor(() => expect(api.callsTo(PATCH)).toHaveLength(1));
    const [call] = api.callsTo(PATCH);
    expect(call?.headers['if-match']).toBe('7');
    expect(call?.body?.data.attributes).toEqual({ add: ['orders'] });
  });
});

describe('the versions of a table', () => {
  const VERSIONS = `${TABLE}/versions`;
  const RESTORE = `${TABLE.replace('GET', 'POST')}/restorations`;
  const version = (number: number, rest: object = {}) => ({
    type: 'table_versions',
    id: `tbl_1:${number}`,
    attributes: {
      version: number,
      state: 'kept',
      rows: 200 + number,
      bytes: 1_000,
      columns: 2,
      committedAt: '2026-11-20T12:00:00Z',
      freshAsOf: '2026-11-20T12:00:00Z',
      run: { id: `run_${number}`, number },
      restored: null,
      damagedAt: null,
      maskedSince: [],
      ...rest,
    },
  });
  const page = (...data: object[]) => ({
    status: 200,
    body: { data, links: { next: null }, meta: { total: data.length } },
  });
  const list = page(version(3, { state: 'current' }), version(2));
  const limits = {
    [SOURCE]: documentOf('source_connections', 'src_shop', { versionsKept: 3, versionDays: 7 }),
  };

  test('are listed, and an earlier one is restored after a question', async () => {
    let current = tableResponse();
    const api: Handlers = {
      ...limits,
      [VERSIONS]: list,
      [TABLE]: () => current,
      [RESTORE]: () => (current = tableResponse({ version: 4, rows: 202 })),
    };
    const { user, api: calls } = await open(api, '?tab=versions');
    const row = await screen.findByRole('row', { name: /Version 2/ });
    expect(within(row).getByRole('link', { name: 'Run 2' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Restore version 3' })).toBeNull();
    await user.click(await within(row).findByRole('button', { name: 'Restore version 2' }));
    const dialog = screen.getByRole('dialog', { name: 'Restore version 2?' });
    expect(within(dialog).getByText(/^Version 3 is kept/)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Restore version 2' }));
    expect(await screen.findByText('Version 2 restored')).toBeInTheDocument();
    const [call] = calls.callsTo(RESTORE);
    expect(call?.body).toEqual({ data: { type: 'restorations', attributes: { version: 2 } } });
    expect(await screen.findByText('202 rows')).toBeInTheDocument();
  });

  test('say how many are kept, and which can’t be restored', async () => {
    const damaged = version(2, { damagedAt: '2026-11-20T12:00:00Z' });
    const masked = version(1, { maskedSince: ['email'] });
    const api = { ...limits, [VERSIONS]: page(version(3, { state: 'current' }), damaged, masked) };
    await open(api, '?tab=versions');
    expect(
      await screen.findByText('The newest 3 versions of a table are kept, and all of the last 7 days.'),
    ).toBeVisible();
    expect(screen.getByText('Damaged')).toBeVisible();
    expect(screen.getByText(/^The files of versions marked “Damaged” are missing/)).toBeVisible();
    expect(
      screen.getByText(/marked “Masked since” show values that are masked by now: email\./),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: /Restore/ })).toBeNull();
  });

  test('whose file is damaged are named, and the newest intact one is offered', async () => {
    const damagedAt = '2026-11-20T13:00:00Z';
    const damaged = [3, 2].map((one) => version(one, { damagedAt, ...(one === 3 && { state: 'current' }) }));
    const { user } = await open({
      ...limits,
      [TABLE]: tableResponse({ damagedAt }),
      [ROWS]: errorsOf(409, [{ code: 'version_damaged' }]),
      [VERSIONS]: page(...damaged, version(1)),
    });
    expect(await screen.findByText(/The file of version 3 is missing or was altered/)).toBeVisible();
    expect(await screen.findByText("These rows can't be read")).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Restore version 1' }));
    expect(screen.getByRole('dialog', { name: 'Restore version 1?' })).toBeVisible();
    expect(screen.queryByText(/^Version 3 is kept/)).toBeNull(); // it can't be read anymore
  });

  const DIFF = `${TABLE}/version-diffs`;
  const diffColumn = (name: string, rest: object = {}) => ({
    name,
    kind: 'text',
    type: 'VARCHAR',
    sourceType: 'text',
    nullable: true,
    change: null,
    typeBefore: null,
    changedRows: 0,
    ...rest,
  });
  const diff = (rest: object = {}) => ({
    rowsBefore: 202,
    rowsAfter: 203,
    added: 2,
    removed: 1,
    changed: 1,
    key: ['id'],
    columns: [
      diffColumn('note', { changedRows: 1 }),
      diffColumn('id', { kind: 'number' }),
      diffColumn('till', { change: 'added' }),
    ],
    counted: 1,
    examples: {
      added: [['new', '9', 'x']],
      removed: [['old', '1', null]],
      changed: [{ before: ['open', '5', null], after: [null, '5', 'y'], columns: [0] }],
    },
    ...rest,
  });
  const compared = (found: object | null) =>
    documentOf('version_diffs', 'd', { before: 2, after: 3, diff: found });

  test('are compared with the one before, with both in the URL', async () => {
    const responses = [compared(null), compared(diff())];
    const { user, location } = await open(
      { ...limits, [VERSIONS]: list, [DIFF]: () => responses.shift()! },
      '?tab=versions',
    );
    await user.click(await screen.findByRole('link', { name: 'Compare version 3 with version 2' }));
    expect(location()).toBe(`${TABLE_PATH}?tab=versions&from=2&to=3`);
    const figure = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).nextSibling;
    expect(await figure('Added')).toHaveTextContent('+2');
    expect(await figure('Unchanged')).toHaveTextContent('200');
    const differing = screen.getByRole('table', { name: 'Rows that differ' });
    expect(headsOf(differing)).toEqual(['id', 'note', 'till']);
    const row = within(differing).getByRole('row', { name: /^Changed 5/ });
    expect(within(row).getByText('open', { selector: 'del' })).toBeVisible();
    expect(within(row).getByText('NULL', { selector: 'ins i' })).toBeVisible();
    expect(within(differing).getByRole('row', { name: 'Removed 1 old –' })).toBeVisible();
    expect(screen.getByText('was added')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Removed 1' }));
    const removed = await screen.findByRole('table', { name: 'Removed' });
    expect(within(removed).queryByRole('columnheader', { name: 'till' })).toBeNull();
    expect(location()).toContain('rows=removed');
  });

  const headsOf = (table: HTMLElement) =>
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent);

  test('show the columns that differ, or all of them, and of which rows there are examples', async () => {
    const same = diff({
      added: 0,
      removed: 0,
      changed: 80,
      columns: [...diff().columns, diffColumn('till_no')],
    });
    const { user, location } = await open(
      { ...limits, [VERSIONS]: list, [DIFF]: compared(same) },
      '?tab=versions&from=2&to=3',
    );
    const changed = await screen.findByRole('table', { name: 'Changed' });
    expect(headsOf(changed)).toEqual(['id', 'note', 'till']);
    expect(screen.getByText('The last 1 of 80 rows')).toBeVisible();
    await user.click(screen.getByRole('switch', { name: 'Changed columns only' }));
    await within(changed).findByRole('columnheader', { name: 'till_no' });
    expect(location()).toContain('columns=all');
  });

  test('are chosen from all versions, and the one that is compared with the current one can be restored', async () => {
    const restored = version(4, { state: 'current', restored: { from: 2, by: 'Mara' } });
    const { user, location } = await open(
      {
        ...limits,
        [TABLE]: tableResponse({ version: 4 }),
        [VERSIONS]: page(restored, version(3), version(2), version(1, { maskedSince: ['note'] })),
        [DIFF]: compared(diff()),
      },
      '?tab=versions&from=2&to=3',
    );
    const timeline = within(await screen.findByRole('navigation', { name: 'Versions of this table' }));
    const compare = await timeline.findAllByRole('link', { name: /^Compare/ });
    expect(compare.map((link) => link.getAttribute('aria-label'))).toEqual([
      'Compare version 4 with version 3',
      'Compare version 4 with version 3',
      'Compare version 4 with version 2',
    ]);
    expect(timeline.getAllByText('Compared')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
    await user.click(timeline.getByRole('link', { name: 'Compare version 4 with version 2' }));
    expect(location()).toBe(`${TABLE_PATH}?tab=versions&from=2&to=4`);
    await user.click(await screen.findByRole('button', { name: 'Restore version 2' }));
    expect(screen.getByRole('dialog', { name: 'Restore version 2?' })).toBeVisible();
  });

  test('without a key are compared as whole rows, and the screen says so', async () => {
    const found = diff({ key: [], changed: 0, counted: 0 });
    await open({ ...limits, [VERSIONS]: list, [DIFF]: compared(found) }, '?tab=versions&from=2&to=3');
    expect(await screen.findByText(/no key to recognize them by/)).toBeVisible();
    expect(screen.queryByText('Changed', { selector: 'dt' })).toBeNull();
  });

  test('that are the same say so', async () => {
    const found = diff({ added: 0, removed: 0, changed: 0, counted: 0, columns: [] });
    await open({ ...limits, [VERSIONS]: list, [DIFF]: compared(found) }, '?tab=versions&from=2&to=3');
    expect(await screen.findByRole('heading', { name: 'No differences' })).toBeVisible();
  });

  test('that are no longer kept can’t be compared, and others can be chosen', async () => {
    const { user, location } = await open(
      { ...limits, [VERSIONS]: list, [DIFF]: errorsOf(409, [{ code: 'version_not_kept' }]) },
      '?tab=versions&from=1&to=3',
    );
    expect(await screen.findByRole('heading', { name: 'A version is no longer kept' })).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: 'From version' }), 'Version 2');
    expect(location()).toBe(`${TABLE_PATH}?tab=versions&from=2&to=3`);
  });

  test('can’t be restored by people who may only read', async () => {
    await open(
      {
        [TABLE]: tableResponse({ can: { delete: false, restore: false, describe: false } }),
        [VERSIONS]: list,
        ...limits,
      },
      '?tab=versions',
    );
    await screen.findByRole('row', { name: /Version 2/ });
    expect(screen.queryByRole('button', { name: /Restore/ })).toBeNull();
  });
});
