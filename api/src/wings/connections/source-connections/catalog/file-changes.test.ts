import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, describe, test } from 'node:test';
import { ZipFile } from 'yazl';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);
const journey = new SourceJourney(await api.workspace());
const { client } = journey;

interface FileEntry {
  uploadId: string;
  tableName?: string;
}

async function saveFiles(source: string, files: FileEntry[]): Promise<void> {
  const { version, configuration } = await journey.attributesOf(source);
  const saved = await client.patch(
    source,
    'source_connections',
    { configuration: { ...configuration, files } },
    { 'if-match': String(version) },
  );
  assert.equal(saved.status, 200, saved.text);
}

const filesOf = async (source: string): Promise<FileEntry[]> =>
  (await journey.attributesOf(source)).configuration.files;

async function catalogWhenRead(source: string) {
  await settled(
    () => journey.attributesOf(`${source}/catalog`),
    ({ state }) => state !== 'discovering',
  );
  return journey.attributesOf(`${source}/catalog/streams`);
}

describe('a replaced file', () => {
  test('is what the next sync loads, even if it is requested immediately', async () => {
    const source = await journey.connectFiles({ 'orders.csv': 'id,total\n1,5\n' });
    await journey.sync(source);
    await saveFiles(source, [
      { uploadId: await journey.upload('orders.csv', 'id,total,paid\n1,ten,yes\n2,5,no\n') },
    ]);
    const run = await journey.sync(source);
    assert.equal(run.state, 'succeeded', JSON.stringify(run));
    assert.deepEqual(await journey.rows(source, 'orders'), [
      ['1', 'ten', 'yes'],
      ['2', '5', 'no'],
    ]);
  });

  test('is loaded into the table that it names, whatever its own name is', async () => {
    const source = await journey.connectFiles({ 'orders.csv': 'id\n1\n', 'stores.csv': 'id\n7\n' });
    await journey.sync(source);
    const replaced = await journey.upload('orders of 2026.csv', 'id\n1\n2\n');
    const files = await filesOf(source);
    await saveFiles(source, [{ uploadId: replaced, tableName: 'orders' }, files[1]!]);
    const run = await journey.sync(source);
    assert.deepEqual(
      run.streams.map(({ tableName }: { tableName: string }) => tableName),
      ['orders', 'stores'],
    );
    assert.deepEqual(await journey.rows(source, 'orders'), [['1'], ['2']]);
  });
});

describe('a file with several tables', () => {
  const shop = (total: number) => `{"orders": [{"id": 1, "total": ${total}}], "stores": [{"name": "Porto"}]}`;

  test('is listed once, and one that replaces it is loaded into the same tables', async () => {
    const source = await journey.connectFiles({ 'shop.json': shop(5) });
    await journey.sync(source);
    assert.deepEqual(await journey.rows(source, 'shop_stores'), [['Porto']]);
    await journey.select(source, 'shop_orders');
    const { data } = (await client.get(`${source}/files`)).body;
    assert.deepEqual(
      data.map(({ attributes }: { attributes: { tableName: string } }) => attributes.tableName),
      ['shop'],
    );
    await saveFiles(source, [
      { uploadId: await journey.upload('shop of June.json', shop(7)), tableName: 'shop' },
    ]);
    const run = await journey.sync(source);
    assert.deepEqual(
      run.streams.map(({ tableName }: { tableName: string }) => tableName),
      ['shop_orders'],
    );
    assert.deepEqual(await journey.rows(source, 'shop_orders'), [['1', '7']]);
  });

  test('is exported with what was chosen for each of them', async () => {
    const source = await journey.connectFiles({ 'shop.json': shop(5) });
    await journey.select(source, 'shop_orders');
    const exported = (await client.get(`${source}/export-file`)).body;
    assert.deepEqual(exported.files, [{ fileName: 'shop.json', tableName: 'shop' }]);
    assert.deepEqual(
      exported.streams.map(({ namespace, name, selected }: Record<string, unknown>) => [
        namespace,
        name,
        selected,
      ]),
      [
        ['shop', 'orders', true],
        ['shop', 'stores', false],
      ],
    );
    const files = [{ uploadId: await journey.upload('shop.json', shop(8)), tableName: 'shop' }];
    const file = JSON.stringify(exported);
    const made = await client.post(`${journey.base}/connection-imports`, 'connection_imports', {
      file,
      name: 'Copy',
      configuration: { files },
    });
    assert.equal(made.status, 201, made.text);
    const { streams } = await catalogWhenRead(`${journey.base}/source-connections/${made.body.data.id}`);
    assert.deepEqual(
      streams.map(({ tableName, selected }: Record<string, unknown>) => [tableName, selected]),
      [
        ['shop_orders', true],
        ['shop_stores', false],
      ],
    );
  });
});

