import type { ConnectorSpecification } from '@headwater/protocol/protocol';
import type { DriftSettings } from './sample-shop.drift.ts';
import type { Injections } from './sample-shop.injections.ts';
import type { ShopSettings, ShopSize } from './shop/shop.ts';
import { TABLE_NAMES, type TableName } from './shop/shop-table.ts';

/** What is given of the configuration. */
interface Given {
  size?: ShopSize;
  startDate?: string;
  ordersPerDay?: number;
  seed?: number;
  failTable?: TableName;
  failKind?: Injections['failKind'];
  failAfterRows?: number;
  rateLimitRows?: number;
  rateLimitSeconds?: number;
  rowsPerSecond?: number;
  latencySeconds?: number;
  latePercent?: number;
  lateHours?: number;
  deletedPercent?: number;
  rejectTable?: TableName;
  rejectEvery?: number;
  driftDate?: string;
  addColumn?: boolean;
  removeColumn?: boolean;
  changeType?: boolean;
  removeTable?: boolean;
  renameTable?: boolean;
}

export interface SampleShopConfiguration {
  shop: ShopSettings;
  injections: Injections;
  drift: DriftSettings;
}

const DEFAULTS = {
  size: 'small',
  startDate: '2026-11-01',
  seed: 1,
  failKind: 'transient',
  failAfterRows: 1_000,
  rateLimitSeconds: 10,
  lateHours: 24,
  rejectEvery: 1_000,
} as const;

export function configurationOf(configuration: Record<string, unknown>): SampleShopConfiguration {
  const given: Given & typeof DEFAULTS = { ...DEFAULTS, ...(configuration as Given) } as never;
  return {
    shop: {
      size: given.size,
      seed: given.seed,
      start: Date.parse(given.startDate),
      ordersPerDay: given.ordersPerDay ?? null,
      latePercent: given.latePercent ?? 0,
      lateHours: given.lateHours,
      deletedPercent: given.deletedPercent ?? 0,
    },
    injections: {
      failTable: given.failTable ?? null,
      failKind: given.failKind,
      failAfterRows: given.failAfterRows,
      rateLimitRows: given.rateLimitRows ?? Infinity,
      rateLimitSeconds: given.rateLimitSeconds,
      rowsPerSecond: given.rowsPerSecond ?? Infinity,
      latencySeconds: given.latencySeconds ?? 0,
      rejectTable: given.rejectTable ?? null,
      rejectEvery: given.rejectEvery,
    },
    drift: {
      from: given.driftDate === undefined ? -Infinity : Date.parse(given.driftDate),
      addColumn: given.addColumn ?? false,
      removeColumn: given.removeColumn ?? false,
      changeType: given.changeType ?? false,
      removeTable: given.removeTable ?? false,
      renameTable: given.renameTable ?? false,
    },
  };
}

/** The days of this century's months. */
const DAYS = [
  '20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])',
  '20[0-9]{2}-(0[13-9]|1[0-2])-(29|30)',
  '20[0-9]{2}-(0[13578]|1[02])-31',
  '20([02468][048]|[13579][26])-02-29',
];
const DATE = { type: 'string', pattern: `^(${DAYS.join('|')})$` };
const percent = { type: 'integer', minimum: 0, maximum: 100 };
const MOST_ROWS = 1_000_000_000;

const grouped = (group: string, properties: Record<string, object>) =>
  Object.entries(properties).map(([name, property]) => [name, { ...property, group }] as const);

