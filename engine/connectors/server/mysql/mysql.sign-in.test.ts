import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { after, before, describe, it } from 'node:test';
import type { CheckStep } from '@headwater/shared/contract';
import { listen, type OtherServer } from '../postgres/testing/other-servers.ts';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { PASSWORD } from '../postgres/testing/source-server.ts';
import { mysql } from './mysql.connector.ts';
import {
  mariaDbConfiguration,
  OTHER_MYSQL,
  startMariaDb,
  type MariaDbServer,
} from './testing/mariadb-server.ts';

const skip = OTHER_MYSQL
  ? false
  : 'MariaDB has no caching_sha2_password: name a mysqld in HEADWATER_SOURCE_MYSQL to run these tests';

/** What the server calls the way in which it knows a password: by its cache, or only when it gets it. */
const FAST = 3;
const FULL = 4;

describe('MySQL’s own way of signing in', { skip }, () => {
  let server: MariaDbServer;
  let wire: OtherServer;
  /** What went over the wire. */
  let sent: Buffer[] = [];
  let received: Buffer[] = [];
  before(async () => {
    server = await startMariaDb();
    await server.run('create table numbers as select 1 as n');
    wire = await listen((socket) => {
      const other = connect(server.port, '127.0.0.1');
      other.on('error', () => socket.destroy());
      socket.on('data', (bytes: Buffer) => sent.push(bytes)).pipe(other);
      other.on('data', (bytes: Buffer) => received.push(bytes)).pipe(socket);
    });
  });
  after(async () => {
    await wire.stop();
    await server.stop();
  });

  async function check(
    change: Record<string, unknown>,
  ): Promise<{ failure: string | undefined; way: number | undefined }> {
    [sent, received] = [[], []];
    const steps: CheckStep[] = [];
    const given = mariaDbConfiguration(wire.port, change);
    for await (const step of mysql.check(given, contextFor(tmpdir()))) steps.push(step);
    const said = Buffer.concat(received);
    const at = [FAST, FULL].find((way) => said.includes(Buffer.from([1, way])));
    assert.ok(!Buffer.concat(sent).includes(PASSWORD), 'the password was sent as it is');
    return { failure: steps.at(-1)!.failure?.code, way: at };
  }
  /** The server forgets whose passwords it has seen. */
  const forget = () => server.run('flush privileges');

  it('takes the password over TLS, and a proof of it from then on', async () => {
    await forget();
    assert.equal((await check({ sslmode: 'require' })).failure, undefined);
    assert.equal((await check({ sslmode: 'require' })).failure, undefined);
    assert.deepEqual(await check({ sslmode: 'disable' }), { failure: undefined, way: FAST });
  });

  it('without TLS, takes the password encrypted with its own key', async () => {
    await forget();
    assert.deepEqual(await check({ sslmode: 'disable' }), { failure: undefined, way: FULL });
    assert.ok(Buffer.concat(received).includes('BEGIN PUBLIC KEY'));
  });

  it('refuses a wrong password in each of these ways', async () => {
    for (const sslmode of ['require', 'disable']) {
      await forget();
      assert.equal((await check({ sslmode, password: 'wrong' })).failure, 'password_refused');
      await check({ sslmode });
      assert.equal((await check({ sslmode, password: 'wrong' })).failure, 'password_refused');
      assert.equal((await check({ sslmode, password: undefined })).failure, 'password_refused');
    }
  });
});
