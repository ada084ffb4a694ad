import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { CheckStep } from '@headwater/shared/contract';
import { Egress } from '@headwater/base/egress';
import type { FailureError } from '@headwater/base/failures/failure';
import type { ConnectorContext } from '@headwater/protocol/protocol';
import { configurationOf } from './postgres.config.ts';
import { postgres } from './postgres.connector.ts';
import { Session } from './postgres.session.ts';
import { listen, oldPostgres } from './testing/other-servers.ts';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { configurationFor, PASSWORD, startSourceServer, type SourceServer } from './testing/source-server.ts';

let source: SourceServer;

before(async () => {
  source = await startSourceServer();
  await source.run(`
    create table shop (id int);
    insert into shop values (1);
    create table secret (id int);
    grant select on shop to reader;
    create role idle nologin password '${PASSWORD}';
    create role full_up login connection limit 0 password '${PASSWORD}';
    create role rejected login password '${PASSWORD}';
    create role only_encrypted login password '${PASSWORD}'`);
  for (const name of ['closed', 'empty', 'broken']) await source.run(`create database ${name}`);
  await source.run('revoke connect on database closed from public');
  await source.run(
    `create table hidden (id int);
     create view open as select * from hidden;
     alter table hidden owner to rejected;
     grant select on open to reader;
     create role somebody;
     alter view open owner to somebody`,
    'broken',
  );
  await source.allow('host all rejected all reject');
});
after(() => source.stop());

const denied = (ownPorts: number[]) => new Egress({ loopbackOnly: false, allowedNetworks: [], ownPorts });

interface Case {
  title: string;
  change?: Record<string, unknown>;
  egress?: () => Egress;
  at: CheckStep['name'];
  code: string;
  field: string | null;
}

const REFUSALS: Case[] = [
  {
    title: 'an unknown host name',
    change: { host: 'nowhere.invalid' },
    at: 'resolve',
    code: 'host_not_found',
    field: 'host',
  },
  {
    title: 'a socket’s path as the host',
    change: { host: '/var/run/postgresql' },
    at: 'resolve',
    code: 'host_not_found',
    field: 'host',
  },
  {
    title: 'an IP address that the installation doesn’t connect to',
    egress: () => denied([]),
    at: 'resolve',
    code: 'address_denied',
    field: 'host',
  },
  {
    title: 'the product’s own port',
    egress: () => denied([source.port]),
    at: 'resolve',
    code: 'own_address_denied',
    field: 'host',
  },
  {
    title: 'a closed port',
    change: { port: 1 },
    at: 'reach',
    code: 'connection_refused',
    field: 'port',
  },
  {
    title: 'a server without encryption if it is required',
    change: { sslmode: 'require' },
    at: 'tls',
    code: 'tls_not_offered',
    field: 'sslmode',
  },
  {
    title: 'a wrong password',
    change: { password: 'wrong' },
    at: 'sign_in',
    code: 'password_refused',
    field: 'password',
  },
  {
    title: 'no password',
    change: { password: undefined },
    at: 'sign_in',
    code: 'password_refused',
    field: 'password',
  },
  {
    title: 'an unknown user',
    change: { user: 'nobody' },
    at: 'sign_in',
    code: 'password_refused',
    field: 'password',
  },
  {
    title: 'a user that may not log in',
    change: { user: 'idle' },
    at: 'sign_in',
    code: 'user_refused',
    field: 'user',
  },
  {
    title: 'a user that pg_hba.conf rejects',
    change: { user: 'rejected' },
    at: 'sign_in',
    code: 'user_refused',
    field: 'user',
  },
  {
    title: 'a database that the user may not connect to',
    change: { database: 'closed' },
    at: 'sign_in',
    code: 'user_refused',
    field: 'user',
  },
  {
    title: 'a missing database',
    change: { database: 'Postgres' },
    at: 'sign_in',
    code: 'database_not_found',
    field: 'database',
  },
  {
    title: 'a user with no connections left',
    change: { user: 'full_up' },
    at: 'sign_in',
    code: 'too_many_connections',
    field: null,
  },
  {
    title: 'a database without readable tables',
    change: { database: 'empty' },
    at: 'list',
    code: 'no_tables',
    field: 'user',
  },
  {
    title: 'a view on an unreadable table',
    change: { database: 'broken' },
    at: 'read_one_row',
    code: 'permission_denied',
    field: 'user',
  },
];

