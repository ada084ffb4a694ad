import { documentOf, type FakeResponse, type Handlers } from '@headwater/shared/testing';
import {
  DEFAULT_STREAM_SETTINGS,
  type CatalogAttributes,
  type CatalogStream,
  type CheckStep,
  type Column,
  type ColumnMatchesAttributes,
  type ConnectorAttributes,
  type Failure,
  type LogLineAttributes,
  type LogLineResource,
  type QualityAttributes,
  type RejectedRowAttributes,
  type RunStream,
  type ScheduleAttributes,
  type SchedulePreviewAttributes,
  type SourceConnectionAttributes,
  type StreamPreview,
  type StreamSettingsAttributes,
  type SyncRunAttributes,
  type SyncRunFacts,
  type TableAttributes,
} from '@headwater/shared/contract';

// Responses of the API for tests. Each function takes the attributes that matter to a test.

export const ORGANIZATION = 'org_finch';
export const SOURCE = 'src_shop';
export const MOUNT = '/w/:organizationId/source-connections';
export const LIST_PATH = `/w/${ORGANIZATION}/source-connections`;
export const SOURCE_PATH = `${LIST_PATH}/${SOURCE}`;
/** The paths of the fake API's routes. */
export const ROUTES = {
  sources: 'organizations/:organizationId/source-connections',
  source: 'organizations/:organizationId/source-connections/:sourceConnectionId',
  tables: 'organizations/:organizationId/source-connections/:sourceConnectionId/tables',
};

export const source = (rest: Partial<SourceConnectionAttributes> = {}): SourceConnectionAttributes => ({
  name: 'shop-db',
  connector: 'postgres',
  configuration: { host: 'shop-db', port: 5432, database: 'shop', user: 'reader', password: { set: true } },
  address: 'shop-db:5432/shop',
  status: 'synced',
  setup: 'connected',
  lifecycle: 'active',
  pause: null,
  schedule: { kind: 'manual', nextRunAt: null, version: 1 },
  schemaState: 'ready',
  discoveredAt: '2026-11-20T11:00:00Z',
  failure: null,
  selectedTables: 2,
  missingTables: 0,
  outdatedTables: null,
  lastRun: null,
  failedRuns: 0,
  freshAsOf: '2026-11-20T12:00:00Z',
  lateAt: null,
  acceptsShrinking: false,
  changePolicy: 'propagate_columns',
  pendingChanges: 0,
  versionsKept: 3,
  versionDays: 0,
  createdAt: '2026-11-01T12:00:00Z',
  version: 3,
  can: { edit: true, sync: true },
  ...rest,
});

export const schedule = (rest: Partial<ScheduleAttributes> = {}): ScheduleAttributes => ({
  kind: 'interval',
  interval: { minutes: 360, startingAt: '00:00' },
  times: null,
  cron: null,
  after: null,
  zone: 'Europe/Berlin',
  quietHours: null,
  overlap: 'skip',
  freshnessTargetMinutes: 480,
  nextRunAt: '2026-11-20T17:00:00Z',
  version: 1,
  ...rest,
});

/** A preview of a run every six hours in Berlin, seen on Friday, November 20, at noon. */
export const schedulePreview = (
  rest: Partial<SchedulePreviewAttributes> = {},
): SchedulePreviewAttributes => ({
  cron: null,
  next: ['17:00', '23:00'].map((utc, at) => ({
    at: `2026-11-20T${utc}:00Z`,
    date: at === 0 ? '2026-11-20' : '2026-11-21',
    time: at === 0 ? '18:00' : '00:00',
    note: null,
    insteadOf: null,
  })),
  week: Array.from({ length: 7 }, (_, day) => ({
    date: `2026-11-${20 + day}`,
    runs: day === 0 ? [1080] : [0, 360, 720, 1080],
    skipped: [],
    quiet: [],
  })),
  clockChange: { date: '2027-03-28', direction: 'forward' },
  longestGapMinutes: 360,
  ...rest,
});

