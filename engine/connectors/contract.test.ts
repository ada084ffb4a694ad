import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import type { CheckStep } from '@headwater/shared/contract';
import { previewStream } from './processes/connector/preview.ts';
import { StageEngine } from '@headwater/warehouse/versions/stage-engine';
import type { Stage } from '@headwater/warehouse/versions/stage';
import {
  FULL_REFRESH_OVERWRITE,
  NOTHING_SET,
  type ConfiguredStream,
  type ConnectorContext,
  type DiscoveredStream,
  type ReadMessage,
  type UploadedFile,
} from '@headwater/protocol/protocol';
import { examine } from '@headwater/protocol/configuration';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { configurationFor, PASSWORD, startSourceServer } from './server/postgres/testing/source-server.ts';
import {
  hasMariaDb,
  mariaDbConfiguration,
  NO_MARIADB,
  startMariaDb,
} from './server/mysql/testing/mariadb-server.ts';
import { ACCOUNT, GoogleServer, type TestCell } from './sheets/testing/google-server.ts';
import { bridgeConnector } from './bridge/bridge.connector.ts';
import { loadBridges } from './bridge/load-bridges.ts';
import { bridgeEntries, makeExecutable } from './bridge/testing/bridge-entries.ts';
import { connectors } from './registry.ts';
import { numbersManifest, startApiServer } from '@headwater/protocol/testing/api-server';

const ASKER = { workspaceId: 'org', userId: null };

/** A working configuration of each connector, with at least one table. */
interface Sample {
  configuration: Record<string, unknown>;
  context(temporaryFolder: string): ConnectorContext;
}

