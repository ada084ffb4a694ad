import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { bridgeEntries, makeExecutable } from '@headwater/connectors/bridge/testing/bridge-entries';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { faultsIn, TestApi } from '../../../../../test-support/test-api.ts';

const folder = await mkdtemp(join(tmpdir(), 'headwater-'));
await chmod(folder, 0o755);
const file = join(folder, 'bridges.json');
const entries = bridgeEntries(await makeExecutable(folder));
await writeFile(file, JSON.stringify({ bridges: entries }));
const api = await TestApi.open({ environment: { BRIDGES_FILE: file } });
after(async () => {
  await api.close();
  await rm(folder, { recursive: true, force: true });
});
const journey = new SourceJourney(await api.workspace('Bridges'));
const { client, base } = journey;

const configuration = { 'config:password': 'secret', 'config:rows': 3 };

describe('an executable that the operator has registered', () => {
  test('is among the connectors, as the operator’s own, with a form made of its specification', async () => {
    const { body } = await client.get('/connectors');
    const found = (body.data as unknown as { id: string; attributes: Record<string, unknown> }[]).filter(
      ({ attributes }) => attributes.supportLevel === 'operator',
    );
    assert.deepEqual(
      found.map(({ id, attributes: { name, category } }) => [id, name, category]),
      [
        ['numbers', 'Numbers', 'operator'],
        ['tap_numbers', 'Numbers tap', 'operator'],
      ],
    );
    const { properties, required } = found[0]!.attributes.connectionSpecification as {
      properties: Record<string, Record<string, unknown>>;
      required: string[];
    };
    assert.deepEqual(required, ['config:password']);
    assert.equal(properties['config:password']!.airbyte_secret, true);
    assert.equal(properties['config:rows']!.default, 5_000);
    assert.ok(!JSON.stringify(body).includes(folder), 'nobody needs to know what is executed');
  });

  for (const { name: connector } of entries)
    test(`is synced as ${connector}, and never shows its password`, async () => {
      const source = await journey.connect(connector, configuration);
      await journey.select(source, 'numbers');
      const run = await journey.sync(source);
      assert.equal(run.state, 'succeeded', JSON.stringify(run.failure));
      assert.deepEqual(
        (await journey.rows(source, 'numbers')).map(([n, word]) => [n, word]),
        [
          ['0', 'word 0'],
          ['1', 'word 1'],
          ['2', 'word 2'],
        ],
      );
      const { configuration: stored } = await journey.attributesOf(source);
      assert.deepEqual(stored, { 'config:password': { set: true }, 'config:rows': 3 });
    });

  test('gets its password again when any other setting changes', async () => {
    const source = await journey.connect('numbers', configuration);
    const { version } = await journey.attributesOf(source);
    const response = await client.patch(
      source,
      'source_connections',
      { configuration: { 'config:password': { set: true }, 'config:rows': 4 } },
      { 'if-match': String(version) },
    );
    assert.deepEqual(faultsIn(response), ['secret_needed /data/attributes/configuration/config:password']);
  });

  test('can’t be registered by anybody else', async () => {
    const response = await client.post(`${base}/source-connections`, 'source_connections', {
      name: 'Mine',
      connector: 'mine',
      configuration: { command: ['/bin/sh'] },
    });
    assert.deepEqual(faultsIn(response), ['field_invalid /data/attributes/connector']);
  });
});
