import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, describe, test } from 'node:test';
import type { CheckStep } from '@headwater/shared/contract';
import { settled } from '@headwater/base/testing/settled';
import { FULL_REFRESH_OVERWRITE, type ConnectorContext } from '@headwater/protocol/protocol';
import { examine } from '@headwater/protocol/configuration';
import { keepsSecrets } from './postgres/postgres.config.ts';
import { postgres } from './postgres/postgres.connector.ts';
import { listen } from './postgres/testing/other-servers.ts';
import { contextFor } from '@headwater/protocol/testing/context-for';
import {
  configurationFor,
  freePort,
  startSourceServer,
  type SourceServer,
} from './postgres/testing/source-server.ts';
import { PASSPHRASE, SSH_PASSWORD, SSH_USER, startSshServer, type SshServer } from './testing/ssh-server.ts';

let database: SourceServer;
let ssh: SshServer;
before(async () => {
  [database, ssh] = await Promise.all([startSourceServer(), startSshServer()]);
  await database.run(
    'create table numbers as select n from generate_series(1, 50000) n; grant select on numbers to reader',
  );
});
after(async () => {
  await ssh.stop();
  await database.stop();
});

/** The database through the SSH server, which knows it by a name that means nothing here. */
const through = (more: Record<string, unknown> = {}) =>
  configurationFor(database.port, {
    host: 'localhost',
    tunnel: 'ssh',
    tunnel_host: '127.0.0.1',
    tunnel_port: ssh.port,
    tunnel_user: SSH_USER,
    tunnel_method: 'key',
    tunnel_key: ssh.key,
    tunnel_host_key: ssh.fingerprint,
    ...more,
  });

async function check(configuration: Record<string, unknown>, more: Partial<ConnectorContext> = {}) {
  const steps: CheckStep[] = [];
  for await (const step of postgres.check(configuration, contextFor(tmpdir(), more))) steps.push(step);
  return steps;
}

const failed = async (configuration: Record<string, unknown>, more: Partial<ConnectorContext> = {}) => {
  const { name, failure } = (await check(configuration, more)).at(-1)!;
  return [name, failure?.code, failure?.field];
};

async function rowsThrough(configuration: Record<string, unknown>, onRows: () => void, signal?: AbortSignal) {
  const context = contextFor(tmpdir(), signal && { signal });
  const [stream] = await postgres.discover(configuration, context);
  const chosen = { ...FULL_REFRESH_OVERWRITE, ...stream!, tableName: 'numbers' };
  const outcomes: string[] = [];
  for await (const message of postgres.read(configuration, [chosen], new Map(), context)) {
    outcomes.push('failure' in message ? (message.failure?.code ?? 'none') : message.type);
    if (message.type === 'RECORDS') onRows();
  }
  return outcomes;
}