export const postgres: ConnectorAttributes & { id: string } = {
  id: 'postgres',
  name: 'PostgreSQL',
  category: 'database',
  supportLevel: 'built_in',
  aliases: ['pg'],
  tile: { letters: 'Pg', hue: 1 },
  takesUploads: false,
  connectionSpecification: {
    type: 'object',
    required: ['host', 'port', 'database', 'user'],
    properties: {
      host: { type: 'string', title: 'Host', order: 0 },
      port: { type: 'integer', title: 'Port', default: 5432, minimum: 1, maximum: 65535, order: 1 },
      database: { type: 'string', title: 'Database', order: 2 },
      user: { type: 'string', title: 'User', order: 3 },
      password: { type: 'string', title: 'Password', airbyte_secret: true, order: 4 },
    },
  },
};

export const sampleShop: ConnectorAttributes & { id: string } = {
  id: 'sample_shop',
  name: 'Sample shop',
  category: 'sample',
  supportLevel: 'built_in',
  aliases: ['sample', 'demo'],
  tile: { letters: 'Sa', hue: 5 },
  takesUploads: false,
  connectionSpecification: {
    type: 'object',
    required: [],
    properties: {
      size: { order: 0, title: 'Size', type: 'string', enum: ['small', 'medium', 'large'], default: 'small' },
      failTable: { order: 1, title: 'Fail while reading', type: 'string', enum: ['orders'], group: 'faults' },
    },
  },
};

export const googleSheets: ConnectorAttributes & { id: string } = {
  id: 'google_sheets',
  name: 'Google Sheets',
  category: 'file',
  supportLevel: 'built_in',
  aliases: ['sheets'],
  tile: { letters: 'Gs', hue: 3 },
  takesUploads: false,
  connectionSpecification: {
    type: 'object',
    required: ['url'],
    properties: {
      url: { type: 'string', title: 'URL', order: 0 },
      serviceAccountKey: {
        type: 'string',
        title: 'Key',
        format: 'secret_file',
        airbyte_secret: true,
        order: 1,
      },
    },
  },
};

export const webFile: ConnectorAttributes & { id: string } = {
  id: 'web_file',
  name: 'File from the web',
  category: 'file',
  supportLevel: 'built_in',
  aliases: ['url'],
  tile: { letters: 'Fw', hue: 2 },
  takesUploads: false,
  connectionSpecification: {
    type: 'object',
    required: ['url'],
    properties: {
      url: { type: 'string', title: 'URL', pattern: '^https?://', ranges: true, order: 0 },
      moreUrls: {
        type: 'array',
        items: { type: 'string', pattern: '^https?://' },
        lines: true,
        ranges: true,
        group: 'several',
        order: 1,
      },
      header: {
        type: 'string',
        title: 'Header line',
        enum: ['present', 'absent'],
        group: 'dialect',
        order: 2,
      },
      sheets: { type: 'array', format: 'sheets', items: { type: 'object' } },
    },
  },
};

export const pokeapi: ConnectorAttributes & { id: string } = {
  id: 'pokeapi',
  name: 'PokéAPI',
  category: 'operator',
  supportLevel: 'operator',
  aliases: ['airbyte'],
  tile: { letters: 'Po', hue: 7 },
  takesUploads: false,
  connectionSpecification: {
    type: 'object',
    description: 'Read Pokémon from the PokéAPI.',
    required: ['config:name'],
    properties: { 'config:name': { type: 'string', title: 'Pokémon', order: 0 } },
  },
};

export const csv: ConnectorAttributes & { id: string } = {
  id: 'csv',
  name: 'Files',
  category: 'file',
  supportLevel: 'built_in',
  aliases: ['excel'],
  tile: { letters: 'Cs', hue: 2 },
  takesUploads: true,
  connectionSpecification: {
    required: ['files'],
    properties: {
      files: {
        type: 'array',
        items: { type: 'object', properties: { uploadId: { type: 'string' } } },
        order: 0,
      },
      delimiter: { type: 'string', title: 'Delimiter', enum: [',', ';'], order: 1, group: 'dialect' },
      together: { type: 'array', items: { type: 'string' }, lines: true, order: 2, group: 'archive' },
    },
  },
};

export const failure = (rest: Partial<Failure> = {}): Failure => ({
  origin: 'source',
  type: 'config_error',
  code: 'password_refused',
  message: 'shop-db refused the user reader or the password.',
  fix: 'Set a new one.',
  internalMessage: 'password authentication failed for user "reader"',
  field: 'password',
  retryable: false,
  values: { host: 'shop-db', user: 'reader' },
  ...rest,
});

