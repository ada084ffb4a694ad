import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../../test-support/test-api.ts';
import { listen } from '@headwater/connectors/server/postgres/testing/other-servers';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
await server.run(`
  create table shop (id int);
  grant select on shop to reader`);
const journey = new SourceJourney(await api.workspace());
const right = configurationFor(server.port);

const startCheck = async (configuration: object, sourceConnectionId?: string) => {
  const { client, base } = journey;
  const attributes = { connector: 'postgres', configuration, sourceConnectionId };
  const { body, status, text } = await client.post(
    `${base}/connection-checks`,
    'connection_checks',
    attributes,
  );
  assert.equal(status, 202, text);
  return body.data.id as string;
};
const ended = (id: string) =>
  settled(
    () => journey.attributesOf(`${journey.base}/connection-checks/${id}`),
    ({ state }) => state !== 'running',
  );

/** Runs a check to its end. */
async function checked(configuration: object, state = 'succeeded', sourceConnectionId?: string) {
  const id = await startCheck(configuration, sourceConnectionId);
  const end = await ended(id);
  assert.equal(end.state, state, JSON.stringify(end));
  return { id, end };
}

async function saved(configuration: object, connectionCheckId?: string, { client, base } = journey) {
  const attributes = { name: 'shop', connector: 'postgres', configuration, connectionCheckId };
  const { body, text } = await client.post(`${base}/source-connections`, 'source_connections', attributes);
  assert.ok(body.data, text);
  const path = `${base}/source-connections/${body.data.id}`;
  return { id: body.data.id as string, path, ...body.data.attributes };
}

const edited = async (path: string, version: number, change: object) => {
  const response = await journey.client.patch(path, 'source_connections', change, {
    'if-match': String(version),
  });
  assert.equal(response.status, 200, response.text);
  return response.body.data.attributes;
};

describe('a saved connection', () => {
  test('is connected after a check of exactly this configuration has passed', async () => {
    const { id } = await checked(right);
    assert.equal((await saved(right, id)).setup, 'connected');
    const inAnotherOrder = Object.fromEntries(Object.entries(right).reverse());
    assert.equal((await saved(inAnotherOrder, id)).setup, 'connected');
  });

  test('is unverified without a check', async () => {
    assert.equal((await saved(right)).setup, 'unverified');
    assert.equal((await saved(right, 'chk_nothing')).setup, 'unverified');
  });

  for (const [what, change] of [
    ['another database', { database: 'template1' }],
    ['another password', { password: 'guessed' }],
    ['no password', { password: undefined }],
    ['an additional setting', { sslmode: 'disable' }],
  ] as const) {
    test(`is unverified with ${what}, unlike the check`, async () => {
      const { id } = await checked(right);
      assert.equal((await saved({ ...right, ...change }, id)).setup, 'unverified');
    });
  }

  test('is unverified after a failed check', async () => {
    const wrong = { ...right, password: 'wrong' };
    const { id } = await checked(wrong, 'failed');
    assert.equal((await saved(wrong, id)).setup, 'unverified');
  });

  test('is unverified after an old check', async () => {
    const { id } = await checked(right);
    await api.sql(`update connection_checks set created_at = now() - interval '61 minutes' where id = $1`, [
      id,
    ]);
    assert.equal((await saved(right, id)).setup, 'unverified');
  });

  test('is unverified in another workspace than the check', async () => {
    const { id } = await checked(right);
    const other = new SourceJourney(await api.workspace('Another workspace'));
    assert.equal((await saved(right, id, other)).setup, 'unverified');
  });
});

describe('an edit', () => {
  const before = { ...right, sslmode: 'disable' };
  const configuration = { ...right, sslmode: 'prefer', password: { set: true } };

  test('leaves the connection connected after a check with the kept secret has passed', async () => {
    const { id: sourceConnectionId, path, version } = await saved(before);
    const { id } = await checked(configuration, 'succeeded', sourceConnectionId);
    assert.equal((await journey.attributesOf(path)).setup, 'unverified'); // the stored configuration is not the checked one
    const { setup, configuration: stored } = await edited(path, version, {
      configuration,
      connectionCheckId: id,
    });
    assert.deepEqual([setup, stored], ['connected', configuration]);
  });

  test('that was not checked makes the connection unverified again', async () => {
    const { id: first } = await checked(before);
    const { path, version } = await saved(before, first);
    const change = { configuration, connectionCheckId: first };
    assert.equal((await edited(path, version, change)).setup, 'unverified');
  });

  test('that omits the secret removes it', async () => {
    const { path, version } = await saved(right);
    const { configuration } = await edited(path, version, { configuration: { ...right, password: null } });
    assert.equal(configuration.password, undefined);
    assert.equal((await journey.attributesOf(path)).configuration.password, undefined);
  });
});

describe('a check of a saved connection', () => {
  test('sends no stored secret that its configuration does not refer to', async () => {
    const { id } = await saved(right);
    const { end } = await checked({ ...right, password: undefined }, 'failed', id);
    const { failure } = end.steps.find(({ name }: { name: string }) => name === 'sign_in');
    assert.equal(failure.code, 'password_refused');
  });

  test("updates the connection's setup", async () => {
    const { id, path } = await saved(right);
    await checked({ ...right, password: { set: true } }, 'succeeded', id);
    assert.equal((await journey.attributesOf(path)).setup, 'connected');
    await server.run(`alter role reader password 'changed'`);
    await checked({ ...right, password: { set: true } }, 'failed', id);
    assert.equal((await journey.attributesOf(path)).setup, 'broken');
    await server.run(`alter role reader password '${right.password}'`);
  });

  test('does not affect a configuration that was saved in the meantime', async () => {
    const slow = await listen(() => undefined);
    const configuration = { ...right, port: slow.port };
    const { id, path, version } = await saved(configuration);
    const check = await startCheck({ ...configuration, password: { set: true } }, id);
    await edited(path, version, { configuration: right });
    await slow.stop();
    assert.equal((await ended(check)).state, 'failed');
    assert.equal((await journey.attributesOf(path)).setup, 'unverified');
  });
});