describe('a database behind an SSH server', () => {
  test('is checked and read by a key, a key with a passphrase, and a password', async () => {
    const ways = [
      {},
      // As a field of one line makes it.
      { tunnel_key: ssh.key.replaceAll('\n', '') },
      { tunnel_key: ssh.pemKey.replaceAll('\n', ''), tunnel_passphrase: PASSPHRASE },
      { tunnel_key: ssh.lockedKey, tunnel_passphrase: PASSPHRASE },
      { tunnel_method: 'password', tunnel_key: undefined, tunnel_password: SSH_PASSWORD },
    ];
    for (const way of ways) {
      const steps = await check(through(way));
      assert.equal(steps.at(-1)!.state, 'passed', JSON.stringify(steps.at(-1)));
      const reached = steps.find(({ name, state }) => name === 'reach' && state === 'passed');
      assert.equal(reached?.note, `Through 127.0.0.1, whose key is ${ssh.fingerprint}`);
    }
    assert.ok((await rowsThrough(through(), () => undefined)).includes('RECORDS'));
    assert.ok(ssh.targets.every((target) => target === `localhost:${database.port}`));
  });

  test('is encrypted up to its end, and its certificate is that of the database', async () => {
    await database.turnOnEncryption();
    const encrypted = await check(through({ sslmode: 'require' }));
    const tls = encrypted.find(({ name, state }) => name === 'tls' && state === 'passed');
    assert.equal(tls?.note, 'TLSv1.3, certificate not verified');
    assert.equal(encrypted.at(-1)!.state, 'passed');
    assert.deepEqual(await failed(through({ sslmode: 'verify-full' })), [
      ...['tls', 'tls_certificate_refused', 'sslmode'],
    ]);
  });

  test('gets nothing secret before the SSH server has shown the key that is trusted', async () => {
    const before = ssh.signIns();
    const unknown = (await check(through({ tunnel_host_key: undefined }))).at(-1)!.failure!;
    assert.equal(unknown.code, 'ssh_host_key_unknown');
    assert.deepEqual(unknown.values, { host: '127.0.0.1', fingerprint: ssh.fingerprint });
    const other = `SHA256:${'a'.repeat(43)}`;
    assert.deepEqual(await failed(through({ tunnel_host_key: other })), [
      ...['reach', 'ssh_host_key_changed', 'tunnel_host_key'],
    ]);
    assert.equal(ssh.signIns(), before);
  });

  test('is refused with what is wrong, and where', async () => {
    const cases: [Record<string, unknown>, string, string][] = [
      [{ tunnel_user: 'nobody' }, 'ssh_refused', 'tunnel_key'],
      [{ tunnel_method: 'password', tunnel_password: 'wrong' }, 'ssh_refused', 'tunnel_password'],
      [{ tunnel_key: 'no key' }, 'ssh_key_unusable', 'tunnel_key'],
      [{ tunnel_key: ssh.lockedKey }, 'ssh_key_unusable', 'tunnel_passphrase'],
      [{ tunnel_key: ssh.lockedKey, tunnel_passphrase: 'wrong' }, 'ssh_key_unusable', 'tunnel_passphrase'],
      [{ port: await freePort() }, 'ssh_target_unreachable', 'host'],
      [{ tunnel_port: await freePort() }, 'connection_refused', 'tunnel_port'],
      [{ tunnel_port: database.port }, 'not_ssh', 'tunnel_port'],
    ];
    for (const [more, code, field] of cases)
      assert.deepEqual(await failed(through(more)), ['reach', code, field], JSON.stringify(more));
    assert.deepEqual(await failed(through({ tunnel_host: '169.254.169.254' })), [
      ...['resolve', 'address_denied', 'tunnel_host'],
    ]);
  });

  test('isn’t reached if the SSH server forwards nothing, or says nothing', async () => {
    const strict = await startSshServer({ forwards: false });
    const keys = { tunnel_key: strict.key, tunnel_host_key: strict.fingerprint, tunnel_port: strict.port };
    assert.deepEqual(await failed(through(keys)), ['reach', 'ssh_forwarding_refused', 'tunnel_host']);
    await strict.stop();
    const silent = await listen(() => undefined);
    const cancel = new AbortController();
    const steps = check(through({ tunnel_port: silent.port }), { signal: cancel.signal });
    setImmediate(() => cancel.abort(new Error('stop')));
    await assert.rejects(steps, /stop/);
    await silent.stop();
  });

  test('fails as a lost source when the tunnel is cut', async () => {
    const outcomes = await rowsThrough(through(), () => ssh.cut());
    assert.ok(outcomes.includes('source_disconnected'), outcomes.join());
  });

  test('ends a statement that sends nothing when it is canceled', async () => {
    await database.run(
      'create view silent as select n from generate_series(1, 2) n, pg_sleep(600); grant select on silent to reader',
    );
    const cancel = new AbortController();
    const context = contextFor(tmpdir(), { signal: cancel.signal });
    const found = await postgres.discover(through(), context);
    const silent = found.find(({ suggestedTableName }) => suggestedTableName === 'silent')!;
    const chosen = { ...FULL_REFRESH_OVERWRITE, ...silent, tableName: 'silent' };
    const running = () =>
      database.rows<{ pid: number }>(
        `select pid from pg_stat_activity where usename = 'reader' and state = 'active' and query ilike 'copy%'`,
      );
    const reading = (async () => {
      for await (const _ of postgres.read(through(), [chosen], new Map(), context));
    })();
    await settled(running, (sessions) => sessions.length === 1);
    cancel.abort(new Error('stop'));
    await assert.rejects(reading, /stop/);
    await settled(running, (sessions) => sessions.length === 0);
  });
});

describe('the form of a tunnel', () => {
  const faultsOf = async (configuration: Record<string, unknown>) =>
    (await examine(postgres, configuration, { workspaceId: 'org', userId: null })).faults.map(
      ({ pointer }) => pointer,
    );

  test('requires what the chosen way to sign in needs', async () => {
    assert.deepEqual(await faultsOf(through()), []);
    assert.deepEqual(await faultsOf(through({ tunnel: 'none', tunnel_host: undefined })), []);
    assert.deepEqual(await faultsOf(through({ tunnel_key: '' })), ['/tunnel_key']);
    assert.deepEqual(await faultsOf(through({ tunnel_key: { set: true } })), []);
    const bare = await faultsOf(configurationFor(5432, { tunnel: 'ssh', tunnel_method: 'password' }));
    assert.deepEqual(bare.toSorted(), ['/tunnel_host', '/tunnel_password', '/tunnel_user']);
    assert.deepEqual(await faultsOf(through({ tunnel_host_key: 'MD5:00' })), ['/tunnel_host_key']);
  });

  test('keeps stored secrets only on the same way to the same server', () => {
    const direct = configurationFor(5432);
    assert.equal(keepsSecrets(through(), through({ database: 'other' })), true);
    assert.equal(keepsSecrets(through({ tunnel_host_key: undefined }), through()), true);
    const others = [{ tunnel_host: 'evil.example.com' }, { tunnel_port: 1 }, { tunnel_user: 'other' }];
    for (const other of [...others, { tunnel_host_key: `SHA256:${'b'.repeat(43)}` }])
      assert.equal(keepsSecrets(through(), through(other)), false, JSON.stringify(other));
    assert.equal(keepsSecrets(direct, { ...through(), host: '127.0.0.1', port: 5432 }), false);
  });
});
