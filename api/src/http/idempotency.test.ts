import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Type } from '@sinclair/typebox';
import { moduleOf } from '../../test-support/module-of.ts';
import { faultsIn, TestApi, type Client } from '../../test-support/test-api.ts';
import { modules } from '../modules.ts';
import { member } from './access.ts';
import { defineRoute } from './define-route.ts';
import { idempotently } from './idempotency.ts';

let runs = 0;
let atWork: () => Promise<void> = async () => undefined;
const body = Type.Object({
  data: Type.Object({ type: Type.String(), attributes: Type.Object({ size: Type.Integer() }) }),
});
const start = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/starts',
  summary: 'Starts something once per key.',
  access: member('syncs:run'),
  body,
  takes: 'Idempotency-Key',
  responses: { 202: Type.Object({ run: Type.Integer() }) },
  handler: ({ workspace, request }) =>
    workspace.transaction((db) =>
      idempotently(db, request, workspace.principal.id, async () => {
        await atWork();
        return { run: (runs += 1) };
      }),
    ),
});

const api = await TestApi.open({ parts: [...modules, moduleOf(start)] });
after(api.close);
const { id, admin, member: join } = await api.workspace();
const ask = (key: string | undefined, size = 1, client: Client = admin) =>
  client.post(`/organizations/${id}/starts`, 'starts', { size }, { 'idempotency-key': key });

test('the same key runs the request once and returns the same result', async () => {
  const first = await ask('a');
  assert.equal(first.status, 202, first.text);
  assert.deepEqual((await ask('a')).body, first.body);
  assert.notDeepEqual((await ask('b')).body, first.body);
  assert.notDeepEqual((await ask(undefined)).body, (await ask(undefined)).body);
});

test('the same key with another body is refused', async () => {
  await ask('c', 1);
  const other = await ask('c', 2);
  assert.equal(other.status, 422);
  assert.deepEqual(faultsIn(other), ['idempotency_key_reused Idempotency-Key']);
});

test("another user's key does not count as the same", async () => {
  assert.notDeepEqual((await ask('d')).body, (await ask('d', 1, await join('editor'))).body);
});

test('a second request is refused while the first one is still running', async () => {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  atWork = () => {
    begun.resolve();
    return end.promise;
  };
  const first = ask('e');
  await begun.promise;
  const second = await ask('e');
  assert.equal(second.status, 409, second.text);
  end.resolve();
  const { body: answer } = await first;
  assert.deepEqual((await ask('e')).body, answer);
});

test('after a day the key is free again', async () => {
  const first = await ask('f');
  await api.sql(`update idempotency_keys set created_at = now() - interval '25 hours' where key = 'f'`);
  const next = await ask('f', 2);
  assert.equal(next.status, 202);
  assert.notDeepEqual(next.body, first.body);
});

test('a key must be printable and short', async () => {
  for (const key of ['', 'x'.repeat(201), 'with space']) {
    assert.deepEqual(faultsIn(await ask(key)), ['idempotency_key_invalid Idempotency-Key']);
  }
});
