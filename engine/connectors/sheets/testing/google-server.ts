import { createPublicKey, generateKeyPairSync, verify, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { xlsxOf } from '../../files/testing/xlsx-file.ts';
import { masked } from './field-mask.ts';

/** A cell: a value, one with a number format, or an error. */
export type TestCell =
  string | number | boolean | null | { number: number; type: string; pattern?: string } | { error: string };

export interface TestSheet {
  id: number;
  title: string;
  rows: TestCell[][];
  /** The grid, which is larger than what is in it. */
  rowCount?: number;
  columnCount?: number;
  type?: 'GRID' | 'OBJECT';
}

export interface TestSpreadsheet {
  title: string;
  sheets: TestSheet[];
  /** The accounts that it is shared with. */
  readers: string[];
  isPublic?: boolean;
  isOfficeFile?: boolean;
}

/** What the server does with a request instead of answering it. Null if it's to answer. */
export type Interference = (request: IncomingMessage, url: URL) => Reply | null;

interface Reply {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

export const ACCOUNT = 'reader@shop.iam.gserviceaccount.com';

/**
 * A real HTTP server with as much of Google as the connector uses, in Google's terms: tokens for signed assertions,
 * spreadsheets with grids in ranges and field masks, exports, and refusals as Google words them.
 */
export class GoogleServer {
  readonly url: string;
  readonly spreadsheets = new Map<string, TestSpreadsheet>();
  /** Paths with queries, in order. */
  readonly requests: string[] = [];
  interfere: Interference = () => null;
  tokenSeconds = 3_600;
  tokens = 0;
  readonly #stop: () => Promise<void>;
  readonly #publicKey: KeyObject;
  readonly #privateKey: string;
  #valid = new Set<string>();

  private constructor(
    url: string,
    keys: { publicKey: KeyObject; privateKey: string },
    stop: () => Promise<void>,
  ) {
    this.url = url;
    this.#publicKey = keys.publicKey;
    this.#privateKey = keys.privateKey;
    this.#stop = stop;
  }

  static async start(): Promise<GoogleServer> {
    const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString();
    let google: GoogleServer | null = null;
    const server = createServer((request, response) => void google?.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    google = new GoogleServer(url, { publicKey: createPublicKey(privateKey), privateKey }, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return google;
  }

  stop(): Promise<void> {
    return this.#stop();
  }

  /** The JSON file of the account's key. `more` replaces parts of it. */
  keyFile(more: Record<string, unknown> = {}): string {
    return JSON.stringify({
      type: 'service_account',
      project_id: 'shop',
      private_key_id: 'key-1',
      private_key: this.#privateKey,
      client_email: ACCOUNT,
      token_uri: 'http://127.0.0.1:1/elsewhere',
      ...more,
    });
  }

  /** Ends all tokens, as when a key is revoked. */
  endTokens(): void {
    this.#valid = new Set();
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    this.requests.push(`${url.pathname}${url.search}`);
    const body = await text(request);
    const reply = this.interfere(request, url) ?? (await this.#reply(request, url, body));
    response.writeHead(reply.status, { 'content-type': 'application/json; charset=UTF-8', ...reply.headers });
    response.end(reply.body);
  }

  async #reply(
    request: IncomingMessage,
    url: URL,
    body: string,
  ): Promise<Reply | { status: number; body: Buffer; headers: Record<string, string> }> {
    if (url.pathname === '/token') return this.#token(new URLSearchParams(body));
    const exported = /^\/spreadsheets\/d\/(e\/)?([\w-]+)\/(export|pub)$/.exec(url.pathname);
    if (exported) return this.#export(exported[2]!);
    const asked = /^\/v4\/spreadsheets\/([\w-]+)$/.exec(url.pathname);
    if (!asked) return refusal(404, 'NOT_FOUND', 'Requested entity was not found.');
    if (!this.#valid.has(request.headers.authorization?.replace(/^Bearer /, '') ?? ''))
      return refusal(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
    return this.#get(asked[1]!, url.searchParams);
  }

  #token(form: URLSearchParams): Reply {
    const assertion = form.get('assertion') ?? '';
    const [header = '', claims = '', signature = ''] = assertion.split('.');
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}') as Record<string, unknown>;
    const isSigned = verify(
      'sha256',
      Buffer.from(`${header}.${claims}`),
      this.#publicKey,
      Buffer.from(signature, 'base64url'),
    );
    const isWhole =
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      said.aud === 'https://oauth2.googleapis.com/token' &&
      String(said.scope).endsWith('/auth/spreadsheets.readonly') &&
      Number(said.exp) - Number(said.iat) <= 3_600;
    if (!isSigned || !isWhole || said.iss !== ACCOUNT) {
      const error_description = isSigned ? 'Invalid grant: account not found' : 'Invalid JWT Signature.';
      return { status: 400, body: JSON.stringify({ error: 'invalid_grant', error_description }) };
    }
    this.tokens += 1;
    const access_token = `ya29.${this.tokens}`;
    this.#valid.add(access_token);
    return {
      status: 200,
      body: JSON.stringify({ access_token, expires_in: this.tokenSeconds, token_type: 'Bearer' }),
    };
  }

  #get(id: string, query: URLSearchParams): Reply {
    const spreadsheet = this.spreadsheets.get(id);
    if (!spreadsheet) return refusal(404, 'NOT_FOUND', 'Requested entity was not found.');
    if (!spreadsheet.readers.includes(ACCOUNT))
      return refusal(403, 'PERMISSION_DENIED', 'The caller does not have permission');
    if (spreadsheet.isOfficeFile)
      return refusal(400, 'FAILED_PRECONDITION', 'This operation is not supported for this document');
    const range = query.get('ranges');
    const wanted = range === null ? null : rangeIn(range, spreadsheet);
    if (range !== null && !wanted) return refusal(400, 'INVALID_ARGUMENT', `Unable to parse range: ${range}`);
    const resource = {
      spreadsheetId: id,
      properties: { title: spreadsheet.title, locale: 'de_DE' },
      sheets: (wanted ? [wanted.sheet] : spreadsheet.sheets).map((sheet, index) => ({
        properties: propertiesOf(sheet, index),
        ...(wanted && { data: [gridOf(wanted)] }),
      })),
    };
    return { status: 200, body: JSON.stringify(masked(resource, query.get('fields') ?? '')) };
  }

  async #export(id: string): Promise<{ status: number; body: Buffer; headers: Record<string, string> }> {
    const spreadsheet = this.spreadsheets.get(id);
    if (!spreadsheet)
      return { status: 404, body: Buffer.from('<html>'), headers: { 'content-type': 'text/html' } };
    // Whoever may not open it sees the page of the login.
    if (!spreadsheet.isPublic)
      return {
        status: 200,
        body: Buffer.from('<!doctype html>Sign in'),
        headers: { 'content-type': 'text/html' },
      };
    return {
      status: 200,
      body: await workbookOf(spreadsheet),
      headers: { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
    };
  }
}

/** A refusal as Google's APIs word it. */
export const refusal = (status: number, name: string, message: string, reason?: string): Reply => ({
  status,
  body: JSON.stringify({
    error: {
      code: status,
      message,
      status: name,
      ...(reason && { details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason }] }),
    },
  }),
});

const heightOf = ({ rows, rowCount = rows.length }: TestSheet) => rowCount;
const widthOf = ({ rows, columnCount }: TestSheet) =>
  columnCount ?? Math.max(1, ...rows.map((row) => row.length));

function propertiesOf(sheet: TestSheet, index: number) {
  const { id, title, type = 'GRID' } = sheet;
  const grid = { rowCount: heightOf(sheet), columnCount: widthOf(sheet) };
  return { sheetId: id, title, index, sheetType: type, ...(type === 'GRID' && { gridProperties: grid }) };
}

interface Wanted {
  sheet: TestSheet;
  from: number;
  to: number;
  width: number;
}

/** `'Bob''s'!A1:C20`, within the grid. */
function rangeIn(range: string, { sheets }: TestSpreadsheet): Wanted | null {
  const [, quoted, from, letters, to] = /^'((?:[^']|'')*)'!A(\d+):([A-Z]+)(\d+)$/.exec(range) ?? [];
  const sheet = sheets.find(({ title }) => title === quoted?.replaceAll("''", "'"));
  if (!sheet || letters === undefined) return null;
  const width = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  if (Number(to) > heightOf(sheet) || width > widthOf(sheet)) return null;
  return { sheet, from: Number(from) - 1, to: Number(to), width };
}

