import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  REPORTS_MAX,
  type ComputedCard,
  type ReportCard,
  type ReportContent,
} from '@headwater/shared/contract';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type Client } from '../../../../test-support/test-api.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { deleteOldOpenings } from './reports.repository.ts';

const api = await TestApi.open();
after(api.close);

let client: Client;
let reader: Client;
let reports: string;
let table: { id: string; name: string };
before(async () => {
  const workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  const source = await journey.connectFiles({ 'orders.csv': 'id,status\n1,paid\n2,open\n' });
  await journey.sync(source);
  client = journey.client;
  reader = await workspace.member('reader');
  reports = `/organizations/${workspace.id}/reports`;
  const { body } = await client.get(`${source}/tables/orders`);
  table = { id: body.data.id, name: 'orders' };
});

const layout = { x: 0, y: 0, w: 6, h: 6 };
const chart = (rest: Partial<Extract<ReportCard, { kind: 'query' }>> = {}): ComputedCard => ({
  ...{ kind: 'query', id: 'one', title: 'Orders by status', layout, table, mark: null },
  query: { breakouts: [{ as: 'status', column: 'status' }], measures: [{ as: 'rows', agg: 'count' }] },
  ...rest,
});
const text = (words: string): ReportCard => ({
  ...{ kind: 'text', id: 'note', title: '', layout: { ...layout, x: 6 }, text: words },
});
const content = (...cards: ReportCard[]): ReportContent => ({ cards, filters: [] });
const create = (name: string, given?: ReportContent) =>
  client.post(reports, 'reports', { name, ...(given && { content: given }) });
const save = (id: string, version: number, attributes: object) =>
  client.patch(`${reports}/${id}`, 'reports', attributes, { 'if-match': `"${version}"` });
const read = async (id: string) => (await reader.get(`${reports}/${id}`)).body.data.attributes;
type Answer = Awaited<ReturnType<typeof create>>;
const faultsIn = ({ body }: Answer) =>
  body.errors.map(({ code, source }: { code: string; source?: { pointer?: string } }) =>
    [code, source?.pointer].join(' '),
  );

const NO_DELIVERIES = {
  ...{ subscriptions: 0, schedule: null, links: 0, sharedUntil: null, alerts: 0, triggered: 0 },
};

