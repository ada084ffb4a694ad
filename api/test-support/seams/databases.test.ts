import type { AddressInfo } from 'node:net';
import { after, before } from 'node:test';
import {
  configurationFor,
  startSourceServer,
} from '../../src/engine/connectors/postgres/testing/source-server.ts';
import { SourceJourney } from '../source-journey.ts';
import { TestApi } from '../test-api.ts';
import { HARD_ZONE } from './hard-table.ts';
import { POSTGRES_COLUMNS, sent, truthOf, type HardColumn } from './hard-columns.ts';
import { describeStations, type Seam } from './stations.ts';

const [api, server] = await Promise.all([
  TestApi.open({ environment: { RATE_LIMIT_FACTOR: '50' } }),
  startSourceServer(),
]);
after(() => Promise.all([api.close(), server.stop()]));
await api.server.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(api.server.server.address() as AddressInfo).port}/api`;
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);
await journey.client.patch(journey.base, 'organizations', { timeZone: HARD_ZONE });

const TABLE = 'constructor';
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const literal = (value: string | null, as: string) =>
  value === null ? 'null' : `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'::${as}`;

const rowsSent = (columns: readonly HardColumn[], literalOf: (value: string | null, as: string) => string) =>
  columns[0]!.values
    .map((_, row) => `(${columns.map(({ as, values }) => literalOf(sent(values[row]!), as)).join()})`)
    .join();

const seams = new Map<string, Seam>();
before(async () => {
  await server.run(`
    set timezone = 'UTC';
    create type mood as enum ('very "happy"', 'sad');
    create table ${TABLE} (${POSTGRES_COLUMNS.map(({ as, name = as }) => `${quoted(name)} ${as}`).join()}, primary key (id));
    insert into ${TABLE} values ${rowsSent(POSTGRES_COLUMNS, literal)};
    grant select on ${TABLE} to reader`);
  const source = await journey.connect('postgres', configurationFor(server.port));
  await journey.select(source, TABLE);
  await journey.sync(source);
  const connection = (await journey.attributesOf(source)).name;
  seams.set('postgres', {
    journey,
    origin,
    source,
    connection,
    tableName: TABLE,
    truth: truthOf(POSTGRES_COLUMNS),
  });
});

describeStations('What is in PostgreSQL', HARD_ZONE, truthOf(POSTGRES_COLUMNS), () => seams.get('postgres')!);