describe('a file', () => {
  test('reports how it is read, which its settings can change', async () => {
    const source = await journey.connectFiles({
      'sales.csv': 'day;total\n1.2.2026;1.234,50\n2.2.2026;7,00\n',
    });
    const readAs = async () => {
      const { streams } = await catalogWhenRead(source);
      return streams[0].findings.find(({ code }: { code: string }) => code === 'file_read_as');
    };
    const { values, message } = await readAs();
    assert.deepEqual(
      [values.delimiter, values.decimalMark, values.dateOrder],
      ['semicolon', 'comma', 'dmy'],
      message,
    );
    const { version, configuration } = await journey.attributesOf(source);
    const change = { configuration: { ...configuration, delimiter: ',' } };
    await client.patch(source, 'source_connections', change, { 'if-match': String(version) });
    assert.equal((await readAs()).values.delimiter, 'comma');
  });

  test("that couldn't be read at first is selected once it can be", async () => {
    const source = await journey.connectFiles({ 'good.csv': 'id\n1\n', 'bad.csv': '' });
    const files = await filesOf(source);
    const selection = async () =>
      (await catalogWhenRead(source)).streams.map(({ selected }: { selected: boolean }) => selected);
    assert.deepEqual(await selection(), [false, true]);
    await saveFiles(source, [
      files[0]!,
      { uploadId: await journey.upload('bad.csv', 'id\n2\n'), tableName: 'bad' },
    ]);
    assert.deepEqual(await selection(), [true, true]);
  });

  for (const [when, before] of [
    ['before it became unreadable', 'id\n1\n'],
    ["while it couldn't be read", ''],
  ] as const)
    test(`that was deselected ${when} stays deselected once it can be read again`, async () => {
      const source = await journey.connectFiles({ 'good.csv': 'id\n1\n', 'other.csv': 'id\n1\n' });
      const replaceOther = async (text: string) => {
        const [good] = await filesOf(source);
        await saveFiles(source, [
          good!,
          { uploadId: await journey.upload('other.csv', text), tableName: 'other' },
        ]);
        const { streams } = await catalogWhenRead(source);
        return streams.find(({ tableName }: { tableName: string }) => tableName === 'other');
      };
      assert.equal((await replaceOther(before)).selected, true);
      await journey.select(source, 'good');
      assert.equal((await replaceOther('')).selected, false);
      assert.equal((await replaceOther('id\n2\n')).selected, false);
    });
});

test('a sync that waits for the discovery reads the tables that it finds', async () => {
  const source = await journey.connectFiles({ 'a.csv': 'id\n1\n', 'b.csv': 'id\n2\n' });
  const [, b] = await filesOf(source);
  await saveFiles(source, [b!, { uploadId: await journey.upload('c.csv', 'id\n3\n') }]);
  const run = await journey.sync(source);
  assert.equal(run.state, 'succeeded', JSON.stringify(run));
  assert.deepEqual(
    run.streams.map(({ tableName }: { tableName: string }) => tableName),
    ['b', 'c'],
  );
});

test('settings that change during the discovery are used in the end', async () => {
  const source = await journey.connectFiles({ 'n.csv': 'n\n1\n' });
  for (const text of ['n,m\n1,2\n', 'n,m,o\n1,2,3\n'])
    await saveFiles(source, [{ uploadId: await journey.upload('n.csv', text) }]);
  await catalogWhenRead(source);
  const { columns } = await journey.attributesOf(`${source}/catalog/streams/n/columns`);
  assert.deepEqual(
    columns.map(({ name }: { name: string }) => name),
    ['n', 'm', 'o'],
  );
});

