import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { startProduct } from '../e2e/support/product.ts';
import { Client } from './support/client.ts';
import { PeakMemory, shortCommand } from './support/peak-memory.ts';
import { connectSource, endedRun, newWorkspace, select } from './support/selected-table.ts';
import { median, milliseconds } from './support/statistics.ts';

const ROUNDS = 3;
const RECORDS = 1_000;
const TABLE = 'items';
const GOAL = 0.9;
/** How long the server takes for a page, in milliseconds: not at all, and as APIs do. */
const WAITS = [0, 50];

const manifest = (url: string, wait: number) => `version: 6.0.0
type: DeclarativeSource
check: {type: CheckStream, stream_names: [${TABLE}]}
streams:
  - type: DeclarativeStream
    name: ${TABLE}
    primary_key: id
    retriever:
      type: SimpleRetriever
      requester: {type: HttpRequester, url_base: "${url}", path: /pages, request_parameters: {wait: "${wait}"}}
      record_selector: {type: RecordSelector, extractor: {type: DpathExtractor, field_path: [items]}}
      paginator:
        type: DefaultPaginator
        page_token_option: {type: RequestOption, inject_into: request_parameter, field_name: page}
        pagination_strategy: {type: PageIncrement, page_size: ${RECORDS}, inject_on_first_request: true}
    schema_loader:
      type: InlineSchemaLoader
      schema:
        type: object
        properties:
          id: {type: integer}
          token: {type: string}
          name: {type: string}
          email: {type: string}
          amount: {type: number}
          quantity: {type: integer}
          weight: {type: number}
          is_paid: {type: boolean}
          placed_at: {type: string, format: date-time}
          due_on: {type: string, format: date}
          details: {type: object}
          note: {type: string}
spec: {type: Spec, connection_specification: {type: object, properties: {}}}
`;

/**
 * Measures records per second from an API to a committed table, and compares it with a bare loop that fetches and parses
 * the same pages one after another. Rounds alternate.
 */
export async function bench(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...flags], options: { pages: { type: 'string', default: '300' } } });
  const pages = Number(values.pages);
  const server = fork(new URL('./support/page-server.ts', import.meta.url), [String(pages)]);
  const [port] = await once(server, 'message');
  const url = `http://127.0.0.1:${port}`;
  const product = await startProduct({ env: { LOG_LEVEL: 'warn' } });
  try {
    const client = await Client.signUp(product.address);
    const memory = new PeakMemory(product.pid, product.data);
    for (const wait of WAITS) {
      const configuration = { manifest: manifest(url, wait) };
      const table = await connectSource(client, await newWorkspace(client), 'rest', configuration);
      await select(client, table, TABLE);
      const [fetched, synced]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        fetched.push((pages * RECORDS) / ((await milliseconds(() => bareLoop(url, wait))) / 1_000));
        const { state, rowsLoaded, startedAt, endedAt, failure } = await endedRun(client, table.runs);
        if (state !== 'succeeded' || rowsLoaded !== pages * RECORDS)
          throw new Error(`The run ended as ${state} with ${rowsLoaded} rows: ${failure?.message ?? ''}`);
        synced.push((pages * RECORDS) / ((Date.parse(endedAt ?? '') - Date.parse(startedAt ?? '')) / 1_000));
      }
      console.log(`${pages} pages of ${RECORDS} records, ${wait} ms each`);
      console.log(`  fetched and parsed           ${shown(fetched)}`);
      console.log(`  sync to a committed table    ${shown(synced)}`);
      console.log(
        `  ratio                        ${(median(synced) / median(fetched)).toFixed(2)} (goal ≥ ${GOAL})`,
      );
    }
    memory.stop();
    for (const { command, peak } of memory.workers())
      console.log(`peak resident  ${Math.round(peak)} MB  ${shortCommand(command)}`);
  } finally {
    await product.stop();
    server.kill();
  }
}

const shown = (rates: readonly number[]) =>
  `${thousands(median(rates))} records/s (${rates.map(thousands).join(', ')})`;
const thousands = (value: number) => `${(value / 1_000).toFixed(1)}k`;

/** Fetches and parses page after page until one is empty. */
async function bareLoop(url: string, wait: number): Promise<void> {
  for (let page = 0; ; page += 1) {
    const response = await fetch(`${url}/pages?wait=${wait}&page=${page}`);
    const { items } = JSON.parse(await response.text()) as { items: unknown[] };
    if (items.length === 0) return;
  }
}
