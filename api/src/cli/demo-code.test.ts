import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { StartError } from '@headwater/shared/contract';
import { faultsIn, TestApi } from '../../test-support/test-api.ts';
import { findCommand } from './command.ts';
import { demoCodeCommands } from './demo-code.command.ts';

const api = await TestApi.open({ environment: { DEMO: 'codes' } });
after(api.close);
const { host, port, user, password, database } = api.connection;
const address = new URL(`postgresql://localhost/${database}`);
address.search = String(new URLSearchParams({ host: host!, port: String(port ?? 5432) }));
[address.username, address.password] = [user!, String(password)];
const config = { ...api.services.config, databaseUrl: address.href };

/** Returns what the command prints. */
function operate(...args: string[]): Promise<string> {
  const found = findCommand(demoCodeCommands, args);
  assert.ok(found, args.join(' '));
  return found.command.run(config, found.args);
}

const enter = (link: URL) =>
  api.visitor().post('/sessions/demo-login', 'demo_logins', { code: link.searchParams.get('code')! });

test('the operator creates a link, sees its use, and revokes it', async () => {
  assert.equal(await operate('demo-code', 'list'), 'There are no demo codes.');
  const printed = await operate('demo-code', 'create', 'Fair in Ulm', '--uses', '2', '--days', '3');
  const [, id, link] = /\((dem_\w{26})\):\n(\S+)$/.exec(printed) ?? [];
  const url = new URL(link!);
  assert.equal(url.origin + url.pathname, 'http://localhost:8080/demo-login');
  assert.equal((await enter(url)).status, 201);
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const listed = await operate('demo-code', 'list');
  assert.match(listed, new RegExp(`^${id}   1 of 2 uses   until ${day} \\d\\d:\\d\\d UTC   Fair in Ulm$`));
  await operate('demo-code', 'revoke', id!);
  assert.deepEqual(faultsIn(await enter(url)), ['demo_code_invalid /data/attributes/code']);
  assert.match(await operate('demo-code', 'list'), / ended {3}Fair in Ulm$/);
  const events = await api.sql(
    `select action, details from audit_events where subject_id = $1 and actor_id is null order by at`,
    [id],
  );
  assert.deepEqual(events, [
    { action: 'demo_code.create', details: { label: 'Fair in Ulm' } },
    { action: 'demo_code.revoke', details: {} },
  ]);
  assert.ok(!listed.includes(url.searchParams.get('code')!));
});

test('the default is twenty uses and thirty days', async () => {
  assert.match(await operate('demo-code', 'create', 'Usual'), /^20 times within 30 days/);
});

test('invalid numbers and unknown codes are refused', async () => {
  for (const args of [
    ['create', 'x', '--uses', '0'],
    ['create', 'x', '--uses', 'many'],
    ['create', 'x', '--uses', '10001'],
    ['create', 'x', '--days', '-1'],
    ['create', 'x', '--days'],
    ['revoke', 'dem_absent'],
  ])
    await assert.rejects(operate('demo-code', ...args), StartError, args.join(' '));
});
