import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../../test-support/test-api.ts';
import { newId } from '../../../platform/database/ids.ts';

const api = await TestApi.open();
after(api.close);
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
const { client, base } = journey;
const SECRET = 'canary-pässword';
const postgres = { host: '127.0.0.1', port: 1, database: 'shop', user: 'reader', password: SECRET };

const create = (configuration: object, connector = 'postgres') =>
  client.post(`${base}/source-connections`, 'source_connections', {
    name: 'shop-db',
    connector,
    configuration,
  });

async function created() {
  const { body } = await create(postgres);
  return { path: `${base}/source-connections/${body.data.id}`, ...body.data.attributes };
}

describe('a secret', () => {
  test('is in no response, only the fact that it is set', async () => {
    const { path, configuration, address } = await created();
    assert.deepEqual(configuration.password, { set: true });
    assert.equal(address, '127.0.0.1:1/shop');
    for (const each of [path, `${base}/source-connections`]) {
      assert.ok(!(await client.get(each)).text.includes(SECRET));
    }
  });

  test('is not in the database in plain text', async () => {
    await created();
    const rows = await api.sql<{ text: string }>(`
      select source_connections::text as text from source_connections
      union all select connection_secrets::text from connection_secrets
      union all select encode(sealed, 'escape') from connection_secrets`);
    assert.ok(rows.length > 0);
    assert.ok(rows.every(({ text }) => !text.includes(SECRET)));
  });

  test('is kept by an edit that does not move the connection, and required by one that does', async () => {
    const { path, version, configuration } = await created();
    const edit = (change: object, seen: number) =>
      client.patch(
        path,
        'source_connections',
        { configuration: { ...configuration, ...change } },
        { 'if-match': `"${seen}"` },
      );
    assert.equal((await edit({ database: 'other' }, version)).status, 200);
    const moved = await edit({ host: '127.0.0.2' }, version + 1);
    assert.deepEqual(faultsIn(moved), ['secret_needed /data/attributes/configuration/password']);
    const weakened = await edit({ sslmode: 'prefer' }, version + 1);
    assert.deepEqual(faultsIn(weakened), ['secret_needed /data/attributes/configuration/password']);
    assert.equal((await edit({ host: '127.0.0.2', password: 'another' }, version + 1)).status, 200);
  });
});

describe('a configuration', () => {
  const at = '/data/attributes/configuration';
  for (const [name, change, fault] of [
    ['without a host', { host: undefined }, `field_invalid ${at}/host`],
    ['with a port as a string', { port: '5432' }, `field_invalid ${at}/port`],
    ['with a port out of range', { port: 70_000 }, `field_invalid ${at}/port`],
    ['with connection options', { options: '-c search_path=evil' }, `field_invalid ${at}/options`],
    ['with a kept secret that is not stored', { password: { set: true } }, `secret_needed ${at}/password`],
  ] as const) {
    test(`${name} is refused with an error for that field`, async () => {
      assert.deepEqual(faultsIn(await create({ ...postgres, ...change })), [fault]);
    });
  }

  test('with an upload that this workspace does not have is refused', async () => {
    const other = new SourceJourney(await api.workspace('Another workspace'));
    const uploadId = await other.upload('n.csv', 'n\n1\n');
    for (const id of [uploadId, newId('upl')]) {
      assert.deepEqual(faultsIn(await create({ files: [{ uploadId: id }] }, 'csv')), [
        `upload_unknown ${at}/files/0/uploadId`,
      ]);
    }
  });

  test('for an unknown connector is refused', async () => {
    assert.deepEqual(faultsIn(await create({}, 'oracle')), ['field_invalid /data/attributes/connector']);
  });
});

describe('an edit', () => {
  test('based on an older version is refused', async () => {
    const { path, version } = await created();
    const rename = (name: string) =>
      client.patch(path, 'source_connections', { name }, { 'if-match': String(version) });
    assert.equal((await rename('first')).body.data.attributes.version, version + 1);
    assert.equal((await rename('second')).status, 412);
  });

  test('without the version is refused', async () => {
    const { path } = await created();
    assert.equal((await client.patch(path, 'source_connections', { name: 'x' })).status, 428);
  });
});

describe('a connection check', () => {
  const check = (configuration: object) =>
    client.post(`${base}/connection-checks`, 'connection_checks', { connector: 'postgres', configuration });

  const ended = (id: string) =>
    settled(
      () => journey.attributesOf(`${base}/connection-checks/${id}`),
      ({ state }) => state !== 'running',
    );

  test('stops at the failed step, reports the cause, and skips the rest', async () => {
    const started = await check(postgres);
    assert.equal(started.status, 202);
    const { state, steps } = await ended(started.body.data.id);
    assert.equal(state, 'failed');
    assert.deepEqual(
      steps.map((step: { name: string; state: string }) => `${step.name} ${step.state}`),
      [
        'resolve passed',
        'reach failed',
        'tls skipped',
        'sign_in skipped',
        'version skipped',
        'list skipped',
        'read_one_row skipped',
      ],
    );
    assert.equal(steps[1].failure.code, 'connection_refused');
  });

  test('never connects to the product itself', async () => {
    const started = await check({ ...postgres, port: api.services.config.port });
    const { steps } = await ended(started.body.data.id);
    assert.equal(steps[0].failure.code, 'own_address_denied');
  });

  test('that is canceled reports that', async () => {
    const { body } = await check({ ...postgres, host: '127.0.0.1' });
    assert.equal((await client.delete(`${base}/connection-checks/${body.data.id}`)).status, 204);
    const { state } = await ended(body.data.id);
    assert.ok(['canceled', 'failed'].includes(state), state); // the check may have been faster
  });
});

test('a list is paged by name, and has no configurations, which can be large', async () => {
  const other = new SourceJourney(await api.workspace('Many connections'));
  for (const name of ['c', 'a', 'b']) {
    await other.client.post(`${other.base}/source-connections`, 'source_connections', {
      name,
      connector: 'postgres',
      configuration: postgres,
    });
  }
  const path = `${other.base}/source-connections?page[size]=2`;
  const first = await other.client.get(path);
  const second = await other.client.get(`${path}&page[after]=${first.body.links.next}`);
  const names = [...first.body.data, ...second.body.data].map(({ attributes }) => attributes.name);
  assert.deepEqual(names, ['a', 'b', 'c']);
  assert.equal('configuration' in first.body.data[0].attributes, false);
  assert.equal(second.body.links.next, null);
  assert.equal(first.body.meta.total, 3);
});
