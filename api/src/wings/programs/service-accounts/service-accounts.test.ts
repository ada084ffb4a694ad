import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { faultsIn, TestApi, type Client, type TestWorkspace } from '../../../../test-support/test-api.ts';
import { handleOf } from '../../../http/service-token.ts';

const api = await TestApi.open({ environment: { RATE_LIMIT_FACTOR: '10' } });
after(api.close);

let workspace: TestWorkspace;
let admin: Client;
let accounts: string;
let source: string;
before(async () => {
  workspace = await api.workspace();
  admin = workspace.admin;
  accounts = `/organizations/${workspace.id}/service-accounts`;
  const journey = new SourceJourney(workspace);
  source = await journey.connectFiles({ 'orders.csv': 'id,status\n1,paid\n2,open\n' });
  await journey.sync(source);
});

const NEW = { description: 'Dashboards', scope: null, days: 90 };
const create = (name: string, attributes: object = {}, client = admin) =>
  client.post(accounts, 'service_accounts', { ...NEW, name, ...attributes });
const withToken = (token: string): Client => Object.assign(api.visitor(), { token });
const read = (token: string) => withToken(token).get(`${source}/tables/orders/rows`);
const made = async (name: string, attributes: object = {}) => {
  const { status, body, text } = await create(name, attributes);
  assert.equal(status, 201, text);
  const { serviceAccountId, token }: { serviceAccountId: string; token: string } = body.data.attributes;
  return {
    path: `${accounts}/${serviceAccountId}`,
    id: serviceAccountId,
    tokenId: body.data.id as string,
    token,
  };
};
const attributesOf = async (path: string) => (await admin.get(path)).body.data.attributes;
const auditedActions = async (subjectId: string) =>
  (
    await api.sql<{ action: string }>('select action from audit_events where subject_id = $1 order by at', [
      subjectId,
    ])
  ).map(({ action }) => action);