export const step = (
  name: CheckStep['name'],
  state: CheckStep['state'],
  rest: Partial<CheckStep> = {},
): CheckStep => ({
  name,
  state,
  milliseconds: 12,
  findings: [],
  note: null,
  failure: null,
  ...rest,
});

export const stream = (tableName: string, rest: Partial<CatalogStream> = {}): CatalogStream => ({
  namespace: 'public',
  name: tableName,
  tableName,
  columnCount: 1,
  primaryKey: ['id'],
  estimatedRows: 1000,
  estimatedBytes: 2048,
  selected: false,
  syncMode: 'full_refresh',
  destinationSyncMode: 'overwrite',
  cursorColumn: null,
  droppedColumns: 0,
  suggestedCursor: null,
  change: null,
  isLoaded: false,
  comment: null,
  problem: null,
  findings: [],
  ...rest,
});

/** Two rows, of which one has no email address. */
export const streamPreview = (rest: Partial<StreamPreview> = {}): StreamPreview => ({
  columns: [column('id', { kind: 'number', type: 'BIGINT', nullable: false }), column('email')],
  rows: [
    ['2', 'ann@example.com'],
    ['1', null],
  ],
  newestBy: 'updated_at',
  searchedRows: null,
  sampledRows: 2,
  statistics: [
    { values: 2, distinct: 2, min: '1', max: '2' },
    { values: 1, distinct: 1, min: 'ann@example.com', max: 'ann@example.com' },
  ],
  milliseconds: 38,
  ...rest,
});

export const streamSettings = (rest: Partial<StreamSettingsAttributes> = {}): StreamSettingsAttributes => ({
  ...DEFAULT_STREAM_SETTINGS,
  suggestion: {
    primaryKey: ['id'],
    systemCursor: null,
    cursor: { column: 'updated_at', reason: 'time_of_change', misses: [] },
  },
  supportedSyncModes: ['full_refresh', 'incremental'],
  cursorColumns: ['id', 'updated_at'],
  version: 3,
  ...rest,
});

export const column = (name: string, rest: Partial<Column> = {}): Column => ({
  name,
  kind: 'text',
  type: 'VARCHAR',
  sourceType: 'text',
  nullable: true,
  ...rest,
});

export const catalog = (rest: Partial<CatalogAttributes> = {}): CatalogAttributes => ({
  state: 'ready',
  position: null,
  discoveredAt: '2026-11-20T12:04:00Z',
  failure: null,
  tables: 1,
  missingTables: { total: 0, first: [] },
  rowsPerSecond: null,
  version: 3,
  ...rest,
});

/** Returns the handlers of a source's catalog and its list of tables. */
export function catalogResponses(
  streams: CatalogStream[],
  rest: Partial<Omit<CatalogAttributes, 'tables'>> = {},
): Handlers {
  const { discoveredAt, version, ...facts } = catalog({ ...rest, tables: streams.length });
  return {
    [`GET ${ROUTES.source}/catalog`]: documentOf('catalogs', SOURCE, { ...facts, discoveredAt, version }),
    [`GET ${ROUTES.source}/catalog/streams`]: streamPage(streams, { discoveredAt, version }),
  };
}

/** Returns a page of the list of tables: the last one, unless `next` is given. */
export const streamPage = (
  streams: CatalogStream[],
  edition: Pick<CatalogAttributes, 'discoveredAt' | 'version'> = catalog(),
  next: string | null = null,
): FakeResponse => {
  const { discoveredAt, version } = edition;
  const attributes = { streams, discoveredAt, version };
  return { status: 200, body: { data: { type: 'stream_pages', id: SOURCE, attributes }, links: { next } } };
};

/** Returns the response to a search in the columns. */
export const columnMatches = (
  matches: Record<string, string[]>,
  rest: Partial<ColumnMatchesAttributes> = {},
): FakeResponse =>
  documentOf('column_matches', SOURCE, {
    matches: Object.entries(matches).map(([tableName, first]) => ({ tableName, total: first.length, first })),
    cut: false,
    ...rest,
  });

export const runStream = (tableName: string, rest: Partial<RunStream> = {}): RunStream => ({
  tableName,
  state: 'complete',
  phase: 'done',
  rowsRead: 100,
  rowsLoaded: 100,
  rowsDeduplicated: 0,
  rowsFiltered: 0,
  rowsRejected: 0,
  retry: 'any_run',
  estimatedRows: 100,
  failure: null,
  ...rest,
});

