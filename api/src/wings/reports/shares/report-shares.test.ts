import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { ReportContent } from '@headwater/shared/contract';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type Client } from '../../../../test-support/test-api.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { isPass, newPass } from './share-token.ts';

const api = await TestApi.open();
after(api.close);

const layout = { x: 0, y: 0, w: 6, h: 6 };
const CSV = 'id,country,total,secret\n1,de,20.50,canary\n2,de,30.75,canary\n3,at,7.25,canary\n';
let daysTable: string;
let boats: { id: string; name: string };
let places: { id: string; name: string };
let workspace: Awaited<ReturnType<typeof api.workspace>>;
let client: Client;
let report: string;
let other: string;
let viewer: Client;
before(async () => {
  workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  const source = await journey.connectFiles({
    'orders.csv': CSV,
    'days.csv': `id,day\n1,${new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)}\n`,
    'boats.csv':
      'id,bay,owner,size\n1,east,Ana,medium\n2,east,Bo,large\n3,east,,medium\n4,west,Cleo,small\n5,west,Dag,large\n',
    'visits.csv': 'land\nat\nat\nch\nch\nch\nch\n',
  });
  await journey.sync(source);
  client = journey.client;
  viewer = api.visitor();
  const { body: found } = await client.get(`${source}/tables/orders`);
  const table = { id: found.data.id, name: 'orders' };
  const { body: visits } = await client.get(`${source}/tables/visits`);
  daysTable = (await client.get(`${source}/tables/days`)).body.data.id;
  boats = { id: (await client.get(`${source}/tables/boats`)).body.data.id, name: 'boats' };
  places = { id: visits.data.id, name: 'visits' };
  const card = (id: string): ReportContent => ({
    cards: [
      {
        ...{ kind: 'query', id, title: 'Total by country', layout, table, mark: 'bars' },
        query: {
          breakouts: [{ as: 'country', column: 'country' }],
          measures: [{ as: 'total', agg: 'sum', column: 'total' }],
        },
      },
      { kind: 'text', id: 'note', title: 'Note', layout: { ...layout, y: 6 }, text: 'Boots carried it.' },
    ],
    filters: [{ id: 'country', label: 'Country', default: null, bind: [{ card: id, column: 'country' }] }],
  });
  const reports = `/organizations/${workspace.id}/reports`;
  const make = async (name: string, id: string) => {
    const { body } = await client.post(reports, 'reports', { name, content: card(id) });
    return `${reports}/${body.data.id}`;
  };
  [report, other] = [await make('Orders', 'bars'), await make('Board pack', 'board')];
});

const share = async (attributes: object = {}, of = report, by = client) => {
  const given = { days: 30, filtersOpen: false, filters: '', ...attributes };
  const { status, body, text } = await by.post(`${of}/share-links`, 'share_links', given);
  assert.equal(status, 201, text);
  return { id: body.data.id as string, token: body.data.attributes.token as string };
};
const open = (token: string, pass?: string) =>
  viewer.post('/shared-reports', 'shared_reports', { token, ...(pass !== undefined && { pass }) });
const card = (token: string, asked: object = {}) =>
  viewer.post('/shared-card-results', 'shared_card_results', { token, card: 'bars', filters: '', ...asked });
const valuesOf = (token: string, filter = 'country', filters = '') =>
  viewer.post('/shared-filter-values', 'shared_filter_values', { token, filter, filters });
const unlock = (token: string, password: string) =>
  viewer.post('/share-passes', 'share_passes', { token, password });
const codeOf = ({ status, body }: Awaited<ReturnType<typeof open>>) => [status, body.errors?.[0]?.code];
const comparisonOf = ({ body }: Awaited<ReturnType<typeof open>>) => body.data.attributes.comparison;
const every = async (token: string) =>
  Promise.all([open(token), card(token), valuesOf(token), unlock(token, 'some password')]);
const GONE = [404, 'share_link_gone'];