describe('The check of a PostgreSQL connection', () => {
  it('runs all steps and reports when each starts and ends', async () => {
    const steps = await allSteps({});
    assert.deepEqual(
      steps.filter(({ state }) => state === 'running').map(({ name }) => name),
      postgres.spec().checkSteps,
    );
    const ended = steps.filter(({ state }) => state !== 'running');
    assert.deepEqual(
      ended.map(({ state }) => state),
      ['passed', 'passed', 'warning', 'passed', 'passed', 'passed', 'passed'],
    );
    assert.ok(ended.every(({ milliseconds }) => milliseconds !== null));
    assert.deepEqual(found(ended, 'resolve'), [['address_found', { address: '127.0.0.1' }]]);
    assert.deepEqual(found(ended, 'tls'), [['encryption_not_offered', {}]]);
    assert.match(noteOf(ended, 'version'), /^PostgreSQL \d+/);
    assert.deepEqual(found(ended, 'list'), [
      ['tables_found', { tables: 1 }],
      ['tables_hidden', { tables: 1 }],
    ]);
    assert.deepEqual(found(ended, 'read_one_row'), [['row_read', { table: 'public.shop' }]]);
    assert.ok(ended.every(({ note }) => !/\{\w+\}/.test(note ?? '')));
  });

  for (const { title, change = {}, egress, at, code, field } of REFUSALS) {
    it(`blames ${title}`, async () => {
      const steps = await allSteps(change, egress ? { egress: egress() } : {});
      await assertRefused(steps, at, code, field);
    });
  }

  it('connects to the IP address that was checked, never to the host name', async () => {
    const egress = {
      resolve: async (host: string, port: number) => ({ host, port, address: '127.0.0.1' }),
    } as Egress;
    const steps = await allSteps({ host: 'nowhere.invalid' }, { egress });
    assert.equal(steps.at(-1)?.state, 'passed');
  });

  it('sends the password itself over an unencrypted connection only to this machine', async () => {
    const sent: Buffer[] = [];
    const server = await listen((socket) =>
      socket.once('data', () => {
        socket.on('data', (bytes) => sent.push(bytes));
        socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
      }),
    );
    const signIn = (isExposed: boolean) => {
      const socket = connect(server.port, '127.0.0.1');
      const configuration = configurationOf(configurationFor(server.port, { sslmode: 'prefer' }));
      const again = () => Promise.reject(new Error('not needed'));
      return Session.signIn(socket, configuration, { isEncrypted: false, isExposed, again });
    };
    await assert.rejects(
      signIn(true),
      (error: FailureError) => error.failure.code === 'cleartext_password_refused',
    );
    assert.deepEqual(sent, []);
    signIn(false).catch(() => undefined);
    while (sent.length === 0) await new Promise((resolve) => setImmediate(resolve));
    assert.ok(Buffer.concat(sent).includes(PASSWORD));
    await server.stop();
  });

  it('uses nothing from the environment', async () => {
    process.env.PGPASSWORD = PASSWORD;
    const steps = await allSteps({ password: undefined });
    delete process.env.PGPASSWORD;
    await assertRefused(steps, 'sign_in', 'password_refused', 'password');
  });

  it('stops when it is canceled', async () => {
    const server = await listen(() => undefined);
    const cancel = new AbortController();
    const context = contextFor(tmpdir(), { signal: cancel.signal });
    const steps = postgres.check(configurationFor(server.port), context)[Symbol.asyncIterator]();
    let step = (await steps.next()).value as CheckStep;
    while (step.name !== 'tls') step = (await steps.next()).value as CheckStep;
    const next = steps.next();
    cancel.abort();
    await assert.rejects(next, { name: 'AbortError' });
    await server.stop();
  });

  it('gives each step ten seconds', async (t) => {
    const server = await listen(() => undefined);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const steps = postgres.check(configurationFor(server.port), contextFor(tmpdir()))[Symbol.asyncIterator]();
    let step = (await steps.next()).value as CheckStep;
    while (step.name !== 'tls') step = (await steps.next()).value as CheckStep;
    const next = steps.next();
    t.mock.timers.tick(9_999);
    t.mock.timers.tick(1);
    assert.equal(((await next).value as CheckStep).failure?.code, 'step_timed_out');
    assert.equal((await steps.next()).done, true);
    await server.stop();
  });
});