describe('a service account', () => {
  test('has a token that is shown once, reads tables, and isn’t stored', async () => {
    const { path, token, tokenId } = await made('metabase');
    assert.match(token, /^hw_sa_[0-9A-Za-z]{10}_[0-9A-Za-z]{36}$/);
    assert.equal((await attributesOf(path)).lastUsedAt, null);
    const { status, body } = await read(token);
    assert.equal(status, 200);
    assert.equal(body.data.attributes.totalRows, 2);
    const attributes = await attributesOf(path);
    assert.notEqual(attributes.lastUsedAt, null);
    assert.equal(attributes.tokens[0].id, tokenId);
    assert.equal(attributes.tokens[0].hint, `${token.slice(0, 17)}…`);
    assert.equal(attributes.status, 'active');
    const secret = token.slice(17);
    assert.ok(!JSON.stringify([attributes, (await admin.get(accounts)).body]).includes(secret));
    const stored = await api.sql(
      'select * from service_account_tokens join service_accounts using (workspace_id)',
    );
    assert.ok(!JSON.stringify(stored).includes(secret));
    assert.ok(!JSON.stringify(await api.sql('select * from audit_events')).includes(secret));
  });

  test('says which program used it last, as that calls itself, and notices another one soon', async () => {
    const { path, token, tokenId } = await made('programs');
    const use = (program: string) =>
      withToken(token).get(`${source}/tables/orders/rows`, { 'user-agent': program });
    const usedBy = async () => (await attributesOf(path)).tokens[0].lastUsedBy;
    const ago = (seconds: number) =>
      api.sql(
        'update service_account_tokens set last_used_at = now() - make_interval(secs => $2) where id = $1',
        [tokenId, seconds],
      );
    assert.equal(await usedBy(), null);
    await use('curl/8.5.0');
    assert.equal(await usedBy(), 'curl/8.5.0');
    await use('python-requests/2.32');
    assert.equal(await usedBy(), 'curl/8.5.0', 'not each request is written');
    await ago(6);
    await use(`  <b>python</b>\tx${'y'.repeat(500)}`);
    assert.match(await usedBy(), /^<b>python<\/b> xy{100,}…$/);
    await ago(61);
    await use('');
    assert.equal(await usedBy(), null);
  });

  test('is renamed, disabled, enabled, and deleted, and all of it is recorded', async () => {
    const { path, id, token } = await made('Airflow');
    const change = (attributes: object, version: number) =>
      admin.patch(path, 'service_accounts', attributes, { 'if-match': `"${version}"` });
    assert.equal((await change({ name: 'airflow-nightly' }, 1)).body.data.attributes.name, 'airflow-nightly');
    assert.equal((await change({ name: 'Late' }, 1)).status, 412);
    assert.equal((await change({ disabled: true }, 2)).body.data.attributes.status, 'disabled');
    const refused = await read(token);
    assert.equal(refused.status, 401);
    assert.deepEqual(faultsIn(refused), ['service_account_disabled']);
    assert.equal((await change({ disabled: false }, 3)).body.data.attributes.status, 'active');
    assert.equal((await read(token)).status, 200);
    assert.equal((await admin.delete(path)).status, 204);
    assert.deepEqual(faultsIn(await read(token)), ['token_unknown']);
    assert.deepEqual(await auditedActions(id), [
      'service_account.create',
      'service_account.update',
      'service_account.disable',
      'service_account.enable',
      'service_account.delete',
    ]);
  });

  test('outlives the person who has created it', async () => {
    const other = await workspace.member('admin');
    const { body } = await create('left-behind', {}, other);
    await api.sql('delete from users where id = $1', [other.userId]);
    const { token, serviceAccountId } = body.data.attributes;
    assert.equal((await read(token)).status, 200);
    assert.equal(
      (await attributesOf(`${accounts}/${serviceAccountId}`)).createdBy,
      other.email.split('@')[0],
    );
  });

  test('has a name of its own, also if two people choose it at once', async () => {
    const both = await Promise.all([create('Twice'), create('TWICE')]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 422]);
    assert.deepEqual(faultsIn(both.find(({ status }) => status === 422)!), [
      'service_account_name_taken /data/attributes/name',
    ]);
    for (const name of ['', ' paid', 'two\nlines', 'x'.repeat(61)])
      assert.equal((await create(name)).status, 422);
    assert.equal((await create('Soon', { days: 366 })).status, 422);
  });

  test('sees only what the workspace has', async () => {
    const sourceConnectionId = source.split('/').at(-1)!;
    const scoped = (tables: object) => create('Scoped', { scope: [{ sourceConnectionId, tables }] });
    const unknown = await scoped([
      { tableName: 'orders', columns: ['id', 'color'] },
      { tableName: 'customers', columns: null },
    ]);
    assert.deepEqual(faultsIn(unknown), [
      'scope_unknown /data/attributes/scope/0/tables/0/columns/1',
      'scope_unknown /data/attributes/scope/0/tables/1',
    ]);
    const other = await api.workspace('Canary');
    const theirs = await new SourceJourney(other).connectFiles({ 'theirs.csv': 'a\n1\n' });
    const foreign = await create('Foreign', {
      scope: [{ sourceConnectionId: theirs.split('/').at(-1), tables: null }],
    });
    assert.deepEqual(faultsIn(foreign), ['scope_unknown /data/attributes/scope/0']);
  });
});

