import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi, type Client, type TestWorkspace } from '../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);

/** More than all buffers on the way take, so that a response whose reader waits isn't complete. */
const ROWS = 150_000;
let workspace: TestWorkspace;
let source: string;
before(async () => {
  workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  const lines = Array.from({ length: ROWS }, (_, id) => `${id},${'x'.repeat(200)}`);
  source = await journey.connectFiles({ 'long.csv': `id,text\n${lines.join('\n')}\n` });
  await journey.sync(source);
  await api.server.listen({ port: 0, host: '127.0.0.1' });
});

/** Asks for all rows. */
function ask({ token }: Client): ClientRequest {
  const { port } = api.server.server.address() as AddressInfo;
  const path = `/api${source}/tables/long/rows.csv`;
  const headers = { authorization: `Bearer ${token}` };
  return get({ port, host: '127.0.0.1', path, headers, agent: false }).on('error', () => undefined);
}

/** Begins to receive all rows, and waits. */
async function begin(client: Client): Promise<IncomingMessage> {
  const [response] = await once(ask(client), 'response');
  return response.on('error', () => undefined);
}

const connections = () =>
  new Promise<number>((resolve) => api.server.server.getConnections((_error, count) => resolve(count)));

/** Receives the rest. Returns whether it was complete. */
async function isCompleted(response: IncomingMessage): Promise<boolean> {
  // `once` of node:events would reject with the error of a broken connection.
  const closed = new Promise((resolve) => response.once('close', resolve));
  response.resume();
  if (!response.closed) await closed;
  return response.complete;
}

const accountOf = async () => {
  const { body } = await workspace.admin.get(`/organizations/${workspace.id}/service-accounts`);
  const [account] = body.data.toSorted(
    (one: { id: string; attributes: { createdAt: string } }, other: typeof one) =>
      other.attributes.createdAt.localeCompare(one.attributes.createdAt),
  );
  return {
    path: `/organizations/${workspace.id}/service-accounts/${account.id}`,
    tokenId: account.attributes.tokens[0].id as string,
  };
};

describe('a response to a service account', () => {
  test('is complete as long as nothing changes', async () => {
    const response = await begin(await api.serviceAccount(workspace));
    assert.equal(response.statusCode, 200);
    const { path } = await accountOf();
    const renamed = await workspace.admin.patch(
      path,
      'service_accounts',
      { name: 'Other' },
      { 'if-match': '"1"' },
    );
    assert.equal(renamed.status, 200);
    assert.equal(await isCompleted(response), true);
  });

  const ends: Record<
    string,
    (account: Awaited<ReturnType<typeof accountOf>>) => Promise<{ status: number }>
  > = {
    'its token is revoked': ({ path, tokenId }) => workspace.admin.delete(`${path}/tokens/${tokenId}`),
    'the account is disabled': ({ path }) =>
      workspace.admin.patch(path, 'service_accounts', { disabled: true }, { 'if-match': '"1"' }),
    'the account is deleted': ({ path }) => workspace.admin.delete(path),
    'the account’s scope changes': ({ path }) =>
      workspace.admin.patch(
        path,
        'service_accounts',
        {
          scope: [
            {
              sourceConnectionId: source.split('/').at(-1),
              tables: [{ tableName: 'long', columns: ['id'] }],
            },
          ],
        },
        { 'if-match': '"1"' },
      ),
  };
  for (const [when, end] of Object.entries(ends)) {
    test(`breaks off when ${when}`, async () => {
      const response = await begin(await api.serviceAccount(workspace));
      assert.equal(response.statusCode, 200);
      const { status } = await end(await accountOf());
      assert.ok(status < 300, String(status));
      // Nothing is read meanwhile, so the connection can't have ended because everything was sent.
      await settled(connections, (count) => count === 0);
      assert.equal(await isCompleted(response), false);
    });
  }

  test('is one of five at once', async () => {
    const client = await api.serviceAccount(workspace);
    // Those that wait for a process that writes files count too. Whichever comes last is refused.
    const asked = Array.from({ length: 6 }, () => ask(client));
    const refused = await Promise.any(
      asked.map(async (request) => {
        const [response]: IncomingMessage[] = await once(request, 'response');
        if (response!.statusCode !== 429) throw new Error('accepted');
        return response!;
      }),
    );
    assert.match(Buffer.concat(await refused.toArray()).toString(), /too_many_token_requests/);
    for (const request of asked) request.destroy();
    const again = await settled(
      () => client.get(`/organizations/${workspace.id}/tables`),
      ({ status }) => status !== 429,
    );
    assert.equal(again.status, 200);
  });
});
