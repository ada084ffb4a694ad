import {
  collectionOf,
  column,
  documentOf,
  errorsOf,
  type Handlers,
  MOUNT,
  noContent,
  renderRoute,
  table,
} from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../../routes.tsx';

const PATH = '/w/org_finch/data-tools/sql-editor';
const CATALOG = 'GET organizations/:organizationId/sql-catalog';
const QUERIES = 'organizations/:organizationId/saved-queries';
const ONE = `${QUERIES}/qry_1`;
const PAST = 'GET organizations/:organizationId/past-sql-runs';

const attributes = {
  name: 'Revenue',
  description: 'Since a day',
  sql: 'select 1\nfrom orders',
  parameters: {},
  version: 2,
  savedBy: 'Mara',
  savedAt: '2026-11-20T12:00:00Z',
};
const saved = (rest: object = {}) => documentOf('saved_queries', 'qry_1', { ...attributes, ...rest });
const columns = documentOf('query_columns', 'qry_1', { columns: [] });

// jsdom has no layout, which an editor measures.
beforeAll(() => {
  Range.prototype.getClientRects ??= () => ({ length: 0, item: () => null }) as unknown as DOMRectList;
});
beforeEach(() => sessionStorage.clear());

const open = (query: string, api: Handlers = {}) =>
  renderRoute(routes, `${PATH}${query}`, {
    mount: MOUNT,
    api: {
      [CATALOG]: documentOf('sql_catalogs', 'org_finch', { tables: [], functions: [] }),
      [`GET ${QUERIES}`]: collectionOf('saved_queries', [{ id: 'qry_1', ...attributes }]),
      [`GET ${ONE}`]: saved(),
      [`GET ${ONE}/columns`]: columns,
      [PAST]: collectionOf('past_sql_runs', []),
      ...api,
    },
  });
const editor = () => screen.findByRole('textbox', { name: 'Query' });
const write = async ({ user }: Awaited<ReturnType<typeof open>>, text: string) => {
  await user.click(await editor());
  await user.keyboard(text);
};

test('a query is saved under a name, and its URL opens it', async () => {
  const page = await open('?sql=select+42', { [`POST ${QUERIES}`]: saved({ sql: 'select 42', version: 1 }) });
  await editor();
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Revenue');
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(page.location()).toContain('query=qry_1'));
  expect(page.api.callsTo(`POST ${QUERIES}`)[0]!.body).toMatchObject({
    data: { attributes: { name: 'Revenue', description: '', sql: 'select 42', parameters: {} } },
  });
});

test('a saved query is found and opened', async () => {
  const page = await open('');
  await editor();
  await page.user.click(screen.getByRole('button', { name: 'Saved' }));
  await page.user.click(await screen.findByRole('button', { name: /^Revenue/ }));
  await waitFor(async () => expect(await editor()).toHaveTextContent('select 1'));
  expect(page.location()).toContain('query=qry_1');
});

test('changes are saved under the version that they follow', async () => {
  const page = await open('?query=qry_1', { [`PATCH ${ONE}`]: saved({ version: 3 }) });
  await write(page, '-- ');
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(page.api.callsTo(`PATCH ${ONE}`)).toHaveLength(1));
  expect(page.api.callsTo(`PATCH ${ONE}`)[0]!.headers['if-match']).toBe('2');
});