describe('a token', () => {
  test('is replaced without a gap, for as long as chosen', async () => {
    const { path, token, tokenId } = await made('rotated');
    const rotate = (id: string, hours: number) =>
      admin.post(`${path}/tokens`, 'service_account_tokens', {
        days: 30,
        replaces: { tokenId: id, hours },
      });
    const { status, body } = await rotate(tokenId, 24);
    assert.equal(status, 201);
    const { id: secondId } = body.data;
    const { token: second } = body.data.attributes;
    for (const one of [token, second]) assert.equal((await read(one)).status, 200);
    const [, old] = (await attributesOf(path)).tokens;
    const left = new Date(old.expiresAt).getTime() - Date.now();
    assert.ok(left > 23 * 3_600_000 && left <= 24 * 3_600_000, String(left));
    const third = await rotate(secondId, 0);
    assert.equal((await read(third.body.data.attributes.token)).status, 200);
    assert.deepEqual(faultsIn(await read(second)), ['token_expired']);
    assert.deepEqual(faultsIn(await rotate(secondId, 0)), ['token_ended /data/attributes/replaces/tokenId']);
    // A refusal is recorded shortly after the response.
    const recorded = await settled(
      () => auditedActions(secondId),
      ({ length }) => length === 3,
    );
    assert.deepEqual(recorded, ['service_token.create', 'service_token.rotate', 'service_token.refuse']);
  });

  test('is one of ten that work', async () => {
    const { path, tokenId } = await made('many');
    const add = () => admin.post(`${path}/tokens`, 'service_account_tokens', { days: 1 });
    for (let count = 1; count < 10; count += 1) assert.equal((await add()).status, 201);
    assert.deepEqual(faultsIn(await add()), ['too_many_tokens']);
    assert.equal((await admin.delete(`${path}/tokens/${tokenId}`)).status, 200);
    assert.equal((await add()).status, 201);
  });

  test('says why it doesn’t work', async () => {
    const { path, token, tokenId } = await made('refused');
    const refusal = async (text: string) => {
      const response = await read(text);
      assert.equal(response.status, 401, response.text);
      return faultsIn(response)[0];
    };
    const flipped = token.endsWith('0') ? '1' : '0';
    assert.equal(await refusal(token.slice(0, -1) + flipped), 'token_unknown');
    assert.equal(await refusal(token.slice(0, -1)), 'token_unknown');
    assert.equal(await refusal('nonsense'), 'token_unknown');
    assert.equal(await refusal(`Bearer${token}`), 'token_unknown');
    await api.sql(`update service_account_tokens set expires_at = now() where id = $1`, [tokenId]);
    assert.equal(await refusal(token), 'token_expired');
    assert.equal((await attributesOf(path)).status, 'expired');
    await api.sql(`update service_account_tokens set expires_at = now() + interval '1 day' where id = $1`, [
      tokenId,
    ]);
    assert.equal((await attributesOf(path)).status, 'expiring');
    await admin.delete(`${path}/tokens/${tokenId}`);
    assert.equal(await refusal(token), 'token_revoked');
    assert.equal((await attributesOf(path)).status, 'no_token');
    // Recorded shortly after the response.
    await settled(
      () => auditedActions(tokenId),
      (actions) => actions.filter((action) => action === 'service_token.refuse').length === 2,
    );
  });

  test('is worth nothing beside another one’s name', async () => {
    const [one, other] = [await made('one'), await made('other')];
    const mixed = one.token.slice(0, 17) + other.token.slice(17);
    assert.equal(handleOf(mixed), undefined);
    assert.deepEqual(faultsIn(await read(mixed)), ['token_unknown']);
  });

  test('opens one workspace, and nothing beside a session', async () => {
    const other = await api.workspace();
    const robot = await api.serviceAccount(other);
    assert.equal((await robot.get(`/organizations/${other.id}/tables`)).status, 200);
    assert.equal((await robot.get(`${source}/tables/orders/rows`)).status, 404);
    assert.equal((await robot.get(`/organizations/${workspace.id}/tables`)).status, 404);
    robot.cookie = other.admin.cookie;
    assert.deepEqual(faultsIn(await robot.get(`/organizations/${other.id}/tables`)), [
      'credentials_ambiguous',
    ]);
    assert.equal((await robot.get('/sessions', { cookie: undefined })).body.data, null);
  });

  test('is refused in a URL, whoever sends it', async () => {
    const { token } = await made('in-url');
    for (const client of [api.visitor(), admin, withToken(token)]) {
      const tried = await client.get(`${source}/tables/orders/rows?token=${token}`);
      assert.equal(tried.status, 400);
      assert.deepEqual(faultsIn(tried), ['token_in_url']);
    }
    assert.equal((await read(token)).status, 200);
  });

  test('needs neither Origin nor CSRF token, but JSON', async () => {
    const { token } = await made('posts');
    const ask = (headers: Record<string, string | undefined>) =>
      withToken(token).post(
        `${source}/tables/orders/query-results`,
        'query_results',
        { query: { breakouts: [], measures: [{ as: 'rows', agg: 'count' }] } },
        { origin: undefined, 'sec-fetch-site': undefined, ...headers },
      );
    const { status, text } = await ask({});
    assert.equal(status, 200, text);
    assert.equal((await ask({ 'content-type': 'text/plain' })).status, 415);
  });
});
