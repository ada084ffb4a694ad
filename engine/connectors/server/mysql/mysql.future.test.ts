import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, describe, it } from 'node:test';
import {
  FULL_REFRESH_OVERWRITE,
  type ConfiguredStream,
  type ReadMessage,
  type StreamState,
} from '@headwater/protocol/protocol';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { rowsOf } from '@headwater/manifests/testing/read-all';
import { mysql } from './mysql.connector.ts';
import {
  hasMariaDb,
  mariaDbConfiguration,
  NO_MARIADB,
  startMariaDb,
  type MariaDbServer,
} from './testing/mariadb-server.ts';

const skip = (await hasMariaDb()) ? false : NO_MARIADB;

describe('A value in the future hides no later rows of MariaDB', { skip }, () => {
  let server: MariaDbServer;
  before(async () => {
    server = await startMariaDb();
  });
  after(() => server.stop());

  async function read(table: string, state: StreamState | null) {
    const context = contextFor(tmpdir());
    const found = await mysql.discover(mariaDbConfiguration(server.port), context);
    const stream: ConfiguredStream = {
      ...FULL_REFRESH_OVERWRITE,
      ...found.find(({ name }) => name === table)!,
      tableName: table,
      syncMode: 'incremental',
      destinationSyncMode: 'append',
      cursorColumn: 'at',
      overlap: 0,
    };
    const states = new Map(state ? [[table, state]] : []);
    const reading = mysql.read(mariaDbConfiguration(server.port), [stream], states, context);
    const made: { ids: string[]; state: StreamState | null } = { ids: [], state: null };
    for await (const message of reading as AsyncIterable<ReadMessage>) {
      if (message.type === 'RECORDS' && 'batch' in message)
        made.ids.push(...rowsOf(message.batch, stream).map(({ id }) => id!));
      if (message.type === 'STATE') made.state = message.state;
      if (message.type === 'STREAM_STATUS' && message.status === 'INCOMPLETE')
        assert.fail(JSON.stringify(message.failure));
    }
    return made;
  }

  for (const [at, zone] of ['-08:00', '+00:00', '+09:00'].entries())
    for (const [type, ahead] of [
      ['datetime(6)', 'interval 4 hour'],
      ['timestamp(6)', 'interval 4 hour'],
      ['date', 'interval 1 day'],
    ] as const)
      it(`whose clock is at ${zone}: ${type}`, async () => {
        const table = `clock_${at}_${type.slice(0, 5)}`;
        const write = (id: number, value: string, clock = zone) =>
          server.run(`set session time_zone = '${clock}'; insert into ${table} values (${id}, ${value})`);
        await server.run(
          `set global time_zone = '${zone}'; create table ${table} (id int primary key, at ${type})`,
        );
        await write(1, 'now(6)');
        await write(2, `now(6) + ${ahead}`);
        const first = await read(table, null);
        assert.deepEqual(first.ids.sort(), ['1', '2']);
        await write(3, 'now(6)');
        const second = await read(table, first.state);
        assert.ok(second.ids.includes('3'), JSON.stringify([first.state, second]));
        await write(4, 'now(6)', '+00:00');
        const third = await read(table, second.state);
        assert.ok(third.ids.includes('4'), JSON.stringify([second.state, third]));
      });
});