describe('a report', () => {
  test('that is deleted is kept unless a workspace has deleted more since than it can have', async () => {
    const { id: first } = (await create('Deleted first')).body.data;
    await client.delete(`${reports}/${first}`);
    const deleted = reports.replace(/reports$/, 'deleted-reports');
    const kept = async () => (await client.get(deleted)).body.data.map(({ id }: { id: string }) => id);
    assert.deepEqual(await kept(), [first]);
    await api.sql(
      `insert into all_reports (workspace_id, id, name, version, deleted_at)
       select $1, 'rep_' || lpad(i::text, 26, '0'), 'Deleted', 1, now() from generate_series(1, $2::int - 1) as i`,
      [reports.split('/')[2]!, REPORTS_MAX],
    );
    assert.equal((await kept()).length, REPORTS_MAX);
    const { id: last } = (await create('Deleted last')).body.data;
    await client.delete(`${reports}/${last}`);
    const now = await kept();
    assert.deepEqual([now.length, now.includes(first), now[0]], [REPORTS_MAX, false, last]);
  });

  test('is made, listed with who made it, marked for oneself, copied, and deleted', async () => {
    const { status, body } = await create('Orders', content(chart(), text('Boots carried the quarter.')));
    assert.equal(status, 201);
    const { id } = body.data;
    await reader.post(`${reports}/${id}/favorites`, 'report_favorites', {});
    const listed = async (who: Client) =>
      (await who.get(reports)).body.data.find((one: { id: string }) => one.id === id)?.attributes;
    const { changedAt, createdBy, changedBy, ...shown } = await listed(reader);
    assert.deepEqual(shown, {
      ...{ name: 'Orders', version: 1, cards: 2, tableIds: [table.id], favorite: true, own: false },
      ...{
        openings: [0, 0, 0, 0, 0, 0, 0],
        openingsByLinks: [0, 0, 0, 0, 0, 0, 0],
        deliveries: NO_DELIVERIES,
      },
    });
    assert.ok(changedAt && createdBy && createdBy === changedBy);
    const mine = await listed(client);
    assert.deepEqual([mine.favorite, mine.own], [false, true]);
    assert.equal((await reader.delete(`${reports}/${id}/favorites`)).status, 204);
    assert.equal((await listed(reader)).favorite, false);

    const copied = await client.post(`${reports}/${id}/copies`, 'report_copies', { name: 'Orders, too' });
    assert.deepEqual((await read(copied.body.data.id)).content, (await read(id)).content);
    assert.equal((await reader.delete(`${reports}/${id}`)).status, 403);
    assert.equal((await client.delete(`${reports}/${id}`)).status, 204);
    assert.equal((await client.get(`${reports}/${id}`)).status, 404);
    assert.equal((await read(copied.body.data.id)).version, 1);
  });

  test('counts how often it was opened on each of the last days, and forgets older ones', async () => {
    const { id } = (await create('Opened', content(chart()))).body.data;
    const opened = () => reader.post(`${reports}/${id}/openings`, 'report_openings', {});
    assert.deepEqual([(await opened()).status, (await opened()).status], [204, 204]);
    await api.sql(
      `insert into report_openings (workspace_id, report_id, day, openings)
       select workspace_id, id, (now() at time zone 'utc')::date - ago, ago + 1
       from reports, unnest(array[2, 6, 7]) ago where id = $1`,
      [id],
    );
    assert.deepEqual((await read(id)).openings, [7, 0, 0, 0, 3, 0, 2]);
    assert.deepEqual((await read(id)).openingsByLinks, [0, 0, 0, 0, 0, 0, 0]);
    await installationTransaction(api.database, (db) => deleteOldOpenings(db));
    const rows = await api.sql(`select openings from report_openings where report_id = $1`, [id]);
    assert.equal(rows.length, 3);
    assert.equal((await reader.post(`${reports}/rep_unknown/openings`, 'report_openings', {})).status, 404);
  });

  test('says what it sends by itself, without what is paused or over', async () => {
    const number: ReportCard = {
      ...{ kind: 'number', id: 'one', title: 'Orders', layout, table },
      query: { breakouts: [], measures: [{ as: 'rows', agg: 'count' }] },
    };
    const { id } = (await create('Sent', content(number))).body.data;
    const schedule = { days: [1], time: '08:00' };
    const subscribe = (rest: object) =>
      client.post(`${reports}/${id}/subscriptions`, 'report_subscriptions', {
        ...{ schedule, zone: 'UTC', filters: '', onlyFresh: true, skipEmpty: true, skipUnchanged: true },
        ...{ attachPdf: false, ...rest },
      });
    const sent = async () => (await read(id)).deliveries;
    assert.equal((await subscribe({})).status, 201);
    const share = await client.post(`${reports}/${id}/share-links`, 'share_links', {
      ...{ days: 30, filtersOpen: false, filters: '' },
    });
    const { expiresAt: sharedUntil } = share.body.data.attributes;
    const rule = { operator: 'below', value: 1, times: 1, clear: null, quietHours: 0 };
    const alert = await client.post(`${reports}/${id}/alerts`, 'report_alerts', {
      ...{ cardId: 'one', measure: 'rows', filters: '', rule },
    });
    assert.equal(alert.status, 201, alert.text);
    await api.sql(`update report_alerts set state = 'triggered' where id = $1`, [alert.body.data.id]);
    assert.deepEqual(await sent(), {
      ...{ subscriptions: 1, schedule, links: 1, sharedUntil, alerts: 1, triggered: 1 },
    });
    await subscribe({ schedule: null });
    await api.sql(`update report_alerts set paused_at = now() where report_id = $1`, [id]);
    await api.sql(`update report_shares set expires_at = now() where report_id = $1`, [id]);
    assert.deepEqual(await sent(), { ...NO_DELIVERIES, subscriptions: 2 });
  });

  test('keeps each change as a version, and brings back an earlier one whole', async () => {
    const { id } = (await create('First name', content(chart()))).body.data;
    await save(id, 1, { name: 'Second name', content: content(text('Nothing but words')) });
    const restored = await client.post(`${reports}/${id}/restorations`, 'report_restorations', {
      version: 1,
    });
    assert.equal(restored.status, 200);
    const { name, version, content: now } = await read(id);
    assert.deepEqual([name, version, now], ['First name', 3, content(chart())]);
    const { body } = await reader.get(`${reports}/${id}/versions?page[size]=2`);
    assert.deepEqual(
      body.data.map(({ attributes: { version: number, restoredFrom } }: Answer['body']) => [
        number,
        restoredFrom,
      ]),
      [
        [3, 1],
        [2, null],
      ],
    );
    assert.equal(body.meta.total, 3);
    const older = await reader.get(`${reports}/${id}/versions?page[after]=${body.links.next}`);
    assert.deepEqual(
      older.body.data.map(({ attributes }: Answer['body']) => attributes.name),
      ['First name'],
    );
    const second = await reader.get(`${reports}/${id}/versions/2`);
    assert.deepEqual(second.body.data.attributes.content, content(text('Nothing but words')));
    assert.equal((await reader.get(`${reports}/${id}/versions/99`)).status, 404);
    const gone = await client.post(`${reports}/${id}/restorations`, 'report_restorations', { version: 99 });
    assert.deepEqual(faultsIn(gone), ['report_version_gone /data/attributes/version']);
  });

  test('is known to use the columns of its cards, until it is deleted', async () => {
    const { id } = (await create('Uses', content(chart()))).body.data;
    const used = () =>
      api.sql(
        `select table_name, column_name, dependent_name from dependencies where dependent_id = $1 order by 2`,
        [id],
      );
    assert.deepEqual(await used(), [{ table_name: 'orders', column_name: 'status', dependent_name: 'Uses' }]);
    const rows = chart({ query: { breakouts: [], measures: [{ as: 'rows', agg: 'count' }] } });
    await save(id, 1, { name: 'Rows', content: content(rows) });
    assert.deepEqual(await used(), [{ table_name: 'orders', column_name: '', dependent_name: 'Rows' }]);
    await client.delete(`${reports}/${id}`);
    assert.deepEqual(await used(), []);
  });

  test('isn’t overwritten by someone who hasn’t seen the last change', async () => {
    const { id } = (await create('Shared')).body.data;
    const [one, other] = await Promise.all([save(id, 1, { name: 'Mine' }), save(id, 1, { name: 'Yours' })]);
    assert.deepEqual([one.status, other.status].sort(), [200, 412]);
    assert.equal((await read(id)).version, 2);
  });

  test('says what doesn’t fit, and where', async () => {
    const bad: ReportContent = {
      cards: [
        chart({ layout: { ...layout, x: 8 } }),
        chart({ table: { id: `tbl_${'0'.repeat(26)}`, name: 'gone' } }),
        chart({ id: 'two', query: { breakouts: [], measures: [{ as: 's', agg: 'sum', column: 'status' }] } }),
      ],
      filters: [{ id: 'f', label: 'Status', bind: [{ card: 'three', column: 'status' }], default: null }],
    };
    const at = '/data/attributes/content';
    assert.deepEqual(faultsIn(await create('Bad', bad)), [
      `report_id_taken ${at}/cards/1/id`,
      `report_card_too_wide ${at}/cards/0/layout`,
      `report_card_unknown ${at}/filters/0/bind/0/card`,
      `report_table_unknown ${at}/cards/1/table/id`,
      `query_aggregate_unfit ${at}/cards/2/query/measures/0`,
    ]);
    for (const name of ['', ' paid', 'two\nlines', 'x'.repeat(101)])
      assert.equal((await create(name)).status, 422, name);
  });

  test('can be edited around a card whose column is gone', async () => {
    const { id } = (await create('Old', content(chart()))).body.data;
    const lost = chart({
      query: { breakouts: [{ as: 'x', column: 'lost' }], measures: [{ as: 'rows', agg: 'count' }] },
    });
    const kept = JSON.stringify(content(lost));
    await api.sql(`update report_versions set content = $2 where report_id = $1`, [id, kept]);
    const moved = { ...lost, title: 'Moved', layout: { ...layout, y: 3 } };
    assert.equal((await save(id, 1, { content: content(moved, text('New')) })).status, 200);
    const another = { ...moved, query: { ...lost.query, limit: 5 } };
    assert.deepEqual(faultsIn(await save(id, 2, { content: content(another) })), [
      'query_column_unknown /data/attributes/content/cards/0/query/breakouts/0/column',
    ]);
  });

  test('holds text as it was written, and at most 256 KB', async () => {
    const odd = content(text('Größe "XL"\n🙂'));
    const { id } = (await create('Odd', odd)).body.data;
    assert.deepEqual((await read(id)).content, odd);
    const long = Array.from({ length: 30 }, (_, at) => ({
      ...text('x'.repeat(10_000)),
      id: `c${at}`,
    }));
    assert.equal((await create('Long', content(...long))).status, 413);
  });

  test('loses versions that are old only if there are a hundred newer ones', async () => {
    const { id } = (await create('Old ones')).body.data;
    await api.sql(
      `insert into report_versions (workspace_id, report_id, version, name, content, cards, table_ids, saved_at)
       select workspace_id, report_id, at, name, content, cards, table_ids,
         case when at > 150 then now() else now() - interval '91 days' end
       from report_versions, generate_series(2, 160) at where report_id = $1`,
      [id],
    );
    await api.sql(`update reports set version = 160 where id = $1`, [id]);
    const recent = await api.sql(`update report_versions set saved_at = now() where version = 2 returning 1`);
    assert.ok(recent.length > 0);
    await api.sql(
      `update report_versions set saved_at = now() - interval '91 days' where report_id = $1 and version = 1`,
      [id],
    );
    await installationTransaction(api.database, (db) => api.services.hooks.within('nightly', db));
    const { body } = await reader.get(`${reports}/${id}/versions`);
    assert.equal(body.meta.total, 101);
  });
});