const folder = await mkdtemp(join(tmpdir(), 'headwater-'));
const server = await startSourceServer();
const mariaDb = (await hasMariaDb()) ? await startMariaDb() : null;
const api = await startApiServer();
const google = await GoogleServer.start();
after(async () => {
  await mariaDb?.stop();
  await api.stop();
  await google.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
await server.run(
  'create table numbers as select n, n::text as word from generate_series(1, 5000) n; analyze numbers; grant select on numbers to reader',
);
await mariaDb?.run('create table numbers as select seq as n, cast(seq as char) as word from seq_1_to_5000');
api.routes.set('/numbers.csv', () => ({ body: csvText }));
google.spreadsheets.set('1AbCdEfGhIjKlMnOpQrStUvWxYz', {
  title: 'Numbers',
  readers: [ACCOUNT],
  sheets: [
    {
      id: 0,
      title: 'numbers',
      rows: [['n', 'word', 'day'], ...Array.from({ length: 5_000 }, (_, n) => numberedCells(n))],
    },
    { id: 1, title: 'other', rows: [['m'], [1]] },
  ],
});
const csvText = `n,word\n${Array.from({ length: 5_000 }, (_, n) => `${n},word ${n}\n`).join('')}`;
const jsonText = Array.from({ length: 5_000 }, (_, n) => `{"n":${n},"word":"word ${n}"}\n`).join('');
const upload = (name: string) => `upl_${name.padStart(26, '0')}`;
const fixtures = new URL('./files/testing/fixtures/', import.meta.url);
const uploads = new Map<string, UploadedFile>();
async function addUpload(id: string, fileName: string, content: string | Uint8Array): Promise<void> {
  const path = join(folder, fileName);
  await writeFile(path, content);
  uploads.set(upload(id), { path, fileName, bytes: Buffer.byteLength(content), sha256: '' });
}
await addUpload('csv', 'numbers.csv', csvText);
await addUpload('json', 'lines.jsonl', jsonText);
await addUpload('packed', 'packed.csv.gz', gzipSync(csvText));
await addUpload('xlsx', 'types.xlsx', await readFile(new URL('types.xlsx', fixtures)));
await addUpload('ods', 'sheets.ods', await readFile(new URL('types.ods', fixtures)));
await addUpload('parquet', 'int96.parquet', await readFile(new URL('int96.parquet', fixtures)));
const zip = new ZipFile();
for (const name of ['types.xlsx', 'types.ods', 'int96.parquet'])
  zip.addBuffer(await readFile(new URL(name, fixtures)), `all/${name.split('.')[1]}-${name}`);
zip.addBuffer(Buffer.from(csvText), 'all/zipped-numbers.txt');
zip.end();
await addUpload('zip', 'many.zip', await buffer(zip.outputStream));

const SAMPLES: Record<string, Sample> = {
  csv: {
    configuration: { files: [...uploads.keys()].map((uploadId) => ({ uploadId })) },
    context: (temporaryFolder) => contextFor(temporaryFolder, { uploads }),
  },
  postgres: { configuration: configurationFor(server.port), context: (path) => contextFor(path) },
  ...(mariaDb && {
    mysql: { configuration: mariaDbConfiguration(mariaDb.port), context: (path: string) => contextFor(path) },
  }),
  rest: {
    configuration: { manifest: numbersManifest(api.url), 'config:api_key': PASSWORD },
    context: (path) => contextFor(path),
  },
  web_file: {
    configuration: { url: `${api.url}/numbers.csv` },
    context: (path) => contextFor(path),
  },
  google_sheets: {
    configuration: {
      url: 'https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOpQrStUvWxYz/edit',
      serviceAccountKey: google.keyFile({ private_key_id: PASSWORD }),
    },
    context: (path) => contextFor(path, { installation: { ...NOTHING_SET, googleSheetsUrl: google.url } }),
  },
  sample_shop: { configuration: {}, context: (path) => contextFor(path) },
};
/** Further configurations of a connector that works in different ways. */
const OTHERS: Record<string, Record<string, Sample>> = {
  csv: {
    'workbooks and text by patterns': {
      configuration: {
        files: [...uploads.keys()].map((uploadId) => ({ uploadId })),
        together: ['sheets.ods', '*.csv*'],
      },
      context: (temporaryFolder) => contextFor(temporaryFolder, { uploads }),
    },
  },
  web_file: {
    'several files': {
      configuration: { url: `${api.url}/numbers-{1..3}.csv`, missingFiles: 'fail' },
      context: (path) => contextFor(path),
    },
  },
};
for (const n of [1, 2, 3]) api.routes.set(`/numbers-${n}.csv`, () => ({ body: `${csvText}${n},\n` }));

function numberedCells(n: number): TestCell[] {
  return [n, `word ${n}`, { number: 40_000 + n, type: 'DATE' }];
}

await chmod(folder, 0o755);
await writeFile(
  join(folder, 'bridges.json'),
  JSON.stringify({ bridges: bridgeEntries(await makeExecutable(folder)) }),
);
const bridges = (await loadBridges(join(folder, 'bridges.json'))).map(bridgeConnector);
for (const { name } of bridges)
  SAMPLES[name] = { configuration: { 'config:password': PASSWORD }, context: (path) => contextFor(path) };

const chosen = (stream: DiscoveredStream): ConfiguredStream => ({
  ...stream,
  ...FULL_REFRESH_OVERWRITE,
  tableName: stream.suggestedTableName,
});

async function all<T>(from: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of from) found.push(each);
  return found;
}

const cases = [...connectors, ...bridges].flatMap((connector) => [
  { connector, title: connector.name, sample: SAMPLES[connector.name]! },
  ...Object.entries(OTHERS[connector.name] ?? {}).map(([what, sample]) => ({
    connector,
    title: `${connector.name}, ${what}`,
    sample,
  })),
]);
for (const { connector, title, sample } of cases) {
  const { name } = connector;
  const skip = name === 'mysql' && !mariaDb ? NO_MARIADB : false;
  describe(`The contract of ${title}`, { skip }, () => {
    let temporaryFolder: string;
    let context: ConnectorContext;
    let streams: DiscoveredStream[];
    before(async () => {
      assert.ok(sample, `add a working configuration of ${name} to this suite`);
      temporaryFolder = await mkdtemp(join(folder, `${name}-`));
      context = sample.context(temporaryFolder);
      streams = await connector.discover(sample.configuration, context);
    });

    it('its configuration is valid', async () => {
      assert.deepEqual((await examine(connector, sample.configuration, ASKER)).faults, []);
    });

    it('a check reports each of its steps, running and then ended, in order', async () => {
      const steps = await all<CheckStep>(connector.check(sample.configuration, context));
      const expected = connector.spec().checkSteps.flatMap((step) => [step, step]);
      assert.deepEqual(
        steps.map((step) => step.name),
        expected,
      );
      steps.forEach(({ state, failure }, at) => {
        assert.equal(state === 'running', at % 2 === 0, state);
        assert.ok(state !== 'failed' && failure === null);
      });
    });

    it('discovers tables with distinct names, columns, and keys among them', () => {
      assert.ok(streams.length > 0);
      const tables = streams.map(({ suggestedTableName }) => suggestedTableName);
      assert.equal(new Set(tables).size, tables.length);
      for (const { columns, primaryKey, estimatedRows } of streams) {
        const names = columns.map((column) => column.name);
        assert.ok(names.length > 0 && new Set(names).size === names.length);
        assert.ok(primaryKey.every((key) => names.includes(key)));
        assert.ok(estimatedRows === null || estimatedRows >= 0);
      }
    });

    it('reads what the warehouse accepts: started, loaded without loss, complete', async () => {
      const engine = await StageEngine.open({ temporaryFolder });
      const stages = new Map<string, Stage>();
      const loaded = new Map<string, number>();
      const ended: string[] = [];
      for await (const message of connector.read(
        sample.configuration,
        streams.map(chosen),
        new Map(),
        context,
      )) {
        if (message.type === 'LOG') continue;
        const { tableName } = message;
        assert.ok(!ended.includes(tableName), `${tableName} continues after its end`);
        if (message.type === 'RECORDS' && 'batch' in message) {
          await stages.get(tableName)!.append(message.batch);
          loaded.set(tableName, loaded.get(tableName)! + message.batch.rows);
        } else if (message.type === 'RECORDS') {
          const result = await stages.get(tableName)!.load(message.file);
          assert.equal(result.rejected, 0, JSON.stringify(result.rejections[0]));
          assert.ok(message.file.rows === null || message.file.rows === result.loaded);
          loaded.set(tableName, loaded.get(tableName)! + result.loaded);
          if (message.file.temporary) await rm(message.file.path);
        }
        if (message.type !== 'STREAM_STATUS') continue;
        assert.notEqual(message.status, 'INCOMPLETE', JSON.stringify(message));
        if (message.status === 'STARTED') {
          const path = join(temporaryFolder, `${tableName}.duckdb`);
          stages.set(tableName, await engine.begin(path, tableName, message.columns, null));
          loaded.set(tableName, 0);
          const stream = streams.find(({ suggestedTableName }) => suggestedTableName === tableName)!;
          assert.deepEqual(message.columns, stream.columns);
        }
        if (message.status === 'COMPLETE') {
          assert.equal(message.rowsRead, loaded.get(tableName));
          const { columns } = await stages.get(tableName)!.finish();
          assert.deepEqual(
            columns.map(({ type }) => type),
            typesOf(streams, tableName),
            'no value was too large for its column',
          );
          ended.push(tableName);
        }
      }
      engine.close();
      assert.deepEqual(
        ended.toSorted(),
        streams.map(({ suggestedTableName }) => suggestedTableName).toSorted(),
      );
    });

    it('previews the first rows of each table, with the columns that a sync stores', async () => {
      for (const stream of streams) {
        const path = await mkdtemp(join(folder, `${name}-preview-`));
        const given = { connector, configuration: sample.configuration, maskKey: Buffer.alloc(32) };
        const preview = await previewStream({
          ...given,
          stream: chosen(stream),
          context: sample.context(path),
        });
        assert.deepEqual(
          preview.columns.map(({ name: column }) => column),
          stream.columns.map((column) => column.name),
        );
        assert.equal(preview.rows.length, Math.min(100, preview.sampledRows));
        assert.ok(preview.sampledRows > 0 && preview.sampledRows <= 1_000);
        assert.equal(preview.statistics[0]!.values, preview.sampledRows, 'each row has a key');
      }
    });

    it('stops when it is canceled, and leaves no records file that nobody took', async () => {
      const cancel = new AbortController();
      const path = await mkdtemp(join(folder, `${name}-canceled-`));
      const reading = connector.read(sample.configuration, streams.map(chosen), new Map(), {
        ...sample.context(path),
        signal: cancel.signal,
      });
      const seen: ReadMessage[] = [];
      const read = async () => {
        for await (const message of reading) {
          seen.push(message);
          cancel.abort();
          cancel.signal.throwIfAborted();
        }
      };
      await assert.rejects(read());
      assert.equal(seen.length, 1);
    });

    it('puts no secret into anything that it reports', async () => {
      const { secretFields: fields } = await examine(connector, sample.configuration, ASKER);
      if (fields.length === 0) return;
      const path = await mkdtemp(join(folder, `${name}-secrets-`));
      const said: unknown[] = [
        connector.spec(),
        streams,
        await all(connector.check(sample.configuration, context)),
      ];
      for await (const message of connector.read(sample.configuration, streams.map(chosen), new Map(), {
        ...sample.context(path),
      })) {
        if (!('batch' in message)) said.push(message);
        if (message.type === 'RECORDS' && 'file' in message && message.file.temporary)
          await rm(message.file.path);
      }
      const wrong = Object.fromEntries(fields.map((field) => [field, `${PASSWORD} wrong`]));
      said.push(await all(connector.check({ ...sample.configuration, ...wrong }, context)));
      assert.ok(!JSON.stringify(said).includes(JSON.stringify(PASSWORD).slice(1, -1)));
    });
  });
}

const typesOf = (streams: readonly DiscoveredStream[], tableName: string) =>
  streams.find(({ suggestedTableName }) => suggestedTableName === tableName)!.columns.map(({ type }) => type);
