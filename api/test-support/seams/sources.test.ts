import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ACCOUNT, GoogleServer, type TestCell } from '@headwater/connectors/sheets/testing/google-server';
import * as ods from '@headwater/connectors/files/testing/ods-file';
import * as xlsx from '@headwater/connectors/files/testing/xlsx-file';
import {
  hasMariaDb,
  mariaDbConfiguration,
  NO_MARIADB,
  startMariaDb,
} from '@headwater/connectors/server/mysql/testing/mariadb-server';
import { startApiServer } from '@headwater/protocol/testing/api-server';
import { manifestOf } from '@headwater/manifests/testing/manifest-of';
import { HARD_SHEET, MARIADB_COLUMNS, REST_COLUMNS, sent, truthOf, type SheetCell } from './hard-columns.ts';
import { openSeams } from './open-seams.ts';
import { checkSource } from './stations.ts';
import { rowsOf, type Truth } from './truth.ts';

const google = await GoogleServer.start();
const { seamOf, journey, close } = await openSeams({ GOOGLE_SHEETS_URL: google.url });
after(async () => {
  await close();
  await google.stop();
});

let sources = 0;

/** Syncs the only table that a source selects, or one that is named, and compares it. */
async function check(source: string, truth: Truth, tableName?: string): Promise<void> {
  if (tableName) await journey.select(source, tableName);
  // In SQL, the tables of all sources would be called the same.
  const { version } = await journey.attributesOf(source);
  const renaming = { name: `valueOf ${(sources += 1)}` };
  const renamed = await journey.client.patch(source, 'source_connections', renaming, {
    'if-match': String(version),
  });
  assert.equal(renamed.status, 200, renamed.text);
  const run = await journey.sync(source);
  assert.equal(run.state, 'succeeded', JSON.stringify(run.failure));
  const name = tableName ?? (await journey.attributesOf(`${source}/catalog/streams`)).streams[0].tableName;
  await checkSource(await seamOf(source, name, truth));
}

const skip = (await hasMariaDb()) ? false : NO_MARIADB;

describe('The workspace has what is in', () => {
  test('MariaDB', { skip }, async () => {
    const server = await startMariaDb();
    try {
      const quoted = (name: string) => `\`${name}\``;
      const literal = (value: string | null) =>
        value === null
          ? 'null'
          : /^(b|x|st_)/.test(value) && value.includes("'")
            ? value
            : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
      const rows = MARIADB_COLUMNS[0]!.values.map(
        (_, row) => `(${MARIADB_COLUMNS.map(({ values }) => literal(sent(values[row]!))).join()})`,
      );
      await server.run(`
        set sql_mode = '', time_zone = '+00:00';
        create table constructor (${MARIADB_COLUMNS.map(({ as, name = as }) => `${quoted(name)} ${as}`).join()}, primary key (id));
        insert into constructor values ${rows.join()}`);
      const source = await journey.connect('mysql', mariaDbConfiguration(server.port));
      await check(source, truthOf(MARIADB_COLUMNS), 'constructor');
    } finally {
      await server.stop();
    }
  });

  test('a REST API', async () => {
    const truth = truthOf(REST_COLUMNS);
    const items = rowsOf(truth).map((row) => {
      const members = row.flatMap((value, at) => {
        const { as, name = as } = REST_COLUMNS[at]!;
        const isText = as.includes('string');
        return value === null ? [] : [`${JSON.stringify(name)}:${isText ? JSON.stringify(value) : value}`];
      });
      return `{${members.join()}}`;
    });
    const server = await startApiServer();
    server.routes.set('/items', () => ({
      body: `{"items":[${items.join()}]}`,
      headers: { 'content-type': 'application/json' },
    }));
    const schema = `{${REST_COLUMNS.map(({ as, name = as }) => `${JSON.stringify(name)}: ${as}`).join(', ')}}`;
    const source = await journey.connect('rest', {
      manifest: manifestOf({ url: server.url, name: 'constructor', schema }),
    });
    await check(source, truth, 'constructor').finally(() => server.stop());
  });

  const cells = (cellOf: (cell: SheetCell) => string) =>
    rowsOf(HARD_SHEET.truth).map((_, row) => HARD_SHEET.cells.map((column) => cellOf(column[row]!)));
  const names = HARD_SHEET.truth.map(({ name }) => name);
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

  test('a spreadsheet of Google', async () => {
    const id = '1AbCdEfGhIjKlMnOpQrStUvWxYz';
    const cellOf = (cell: SheetCell): TestCell => {
      if (cell === null || !Array.isArray(cell)) return cell as TestCell;
      return { number: cell[1], type: cell[0] };
    };
    const rows = rowsOf(HARD_SHEET.truth).map((_, row) =>
      HARD_SHEET.cells.map((column) => cellOf(column[row]!)),
    );
    const sheets = [{ id: 0, title: 'constructor', rows: [names, ...rows] }];
    google.spreadsheets.set(id, { title: 'toString', readers: [ACCOUNT], sheets });
    const url = `https://docs.google.com/spreadsheets/d/${id}/edit`;
    const source = await journey.connect('google_sheets', { url, serviceAccountKey: google.keyFile() });
    await check(source, HARD_SHEET.truth, 'constructor');
  });

  test('a workbook of Excel', async () => {
    const STYLES = ['DATE', 'TIME', 'DATE_TIME'];
    const rows = cells((cell) => {
      if (cell === null) return '<c/>';
      if (typeof cell === 'boolean') return `<c t="b"><v>${Number(cell)}</v></c>`;
      if (typeof cell === 'string')
        return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
      return Array.isArray(cell)
        ? xlsx.number(cell[1], STYLES.indexOf(cell[0]) + 1)
        : xlsx.number(cell as number);
    });
    const all = [names.map(xlsx.text), ...rows].map((row) => xlsx.row(...row)).join('');
    const bytes = await xlsx.xlsxOf([{ name: 'constructor', rows: all }]);
    await check(await journey.connectFiles({ 'constructor.xlsx': bytes }), HARD_SHEET.truth);
  });

  test('a spreadsheet of LibreOffice', async () => {
    const rows = cells((cell) => {
      if (cell === null) return '<table:table-cell/>';
      if (typeof cell === 'boolean')
        return `<table:table-cell office:value-type="boolean" office:boolean-value="${cell}"/>`;
      if (typeof cell === 'string') return ods.text(escaped(cell));
      if (!Array.isArray(cell)) return ods.number(String(cell));
      const [type, , text] = cell;
      return type === 'TIME'
        ? `<table:table-cell office:value-type="time" office:time-value="${text}"/>`
        : `<table:table-cell office:value-type="date" office:date-value="${text}"/>`;
    });
    const all = [names.map(ods.text), ...rows].map((row) => ods.row(row.join(''))).join('');
    const bytes = await ods.odsOf(ods.sheet(all, 'constructor'));
    await check(await journey.connectFiles({ 'constructor.ods': bytes }), HARD_SHEET.truth);
  });
});