test('someone else’s save is shown beside one’s own text, which isn’t lost', async () => {
  let isOthers = false;
  const page = await open('?query=qry_1', {
    [`GET ${ONE}`]: () => (isOthers ? saved({ version: 3, sql: 'select 3\nfrom orders' }) : saved()),
    [`PATCH ${ONE}`]: () => {
      isOthers = true;
      return errorsOf(412, [{ code: 'version_conflict' }]);
    },
  });
  await write(page, '-- ');
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await page.user.click(await screen.findByRole('button', { name: 'Compare' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText('Changed lines')).toHaveTextContent('select 3');
  await page.user.click(dialog.getByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Compare' })).not.toBeInTheDocument());
  expect(await editor()).toHaveTextContent('-- select 1');
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(page.api.callsTo(`PATCH ${ONE}`)).toHaveLength(2));
  expect(page.api.callsTo(`PATCH ${ONE}`)[1]!.headers['if-match']).toBe('3');
});

test('a query whose column is gone says so', async () => {
  await open('?query=qry_1', {
    [`GET ${ONE}/columns`]: errorsOf(422, [
      { code: 'sql_failed', meta: { message: '"total" not found', position: 7, line: 1, column: 8 } },
    ]),
  });
  expect(await screen.findByText('This query doesn’t run anymore.')).toBeInTheDocument();
  expect(screen.getByText('"total" not found')).toBeInTheDocument();
});

test('an earlier version is restored', async () => {
  const versions = [
    { id: 'qry_1.2', ...attributes, restoredVersion: null },
    { id: 'qry_1.1', ...attributes, version: 1, sql: 'select 0', restoredVersion: null },
  ];
  const page = await open('?query=qry_1', {
    [`GET ${ONE}/versions`]: collectionOf('saved_query_versions', versions),
    [`POST ${ONE}/restorations`]: saved({ version: 3, sql: 'select 0' }),
    [`GET ${ONE}`]: saved(),
  });
  await editor();
  await page.user.click(screen.getByRole('button', { name: 'More about this query' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Versions' }));
  await page.user.click(await screen.findByRole('button', { name: /^Version 1/ }));
  await page.user.click(screen.getByRole('button', { name: 'Restore version 1' }));
  await waitFor(async () => expect(await editor()).toHaveTextContent('select 0'));
  expect(page.api.callsTo(`POST ${ONE}/restorations`)[0]!.headers['if-match']).toBe('2');
});

test('what was run is opened again, and forgotten', async () => {
  const run = {
    id: 'sql_1',
    sql: 'select $since',
    parameters: { since: '2024' },
    outcome: 'succeeded',
    error: null,
    rows: 2,
    milliseconds: 180,
    startedAt: '2026-11-20T12:00:00Z',
  };
  const page = await open('', {
    [PAST]: collectionOf('past_sql_runs', [run]),
    [PAST.replace('GET', 'DELETE')]: noContent,
  });
  await editor();
  await page.user.click(screen.getByRole('button', { name: 'History' }));
  await page.user.click(await screen.findByRole('button', { name: /^select \$since/ }));
  expect(await editor()).toHaveTextContent('select $since');
  expect(screen.getByLabelText('since')).toHaveValue('2024');
  await page.user.click(screen.getByRole('button', { name: 'History' }));
  await page.user.click(await screen.findByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(page.api.callsTo(PAST.replace('GET', 'DELETE'))).toHaveLength(1));
});

test('a query is explained in sentences', async () => {
  const step = {
    operator: 'SEQ_SCAN',
    table: null,
    columns: null,
    conditions: [],
    top: null,
    join: null,
    rows: null,
  };
  const steps = [
    { ...step, kind: 'read', table: 'orders', columns: { read: 2, of: 20 }, conditions: ['id>5'], rows: 400 },
    { ...step, kind: 'top', operator: 'TOP_N', top: 3 },
  ];
  const page = await open('?sql=select+1', {
    'POST organizations/:organizationId/sql-plans': documentOf('sql_plans', 'sql_1', { steps }),
  });
  await editor();
  await page.user.click(screen.getByRole('button', { name: 'Explain' }));
  const [read, top] = await within(await screen.findByRole('region', { name: /^How this/ })).findAllByRole(
    'listitem',
  );
  expect(read).toHaveTextContent('Reads orders, 2 of 20 columnsid>5about 400 rows');
  expect(top).toHaveTextContent('Keeps the first 3 in their order');
});

describe('adding to a report', () => {
  const RUN = 'POST organizations/:organizationId/sql-runs';
  const REPORTS = 'organizations/:organizationId/reports';
  const kinds = [{ ...column('month', 'date'), type: 'DATE' }, column('total', 'number')];
  const shown: Handlers = {
    [RUN]: documentOf('sql_runs', 'sql_1', {
      columns: [
        { name: 'month', kind: 'date', type: 'DATE' },
        { name: 'total', kind: 'number', type: 'BIGINT' },
      ],
      rows: [
        ['2026-01-01', '3'],
        ['2026-02-01', '5'],
      ],
      ...{ cut: [], isCutBy: null, milliseconds: 3, rowsRead: 0, tables: [] },
    }),
    [`POST ${ONE}/view`]: documentOf('sql_views', 'tbl_9', { state: 'current', version: 1, failure: null }),
    'GET organizations/:organizationId/tables': collectionOf('tables', [
      { id: 'tbl_9', ...table({ tableName: 'Revenue', columns: kinds }) },
    ]),
    [`GET ${REPORTS}`]: collectionOf('reports', []),
    [`POST ${REPORTS}`]: documentOf('reports', 'rep_9', { name: 'Revenue', version: 1 }, 201),
  };
  const add = async (query: string) => {
    const page = await open(query, shown);
    await editor();
    await page.user.click(screen.getByRole('button', { name: 'Run' }));
    return page;
  };
  const cardOf = async (page: Awaited<ReturnType<typeof open>>) => {
    await page.user.click(await screen.findByRole('button', { name: 'Add to report' }));
    await page.user.click(await screen.findByRole('button', { name: 'Add to a new report' }));
    expect(await screen.findByRole('link', { name: 'Open report' })).toBeVisible();
    const { content } = page.api.callsTo(`POST ${REPORTS}`)[0]!.body!.data.attributes as {
      content: { cards: object[] };
    };
    return content.cards[0];
  };

  test('takes the rows of a saved query', async () => {
    expect(await cardOf(await add('?query=qry_1'))).toMatchObject({
      ...{ kind: 'table', title: 'Revenue', table: { id: 'tbl_9', name: 'Revenue' } },
      query: { breakouts: [{ column: 'month' }, { column: 'total' }], measures: [] },
    });
  });

  test('takes its chart, with time in its order', async () => {
    expect(await cardOf(await add('?query=qry_1&chart=1'))).toMatchObject({
      ...{ kind: 'query', mark: 'columns', table: { id: 'tbl_9', name: 'Revenue' } },
      query: {
        breakouts: [{ column: 'month', grain: 'month' }],
        measures: [{ agg: 'sum', column: 'total' }],
      },
    });
  });

  test('needs the query to be saved as it is', async () => {
    await add('?sql=select+1');
    expect(await screen.findByRole('button', { name: 'Add to report' })).toHaveAttribute(
      'title',
      'Save the query first. The report then shows what it finds.',
    );
  });
});
