import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { number, row, text, xlsxOf } from '@headwater/connectors/files/testing/xlsx-file';
import { startApiServer } from '@headwater/protocol/testing/api-server';
import { SourceJourney } from '../../../../../test-support/source-journey.ts';
import { TestApi } from '../../../../../test-support/test-api.ts';

const api = await TestApi.open();
after(api.close);
const workspace = await api.workspace();
const journey = new SourceJourney(workspace);

const previewOf = (configuration: object, connector = 'csv', { client } = journey) =>
  client.post(`/organizations/${workspace.id}/file-previews`, 'file_previews', { connector, configuration });

test('the tables of uploads are shown with their columns, values, and how they are read, before anything is saved', async () => {
  const files = [
    {
      uploadId: await journey.upload('orte.csv', 'Ort;Preis;Tag\nKöln;1.234,50;31.12.2025\nBrno;;1.1.2026\n'),
    },
    { uploadId: await journey.upload('bad.csv', '%PDF-1.7') },
  ];
  const { status, body } = await previewOf({ files });
  assert.equal(status, 200, JSON.stringify(body));
  const { tables, tableCount, failure } = body.data.attributes;
  assert.deepEqual([tableCount, failure], [2, null]);
  const [places, bad] = tables;
  assert.deepEqual(
    places.columns.map(({ name, type }: { name: string; type: string }) => [name, type]),
    [
      ['Ort', 'VARCHAR'],
      ['Preis', 'DECIMAL(18,2)'],
      ['Tag', 'DATE'],
    ],
  );
  assert.deepEqual(places.rows, [
    ['Köln', '1234.50', '2025-12-31'],
    ['Brno', null, '2026-01-01'],
  ]);
  assert.deepEqual([places.tableName, places.rowCount, places.problem], ['orte', 2, null]);
  assert.equal(places.findings[0].values.delimiter, 'semicolon');
  assert.deepEqual([bad.name, bad.problem.code], ['bad.csv', 'file_binary']);
  const chosen = await previewOf({ files: files.slice(0, 1), delimiter: ',', header: 'absent' });
  assert.deepEqual(chosen.body.data.attributes.tables[0].rows[0], ['Ort;Preis;Tag']);
});

test('a sheet says where its table was found, and is read as somebody chooses instead', async () => {
  const rows = row(text('Boats')) + row(text('boat'), text('cars')) + row(text('Heron'), number(41));
  const uploadId = await journey.upload('boats.xlsx', await xlsxOf([{ name: 'Bay', rows }]));
  const { body } = await previewOf({ files: [{ uploadId }] });
  const [table] = body.data.attributes.tables;
  assert.deepEqual([table.upload, table.rows], [uploadId, [['Heron', '41']]]);
  assert.deepEqual(table.layout, {
    sheet: 'Bay',
    headerRow: 2,
    headerRows: 1,
    reason: 'types',
    columns: ['A', 'B'],
    rows: [
      { number: 1, texts: ['Boats'] },
      { number: 2, texts: ['boat', 'cars'] },
      { number: 3, texts: ['Heron', '41'] },
    ],
  });
  const columns = [{ column: 'B', name: 'n', type: 'text' }];
  const sheets = [{ sheet: 'Bay', headerRow: 0, range: 'A3:B9', columns }];
  const chosen = await previewOf({ files: [{ uploadId, sheets }] });
  const [other] = chosen.body.data.attributes.tables;
  assert.deepEqual(
    [other.rows, other.layout.headerRow, other.layout.reason],
    [[['Heron', '41']], null, 'chosen'],
  );
  assert.deepEqual(
    other.columns.map(({ name, type }: { name: string; type: string }) => [name, type]),
    [
      ['column_1', 'VARCHAR'],
      ['n', 'VARCHAR'],
    ],
  );
  const wrong = await previewOf({ files: [{ uploadId, sheets: [{ sheet: 'Bay', range: 'B3:' }] }] });
  assert.deepEqual(
    [wrong.status, wrong.body.errors[0].source.pointer],
    [422, '/data/attributes/configuration/files/0/sheets/0/range'],
  );
});

test('a workbook from the web is downloaded once, and read as somebody chooses', async () => {
  const rows = row(text('boat'), text('cars')) + row(text('Heron'), number(41));
  const book = await xlsxOf(['Bay', 'Pond', 'Lake'].map((name) => ({ name, rows })));
  const server = await startApiServer();
  server.routes.set('/boats.xlsx', () => ({ body: book }));
  try {
    const sheets = [{ sheet: 'Pond', headerRow: 0 }];
    const { status, body } = await previewOf({ url: `${server.url}/boats.xlsx`, sheets }, 'web_file');
    assert.equal(status, 200, JSON.stringify(body));
    const { tables } = body.data.attributes;
    assert.deepEqual(
      tables.map(({ rows, layout }: { rows: unknown[]; layout: { sheet: string } }) => [layout.sheet, rows]),
      [
        ['Bay', [['Heron', '41']]],
        [
          'Pond',
          [
            ['boat', 'cars'],
            ['Heron', '41'],
          ],
        ],
        ['Lake', [['Heron', '41']]],
      ],
    );
    assert.equal(server.received.length, 1);
  } finally {
    await server.stop();
  }
});

test('only uploads of the workspace are looked at', async () => {
  const other = new SourceJourney(await api.workspace());
  const uploadId = await other.upload('secret.csv', 'n\n1\n');
  const { body } = await previewOf({ files: [{ uploadId }] });
  const [table] = body.data.attributes.tables.length ? body.data.attributes.tables : [null];
  assert.equal(table?.problem?.code ?? body.data.attributes.failure?.code, 'file_missing');
});

test('a configuration that is none, or of another kind of source, is refused', async () => {
  const wrong = await previewOf({ files: [] });
  assert.equal(wrong.status, 422);
  const other = await previewOf({}, 'sample_shop');
  assert.deepEqual([other.status, other.body.errors[0].source.pointer], [422, '/data/attributes/connector']);
});