describe('The check of something other than a supported PostgreSQL', () => {
  const HTTP = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n';
  const cases: [string, (socket: Socket) => void, string, CheckStep['name'], string, string | null][] = [
    [
      'a web server',
      (socket) => socket.once('data', () => socket.end(HTTP)),
      'prefer',
      'tls',
      'not_postgresql',
      'port',
    ],
    [
      'a web server, unencrypted',
      (socket) => socket.once('data', () => socket.end(HTTP)),
      'disable',
      'sign_in',
      'not_postgresql',
      'port',
    ],
    [
      'a server that greets first',
      (socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'),
      'prefer',
      'tls',
      'not_postgresql',
      'port',
    ],
    [
      'a server that sends more than the response to the TLS request',
      (socket) => socket.once('data', () => socket.write('Sextra')),
      'require',
      'tls',
      'not_postgresql',
      'port',
    ],
    ['a server that hangs up', (socket) => socket.destroy(), 'prefer', 'tls', 'source_disconnected', null],
    [
      'a server that is too old',
      oldPostgres({ number: '90624', version: '9.6.24' }),
      'prefer',
      'version',
      'server_too_old',
      null,
    ],
  ];
  for (const [title, serve, sslmode, at, code, field] of cases) {
    it(`recognizes ${title}`, async () => {
      const server = await listen(serve);
      const steps = await allSteps({ port: server.port, sslmode });
      await server.stop();
      await assertRefused(steps, at, code, field);
    });
  }
});

describe('The check of an encrypted PostgreSQL connection', () => {
  let certificate: string;
  before(async () => {
    certificate = await source.turnOnEncryption();
    await source.allow(
      'hostssl all only_encrypted all scram-sha-256',
      'hostnossl all only_encrypted all reject',
    );
  });

  it('encrypts if the server supports it', async () => {
    const steps = await allSteps({ sslmode: 'prefer' });
    assert.match(noteOf(steps, 'tls'), /^TLSv1\.\d, certificate not verified$/);
    assert.equal(steps.at(-1)?.state, 'passed');
  });

  it('skips the step if encryption is disabled', async () => {
    const steps = await allSteps({ sslmode: 'disable' });
    assert.equal(steps.find(({ name, state }) => name === 'tls' && state !== 'running')?.state, 'skipped');
    assert.equal(steps.at(-1)?.state, 'passed');
  });

  it('blames the setting if the server only accepts encrypted connections', async () => {
    await assertRefused(
      await allSteps({ user: 'only_encrypted', sslmode: 'disable' }),
      'sign_in',
      'tls_required',
      'sslmode',
    );
  });

  it('refuses an untrusted certificate if it has to be verified', async () => {
    await assertRefused(
      await allSteps({ sslmode: 'verify-full' }),
      'tls',
      'tls_certificate_refused',
      'sslmode',
    );
  });

  it('verifies a certificate against the certificate authorities and the host name', async () => {
    const authorities = getCACertificates('default');
    setDefaultCACertificates([...authorities, certificate]);
    const steps = await allSteps({ sslmode: 'verify-full' });
    const egress = {
      resolve: async (host: string, port: number) => ({ host, port, address: '127.0.0.1' }),
    } as Egress;
    const other = await allSteps({ sslmode: 'verify-full', host: 'db.example.com' }, { egress });
    setDefaultCACertificates(authorities);
    assert.match(noteOf(steps, 'tls'), /certificate verified$/);
    assert.equal(steps.at(-1)?.state, 'passed');
    await assertRefused(other, 'tls', 'tls_certificate_refused', 'sslmode');
  });
});

async function allSteps(
  change: Record<string, unknown>,
  context: Partial<ConnectorContext> = {},
): Promise<CheckStep[]> {
  const configuration = configurationFor(source.port, change);
  const steps: CheckStep[] = [];
  for await (const step of postgres.check(configuration, contextFor(tmpdir(), context))) steps.push(step);
  return steps;
}

async function assertRefused(
  steps: CheckStep[],
  at: CheckStep['name'],
  code: string,
  field: string | null,
): Promise<void> {
  const last = steps.at(-1)!;
  assert.deepEqual(
    [last.name, last.state, last.failure?.code, last.failure?.field],
    [at, 'failed', code, field],
  );
  assert.doesNotMatch(last.failure!.message, /\{\w+\}|undefined|null/);
  assert.ok(!JSON.stringify(steps).includes(PASSWORD), 'a message contains a secret');
  assert.equal(steps.filter(({ state }) => state === 'failed').length, 1);
}

const endOf = (steps: CheckStep[], name: CheckStep['name']) =>
  steps.find((step) => step.name === name && step.state !== 'running');
const noteOf = (steps: CheckStep[], name: CheckStep['name']) => endOf(steps, name)?.note ?? '';
const found = (steps: CheckStep[], name: CheckStep['name']) =>
  endOf(steps, name)?.findings.map(({ code, values }) => [code, values]);