describe('the files of a connection', () => {
  const listed = async (source: string) => {
    const response = await client.get(`${source}/files`);
    assert.equal(response.status, 200, response.text);
    return response.body.data.map(({ attributes }: { attributes: object }) => attributes);
  };

  test('are listed with their tables and what is wrong with them, until they are removed', async () => {
    const source = await journey.connectFiles({
      'good.csv': 'id\n1\n',
      'bad.csv': Buffer.from('PK\u0003\u0004\0\0'),
    });
    const [good, bad] = await listed(source);
    assert.deepEqual(
      { ...good, uploadedAt: '' },
      { fileName: 'good.csv', bytes: 5, uploadedAt: '', tableName: 'good', problem: null },
    );
    assert.equal(bad.problem.code, 'file_damaged');
    await saveFiles(source, [(await filesOf(source))[0]!]);
    const { streams } = await catalogWhenRead(source);
    assert.deepEqual(
      streams.map(({ problem }: { problem: object | null }) => problem),
      [null],
    );
    assert.equal((await listed(source)).length, 1);
  });

  test('are empty if the source is a server', async () => {
    const source = await journey.connect('postgres', {
      host: '127.0.0.1',
      port: 1,
      database: 'd',
      user: 'u',
    });
    assert.deepEqual(await listed(source), []);
  });
});

describe('uploads that are one table by a pattern', () => {
  test('stay the same table when one is replaced, and one is added', async () => {
    const names = ['orders-1.csv', 'orders-2.csv'];
    const uploadIds = await Promise.all(names.map((name, at) => journey.upload(name, `id\n${at}\n`)));
    const source = await journey.connect('csv', {
      files: uploadIds.map((uploadId) => ({ uploadId })),
      together: ['orders-*.csv'],
    });
    assert.equal((await journey.sync(source)).state, 'succeeded');
    assert.deepEqual(await journey.rows(source, 'orders'), [
      ['0', 'orders-1.csv'],
      ['1', 'orders-2.csv'],
    ]);
    await saveFiles(source, [
      { uploadId: uploadIds[0]! },
      { uploadId: await journey.upload('orders-2.csv', 'id,paid\n7,yes\n') },
      { uploadId: await journey.upload('orders-3.csv', 'id\n8\n') },
    ]);
    const run = await journey.sync(source);
    assert.equal(run.state, 'succeeded', JSON.stringify(run.failure));
    assert.deepEqual(await journey.rows(source, 'orders'), [
      ['0', null, 'orders-1.csv'],
      ['7', 'yes', 'orders-2.csv'],
      ['8', null, 'orders-3.csv'],
    ]);
    const { streams } = await catalogWhenRead(source);
    assert.deepEqual(
      streams.map(({ tableName }: { tableName: string }) => tableName),
      ['orders'],
    );
    const { body } = await client.get(`${source}/files`);
    const listed = body.data as unknown as { attributes: { fileName: string; problem: unknown } }[];
    assert.deepEqual(
      listed.map(({ attributes: { fileName, problem } }) => [fileName, problem]),
      [...names, 'orders-3.csv'].map((name) => [name, null]),
    );
  });

  test('can be files in a zip, too, and the one that cannot be read is named', async () => {
    const zip = new ZipFile();
    for (const n of [1, 2]) zip.addBuffer(Buffer.from(`id\n${n}\n`), `orders-${n}.csv`);
    zip.addBuffer(Buffer.from('%PDF-1.7'), 'read me.pdf');
    zip.end();
    const source = await journey.connectFiles({ 'export.zip': await buffer(zip.outputStream) });
    const { streams } = await catalogWhenRead(source);
    assert.deepEqual(
      streams.map((stream: { tableName: string; problem: { values: object } | null }) => [
        stream.tableName,
        stream.problem?.values ?? null,
      ]),
      [
        ['orders', null],
        ['read_me_pdf', { file: 'read me.pdf', kind: 'a PDF', kindCode: 'pdf' }],
      ],
    );
    await journey.select(source, 'orders');
    const run = await journey.sync(source);
    assert.equal(run.state, 'succeeded', JSON.stringify(run));
    assert.deepEqual(await journey.rows(source, 'orders'), [
      ['1', 'orders-1.csv'],
      ['2', 'orders-2.csv'],
    ]);
  });
});
