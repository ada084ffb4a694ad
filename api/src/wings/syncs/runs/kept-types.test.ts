import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../test-support/test-api.ts';
import {
  configurationFor,
  startSourceServer,
} from '@headwater/connectors/server/postgres/testing/source-server';

const [api, server] = await Promise.all([TestApi.open(), startSourceServer()]);
after(() => Promise.all([api.close(), server.stop()]));
const journey = new SourceJourney(await api.workspace());

test('a column of unbounded numbers keeps its type from run to run, or gets a wider one', async () => {
  await server.run(`
    create table measured (amount numeric); grant select on measured to reader;
    insert into measured values (1.5), (12.345)`);
  const source = await journey.connect('postgres', configurationFor(server.port));
  await journey.select(source, 'measured');
  const synced = async (statement: string) => {
    await server.run(`truncate measured; insert into measured values ${statement}`);
    assert.equal((await journey.sync(source)).state, 'succeeded');
    const { columns } = await journey.attributesOf(`${source}/tables/measured`);
    return [columns[0].type, ...(await journey.rows(source, 'measured')).flat()];
  };
  assert.deepEqual(await synced('(1.5), (12.345)'), ['DECIMAL(18,3)', '1.500', '12.345']);
  assert.deepEqual(await synced('(1.5)'), ['DECIMAL(18,3)', '1.500']);
  assert.deepEqual(await synced('(-0.00005)'), ['DECIMAL(18,5)', '-0.00005']);
  assert.deepEqual(await synced('(12345678901234567890)'), ['DECIMAL(38,5)', '12345678901234567890.00000']);
  assert.deepEqual(await synced(`(1), ('NaN')`), ['VARCHAR', '1', 'NaN']);
  assert.deepEqual(await synced('(1.5)'), ['VARCHAR', '1.5']);
});