export const listedRun = (): SyncRunFacts => ({
  number: 7,
  state: 'succeeded',
  trigger: 'manual',
  startedBy: 'Mara Lindqvist',
  attempt: 1,
  scope: null,
  fromScratch: false,
  createdAt: '2026-11-20T11:59:00Z',
  startedAt: '2026-11-20T11:59:19Z',
  endedAt: '2026-11-20T12:00:00Z',
  rowsRead: 124,
  rowsLoaded: 100,
  rowsRejected: 24,
  failure: null,
  retryAt: null,
});

export const run = (rest: Partial<SyncRunAttributes> = {}): SyncRunAttributes => ({
  ...listedRun(),
  position: null,
  streams: [runStream('orders')],
  attempts: [],
  ...rest,
});

export const rejectedRow = (rest: Partial<RejectedRowAttributes> = {}): RejectedRowAttributes => ({
  tableName: 'orders',
  line: 2,
  column: null,
  code: null,
  reason: 'the row is too short',
  values: {},
  raw: '12',
  ...rest,
});

/** A line of a run's log; `id` is `<attempt>.<line>`. */
export function logLine(id: string, rest: Partial<LogLineAttributes> = {}): LogLineResource {
  const [attempt = 1, line = 1] = id.split('.').map(Number);
  const attributes: LogLineAttributes = {
    attempt,
    line,
    at: '2026-11-20T11:59:19.250Z',
    level: 'info',
    tableName: 'orders',
    code: 'table_started',
    message: 'Reading. Columns: 3.',
    values: { columns: 3 },
    failure: null,
    ...rest,
  };
  return { type: 'log_lines', id, attributes };
}

/** A page of a log, newest line first. */
export const logPage = (
  lines: LogLineResource[],
  { older = null, newer = lines[0]?.id ?? '0.0' }: { older?: string | null; newer?: string } = {},
): FakeResponse => ({
  status: 200,
  body: { data: lines, links: { older, newer }, meta: { hasNewer: false } },
});

type LastRun = NonNullable<SourceConnectionAttributes['lastRun']>;
export const lastRun = (rest: Partial<LastRun> = {}): LastRun => ({
  id: 'run_7',
  number: 7,
  state: 'succeeded',
  startedAt: '2026-11-20T11:59:19Z',
  endedAt: '2026-11-20T12:00:00Z',
  retryAt: null,
  tables: 2,
  tablesFailed: 0,
  causes: 0,
  limitedUntil: null,
  failure: null,
  rowsRead: 124,
  rowsLoaded: 100,
  rowsRejected: 24,
  ...rest,
});

export const table = (
  tableName: string,
  rest: Partial<TableAttributes> = {},
): TableAttributes & { id: string } => ({
  id: `tbl_${tableName}`,
  tableName,
  sourceConnectionId: SOURCE,
  sourceConnectionName: 'shop-db',
  connector: 'postgres',
  version: 3,
  rows: 18_402,
  bytes: 4_300_000,
  freshAsOf: '2026-11-20T12:00:00Z',
  lateAt: null,
  stale: false,
  damagedAt: null,
  columns: [],
  primaryKey: [],
  selection: 'selected',
  held: null,
  connectionDeleted: null,
  about: {
    ...{ description: '', owner: null, tags: [], columns: [], version: 0 },
    source: { description: '', columns: [] },
  },
  can: { delete: (rest.selection ?? 'selected') !== 'selected', restore: true, describe: true },
  ...rest,
});

const rowCounts = { read: 100, loaded: 100, deduplicated: 0, filtered: 0, rejected: 0 };

/** The quality of a connection with one table and one run. */
export const quality = (
  table: Partial<QualityAttributes['tables'][number]> = {},
  run: Partial<QualityAttributes['runs'][number]> = {},
): QualityAttributes => {
  const ofRun = { runId: 'run_7', runNumber: 7, startedAt: '2026-11-20T12:00:00Z', ...rowCounts };
  return {
    runs: [{ ...ofRun, tables: 1, unaccounted: 0, ...run }],
    tables: [
      {
        tableName: 'orders',
        latest: ofRun,
        source: { rows: 100, isEstimate: false },
        volume: { rows: 100, earlier: 10, usual: { low: 90, high: 110 }, drifts: false },
        nulls: { earlier: 10, drifting: [] },
        ...table,
      },
    ],
  };
};
