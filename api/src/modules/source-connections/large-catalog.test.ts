import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SourceJourney } from '../../../test-support/source-journey.ts';
import { TestApi } from '../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '../../engine/connectors/postgres/testing/source-server.ts';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const journey = new SourceJourney(await api.workspace());

test('a catalog of more tables than pass at a time is stored with all of them', async () => {
  const names = Array.from({ length: 1_101 }, (_, at) => `wide_${String(at).padStart(4, '0')}`);
  const statements = names.map(
    (name) => `create table ${name} (id integer); grant select on ${name} to reader;`,
  );
  await server.run(statements.join('\n'));
  const source = await journey.connect('postgres', configurationFor(server.port));
  const { streams } = await journey.attributesOf(`${source}/catalog`);
  assert.deepEqual(
    streams.map(({ tableName }: { tableName: string }) => tableName),
    names,
  );
});
