import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, describe, test, type TestContext } from 'node:test';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { faultsIn, TestApi, type Client } from '../../../../test-support/test-api.ts';
import { FailureError } from '@headwater/base/failures/failure';
import { listen } from '@headwater/connectors/server/postgres/testing/other-servers';
import { runConnector } from '@headwater/connectors/processes/connector/run-connector';
import { NOTHING_SET } from '@headwater/protocol/protocol';
import { egressRules } from '../../../platform/config/egress-rules.ts';

const api = await TestApi.open();
after(api.close);
const [first, second, third] = await Promise.all(
  ['First one', 'Second one', 'Third one'].map((name) => api.workspace(name)),
);

/** Starts a server that accepts connections but never responds, and tracks who is connected. */
async function silentServer(t: TestContext) {
  const sockets = new Set<Socket>();
  let seen = 0;
  const { port, stop } = await listen((socket) => {
    sockets.add(socket);
    seen += 1;
    socket.on('close', () => sockets.delete(socket)).resume();
  });
  t.after(stop);
  const configuration = { host: '127.0.0.1', port, database: 'shop', user: 'reader', sslmode: 'disable' };
  return {
    configuration,
    sockets,
    seen: () => seen,
    connected: (count: number) =>
      settled(
        async () => sockets.size,
        (size) => size === count,
      ),
  };
}

const checksOf = ({ id }: { id: string }) => `/organizations/${id}/connection-checks`;
const startCheck = (workspace: { id: string }, client: Client, configuration: object) =>
  client.post(checksOf(workspace), 'connection_checks', { connector: 'postgres', configuration });

describe('connection checks', () => {
  test('run two at a time, one per workspace, while the others wait, show their position, and can be canceled', async (t) => {
    const server = await silentServer(t);
    const ask = async (workspace = first!) => {
      const { body, text } = await startCheck(workspace, workspace.admin, server.configuration);
      assert.ok(body.data, text);
      return { path: `${checksOf(workspace)}/${body.data.id}`, client: workspace.admin };
    };
    const attributesOf = async ({ path, client }: Awaited<ReturnType<typeof ask>>) =>
      (await client.get(path)).body.data.attributes;
    const runs = await ask();
    const waits = await ask();
    const other = await ask(second);
    const last = await ask(third);
    await server.connected(2);
    assert.equal((await attributesOf(runs)).position, null);
    assert.equal((await attributesOf(other)).position, null);
    assert.deepEqual(
      [await attributesOf(last), await attributesOf(waits)].map(({ state, position }) => [state, position]),
      [
        ['running', 1],
        ['running', 2],
      ],
    );
    await waits.client.delete(waits.path);
    const canceled = await attributesOf(waits);
    assert.deepEqual([canceled.state, canceled.position], ['canceled', null]);
    await runs.client.delete(runs.path);
    await settled(
      () => attributesOf(last),
      ({ position }) => position === null,
    );
    await settled(
      async () => server.seen(),
      (seen) => seen === 3,
    );
    await Promise.all([other, last].map(({ client, path }) => client.delete(path)));
    await server.connected(0);
  });

  test('are refused and not started beyond the number that a user may have waiting', async (t) => {
    const server = await silentServer(t);
    const responses = [];
    for (let i = 0; i < 7; i += 1)
      responses.push(await startCheck(first!, first!.admin, server.configuration));
    assert.deepEqual(
      responses.map(({ status }) => status),
      [202, 202, 202, 202, 202, 202, 429],
    );
    assert.deepEqual(faultsIn(responses[6]!), ['too_many_waiting']);
    assert.match(String(responses[6]!.headers['retry-after']), /^\d+$/);
    assert.equal((await startCheck(second!, second!.admin, server.configuration)).status, 202);
    for (const [workspace, { body }] of [
      ...responses.slice(0, 6).map((response) => [first!, response] as const),
    ])
      await workspace.admin.delete(`${checksOf(workspace)}/${body.data.id}`);
  });
});

describe('discoveries', () => {
  test('run one at a time per workspace while the others show their position, and end when their connection is deleted', async (t) => {
    const server = await silentServer(t);
    const journey = new SourceJourney(first!);
    const connect = async () => {
      const attributes = { name: 'A source', connector: 'postgres', configuration: server.configuration };
      const path = `${journey.base}/source-connections`;
      const { body } = await journey.client.post(path, 'source_connections', attributes);
      await journey.client.post(`${path}/${body.data.id}/discoveries`, 'discoveries');
      return `${path}/${body.data.id}`;
    };
    const paths = [await connect(), await connect()];
    await server.connected(1);
    for (const path of paths) assert.equal((await journey.attributesOf(path)).schemaState, 'discovering');
    const positions = () =>
      Promise.all(paths.map(async (path) => (await journey.attributesOf(`${path}/catalog`)).position));
    assert.deepEqual(await positions(), [null, 1]);
    const [running, waiting] = paths;
    await journey.client.delete(running!);
    await settled(
      async () => server.seen(),
      (seen) => seen === 2,
    );
    await server.connected(1);
    assert.equal((await journey.attributesOf(`${waiting}/catalog`)).position, null);
    await journey.client.delete(waiting!);
    await server.connected(0);
  });

  test('can be canceled, and leave what was known before', async (t) => {
    const server = await silentServer(t);
    const journey = new SourceJourney(second!);
    const attributes = { name: 'A source', connector: 'postgres', configuration: server.configuration };
    const { body } = await journey.client.post(
      `${journey.base}/source-connections`,
      'source_connections',
      attributes,
    );
    const source = `${journey.base}/source-connections/${body.data.id}`;
    await journey.client.post(`${source}/discoveries`, 'discoveries');
    await server.connected(1);
    assert.equal((await journey.client.delete(`${source}/discoveries`)).status, 204);
    await server.connected(0);
    assert.equal((await journey.attributesOf(`${source}/catalog`)).state, 'unknown');
  });

  test('that were interrupted by a stop of the product are resumed at the next start', async () => {
    const journey = new SourceJourney(second!);
    const source = await journey.connectFiles({ 'stores.csv': 'id\n1\n' });
    await api.sql(`delete from streams`);
    await api.sql(`update source_connections set schema_state = 'discovering' where id = $1`, [
      source.split('/').at(-1),
    ]);
    await api.services.discoveries.resume();
    await settled(
      () => journey.attributesOf(`${source}/catalog`),
      ({ state }) => state === 'ready',
    );
    const { streams } = await journey.attributesOf(`${source}/catalog/streams`);
    assert.deepEqual(
      streams.map(({ tableName }: { tableName: string }) => tableName),
      ['stores'],
    );
  });

  test('that take too long are stopped and report that', async (t) => {
    const server = await silentServer(t);
    const { configuration } = server;
    const job = {
      connector: 'postgres',
      configuration,
      uploads: new Map(),
      egress: egressRules(api.services.config),
      installation: NOTHING_SET,
    };
    await assert.rejects(
      runConnector({ verb: 'discover', ...job }, { timeoutMs: 300 }),
      (error) => error instanceof FailureError && error.failure.code === 'step_timed_out',
    );
    await server.connected(0);
  });
});
