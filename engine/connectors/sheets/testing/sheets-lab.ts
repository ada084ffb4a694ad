import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Failure } from '@headwater/shared/contract';
import {
  FULL_REFRESH_OVERWRITE,
  NOTHING_SET,
  type ConfiguredStream,
  type ConnectorContext,
  type DiscoveredStream,
  type ReadMessage,
  type StreamColumn,
  type StreamState,
} from '@headwater/protocol/protocol';
import { contextFor } from '@headwater/protocol/testing/context-for';
import { rowsOf } from '@headwater/manifests/testing/read-all';
import { googleSheets } from '../google-sheets.connector.ts';
import { ACCOUNT, GoogleServer, type TestCell, type TestSpreadsheet } from './google-server.ts';

const ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz';
export const urlOf = (id: string) => `https://docs.google.com/spreadsheets/d/${id}/edit?gid=0#gid=0`;

export interface ReadTable {
  names: string[];
  types: string[];
  rows: (string | null)[][];
  statuses: string[];
  state: StreamState | null;
  failure: Failure | null;
}

/** Spreadsheets on a server like Google, discovered and read as the product does it. */
export class SheetsLab {
  readonly google: GoogleServer;
  readonly folder: string;

  private constructor(google: GoogleServer, folder: string) {
    this.google = google;
    this.folder = folder;
  }

  static open = async (): Promise<SheetsLab> =>
    new SheetsLab(await GoogleServer.start(), await mkdtemp(join(tmpdir(), 'headwater-')));

  context(more: Partial<ConnectorContext> = {}): ConnectorContext {
    return contextFor(this.folder, {
      installation: { ...NOTHING_SET, googleSheetsUrl: this.google.url },
      ...more,
    });
  }

  /** Puts a spreadsheet of these sheets on the server, shared with the account. */
  put(sheets: Record<string, TestCell[][]>, more: Partial<TestSpreadsheet> = {}): TestSpreadsheet {
    const spreadsheet: TestSpreadsheet = {
      title: 'Shop',
      readers: [ACCOUNT],
      sheets: Object.entries(sheets).map(([title, rows], at) => ({ id: at * 7, title, rows })),
      ...more,
    };
    this.google.spreadsheets.set(ID, spreadsheet);
    return spreadsheet;
  }

  configuration(more: Record<string, unknown> = {}): Record<string, unknown> {
    return { url: urlOf(ID), serviceAccountKey: this.google.keyFile(), ...more };
  }

  discover(more: Record<string, unknown> = {}): Promise<DiscoveredStream[]> {
    return googleSheets.discover(this.configuration(more), this.context());
  }

  async read(
    stream: DiscoveredStream,
    more: Record<string, unknown> = {},
    state: StreamState | null = null,
    context = this.context(),
  ): Promise<ReadTable> {
    const chosen = configured(stream);
    const states = new Map(state === null ? [] : [[chosen.tableName, state]]);
    return collect(googleSheets.read(this.configuration(more), [chosen], states, context));
  }

  async preview(
    stream: DiscoveredStream,
    rows: number,
    more: Record<string, unknown> = {},
  ): Promise<ReadTable> {
    return collect(googleSheets.preview(this.configuration(more), configured(stream), rows, this.context()));
  }

  /** Discovers and reads the only sheet. */
  async only(sheets: Record<string, TestCell[][]>, more: Record<string, unknown> = {}) {
    this.put(sheets, { isPublic: true });
    const streams = await this.discover(more);
    const [stream] = streams;
    return { streams, stream: stream!, table: await this.read(stream!, more) };
  }
}

const configured = (stream: DiscoveredStream): ConfiguredStream => ({
  ...stream,
  ...FULL_REFRESH_OVERWRITE,
  tableName: stream.suggestedTableName,
});

async function collect(messages: AsyncIterable<ReadMessage>): Promise<ReadTable> {
  const table: ReadTable = { names: [], types: [], rows: [], statuses: [], state: null, failure: null };
  let columns: StreamColumn[] = [];
  for await (const message of messages) {
    if (message.type === 'RECORDS' && 'batch' in message)
      table.rows.push(...rowsOf(message.batch, { columns }).map((row) => Object.values(row)));
    if (message.type === 'STATE') table.state = message.state;
    if (message.type !== 'STREAM_STATUS') continue;
    table.statuses.push(message.status);
    if (message.status === 'INCOMPLETE') table.failure = message.failure;
    if (message.status !== 'STARTED') continue;
    columns = message.columns;
    table.names = columns.map(({ name }) => name);
    table.types = columns.map(({ type }) => type);
  }
  return table;
}
