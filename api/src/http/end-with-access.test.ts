import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { PASSWORD, personWithPassword } from '../../test-support/person-with-password.ts';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../test-support/source-journey.ts';
import { TestApi, type Client, type TestWorkspace } from '../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);

let workspace: TestWorkspace;
let source: string;
before(async () => {
  workspace = await api.workspace();
  const journey = new SourceJourney(workspace);
  source = await journey.connectFiles({ 'long.csv': `id,text\n${LINES.join('\n')}\n` });
  await journey.sync(source);
  await api.server.listen({ port: 0, host: '127.0.0.1' });
});

/** More than all buffers on the way take, so that a response whose reader waits isn't complete. */
const LINES = Array.from({ length: 60_000 }, (_, id) => `${id},${'x'.repeat(200)}`);

const port = () => (api.server.server.address() as AddressInfo).port;
const connections = () =>
  new Promise<number>((resolve) => api.server.server.getConnections((_error, count) => resolve(count)));

/** Begins to receive all rows, and waits. */
async function download({ cookie }: Client): Promise<IncomingMessage> {
  const asked = get({
    ...{ port: port(), host: '127.0.0.1', agent: false, headers: { cookie } },
    path: `/api${source}/tables/long/rows.csv`,
  }).on('error', () => undefined);
  const [response] = await once(asked, 'response');
  assert.equal(response.statusCode, 200);
  return response.on('error', () => undefined);
}

/** Begins to send a file, and waits. */
async function upload({ cookie, csrfToken }: Client) {
  const sent = request({
    ...{ port: port(), host: '127.0.0.1', agent: false, method: 'POST' },
    path: `/api/organizations/${workspace.id}/uploads?fileName=a.csv`,
    headers: {
      origin: `http://localhost:${port()}`,
      ...{ cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/octet-stream' },
    },
  }).on('error', () => undefined);
  sent.write('a,b\n');
  const folder = dirname(api.services.uploadFiles.path(workspace.id, '-'));
  await settled(
    () => readdir(folder).catch(() => []),
    (names) => names.some((name) => name.endsWith('.partial')),
  );
  return { sent, folder };
}

/** The next question, without the wait for it. */
const ask = ({ mock }: TestContext) => mock.timers.tick(5_000);

describe('what lasts ends within seconds', () => {
  test('an upload whose sender may only read by now, of which nothing stays', async (context) => {
    const editor = await workspace.member('editor');
    context.mock.timers.enable({ apis: ['setInterval'] });
    const { sent, folder } = await upload(editor);
    await api.sql(`update memberships set role = 'reader' where workspace_id = $1 and user_id = $2`, [
      workspace.id,
      editor.userId,
    ]);
    ask(context);
    await settled(connections, (count) => count === 0);
    await settled(
      () => readdir(folder),
      (names) => !names.some((name) => name.endsWith('.partial')),
    );
    sent.destroy();
  });

  test('and nothing else: a download whose reader proves again who they are goes on', async (context) => {
    const reader = await personWithPassword(api, await workspace.member('reader'));
    context.mock.timers.enable({ apis: ['setInterval'] });
    const response = await download(reader);
    const before = reader.sessionId;
    const proved = await reader.post('/reauthentications', 'reauthentications', { password: PASSWORD });
    assert.equal(proved.status, 201, proved.text);
    assert.notEqual(proved.body.data.id, before);
    ask(context);
    let bytes = 0;
    for await (const chunk of response) bytes += chunk.length;
    assert.ok(bytes > LINES.join('').length);
  });

  const ends: Record<string, (reader: Client) => Promise<unknown>> = {
    'its reader was removed': (reader) =>
      api.sql('delete from memberships where workspace_id = $1 and user_id = $2', [
        workspace.id,
        reader.userId,
      ]),
    'its reader logged out': (reader) => reader.delete(`/sessions/${reader.sessionId}`),
    'the workspace was deleted': () =>
      api.sql('update organizations set deleted_at = now() where id = $1', [workspace.id]),
  };
  for (const [when, end] of Object.entries(ends)) {
    test(`when ${when}`, async (context) => {
      const reader = await workspace.member('reader');
      context.mock.timers.enable({ apis: ['setInterval'] });
      const response = await download(reader);
      assert.notEqual(await connections(), 0);
      await end(reader);
      ask(context);
      // Nothing is read meanwhile, so the connection can't have ended because everything was sent.
      await settled(connections, (count) => count === 0);
      response.destroy();
    });
  }
});
