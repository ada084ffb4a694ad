import type { ReportContent } from '@headwater/shared/contract';
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
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { routes } from '../routes.tsx';

const LIST = 'organizations/:organizationId/reports';
const ONE = `${LIST}/:reportId`;
const RESULT =
  'POST organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/query-results';
const PATH = '/w/org_finch/reports';

const layout = (x: number, y: number, w = 6, h = 6) => ({ x, y, w, h });
const orders = { id: 'tbl_1', name: 'orders' };
const count = { breakouts: [], measures: [{ as: 'rows', agg: 'count' as const }], zone: 'UTC', filter: [] };
const CONTENT: ReportContent = {
  cards: [
    { kind: 'number', id: 'n', title: 'Orders', layout: layout(0, 0), table: orders, query: count },
    { kind: 'text', id: 't', title: 'Note', layout: layout(6, 0), text: '**Boots** carried it.' },
    {
      ...{ kind: 'number', id: 'g', title: 'Refunds', layout: layout(0, 6) },
      ...{ table: { id: 'tbl_gone', name: 'refunds' }, query: count },
    },
  ],
  filters: [],
};
const NO_DELIVERIES = {
  ...{ subscriptions: 0, schedule: null, links: 0, sharedUntil: null, alerts: 0, triggered: 0 },
};
const DELIVERIES = {
  ...{ subscriptions: 1, schedule: { days: [1], time: '08:00' }, alerts: 3, triggered: 2 },
  ...{ links: 1, sharedUntil: '2026-12-31T12:00:00Z' },
};
const report = (rest: object = {}) => ({
  ...{ name: 'Weekly', version: 2, cards: 3, tableIds: ['tbl_1'], favorite: false, own: true },
  ...{ createdBy: 'Mara', changedBy: 'Tomás', changedAt: '2026-11-20T12:00:00Z', content: CONTENT },
  ...{ openings: [0, 0, 3, 1, 0, 4, 2], openingsByLinks: [0, 0, 0, 0, 0, 2, 1], deliveries: NO_DELIVERIES },
  ...rest,
});
const number = (value: string) =>
  documentOf('query_results', 'r', {
    ...{ version: 3, rows: 1, cut: null, totals: null, notes: [], sql: 'select count(*)', values: [[value]] },
    columns: [
      ...[
        { as: 'rows', role: 'measure', kind: 'number', type: 'BIGINT', grain: null, width: null, others: [] },
      ],
    ],
  });
const api = (rest: Handlers = {}): Handlers => ({
  [`GET ${LIST}`]: collectionOf('reports', [
    { id: 'rep_1', ...report({ deliveries: DELIVERIES }) },
    { id: 'rep_2', ...report({ name: 'Board pack', own: false, favorite: true }) },
  ]),
  [`GET ${ONE}`]: documentOf('reports', 'rep_1', report()),
  'GET organizations/:organizationId/tables': collectionOf('tables', [
    { id: 'tbl_1', ...table({ columns: [column('status', 'text')] }) },
  ]),
  [RESULT]: number('1234'),
  'GET organizations/:organizationId/saved-queries': collectionOf('saved_queries', []),
  [`POST ${ONE}/openings`]: noContent,
  [`GET ${ONE}/share-links`]: collectionOf('share_links', []),
  ...rest,
});
const open = (path: string, rest: Handlers = {}) =>
  renderRoute(routes, `${PATH}${path}`, { mount: MOUNT, api: api(rest) });

afterEach(() => sessionStorage.clear());

describe('files of a report', () => {
  test('have the filters of the URL, and are offered for the report and for each card', async () => {
    const { user } = await open('/rep_1?f.country=equals%3Ade');
    await screen.findByText('1,234');
    await user.click(screen.getByRole('button', { name: 'More about Orders' }));
    const csv = screen
      .getByRole('menuitem', { name: 'Save values (CSV for spreadsheets)' })
      .getAttribute('href')!;
    const url = new URL(csv, 'http://localhost');
    expect(url.pathname).toMatch(/reports\/rep_1\/cards\/n\/values\.csv$/);
    expect(url.searchParams.get('filters')).toBe('f.country=equals%3Ade');
    expect(url.searchParams.get('texts')).toBe('spreadsheet');
    const exact = screen.getByRole('menuitem', { name: 'Save values (CSV, text as it is)' });
    expect(exact.getAttribute('href')).toMatch(/[?&]texts=exact/);
    await user.keyboard('{Escape}');
  });
});