/** Like Google, leaves out empty rows and cells at the end, and what has its default. */
function gridOf({ sheet, from, to, width }: Wanted) {
  const rowData = sheet.rows.slice(from, to).map((row) => {
    const values = row.slice(0, width).map(cellOf);
    while (values.length > 0 && Object.keys(values.at(-1)!).length === 0) values.pop();
    return values.length > 0 ? { values } : {};
  });
  return { ...(from > 0 && { startRow: from }), ...(rowData.length > 0 && { rowData }) };
}

function cellOf(cell: TestCell): Record<string, unknown> {
  if (cell === null) return {};
  if (typeof cell === 'string') return { effectiveValue: { stringValue: cell }, formattedValue: cell };
  if (typeof cell === 'boolean') return { effectiveValue: { boolValue: cell } };
  if (typeof cell === 'number')
    return { effectiveValue: { numberValue: cell }, formattedValue: cell.toLocaleString('de-DE') };
  if ('error' in cell)
    return {
      effectiveValue: { errorValue: { type: cell.error, message: 'Did not find value' } },
      formattedValue: cell.error,
    };
  const { number, ...numberFormat } = cell;
  return {
    effectiveValue: { numberValue: number },
    effectiveFormat: { numberFormat, backgroundColor: { red: 1 } },
    formattedValue: 'as it is shown',
  };
}

const FORMATS: Record<string, number> = { DATE: 14, TIME: 21, DATE_TIME: 22 };

/** The workbook that an export is. */
function workbookOf({ sheets }: TestSpreadsheet): Promise<Buffer> {
  const grids = sheets.filter(({ type }) => type !== 'OBJECT');
  const escaped = (value: string) =>
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const cell = (value: TestCell): string => {
    if (value === null) return '<c/>';
    if (typeof value === 'string') return `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
    if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
    if (typeof value === 'number') return `<c><v>${value}</v></c>`;
    if ('error' in value) return `<c t="e"><v>#${value.error}</v></c>`;
    return `<c s="${Object.keys(FORMATS).indexOf(value.type) + 1}"><v>${value.number}</v></c>`;
  };
  const rowsOf = (rows: TestCell[][]) => rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('');
  return xlsxOf(
    grids.map(({ title, rows }) => ({ name: escaped(title), rows: rowsOf(rows) })),
    { formats: Object.values(FORMATS) },
  );
}
