import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { CheckStep } from '@headwater/shared/contract';
import { Egress } from '@headwater/base/egress';
import type { ConnectorContext } from '@headwater/protocol/protocol';
import { listen } from '../postgres/testing/other-servers.ts';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { PASSWORD } from '../postgres/testing/source-server.ts';
import { mysql } from './mysql.connector.ts';
import {
  hasMariaDb,
  mariaDbConfiguration,
  NO_MARIADB,
  startMariaDb,
  type MariaDbServer,
} from './testing/mariadb-server.ts';
import { fakeServer } from './testing/fake-server.ts';

async function stepsOf(
  port: number,
  change: Record<string, unknown> = {},
  context: Partial<ConnectorContext> = {},
): Promise<CheckStep[]> {
  const steps: CheckStep[] = [];
  const configuration = mariaDbConfiguration(port, change);
  for await (const step of mysql.check(configuration, contextFor(tmpdir(), context))) steps.push(step);
  assert.ok(!JSON.stringify(steps).includes(PASSWORD), 'a message contains a secret');
  return steps;
}

const endOf = (steps: CheckStep[]) => {
  const { name, state, failure } = steps.at(-1)!;
  assert.doesNotMatch(failure?.message ?? '', /\{\w+\}|undefined/);
  return [name, state, failure?.code, failure?.field];
};

const skip = (await hasMariaDb()) ? false : NO_MARIADB;

describe('The check of a MariaDB connection', { skip }, () => {
  let server: MariaDbServer;
  before(async () => {
    server = await startMariaDb();
    await server.run(
      `create table shop (id int); insert into shop values (1); create database vacant; create database closed;
       create user clear@'%' identified by '${PASSWORD}' require ssl; grant select on shop.* to clear@'%';
       grant create on vacant.* to reader@'%'`,
    );
  });
  after(() => server.stop());

  it('passes, encrypted, and says what it found', async () => {
    const steps = await stepsOf(server.port);
    assert.deepEqual(endOf(steps), ['read_one_row', 'passed', undefined, undefined]);
    const notes = steps.map(({ note }) => note).join('\n');
    assert.match(notes, /TLSv1\.\d, certificate not verified/);
    assert.match(notes, /(MariaDB|MySQL) \d+\.\d+/);
  });

  const REFUSALS: [string, Record<string, unknown>, (string | null)[]][] = [
    ['a wrong password', { password: 'wrong' }, ['sign_in', 'password_refused', 'password']],
    ['no password', { password: undefined }, ['sign_in', 'password_refused', 'password']],
    ['an unknown user', { user: 'nobody' }, ['sign_in', 'password_refused', 'password']],
    ['a database that the user may not see', { database: 'closed' }, ['sign_in', 'account_refused', 'user']],
    ['a database without tables', { database: 'vacant' }, ['list', 'no_tables', 'user']],
    [
      'a user that needs TLS',
      { user: 'clear', sslmode: 'disable' },
      ['sign_in', 'password_refused', 'password'],
    ],
    ['an untrusted certificate', { sslmode: 'verify-full' }, ['tls', 'tls_certificate_refused', 'sslmode']],
    ['an unknown host', { host: 'nowhere.invalid' }, ['resolve', 'host_not_found', 'host']],
    ['a closed port', { port: 1 }, ['reach', 'connection_refused', 'port']],
  ];
  for (const [title, change, [step, code, field]] of REFUSALS) {
    it(`blames ${title}`, async () => {
      assert.deepEqual(endOf(await stepsOf(server.port, change)), [step, 'failed', code, field]);
    });
  }

  it('refuses an address that the installation does not connect to', async () => {
    const egress = new Egress({ loopbackOnly: false, allowedNetworks: [], ownPorts: [] });
    const end = endOf(await stepsOf(server.port, {}, { egress }));
    assert.deepEqual(end, ['resolve', 'failed', 'address_denied', 'host']);
  });

  it('verifies the certificate against the authorities and the host', async () => {
    const authorities = getCACertificates('default');
    setDefaultCACertificates([...authorities, server.certificate]);
    const steps = await stepsOf(server.port, { sslmode: 'verify-full' });
    const egress = {
      resolve: async (host: string, port: number) => ({ host, port, address: '127.0.0.1' }),
    } as Egress;
    const other = await stepsOf(server.port, { sslmode: 'verify-full', host: 'db.example.com' }, { egress });
    setDefaultCACertificates(authorities);
    assert.equal(steps.at(-1)!.state, 'passed');
    assert.deepEqual(endOf(other).slice(0, 3), ['tls', 'failed', 'tls_certificate_refused']);
  });
});

describe('The check of a server that is not what it should be', () => {
  it('gives up on one that says nothing, or stops within the handshake', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const silent = () => undefined;
    const stopped = (socket: Socket) => socket.write(Buffer.from([74, 0, 0, 0, 10]));
    for (const serve of [silent, stopped]) {
      const server = await listen(serve);
      const checking = mysql.check(mariaDbConfiguration(server.port), contextFor(tmpdir()));
      const steps = checking[Symbol.asyncIterator]();
      let step = (await steps.next()).value as CheckStep;
      while (step.name !== 'tls') step = (await steps.next()).value as CheckStep;
      const next = steps.next();
      t.mock.timers.tick(10_000);
      assert.equal(((await next).value as CheckStep).failure?.code, 'step_timed_out');
      assert.equal((await steps.next()).done, true);
      await server.stop();
    }
  });

  const cases: [string, (socket: Socket) => void, Record<string, unknown>, (string | null)[]][] = [
    [
      'greets as something else',
      (socket) => socket.write('SSH-2.0-OpenSSH_9.2\r\n'),
      {},
      ['tls', 'not_mysql', 'port'],
    ],
    ['hangs up', (socket) => socket.destroy(), {}, ['tls', 'source_disconnected', null]],
    ['has no TLS', fakeServer(), {}, ['tls', 'tls_not_offered', 'sslmode']],
    [
      'is too old',
      fakeServer({ version: '5.5.68' }),
      { sslmode: 'prefer' },
      ['version', 'mysql_too_old', null],
    ],
    [
      'demands a local file',
      fakeServer({ demands: '/etc/hostname' }),
      { sslmode: 'prefer' },
      ['version', 'local_file_demanded', 'host'],
    ],
  ];
  for (const [title, serve, change, [step, code, field]] of cases) {
    it(`says that it ${title}`, async () => {
      const received: Buffer[] = [];
      const other = await listen((socket) => {
        socket.on('data', (bytes) => received.push(bytes));
        serve(socket);
      });
      const end = endOf(await stepsOf(other.port, change));
      await other.stop();
      assert.deepEqual(end, [step, 'failed', code, field]);
      assert.ok(!Buffer.concat(received).includes('root:'), 'the file was sent');
      // The flag says that a client is ready to send files.
      if (received[0]) assert.equal(received[0].readUInt32LE(4) & 0x80, 0);
    });
  }
});