describe('a shared report', () => {
  test('shows its cards to people without an account, and nothing about how they are computed', async () => {
    const { token } = await share();
    const opened = await open(token);
    assert.equal(opened.status, 200, opened.text);
    const { name, cards, filters, freshAsOf } = opened.body.data.attributes;
    assert.deepEqual([name, cards.length, filters[0].offers], ['Orders', 2, 'nothing']);
    assert.ok(freshAsOf);
    const result = await card(token);
    assert.equal(result.status, 200, result.text);
    assert.deepEqual(result.body.data.attributes.values, [
      ['de', 'at'],
      ['51.25', '7.25'],
    ]);
    for (const { text } of [opened, result])
      assert.doesNotMatch(text, /canary|select|secret|tbl_|src_|orders"/);
    const [link] = (await client.get(`${report}/share-links`)).body.data;
    assert.ok(link.attributes.lastUsedAt);
    assert.ok(!JSON.stringify(link).includes(token));
  });

  test('counts how often it is opened beside its members, and a page that stays open once', async () => {
    const { token } = await share({}, other);
    const { token: locked } = await share({ password: 'some password' }, other);
    for (const again of [false, true, true]) {
      const { status, text } = await viewer.post('/shared-reports', 'shared_reports', { token, again });
      assert.equal(status, 200, text);
    }
    assert.equal((await open(token)).status, 200);
    assert.equal((await open(locked)).status, 403);
    await client.post(`${other}/openings`, 'report_openings', {});
    const { openings, openingsByLinks } = (await client.get(other)).body.data.attributes;
    assert.deepEqual([openings.at(-1), openingsByLinks.at(-1)], [1, 2]);
  });

  test('is of one report only, whatever a viewer asks for', async () => {
    const { token } = await share();
    assert.deepEqual(codeOf(await card(token, { card: 'board' })), [404, 'not_found']);
    assert.deepEqual(codeOf(await card(token, { card: 'note' })), [404, 'not_found']);
    assert.deepEqual(codeOf(await card(token, { filters: 'f.country=equals:at' })), [
      403,
      'share_filters_locked',
    ]);
    assert.deepEqual(codeOf(await valuesOf(token)), [403, 'share_filters_locked']);
    for (const path of [
      report,
      `${report}/report.pdf`,
      `${report}/share-links`,
      `/organizations/${workspace.id}/tables`,
    ])
      assert.equal((await viewer.get(path)).status, 401, path);
    for (const extra of [{ query: {} }, { version: 1 }, { table: 'orders' }])
      assert.equal((await card(token, extra)).status, 422);
    assert.equal((await open((await share({}, other)).token)).body.data.attributes.name, 'Board pack');
  });

  test('has filters that viewers change only if they may, by values of the filters’ own columns', async () => {
    const locked = await share({ filters: 'f.country=equals%3Aat' });
    const at = [['at'], ['7.25']];
    assert.deepEqual((await card(locked.token)).body.data.attributes.values, at);
    const { token } = await share({ filtersOpen: true });
    assert.equal((await open(token)).body.data.attributes.filters[0].offers, 'values');
    assert.deepEqual((await valuesOf(token)).body.data.attributes.values, ['de', 'at']);
    assert.deepEqual((await card(token, { filters: 'f.country=one_of:at' })).body.data.attributes.values, at);
    const both = await card(token, { filters: 'f.country=one_of:at;secret:equals:x' });
    assert.deepEqual(both.body.data.attributes.values, at);
    const unfit = await card(token, { filters: 'f.country=greater:1' });
    assert.deepEqual(codeOf(unfit), [422, 'share_card_unfit']);
    assert.doesNotMatch(unfit.text, /country/);
    assert.equal((await card(token, { filters: 'f.secret=equals:canary' })).body.data.attributes.rows, 2);
    assert.deepEqual(codeOf(await valuesOf(token, 'secret')), [404, 'not_found']);
  });

  test('offers the values of all tables that a filter is bound to', async () => {
    const { content } = (await client.get(report)).body.data.attributes as { content: ReportContent };
    const visits = {
      ...{
        kind: 'number' as const,
        id: 'visits',
        title: 'Visits',
        layout: { ...layout, y: 12 },
        table: places,
      },
      query: { breakouts: [], measures: [{ as: 'rows', agg: 'count' as const }] },
    };
    const bind = [...content.filters[0]!.bind, { card: 'visits', column: 'land' }];
    const both = {
      cards: [...content.cards, visits],
      filters: [{ ...content.filters[0]!, bind }],
    };
    const reports = report.slice(0, report.lastIndexOf('/'));
    const made = await client.post(reports, 'reports', { name: 'Both', content: both });
    assert.equal(made.status, 201, made.text);
    const { token } = await share({ filtersOpen: true }, `${reports}/${made.body.data.id}`);
    assert.deepEqual((await valuesOf(token)).body.data.attributes.values, ['ch', 'at', 'de']);
  });

  test('offers only values of rows that its cards can show, with what the other filters leave', async () => {
    const number = { kind: 'number' as const, table: boats, layout };
    const count = { as: 'boats', agg: 'count' as const };
    const east = [[{ column: 'bay', operator: 'equals' as const, values: ['east'] }]];
    const small = [[{ column: 'size', operator: 'equals' as const, values: ['small'] }]];
    const content: ReportContent = {
      cards: [
        // Shows Ana and Bo, who are in the east bay.
        { ...number, id: 'east', title: 'East', query: { filter: east, breakouts: [], measures: [count] } },
        // Counts Cleo's boat only, which is the small one in the west.
        {
          ...{ ...number, id: 'small', title: 'Small', layout: { ...layout, y: 6 } },
          query: { breakouts: [], measures: [{ ...count, where: small }] },
        },
      ],
      filters: [
        {
          ...{ id: 'owner', label: 'Owner', default: null },
          bind: [{ card: 'east', column: 'owner' }],
        },
        {
          ...{ id: 'size', label: 'Size', default: null },
          bind: [{ card: 'east', column: 'size' }],
        },
        {
          ...{ id: 'both', label: 'Owner of either', default: null },
          bind: [
            { card: 'east', column: 'owner' },
            { card: 'small', column: 'owner' },
          ],
        },
      ],
    };
    const reports = report.slice(0, report.lastIndexOf('/'));
    const made = await client.post(reports, 'reports', { name: 'Boats', content });
    assert.equal(made.status, 201, made.text);
    const { token } = await share({ filtersOpen: true }, `${reports}/${made.body.data.id}`);
    const offered = async (filter: string, filters = '') =>
      ((await valuesOf(token, filter, filters)).body.data.attributes.values as (string | null)[]).toSorted();
    // The third boat of the east bay has no owner.
    assert.deepEqual(await offered('owner'), ['Ana', 'Bo', null]);
    assert.deepEqual(await offered('owner', 'f.size=one_of:large'), ['Bo']);
    // What is chosen in the filter itself leaves the others to choose from.
    assert.deepEqual(await offered('owner', 'f.owner=one_of:Ana'), ['Ana', 'Bo', null]);
    assert.deepEqual(await offered('size', 'f.owner=one_of:Ana'), ['medium']);
    assert.deepEqual(await offered('both'), ['Ana', 'Bo', 'Cleo', null]);
    const locked = await share({}, `${reports}/${made.body.data.id}`);
    assert.deepEqual(codeOf(await valuesOf(locked.token, 'owner')), [403, 'share_filters_locked']);
  });

  test('is compared as its link says, and otherwise only if viewers may change that', async () => {
    const lately = {
      ...{ breakouts: [], measures: [{ as: 'rows', agg: 'count' as const }] },
      filter: [[{ column: 'day', operator: 'in_range' as const, values: ['last.10.day', 'UTC'] }]],
    };
    const days = { id: daysTable, name: 'days' };
    const content: ReportContent = {
      cards: [{ kind: 'number', id: 'lately', title: 'Lately', layout, table: days, query: lately }],
      filters: [],
    };
    const reports = report.slice(0, report.lastIndexOf('/'));
    const made = await client.post(reports, 'reports', { name: 'Lately', content });
    assert.equal(made.status, 201, made.text);
    const of = `${reports}/${made.body.data.id}`;
    const compared = async (token: string, filters = '') => {
      const { body } = await card(token, { card: 'lately', filters });
      return body.data?.attributes.comparison?.to ?? body.errors?.[0]?.code ?? null;
    };
    const locked = await share({ filters: 'compare=previous' }, of);
    assert.deepEqual(comparisonOf(await open(locked.token)), { value: 'previous', offers: [] });
    assert.equal(await compared(locked.token), 'previous');
    assert.equal(await compared(locked.token, 'compare=none'), 'share_filters_locked');
    const free = await share({ filtersOpen: true, filters: 'compare=previous' }, of);
    const offers = ['none', 'previous', 'year_ago'];
    assert.deepEqual(comparisonOf(await open(free.token)), { value: 'previous', offers });
    assert.equal(await compared(free.token), 'previous');
    assert.equal(await compared(free.token, 'compare=year_ago'), 'year_ago');
    assert.equal(await compared(free.token, 'compare=none'), null);
  });

  test('with a password opens with a pass, which ends with the password', async () => {
    const { token } = await share({ password: 'open sesame' });
    for (const answer of [await open(token), await card(token), await valuesOf(token)])
      assert.deepEqual(codeOf(answer), [403, 'share_password_required']);
    assert.deepEqual(codeOf(await unlock(token, 'open Sesame')), [422, 'share_password_wrong']);
    const unlocked = await unlock(token, 'open sesame');
    assert.equal(unlocked.status, 201, unlocked.text);
    const { pass } = unlocked.body.data.attributes;
    assert.equal((await open(token, pass)).status, 200);
    assert.equal((await card(token, { pass })).status, 200);
    const another = await share({ password: 'open sesame' });
    for (const bad of [pass.replace(/^\d/, '9'), `${pass}x`, '', '9999999999.', 'a.b.c'])
      assert.deepEqual(codeOf(await open(token, bad)), [403, 'share_password_required'], bad);
    assert.deepEqual(codeOf(await open(another.token, pass)), [403, 'share_password_required']);
  });

  test('tells no one above its limit of wrong passwords whether one is right', async () => {
    const { id, token } = await share({ password: 'open sesame' });
    const { limits } = api.services;
    // As many as all addresses together have, if they come with the right one in between.
    for (let right = 0; right < 3; right += 1) assert.equal((await unlock(token, 'open sesame')).status, 201);
    while (limits.count('wrong_share_password', id) === 0);
    assert.deepEqual(codeOf(await unlock(token, 'open Sesame')), [429, 'rate_limited']);
    assert.deepEqual(codeOf(await unlock(token, 'open sesame')), [429, 'rate_limited']);
    const another = await share({ password: 'open sesame' });
    assert.equal((await unlock(another.token, 'open sesame')).status, 201);
  });

  test('is gone, always in the same way, once its link is revoked or expired, or if it never was', async () => {
    const [revoked, expired, kept] = [await share(), await share(), await share()];
    assert.equal((await client.delete(`${report}/share-links/${revoked.id}`)).status, 204);
    assert.equal((await client.delete(`${other}/share-links/${kept.id}`)).status, 404);
    await installationTransaction(api.database, (db) =>
      sql`update report_shares set expires_at = now() where id = ${expired.id}`.execute(db),
    );
    const guessed = kept.token.split('').toReversed().join('');
    const texts = new Set<string>();
    for (const token of [revoked.token, expired.token, guessed, 'x', `${kept.token}=`])
      for (const answer of await every(token)) {
        assert.deepEqual(codeOf(answer), GONE);
        const { meta: _meta, ...rest } = answer.body;
        texts.add(JSON.stringify(rest));
      }
    assert.equal(texts.size, 1);
    assert.equal((await open(kept.token)).status, 200);
  });

  test('ends with its maker’s right to edit, and with their membership', async () => {
    const editor = await workspace.member('editor');
    const { token } = await share({}, report, editor);
    assert.equal((await open(token)).status, 200);
    const { data: session } = (await editor.get('/sessions')).body;
    const userId = session.attributes.userId ?? session.id;
    const change = (statement: ReturnType<typeof sql>) =>
      installationTransaction(api.database, (db) => statement.execute(db));
    await change(sql`update memberships set role = 'reader' where user_id = (
      select created_by_id from report_shares where sha256 = sha256(${token}::bytea))`);
    assert.deepEqual(codeOf(await open(token)), GONE);
    const listed = (await client.get(`${report}/share-links`)).body.data;
    assert.ok(listed.some(({ attributes }: { attributes: { isBacked: boolean } }) => !attributes.isBacked));
    await change(sql`delete from memberships where user_id = (
      select created_by_id from report_shares where sha256 = sha256(${token}::bytea))`);
    assert.deepEqual(codeOf(await open(token)), GONE);
    assert.equal((await client.get(`${report}/share-links`)).body.data.length, listed.length - 1);
    assert.ok(userId);
  });

  test('is recorded when it is shared and when that ends', async () => {
    const found = await installationTransaction(api.database, (db) =>
      db.selectFrom('audit_events').select('action').where('action', 'like', 'share_link.%').execute(),
    );
    assert.ok(
      ['share_link.create', 'share_link.revoke'].every((one) => found.some(({ action }) => action === one)),
    );
  });
});

test('a pass holds for one link, one password, and some hours', () => {
  const link = { id: 'shr_1', passwordHash: 'hash' };
  const key = Buffer.alloc(32, 1);
  const { pass, expiresAt } = newPass(key, link, 0);
  assert.ok(isPass(key, link, pass, expiresAt.getTime() - 1_000));
  assert.ok(!isPass(key, link, pass, expiresAt.getTime()));
  assert.ok(!isPass(key, { ...link, id: 'shr_2' }, pass, 0));
  assert.ok(!isPass(key, { ...link, passwordHash: 'other' }, pass, 0));
  assert.ok(!isPass(Buffer.alloc(32, 2), link, pass, 0));
});

describe("the links of a workspace's reports", () => {
  const links = () => `/organizations/${workspace.id}/share-links`;
  type Listed = { id: string; attributes: { report: { name: string }; isBacked: boolean } };
  const list = async (query = ''): Promise<Listed[]> => {
    const { status, body, text } = await client.get(`${links()}${query}`);
    assert.equal(status, 200, text);
    return body.data;
  };

  test('are all in one list, newest first, without their tokens, until they end', async () => {
    const [first, second] = [await share({ password: 'open sesame' }), await share({}, other)];
    const { text } = await client.get(links());
    assert.doesNotMatch(text, new RegExp(`${first.token}|${second.token}|sha256|hash|scrypt|\\$`, 'i'));
    const [newest, next] = await list();
    assert.deepEqual([newest!.id, next!.id], [second.id, first.id]);
    assert.equal(newest!.attributes.report.name, 'Board pack');
    await api.sql(`update report_shares set expires_at = now() where id = $1`, [second.id]);
    assert.equal((await list())[0]!.id, first.id);
    await client.delete(`${report}/share-links/${first.id}`);
    assert.ok(!(await list()).some(({ id }) => id === first.id || id === second.id));
  });

  test('are found by the words of a report or of a person, and read page by page', async () => {
    for (let made = 0; made < 3; made += 1) await share({}, other);
    const found = await list('?search=PACK+bo');
    assert.ok(found.length >= 3 && found.every(({ attributes }) => attributes.report.name === 'Board pack'));
    const [person = ''] = client.email.split('@');
    assert.equal((await list(`?search=${person}+board`)).length, found.length);
    for (const none of ['%25', 'b_ard', '%5C', 'board+orders'])
      assert.deepEqual(await list(`?search=${none}`), []);
    const read: string[] = [];
    let after = '';
    do {
      const { body } = await client.get(`${links()}?search=board&page[size]=2${after}`);
      assert.equal(body.meta.total, found.length);
      read.push(...body.data.map(({ id }: Listed) => id));
      after = body.links.next && `&page[after]=${body.links.next}`;
    } while (after);
    assert.deepEqual(
      read,
      found.map(({ id }) => id),
    );
  });

  test('are for admins only, and say which do not work because of their maker', async () => {
    const editor = await workspace.member('editor');
    const { id } = await share({}, report, editor);
    const refused = await editor.get(links());
    assert.deepEqual([refused.status, refused.body.errors[0].code], [403, 'permission_denied']);
    const backed = async () => (await list()).find((link) => link.id === id)?.attributes.isBacked;
    assert.equal(await backed(), true);
    await client.patch(`/organizations/${workspace.id}/members/${editor.userId}`, 'members', {
      role: 'reader',
    });
    assert.equal(await backed(), false);
    const stranger = await api.workspace('Somebody else');
    assert.deepEqual((await stranger.admin.get(`/organizations/${stranger.id}/share-links`)).body.data, []);
  });
});