describe('sharing a report', () => {
  const LINKS = `${ONE}/share-links`;
  const link = (rest: object = {}) => ({
    ...{ hasPassword: true, filtersOpen: false, createdBy: 'Mara', createdAt: '2026-11-20T12:00:00Z' },
    ...{ expiresAt: '2099-11-20T12:00:00Z', isExpired: false, isBacked: true, lastUsedAt: null, ...rest },
  });

  test('creates a link whose URL is shown once, lists links, and revokes one', async () => {
    const { user, api: calls } = await open('/rep_1?dialog=share&f.country=equals%3Ade', {
      [`GET ${LINKS}`]: collectionOf('share_links', [{ id: 'shr_1', ...link() }]),
      [`POST ${LINKS}`]: documentOf('share_links', 'shr_2', { ...link(), token: 'secret-token' }),
      [`DELETE ${LINKS}/:shareLinkId`]: noContent,
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Share Weekly' }));
    expect(screen.getByText('Public link')).toBeInTheDocument();
    await user.type(dialog.getByLabelText(/^Password/), 'short');
    await user.click(dialog.getByRole('button', { name: 'Create link' }));
    expect(dialog.getByText('Use at least 8 characters.')).toBeVisible();
    await user.type(dialog.getByLabelText(/^Password/), ' no more');
    await user.click(dialog.getByRole('button', { name: 'Create link' }));
    const url = await dialog.findByRole('textbox', { name: 'New link' });
    expect(url).toHaveValue('http://localhost/shared/secret-token');
    expect(calls.callsTo(`POST ${LINKS}`)[0]?.body).toMatchObject({
      data: { attributes: { days: 30, password: 'short no more', filters: 'f.country=equals%3Ade' } },
    });
    await user.click(dialog.getByRole('button', { name: 'Revoke link 1' }));
    await waitFor(() => expect(calls.callsTo(`DELETE ${LINKS}/:shareLinkId`)).toHaveLength(1));
  });
});

describe('the list of reports', () => {
  test('finds reports by name, and shows one’s own and one’s favorites', async () => {
    const { user } = await open('');
    expect(await screen.findByRole('link', { name: 'Weekly' })).toHaveAttribute('href', `${PATH}/rep_1`);
    await user.click(screen.getByRole('button', { name: /^Favorites/ }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Weekly' })).toBeNull());
    await user.click(screen.getByRole('button', { name: /^All/ }));
    await user.type(screen.getByRole('searchbox', { name: 'Find a report' }), 'week');
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Board pack' })).toBeNull());
  });

  test('says nothing about the age of data before the tables are known', async () => {
    await open('', { 'GET organizations/:organizationId/tables': () => new Promise(() => {}) });
    const row = (await screen.findByRole('link', { name: 'Weekly' })).closest('tr')!;
    expect(within(row).queryByText('–')).toBeNull();
  });

  test('says how often a report was opened, and what it sends by itself', async () => {
    const { user } = await open('');
    const row = within((await screen.findByRole('link', { name: 'Weekly' })).closest('tr')!);
    expect(row.getByText('13')).toBeVisible();
    expect(row.getByText('3 by links')).toBeVisible();
    expect(row.getByText('2 alerts triggered')).toBeVisible();
    expect(row.getByText('Monday, 08:00, 1 link until Dec 31, 2026')).toBeVisible();
    await user.click(screen.getByRole('button', { name: /^Alerting 1/ }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Board pack' })).toBeNull());
    expect(screen.getByRole('link', { name: 'From a template' })).toHaveAttribute(
      'href',
      '/w/org_finch/report-templates',
    );
  });

  test('a report’s menu leads to what is done with it, and deletes it after a question', async () => {
    const { user, api: calls } = await open('', { [`DELETE ${ONE}`]: noContent });
    await user.click(await screen.findByRole('button', { name: 'More about Weekly' }));
    expect(screen.getAllByRole('menuitem').map((item) => item.getAttribute('href'))).toEqual([
      ...[`${PATH}/rep_1?edit=1`, `${PATH}/rep_1?dialog=subscribe`, `${PATH}/rep_1?dialog=share`],
      ...[`${PATH}/rep_1?dialog=alerts`, null, null],
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Delete report' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Weekly?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete report' }));
    await waitFor(() => expect(calls.callsTo(`DELETE ${ONE}`)).toHaveLength(1));
    expect(calls.callsTo(`POST ${ONE}/openings`)).toHaveLength(0);
  });

  test('marks a report for oneself', async () => {
    const { user, api: calls } = await open('', { [`POST ${ONE}/favorites`]: noContent });
    await user.click(await screen.findByRole('button', { name: 'Favorite: Weekly' }));
    await waitFor(() => expect(calls.callsTo(`POST ${ONE}/favorites`)).toHaveLength(1));
  });
});

describe('a report', () => {
  test('is counted as opened once, and not while it is edited', async () => {
    const { user, api: calls } = await open('/rep_1?edit=1');
    await screen.findByRole('heading', { level: 1, name: 'Editing Weekly' });
    expect(calls.callsTo(`POST ${ONE}/openings`)).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Stop editing' }));
    await waitFor(() => expect(calls.callsTo(`POST ${ONE}/openings`)).toHaveLength(1));
  });

  test('shows what its cards compute of the current versions, and names a table that is gone', async () => {
    const { api: calls } = await open('/rep_1');
    expect(
      await within(await screen.findByRole('region', { name: 'Orders' })).findByText('1,234'),
    ).toBeVisible();
    expect(screen.getByText('Boots').tagName).toBe('STRONG');
    expect(screen.getByText(/The table refunds is gone/)).toBeVisible();
    expect(calls.callsTo(RESULT)[0]!.body!.data.attributes).toMatchObject({ version: 3, query: count });
  });

  describe('with a column that the source no longer has', () => {
    const sum = (id: string, title: string) => ({
      ...{ kind: 'number' as const, id, title, layout: layout(0, 0), table: orders },
      query: { breakouts: [], measures: [{ as: 'sum', agg: 'sum' as const, column: 'total' }] },
    });
    const content: ReportContent = { cards: [sum('a', 'Revenue'), sum('b', 'Sales')], filters: [] };
    const tableWith = (...columns: ReturnType<typeof column>[]) =>
      collectionOf('tables', [{ id: 'tbl_1', ...table({ columns }) }]);
    const other = { ...column('totals', 'number'), type: 'DOUBLE' };
    const rest: Handlers = {
      [`GET ${ONE}`]: documentOf('reports', 'rep_1', report({ content })),
      'GET organizations/:organizationId/tables': tableWith(column('status', 'text'), other),
      [RESULT]: errorsOf(422, [{ code: 'query_column_unknown', meta: { column: 'total' } }]),
    };

    test('offers the nearest one that fits, and saves all cards with it', async () => {
      const saved = documentOf('reports', 'rep_1', report({ version: 3, content }));
      const { user, api: calls } = await open('/rep_1', { ...rest, [`PATCH ${ONE}`]: saved });
      const card = within(await screen.findByRole('region', { name: 'Revenue' }));
      expect(await card.findByText('orders no longer has the column total.')).toBeVisible();
      expect(card.getByText(/Changes all 2 cards/)).toBeVisible();
      const choice = card.getByRole('combobox', { name: 'Column to use instead of total' });
      expect(
        within(choice)
          .getAllByRole('option')
          .map(({ textContent }) => textContent),
      ).toEqual(['totals']);
      await user.click(card.getByRole('button', { name: 'Use instead' }));
      expect(await screen.findByText(/^Saved with totals instead of total/)).toBeVisible();
      const { cards } = calls.callsTo(`PATCH ${ONE}`)[0]!.body!.data.attributes['content'] as ReportContent;
      expect(cards.map((one) => one.kind === 'number' && one.query.measures[0])).toEqual([
        { as: 'sum', agg: 'sum', column: 'totals' },
        { as: 'sum', agg: 'sum', column: 'totals' },
      ]);
    });

    test('says that newer rows have no value there if older ones do', async () => {
      const stopped = { ...other, name: 'total', lost: 'stopped' as const };
      const { user } = await open('/rep_1', {
        ...rest,
        [RESULT]: number('1234'),
        'GET organizations/:organizationId/tables': tableWith(other, stopped),
      });
      const card = within(await screen.findByRole('region', { name: 'Revenue' }));
      expect(await card.findByText('1,234')).toBeVisible();
      await user.click(card.getByRole('button', { name: 'Use another column' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Column to use instead of total' }));
      expect(dialog.getByRole('combobox')).toHaveValue('totals');
    });
  });

  test('shows a share as a percentage, and waits for a table that was never synced', async () => {
    const result = number('0.4567');
    const { data } = result.body as { data: { attributes: { columns: object[] } } };
    Object.assign(data.attributes.columns[0]!, { type: 'DOUBLE', percent: true });
    await open('/rep_1', { [RESULT]: result });
    expect(await screen.findByText('45.7%')).toBeVisible();
    cleanup();
    await open('/rep_1', {
      'GET organizations/:organizationId/tables': collectionOf('tables', [
        { id: 'tbl_1', ...table({ columns: [], version: null, rows: null }) },
      ]),
    });
    expect(await screen.findByText(/^orders hasn't been synced yet\./)).toBeVisible();
  });

  test('says which table is damaged or was not updated, on top and in its cards, and leads to it', async () => {
    const withTable = (rest: object): Handlers => ({
      'GET organizations/:organizationId/tables': collectionOf('tables', [{ id: 'tbl_1', ...table(rest) }]),
    });
    await open('/rep_1', {
      ...withTable({ damagedAt: '2026-11-21T12:00:00Z' }),
      [RESULT]: errorsOf(409, [{ code: 'version_damaged' }]),
    });
    expect(await screen.findByText(/^The file with the current data of orders is damaged/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Open table' })).toHaveAttribute(
      'href',
      '/w/org_finch/data/src_shop/orders',
    );
    const card = within(screen.getByRole('region', { name: 'Orders' }));
    expect(card.getByText('Its file is damaged.')).toBeVisible();
    cleanup();
    await open('/rep_1', withTable({ stale: true }));
    expect(
      await screen.findByText(/^The last update of orders failed\. .+ as of Nov 20, 2026/),
    ).toBeVisible();
    expect(await screen.findByText('1,234')).toBeVisible();
  });

  test('has filters that narrow the cards that they are bound to, and are in the URL', async () => {
    const filters = [{ id: 'f1', label: 'Status', default: null, bind: [{ card: 'n', column: 'status' }] }];
    const {
      api: calls,
      user,
      location,
    } = await open('/rep_1?f.f1=equals:paid', {
      [`GET ${ONE}`]: documentOf('reports', 'rep_1', report({ content: { ...CONTENT, filters } })),
    });
    const asked = () => calls.callsTo(RESULT).at(-1)!.body!.data.attributes as { query: object };
    await screen.findByText('1,234');
    expect(asked().query).toMatchObject({
      filter: [[{ column: 'status', operator: 'equals', values: ['paid'] }]],
    });
    await user.click(screen.getByRole('button', { name: 'Show all: Status' }));
    await waitFor(() => expect(asked().query).toMatchObject({ filter: [] }));
    expect(location()).toBe(`${PATH}/rep_1`);
  });

  test('offers the values of all columns that a filter is bound to', async () => {
    const VALUES =
      'GET organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/column-values';
    const bind = [
      { card: 'n', column: 'status' },
      { card: 'm', column: 'state' },
    ];
    const more = { ...CONTENT.cards[0]!, id: 'm', title: 'Refunds', table: { id: 'tbl_2', name: 'refunds' } };
    const content = {
      cards: [...CONTENT.cards, more],
      filters: [{ id: 'f1', label: 'Status', default: null, bind }],
    };
    const { user } = await open('/rep_1', {
      [`GET ${ONE}`]: documentOf('reports', 'rep_1', report({ content })),
      'GET organizations/:organizationId/tables': collectionOf('tables', [
        { id: 'tbl_1', ...table({ columns: [column('status', 'text')] }) },
        { id: 'tbl_2', ...table({ tableName: 'refunds', columns: [column('state', 'text')] }) },
      ]),
      [VALUES]: ({ path }) =>
        documentOf('column_values', 'v', {
          ...{ version: 3, hasMore: false },
          values: path.includes('refunds')
            ? [
                { value: 'paid', rows: 5 },
                { value: 'lost', rows: 1 },
              ]
            : [{ value: 'paid', rows: 2 }],
        }),
    });
    await user.click(await screen.findByRole('button', { name: /^Status/ }));
    const list = within(await screen.findByRole('list', { name: 'Values of status' }));
    expect(await list.findByRole('checkbox', { name: 'lost' })).toBeVisible();
    const rows = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    // Rows of two tables aren't counted together.
    expect(rows).toEqual(['paid', 'lost']);
  });

  test('says why amounts of several currencies are no figure, without an offer to try again', async () => {
    await open('/rep_1', { [RESULT]: errorsOf(422, [{ code: 'currencies_mixed', detail: 'Several.' }]) });
    const [words] = await screen.findAllByText(/^These amounts are in several currencies/);
    expect(words).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  test('says which column a card misses', async () => {
    await open('/rep_1', {
      [RESULT]: errorsOf(422, [{ code: 'query_column_unknown', meta: { column: 'stat' } }]),
    });
    expect(await screen.findByText('orders no longer has the column stat.')).toBeVisible();
  });

  test('is deleted with a way back: at once, and later from the list', async () => {
    const DELETED = 'organizations/:organizationId/deleted-reports';
    const times = { deletedAt: '2026-11-20T10:00:00Z', restorableUntil: '2026-12-20T10:00:00Z' };
    const lost = { id: 'rep_9', name: 'Lost', deletedBy: 'Mara', ...times };
    const { user, api: calls } = await open('/rep_1', {
      [`GET ${ONE}`]: documentOf('reports', 'rep_1', report()),
      [`DELETE ${ONE}`]: noContent,
      [`GET ${LIST}`]: collectionOf('reports', []),
      [`GET ${DELETED}`]: collectionOf('deleted_reports', [lost]),
      [`POST ${DELETED}/:id/restorations`]: documentOf('reports', 'rep_1', report()),
    });
    await user.click(await screen.findByRole('button', { name: 'More about this report' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete report' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/its links, deliveries, and alerts stop. For 30 days/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Delete report' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(calls.callsTo(`POST ${DELETED}/:id/restorations`)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText(/was deleted/)).not.toBeInTheDocument());

    await user.click(await screen.findByText('1 deleted report'));
    expect(screen.getByText('Deleted by Mara. Can be brought back until Dec 20, 2026.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Bring back Lost' }));
    await waitFor(() =>
      expect(calls.callsTo(`POST ${DELETED}/:id/restorations`)[1]!.path).toContain('rep_9'),
    );
    expect(await screen.findByText('Lost is back.')).toBeVisible();
  });

  test('brings back an earlier version', async () => {
    const version = (number: number) => ({
      ...{ id: `rep_1:${number}`, version: number, name: 'Weekly', cards: 3, savedBy: 'Mara' },
      ...{ savedAt: '2026-11-20T12:00:00Z', restoredFrom: null },
    });
    const { user, api: calls } = await open('/rep_1?dialog=versions', {
      [`GET ${ONE}/versions`]: collectionOf('report_versions', [version(2), version(1)]),
      [`POST ${ONE}/restorations`]: documentOf('reports', 'rep_1', report({ version: 3 })),
    });
    await user.click(await screen.findByRole('button', { name: 'Restore version 1' }));
    await waitFor(() =>
      expect(calls.callsTo(`POST ${ONE}/restorations`)[0]!.body!.data.attributes).toEqual({ version: 1 }),
    );
  });
});

describe('editing a report', () => {
  const saved = documentOf('reports', 'rep_1', report({ version: 3 }));
  const cardsIn = (calls: Awaited<ReturnType<typeof open>>['api']) =>
    (calls.callsTo(`PATCH ${ONE}`).at(-1)!.body!.data.attributes as { content: ReportContent }).content.cards;

  test('a card is made of a table that a search finds, or of the rows of a saved query', async () => {
    const { user } = await open('/rep_1?edit=1', {
      'GET organizations/:organizationId/saved-queries': collectionOf('saved_queries', [
        { id: 'qry_1', ...{ name: 'Refunds by day', sql: 'select 1', version: 1 } },
      ]),
    });
    await user.click(await screen.findByRole('button', { name: 'Add a card' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Add a card' }));
    const offers = () => panel.getAllByRole('listitem').map((item) => within(item).getByRole('button'));
    await waitFor(() => expect(offers()).toHaveLength(6));
    expect(offers().map((offer) => offer.textContent)).toEqual([
      ...['Chart', 'Number', 'Table', 'Text', 'Refunds by day', 'orders'],
    ]);
    await user.type(panel.getByRole('searchbox'), 'shop-db');
    await waitFor(() => expect(offers()).toHaveLength(1));
    expect(panel.getByRole('region', { name: 'From a table' })).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'orders' }));
    expect(await screen.findByRole('dialog', { name: 'Card' })).toBeVisible();
  });

  test('adds a card, undoes and redoes it, and saves the version that was seen', async () => {
    const { user, api: calls, location } = await open('/rep_1?edit=1', { [`PATCH ${ONE}`]: saved });
    await user.click(await screen.findByRole('button', { name: 'Add a card' }));
    await user.click(await screen.findByRole('button', { name: 'Text' }));
    await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'X');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.queryByRole('region', { name: 'X' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Redo' }));
    await user.click(screen.getByRole('button', { name: 'Redo' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(location()).toBe(`${PATH}/rep_1`));
    expect(cardsIn(calls).at(-1)).toMatchObject({ kind: 'text', title: 'X' });
    expect(calls.callsTo(`PATCH ${ONE}`)[0]!.headers['if-match']).toBe('2');
  });

  test.each(['its settings', 'its menu'])(
    'removes a card from %s, and the focus goes where another is added',
    async (from) => {
      const { user } = await open('/rep_1?edit=1');
      const card = await screen.findByRole('region', { name: 'Orders' });
      if (from === 'its settings') {
        await user.click(within(card).getByRole('button', { name: 'Edit Orders' }));
        await user.click(await screen.findByRole('button', { name: 'Remove card' }));
      } else {
        await user.click(within(card).getByRole('button', { name: 'More about Orders' }));
        await user.click(await screen.findByRole('menuitem', { name: 'Remove card' }));
      }
      await waitFor(() => expect(screen.queryByRole('region', { name: 'Orders' })).toBeNull());
      expect(screen.queryByRole('dialog')).toBeNull();
      await waitFor(() => expect(screen.getByRole('button', { name: 'Add a card' })).toHaveFocus());
      await user.click(screen.getByRole('button', { name: 'Undo' }));
      expect(await screen.findByRole('region', { name: 'Orders' })).toBeVisible();
    },
  );

  test('saves what all cards are compared with, and keeps what it doesn’t change when a card goes', async () => {
    const template = { slug: 'revenue-overview', version: 1, columns: [] };
    const { user, api: calls } = await open('/rep_1?edit=1', {
      [`GET ${ONE}`]: documentOf('reports', 'rep_1', report({ content: { ...CONTENT, template } })),
      [`PATCH ${ONE}`]: saved,
    });
    const select = await screen.findByRole('combobox', { name: 'Compare all cards' });
    await user.selectOptions(select, 'Compare with a year ago');
    await waitFor(() =>
      expect(calls.callsTo(RESULT).at(-1)!.body!.data.attributes).toMatchObject({ compare: 'year_ago' }),
    );
    await user.click(screen.getByRole('button', { name: 'Edit Orders' }));
    expect(await screen.findByText(/^The report has one comparison for all cards/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    const [card] = await screen.findAllByRole('button', { name: /^More about (?!Orders|this)/ });
    await user.click(card!);
    await user.click(await screen.findByRole('menuitem', { name: 'Remove card' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.callsTo(`PATCH ${ONE}`)).toHaveLength(1));
    expect(calls.callsTo(`PATCH ${ONE}`)[0]!.body!.data.attributes).toMatchObject({
      content: { compare: 'year_ago', template },
    });
  });

  test('compares a number with an earlier period, makes room for it, and says how it compares', async () => {
    const result = number('1234');
    const { data } = result.body as { data: { attributes: object } };
    Object.assign(data.attributes, {
      comparison: {
        ...{ to: 'previous', state: 'compared', value: '1000', from: '2026-10-01', through: '2026-10-27' },
        ...{ until: null, isPart: true },
      },
    });
    const low = { ...CONTENT, cards: [{ ...CONTENT.cards[0]!, layout: layout(0, 0, 3, 3) }] };
    const { user, api: calls } = await open('/rep_1?edit=1', {
      [`GET ${ONE}`]: documentOf('reports', 'rep_1', report({ content: low })),
      [`PATCH ${ONE}`]: saved,
      [RESULT]: result,
    });
    await user.click(await screen.findByRole('button', { name: 'Edit Orders' }));
    await user.selectOptions(await screen.findByRole('combobox', { name: /^Compare/ }), 'previous');
    await waitFor(() =>
      expect(calls.callsTo(RESULT).at(-1)!.body!.data.attributes).toMatchObject({ compare: 'previous' }),
    );
    await user.click(screen.getByRole('button', { name: 'Close' }));
    const card = within(await screen.findByRole('region', { name: 'Orders' }));
    expect(await card.findByText('Up 234 (23.4%)')).toBeVisible();
    expect(card.getByText(/^Previous period: 1,000 \(/)).toBeVisible();
    expect(card.getByText(/^Compared up to Oct 27, 2026, because/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(cardsIn(calls)[0]).toMatchObject({ compare: 'previous', layout: layout(0, 0, 3, 5) }),
    );
  });

  const QUERIES = 'organizations/:organizationId/saved-queries';
  const VIEWS = 'organizations/:organizationId/sql-views';
  const view = (rest: object = {}) => ({
    ...{
      sourceConnectionId: 'src_views',
      name: 'Per status',
      sql: 'select 1',
      parameters: {},
      version: 1,
      state: 'refreshing',
    },
    ...{ savedQuery: { id: 'qry_1', name: 'Per status' }, failure: null, refreshedAt: null, maskedSince: [] },
    ...{ inputs: [], can: { edit: true }, ...rest },
  });
  const tableCard = {
    ...{
      kind: 'table' as const,
      id: 'rows',
      title: 'Rows',
      layout: layout(0, 0),
      table: orders,
      query: count,
    },
  };
  const query = { name: 'Per status', description: '', version: 1, savedBy: 'Mara', savedAt: '' };
  const withQuery = (refreshed: object, tables: { id: string }[]): Handlers => ({
    [`GET ${ONE}`]: documentOf('reports', 'rep_1', report({ content: { cards: [tableCard], filters: [] } })),
    [`GET ${QUERIES}`]: collectionOf('saved_queries', [{ id: 'qry_1', ...query }]),
    [`GET ${VIEWS}`]: collectionOf('sql_views', []),
    [`POST ${QUERIES}/:id/view`]: documentOf('sql_views', 'tbl_9', view()),
    [`GET ${VIEWS}/:id`]: documentOf('sql_views', 'tbl_9', view(refreshed)),
    'GET organizations/:organizationId/tables': collectionOf('tables', [
      { id: 'tbl_1', ...table({ columns: [column('status', 'text')] }) },
      ...tables,
    ]),
    [`PATCH ${ONE}`]: saved,
  });
  const chooseQuery = async (user: Awaited<ReturnType<typeof open>>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Edit Rows' }));
    await user.click(await screen.findByRole('combobox', { name: 'Table or saved query' }));
    await user.click(await screen.findByRole('option', { name: 'Saved queries / Per status' }));
  };

  test('says with which values of its parameters the rows of a saved query were made, and where these are changed', async () => {
    const ofView = { selection: 'view', sourceConnectionId: 'src_views', sourceConnectionName: 'Views' };
    const made = view({
      ...{ state: 'current', sql: "select '$not', $status, $least" },
      parameters: { status: 'delivered,paid', left_over: '1' },
    });
    const { user } = await open('/rep_1', {
      ...withQuery({}, []),
      [`GET ${VIEWS}`]: collectionOf('sql_views', [{ id: 'tbl_1', ...made }]),
      'GET organizations/:organizationId/tables': collectionOf('tables', [
        { id: 'tbl_1', ...table({ columns: [column('status', 'text')] }), ...ofView },
      ]),
    });
    const card = within(await screen.findByRole('region', { name: 'Rows' }));
    expect(await card.findByText('With status = “delivered,paid”, least = NULL.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Edit' }));
    await user.click(await screen.findByRole('button', { name: 'Edit Rows' }));
    expect(await screen.findByRole('link', { name: 'Change in the SQL editor' })).toHaveAttribute(
      'href',
      expect.stringMatching(/sql-editor\?query=qry_1$/),
    );
  });

  const statusView = (rest: object = {}) => ({
    ...withQuery({}, []),
    [`GET ${VIEWS}`]: collectionOf('sql_views', [
      {
        id: 'tbl_1',
        ...view({ state: 'current', sql: 'select * from orders where status = $status', ...rest }),
      },
    ]),
    [`GET ${QUERIES}/:id/columns`]: documentOf('query_columns', 'qry_1', {
      ...{ columns: [], parameters: [{ name: 'status', kind: 'text' }] },
    }),
    'GET organizations/:organizationId/tables': collectionOf('tables', [
      {
        ...{ id: 'tbl_1', ...table({ columns: [column('total', 'number')] }) },
        ...{ selection: 'view', sourceConnectionId: 'src_views', sourceConnectionName: 'Views' },
      },
    ]),
  });
  const bound = (rest: object = {}) => ({
    [`GET ${ONE}`]: documentOf(
      'reports',
      'rep_1',
      report({
        content: {
          cards: [tableCard],
          filters: [
            {
              ...{
                id: 'status',
                label: 'Status',
                default: null,
                bind: [{ card: 'rows', parameter: 'status' }],
              },
              ...rest,
            },
          ],
        },
      }),
    ),
  });
  const asked = (calls: Awaited<ReturnType<typeof open>>['api']) =>
    calls.callsTo(RESULT).map(({ body }) => body!.data.attributes.parameters);

  test('a filter sets a parameter of a saved query: a card says which one it needs, and is computed with it', async () => {
    const { user, api: calls } = await open('/rep_1', { ...statusView(), ...bound() });
    const card = within(await screen.findByRole('region', { name: 'Rows' }));
    expect(await card.findByText('Choose a value in the filter Status: this card needs one.')).toBeVisible();
    expect(asked(calls)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Status not chosen' }));
    const field = await screen.findByRole('textbox', { name: 'Status' });
    await user.type(field, 'delivered,paid');
    expect(screen.getByText(/^“delivered,paid” is one value of \$status, comma and all/)).toBeVisible();
    await user.clear(field);
    await user.type(field, 'paid{Enter}');
    expect(await card.findByText('With status = “paid”.')).toBeVisible();
    await waitFor(() => expect(asked(calls)).toEqual([{ status: 'paid' }]));
    await user.click(card.getByRole('button', { name: 'More about Rows' }));
    // The table has the rows of another value.
    expect(screen.queryByRole('menuitem', { name: 'Show rows' })).toBeNull();
  });

  test('a parameter that the query splits takes several values, and one that it doesn’t says so', async () => {
    const sql = `select * from orders where list_contains(string_split($status, ','), status)`;
    const { user, api: calls } = await open('/rep_1', { ...statusView({ sql }), ...bound() });
    await user.click(await screen.findByRole('button', { name: /^Status/ }));
    await user.type(await screen.findByRole('textbox', { name: 'Status' }), 'delivered, paid{Enter}');
    await waitFor(() => expect(asked(calls)).toEqual([{ status: 'delivered,paid' }]));
    expect(await screen.findByText('With status = “delivered,paid”.')).toBeVisible();
    cleanup();
    await open('/rep_1?f.status=one_of:delivered,paid', { ...statusView(), ...bound() });
    expect(
      await screen.findByText(/^This card takes one value of the filter Status, which has 2/),
    ).toBeVisible();
    cleanup();
    await open('/rep_1?f.status=one_of:paid', {
      ...{ ...statusView(), ...bound() },
      [RESULT]: errorsOf(422, [{ code: 'sql_parameter_unfit', meta: { name: 'status', kind: 'number' } }]),
    });
    expect(await screen.findByText('The parameter $status takes a number.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('a number for a parameter is typed as people write it', async () => {
    const { user, api: calls } = await open('/rep_1', {
      ...{ ...statusView(), ...bound() },
      [`GET ${QUERIES}/:id/columns`]: documentOf('query_columns', 'qry_1', {
        ...{ columns: [], parameters: [{ name: 'status', kind: 'number' }] },
      }),
    });
    await user.click(await screen.findByRole('button', { name: /^Status/ }));
    await user.type(await screen.findByRole('textbox', { name: 'Status' }), '1,250.5{Enter}');
    await waitFor(() => expect(asked(calls)).toEqual([{ status: '1250.5' }]));
  });

  test('several numbers for a parameter are checked like one, and refused if they can be read in two ways', async () => {
    const sql = `select * from orders where list_contains(string_split($status, ','), status)`;
    const { user, api: calls } = await open('/rep_1', {
      ...{ ...statusView({ sql }), ...bound() },
      [`GET ${QUERIES}/:id/columns`]: documentOf('query_columns', 'qry_1', {
        ...{ columns: [], parameters: [{ name: 'status', kind: 'number' }] },
      }),
    });
    await user.click(await screen.findByRole('button', { name: /^Status/ }));
    const field = await screen.findByRole('textbox', { name: 'Status' });
    await user.type(field, '1, two{Enter}');
    expect(field).toHaveAccessibleDescription(/Enter a number, such as 12\.5/);
    await user.clear(field);
    await user.type(field, '1,250.5{Enter}');
    expect(field).toHaveAccessibleDescription(/“1,250\.5” can be one number or several\./);
    expect(asked(calls)).toEqual([]);
    await user.clear(field);
    await user.type(field, '1,250.5; 3{Enter}');
    await waitFor(() => expect(asked(calls)).toEqual([{ status: '1250.5,3' }]));
  });

  test('a filter is bound to a parameter where it is bound to a column, with the values that a link offers', async () => {
    const { user, api: calls } = await open('/rep_1?edit=1', {
      ...{ ...statusView({ parameters: { status: 'paid' } }), ...bound({ bind: [] }) },
    });
    await user.click(await screen.findByRole('button', { name: 'Settings of the filter Status' }));
    const select = await screen.findByRole('combobox', { name: 'Rows' });
    await within(select).findByRole('option', { name: '$status, a parameter of the query' });
    await user.selectOptions(select, '$status, a parameter of the query');
    await user.type(screen.getByRole('textbox', { name: /^Values to choose from/ }), 'paid, open,,open');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByRole('combobox', { name: 'Filter by' }));
    await user.click(screen.getByRole('option', { name: '$status, a parameter of the query' }));
    await user.click(screen.getByRole('button', { name: 'Add filter' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.callsTo(`PATCH ${ONE}`)).toHaveLength(1));
    const { filters } = calls.callsTo(`PATCH ${ONE}`)[0]!.body!.data.attributes.content as ReportContent;
    const bind = [{ card: 'rows', parameter: 'status' }];
    expect(filters).toMatchObject([
      { label: 'Status', bind, offers: ['paid', 'open'] },
      { label: 'status', bind, default: null },
    ]);
  });

  test('shows the rows of a saved query as soon as they are there, in the columns and order that are chosen', async () => {
    const columns = [column('status', 'text'), column('total', 'number')];
    const { user, api: calls } = await open(
      '/rep_1?edit=1',
      withQuery({ state: 'current' }, [
        {
          ...{ id: 'tbl_9', ...table({ tableName: 'Per status', columns }) },
          ...{ sourceConnectionId: 'src_views', sourceConnectionName: 'Views' },
        },
      ]),
    );
    await chooseQuery(user);
    expect(await screen.findByText('Waiting for the rows of this query…')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Title' }), '!');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Order' }), 'total');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rows at most' }), '10');
    await user.click(screen.getByRole('button', { name: '2 of 2 columns' }));
    await user.click(await screen.findByRole('checkbox', { name: 'status' }));
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(calls.callsTo(`PATCH ${ONE}`)).toHaveLength(1));
    expect(cardsIn(calls)[0]).toMatchObject({
      ...{ kind: 'table', title: 'Rows!', table: { id: 'tbl_9', name: 'Per status' } },
      query: {
        breakouts: [{ as: 'total', column: 'total' }],
        ...{ measures: [], sort: [{ by: 'total', descending: true }], limit: 10 },
      },
    });
  });

  test('says why a saved query has no rows, and keeps the card', async () => {
    const failure = {
      status: '422',
      code: 'sql_failed',
      title: 'Failed',
      detail: '',
      meta: { message: 'No such column: nothing' },
    };
    const { user } = await open('/rep_1?edit=1', {
      ...withQuery({}, []),
      [`POST ${QUERIES}/:id/view`]: documentOf('sql_views', 'tbl_9', view({ state: 'failed', failure })),
    });
    await chooseQuery(user);
    expect(await screen.findByText(/No such column: nothing/)).toBeVisible();
    expect(screen.getByRole('combobox', { name: 'Table or saved query' })).toHaveValue('shop-db / orders');
  });

  describe('where there is room beside the grid', () => {
    const PANEL = { name: 'Add a card' };
    beforeEach(() => {
      jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
      Element.prototype.setPointerCapture = () => undefined;
    });
    afterEach(() => jest.restoreAllMocks());
    type User = Awaited<ReturnType<typeof open>>['user'];
    const addPanel = async (user: User) => {
      await user.click(await screen.findByRole('button', PANEL));
      return within(await screen.findByRole('complementary', PANEL));
    };
    const over = (clientX: number, clientY: number) => ({
      target: document.body,
      coords: { clientX, clientY },
    });
    /** Carries an offer to the grid, whose columns are 101 px wide. */
    const carry = (user: User, offer: HTMLElement, clientX: number, clientY: number) =>
      user.pointer([
        { keys: '[MouseLeft>]', target: offer, coords: { clientX: 1300, clientY: 300 } },
        over(clientX, clientY),
      ]);
    const letGo = (user: User) => user.pointer([{ keys: '[/MouseLeft]', target: document.body }]);
    const layoutsIn = (calls: Awaited<ReturnType<typeof open>>['api']) =>
      Object.fromEntries(cardsIn(calls).map((card) => [card.title, card.layout]));

    test('what adds a card and what sets it up are beside the report, and give the focus back', async () => {
      const { user } = await open('/rep_1?edit=1');
      const panel = await addPanel(user);
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(panel.getByRole('searchbox')).toHaveFocus();
      expect(screen.getByRole('button', { ...PANEL, expanded: true })).toBeVisible();
      await user.keyboard('{Escape}');
      expect(screen.queryByRole('complementary')).toBeNull();
      expect(screen.getByRole('button', { ...PANEL, expanded: false })).toHaveFocus();

      await addPanel(user);
      await user.click(screen.getByRole('button', { name: 'Edit Orders' }));
      const settings = within(await screen.findByRole('complementary', { name: 'Orders' }));
      expect(settings.getByRole('heading', { name: 'Orders' })).toHaveFocus();
      expect(screen.getByRole('region', { name: 'Orders' })).toHaveAttribute('data-active');
      await user.type(settings.getByRole('textbox', { name: 'Title' }), ' paid');
      // The card in the grid is the only one.
      expect(screen.getAllByRole('region', { name: 'Orders paid' })).toHaveLength(1);
      await user.click(settings.getByRole('button', { name: 'Close' }));
      expect(screen.getByRole('button', { name: 'Edit Orders paid' })).toHaveFocus();
      expect(screen.getByRole('region', { name: 'Orders paid' })).not.toHaveAttribute('data-active');
    });

    test('a press of a key adds a card at the end, and sets it up', async () => {
      const { user, api: calls } = await open('/rep_1?edit=1', { [`PATCH ${ONE}`]: saved });
      const panel = await addPanel(user);
      act(() => panel.getByRole('button', { name: 'Text' }).focus());
      await user.keyboard('{Enter}');
      expect(
        within(await screen.findByRole('complementary', { name: 'Card' })).getByRole('heading'),
      ).toHaveFocus();
      await user.keyboard('{Escape}');
      expect(screen.getByRole('button', PANEL)).toHaveFocus();
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(layoutsIn(calls)['']).toEqual(layout(6, 6, 3, 3)));
    });

    test('an offer is dragged onto the grid: the others make room, Escape cancels, and it is one step', async () => {
      const { user, api: calls } = await open('/rep_1?edit=1', { [`PATCH ${ONE}`]: saved });
      const panel = await addPanel(user);
      const offer = panel.getByRole('button', { name: 'Text' });
      await carry(user, offer, 650, 10);
      expect(screen.getByText('Drops here, 3 wide')).toBeInTheDocument();
      await user.keyboard('{Escape}');
      expect(screen.queryByText('Drops here, 3 wide')).toBeNull();
      await letGo(user);
      expect(screen.getByRole('complementary', PANEL)).toBeVisible();

      await carry(user, offer, 650, 10);
      await user.pointer(over(1250, 10));
      expect(screen.queryByText('Drops here, 3 wide')).toBeNull();
      await user.pointer(over(650, 10));
      await letGo(user);
      expect(await screen.findByRole('complementary', { name: 'Card' })).toBeVisible();
      expect(screen.getByText('Text dropped: column 7, row 1, 3 wide, 3 high.')).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Undo' }));
      expect(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
      await user.click(screen.getByRole('button', { name: 'Redo' }));
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() =>
        expect(layoutsIn(calls)).toEqual({
          ...{ Orders: layout(0, 0), Note: layout(6, 3), Refunds: layout(0, 6), '': layout(6, 0, 3, 3) },
        }),
      );
    });

    test('a card that a pointer carries shows where it drops', async () => {
      const { user, api: calls } = await open('/rep_1?edit=1', { [`PATCH ${ONE}`]: saved });
      const grip = await screen.findByRole('button', { name: 'Move Note' });
      await user.pointer([
        { keys: '[MouseLeft>]', target: grip, coords: { clientX: 620, clientY: 10 } },
        over(10, 10),
      ]);
      expect(screen.getByText('Drops here, 6 wide')).toBeInTheDocument();
      await letGo(user);
      expect(screen.getByText(/^Note dropped: column 1, row 1/)).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(layoutsIn(calls)['Note']).toEqual(layout(0, 0)));
    });

    test('a place waits for the rows of a saved query, and the report isn’t saved without them', async () => {
      let isReady = false;
      const { user, api: calls } = await open('/rep_1?edit=1', {
        ...withQuery({}, [{ ...{ id: 'tbl_9', ...table({ tableName: 'Per status' }) } }]),
        [`GET ${VIEWS}/:id`]: () =>
          documentOf('sql_views', 'tbl_9', view({ state: isReady ? 'current' : 'refreshing' })),
      });
      const panel = await addPanel(user);
      const ofQueries = within(await panel.findByRole('region', { name: 'From a saved query' }));
      const offer = ofQueries.getByRole('button', { name: 'Per status' });
      expect(offer).toHaveAccessibleDescription('Saved by Mara');
      await carry(user, offer, 10, 10);
      await letGo(user);
      expect(await screen.findAllByText('Waiting for “Per status”…')).toHaveLength(2);
      expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
      expect(offer).toBeDisabled();
      isReady = true;
      expect(await screen.findByRole('complementary', { name: 'Per status' })).toBeVisible();
      expect(screen.queryByText(/^Waiting for/)).toBeNull();
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() =>
        expect(layoutsIn(calls)).toEqual({ 'Per status': layout(0, 0, 6, 7), Rows: layout(0, 7) }),
      );
    });

    test('a card of a template that is ready comes with the filters that it needs', async () => {
      const columns = [
        ...[column('status', 'text'), column('total', 'number')],
        { ...column('placed_at', 'timestamp'), type: 'TIMESTAMP WITH TIME ZONE' },
      ];
      const bind = [{ card: 'n', column: 'status' }];
      const filter = { id: 's', label: 'State', bind, default: null };
      const { user, api: calls } = await open('/rep_1?edit=1', {
        'GET organizations/:organizationId/tables': collectionOf('tables', [
          { id: 'tbl_1', ...table({ columns }) },
        ]),
        'GET organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/column-values':
          documentOf('column_values', 'v', {
            ...{ version: 3, hasMore: false, values: [{ value: 'cancelled', rows: 2 }] },
          }),
        [`GET ${ONE}`]: documentOf(
          'reports',
          'rep_1',
          report({ content: { ...CONTENT, filters: [filter] } }),
        ),
        [`PATCH ${ONE}`]: saved,
      });
      const panel = await addPanel(user);
      const offers = within(panel.getByRole('region', { name: 'From templates' }));
      const offer = offers.getByRole('button', { name: 'Sales' });
      expect(offer).toHaveAccessibleDescription('Revenue overview · orders');
      await user.click(offer);
      expect(await screen.findByRole('complementary', { name: 'Sales' })).toBeVisible();
      await user.click(screen.getByRole('button', { name: 'Undo' }));
      expect(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
      await user.click(screen.getByRole('button', { name: 'Redo' }));
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await waitFor(() => expect(calls.callsTo(`PATCH ${ONE}`)).toHaveLength(1));
      const { content } = calls.callsTo(`PATCH ${ONE}`)[0]!.body!.data.attributes as {
        content: ReportContent;
      };
      const card = content.cards.at(-1)!;
      expect(card).toMatchObject({ kind: 'number', title: 'Sales', compare: 'previous', table: orders });
      expect(content.filters.map(({ label, bind: to, default: value }) => [label, to.at(-1), value])).toEqual(
        [
          ['State', { card: card.id, column: 'status' }, null],
          [
            'Date',
            { card: card.id, column: 'placed_at' },
            { operator: 'in_range', values: ['last.12.month', expect.any(String)] },
          ],
        ],
      );
    });

    test('a place goes if the saved query has no rows, or nobody waits for them', async () => {
      const failure = {
        ...{ status: '422', code: 'sql_failed', title: 'Failed', detail: '' },
        meta: { message: 'No such column: nothing' },
      };
      let isBroken = false;
      const { user } = await open('/rep_1?edit=1', {
        ...withQuery({ state: 'refreshing' }, []),
        [`GET ${VIEWS}/:id`]: () =>
          documentOf('sql_views', 'tbl_9', view(isBroken ? { state: 'failed', failure } : {})),
      });
      const panel = await addPanel(user);
      await user.click(await panel.findByRole('button', { name: 'Per status' }));
      await user.click(await screen.findByRole('button', { name: 'Don’t wait' }));
      expect(screen.queryByText(/^Waiting for/)).toBeNull();
      await user.click(panel.getByRole('button', { name: 'Per status' }));
      isBroken = true;
      expect(await screen.findByText(/^“Per status” wasn’t added. .*No such column: nothing/)).toBeVisible();
      expect(screen.queryByText(/^Waiting for/)).toBeNull();
      expect(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('aria-disabled', 'true');
    });
  });

  test('moves a card with the keyboard, and says each step', async () => {
    const { user, api: calls } = await open('/rep_1?edit=1', { [`PATCH ${ONE}`]: saved });
    const handle = await screen.findByRole('button', { name: 'Move Note' });
    act(() => handle.focus());
    await user.keyboard(' {ArrowLeft}');
    expect(screen.getByText('Note: column 6, row 1, 6 wide, 6 high.')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.getByText(/Note is back: column 7, row 1/)).toBeInTheDocument();
    await user.keyboard(' {Shift>}{ArrowLeft}{/Shift} ');
    expect(screen.getByText(/Note dropped: column 7, row 1, 5 wide/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(cardsIn(calls)[1]!.layout).toEqual(layout(6, 0, 5, 6)));
  });

  test('keeps changes over a reload, and drops them when they are discarded', async () => {
    const first = await open('/rep_1?edit=1');
    await first.user.type(await screen.findByRole('textbox', { name: 'Name of the report' }), ' plan');
    await waitFor(() => expect(sessionStorage.length).toBe(1));
    cleanup();
    const { user, location } = await open('/rep_1?edit=1');
    expect(await screen.findByDisplayValue('Weekly plan')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(location()).toBe(`${PATH}/rep_1`));
    expect(sessionStorage.length).toBe(0);
  });

  test('says what someone else has saved meanwhile, and replaces it only if asked to', async () => {
    const theirs = report({ version: 5, name: 'Theirs', changedBy: 'Tomás' });
    let isSeen = false;
    const { user, api: calls } = await open('/rep_1?edit=1', {
      [`GET ${ONE}`]: () => documentOf('reports', 'rep_1', isSeen ? theirs : report()),
      [`PATCH ${ONE}`]: ({ headers }) =>
        headers['if-match'] === '5' ? saved : errorsOf(412, [{ code: 'version_conflict' }]),
    });
    await user.type(await screen.findByRole('textbox', { name: 'Name of the report' }), '!');
    isSeen = true;
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = await screen.findByRole('dialog', { name: 'This report has been changed' });
    expect(within(dialog).getByText('renamed it to Theirs')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Save mine instead' }));
    await waitFor(() => expect(calls.callsTo(`PATCH ${ONE}`)).toHaveLength(2));
    expect(calls.callsTo(`PATCH ${ONE}`)[1]!.headers['if-match']).toBe('5');
  });
});