const PROPERTIES = [
  [
    'size',
    {
      title: 'Size',
      description: 'Rows of all tables on the start date: about 100,000, 1 million, or 5 million.',
      type: 'string',
      enum: ['small', 'medium', 'large'],
      default: DEFAULTS.size,
    },
  ],
  ...grouped('growth', {
    startDate: {
      title: 'Start date',
      description: 'The shop has its size on this day, after two years of history, and grows from then on.',
      ...DATE,
      default: DEFAULTS.startDate,
      examples: [DEFAULTS.startDate],
    },
    seed: {
      title: 'Seed',
      description: 'Another number makes another shop.',
      type: 'integer',
      minimum: 0,
      maximum: 2_147_483_647,
      default: DEFAULTS.seed,
    },
    ordersPerDay: {
      title: 'New orders per day',
      description: 'From the start date on. Leave it empty to go on as fast as before.',
      type: 'integer',
      minimum: 0,
      maximum: 1_000_000,
    },
  }),
  ...grouped('faults', {
    failTable: {
      title: 'Fail while reading',
      type: 'string',
      enum: TABLE_NAMES,
    },
    failKind: {
      title: 'Kind of failure',
      description: 'A temporary failure is retried.',
      type: 'string',
      enum: ['transient', 'permanent', 'silent'],
      default: DEFAULTS.failKind,
    },
    failAfterRows: {
      title: 'Rows before the failure',
      description: 'In each attempt.',
      type: 'integer',
      minimum: 0,
      maximum: MOST_ROWS,
      default: DEFAULTS.failAfterRows,
    },
    rateLimitRows: {
      title: 'Rows between rate limits',
      description: 'After this many rows of a table, the shop asks to wait.',
      type: 'integer',
      minimum: 1,
      maximum: MOST_ROWS,
    },
    rateLimitSeconds: {
      title: 'Seconds to wait at a rate limit',
      type: 'integer',
      minimum: 1,
      maximum: 3_600,
      default: DEFAULTS.rateLimitSeconds,
    },
    rowsPerSecond: {
      title: 'Most rows per second',
      type: 'integer',
      minimum: 1,
      maximum: MOST_ROWS,
    },
    latencySeconds: {
      title: 'Seconds before the first row of each table',
      type: 'integer',
      minimum: 0,
      maximum: 3_600,
    },
    latePercent: {
      title: 'Percent of late rows',
      description: 'Orders and visits that appear later than their time says.',
      ...percent,
    },
    lateHours: {
      title: 'Hours that late rows are late',
      type: 'integer',
      minimum: 1,
      maximum: 720,
      default: DEFAULTS.lateHours,
    },
    deletedPercent: {
      title: 'Percent of deleted orders',
      description: 'Orders that disappear, with their lines and payments, after one to five weeks.',
      ...percent,
    },
    rejectTable: {
      title: 'Damaged rows in',
      type: 'string',
      enum: TABLE_NAMES,
    },
    rejectEvery: {
      title: 'One damaged row in',
      type: 'integer',
      minimum: 1,
      maximum: MOST_ROWS,
      default: DEFAULTS.rejectEvery,
    },
  }),
  ...grouped('drift', {
    driftDate: {
      title: 'From this day on',
      description: 'Leave it empty for changes that apply at once.',
      ...DATE,
      examples: ['2027-01-15'],
    },
    addColumn: { title: 'Add the column campaign to orders', type: 'boolean', default: false },
    removeColumn: { title: 'Remove the column phone from customers', type: 'boolean', default: false },
    changeType: { title: 'Turn weight_grams of products into text', type: 'boolean', default: false },
    removeTable: { title: 'Remove the table refunds', type: 'boolean', default: false },
    renameTable: { title: 'Rename the table visits to page_views', type: 'boolean', default: false },
  }),
] as const;

export const sampleShopSpecification: ConnectorSpecification = {
  name: 'Sample shop',
  category: 'sample',
  supportLevel: 'built_in',
  aliases: ['sample', 'example', 'demo', 'test', 'shop', 'generator', 'fake', 'beispiel'],
  tile: { letters: 'Sa', hue: 5 },
  takesUploads: false,
  connectionSpecification: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Sample shop',
    type: 'object',
    required: [],
    additionalProperties: false,
    properties: Object.fromEntries(
      PROPERTIES.map(([name, property], order) => [name, { order, ...property }]),
    ),
  },
  checkSteps: ['list', 'read_one_row'],
  supportedSyncModes: ['full_refresh', 'incremental'],
  filtersRows: false,
};
