import { Type, type Static } from '@sinclair/typebox';
import {
  collection,
  document,
  lineText,
  nameText,
  nullable,
  object,
  requestBody,
  resource,
  timestamp,
  word,
} from '../ground/json-api.ts';
import { subscriptionSchedule } from './report-subscription.ts';
import { conditionValues, orNull, query } from '../tables/query.ts';
import {
  CARD_HEIGHT_MAX,
  CARD_TEXT_MAX,
  CARD_TITLE_MAX,
  FILTER_OFFERS_MAX,
  REPORT_CARDS_MAX,
  REPORT_COLUMNS,
  REPORT_FILTERS_MAX,
  REPORT_NAME_MAX,
  REPORT_ROWS_MAX,
} from './report-limits.ts';
import { parameterName } from '../tables/parameter-values.ts';
import { CHART_MARKS, COMPARED_PERIODS, QUERY_OPERATORS } from '../ground/words.ts';

const partId = Type.String({ pattern: '^[a-z0-9]{1,32}$' });

/** Where a card lies, in columns and rows of the grid. */
export const cardLayout = object({
  x: Type.Integer({ minimum: 0, maximum: REPORT_COLUMNS - 1 }),
  y: Type.Integer({ minimum: 0, maximum: REPORT_ROWS_MAX }),
  w: Type.Integer({ minimum: 1, maximum: REPORT_COLUMNS }),
  h: Type.Integer({ minimum: 1, maximum: CARD_HEIGHT_MAX }),
});
export type CardLayout = Static<typeof cardLayout>;

/** A table, with the name that it had when it was chosen, which says what is missing once it's gone. */
const cardTable = object({
  id: Type.String({ pattern: '^tbl_[0-9a-z]{26}$' }),
  name: Type.String({ minLength: 1, maxLength: 1_000 }),
});

const common = { id: partId, title: lineText(CARD_TITLE_MAX), layout: cardLayout };
const computed = {
  ...common,
  table: cardTable,
  query,
  /** What a number, or what is grouped by periods of time, is compared with. By default, with nothing. */
  compare: Type.Optional(word(COMPARED_PERIODS)),
};

const chartCard = object({
  kind: Type.Literal('query'),
  ...computed,
  /** Null for the mark that fits best. */
  mark: nullable(word(CHART_MARKS)),
});
const numberCard = object({ kind: Type.Literal('number'), ...computed });
const tableCard = object({ kind: Type.Literal('table'), ...computed });
const textCard = object({
  kind: Type.Literal('text'),
  ...common,
  /** Several lines, with nothing in them that a mail can't carry. */
  text: Type.String({ maxLength: CARD_TEXT_MAX, pattern: '^([\\t\\n\\r]|[^\\p{Cc}])*$' }),
});

export const reportCard = Type.Union([chartCard, numberCard, tableCard, textCard]);
export type ReportCard = Static<typeof reportCard>;
/** A card that shows what a query computes. */
export type ComputedCard = Exclude<ReportCard, { kind: 'text' }>;

export const filterValue = object({ operator: word(QUERY_OPERATORS), values: conditionValues, orNull });
/** What a filter of a report compares with. */
export type FilterValue = Static<typeof filterValue>;

const columnBinding = object({ card: partId, column: Type.String({ minLength: 1, maxLength: 1_000 }) });
export type ColumnBinding = Static<typeof columnBinding>;
/** The card's rows are those that its saved query makes with the filter's value. */
const parameterBinding = object({ card: partId, parameter: parameterName });
export type ParameterBinding = Static<typeof parameterBinding>;
const binding = Type.Union([columnBinding, parameterBinding]);
export type FilterBinding = Static<typeof binding>;

/** A filter narrows all cards that it's bound to, each by a column of its own table, or by a parameter of its query. */
const reportFilter = object({
  id: partId,
  label: nameText(CARD_TITLE_MAX),
  bind: Type.Array(binding, { maxItems: REPORT_CARDS_MAX }),
  /** What can be chosen where a parameter is set. Who only has a link can choose nothing else. By default, nothing. */
  offers: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), { maxItems: FILTER_OFFERS_MAX }),
  ),
  /** What it is unless the URL says otherwise. Null for all rows. */
  default: nullable(filterValue),
});
export type ReportFilter = Static<typeof reportFilter>;

const templateWord = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 100 });
/** Which template a report was made from, and which column each of its roles had. */
const madeFrom = object({
  slug: templateWord,
  version: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }),
  columns: Type.Array(
    object({ role: templateWord, column: Type.String({ minLength: 1, maxLength: 1_000 }) }),
    {
      maxItems: 50,
    },
  ),
});

/** A report as a whole. What it means beyond its shape is checked by `faultsOfReport`. */
export const reportContent = object({
  cards: Type.Array(reportCard, { maxItems: REPORT_CARDS_MAX }),
  filters: Type.Array(reportFilter, { maxItems: REPORT_FILTERS_MAX }),
  /** What all cards that can be are compared with, unless the URL says otherwise. By default, what each card says. */
  compare: Type.Optional(word(['none', ...COMPARED_PERIODS])),
  template: Type.Optional(madeFrom),
});
export type ReportContent = Static<typeof reportContent>;

const name = nameText(REPORT_NAME_MAX);
export const newReportBody = requestBody('reports', object({ name, content: Type.Optional(reportContent) }));
export const reportChangeBody = requestBody(
  'reports',
  object({ name: Type.Optional(name), content: Type.Optional(reportContent) }),
);
export const reportCopyBody = requestBody('report_copies', object({ name }));
export const reportRestorationBody = requestBody(
  'report_restorations',
  object({ version: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }) }),
);
const deletedReport = resource(
  'deleted_reports',
  object({
    name: Type.String(),
    /** Null if it's unknown. */
    deletedBy: nullable(Type.String()),
    deletedAt: timestamp(),
    /** Then it is deleted for good. */
    restorableUntil: timestamp(),
  }),
);
export type DeletedReportResource = Static<typeof deletedReport>;
export const deletedReportCollection = collection(deletedReport);
export const deletedReportRestorationBody = requestBody('deleted_report_restorations', object({}));
export const reportFavoriteBody = requestBody('report_favorites', object({}));
export const reportOpeningBody = requestBody('report_openings', object({}));

/** A person by their name at that time. */
const author = nullable(Type.String());
/** What a report goes to by itself, or tells. What is paused doesn't count. */
const deliveries = object({
  subscriptions: Type.Integer(),
  /** Of its only subscription. Null if that is sent after syncs, or there are none, or several. */
  schedule: nullable(subscriptionSchedule),
  /** Links by which it's shared, and until when at the latest. */
  links: Type.Integer(),
  sharedUntil: nullable(timestamp()),
  alerts: Type.Integer(),
  /** How many of these are triggered. */
  triggered: Type.Integer(),
});
export type ReportDeliveries = Static<typeof deliveries>;

const listed = {
  name: Type.String(),
  /** Increases with each change. An edit sends the one that it has seen. */
  version: Type.Integer(),
  cards: Type.Integer(),
  /** The tables that its cards show. */
  tableIds: Type.Array(Type.String()),
  /** Whether the caller has marked it. */
  favorite: Type.Boolean(),
  /** Whether the caller has made it. */
  own: Type.Boolean(),
  createdBy: author,
  changedBy: author,
  changedAt: timestamp(),
  /** How often members opened it on each of the last seven days in UTC, today last. */
  openings: Type.Array(Type.Integer()),
  /** The same of openings by shared links: a page that stays open counts once. */
  openingsByLinks: Type.Array(Type.Integer()),
  deliveries,
};

export const listedReport = resource('reports', object(listed));
export type ListedReportResource = Static<typeof listedReport>;
export const reportCollection = object({
  data: Type.Array(listedReport),
  links: object({ next: Type.Null() }),
  meta: object({ total: Type.Integer() }),
});

export const reportResource = resource('reports', object({ ...listed, content: reportContent }));
export type ReportResource = Static<typeof reportResource>;
export const reportDocument = document(reportResource);

const listedVersion = {
  version: Type.Integer(),
  name: Type.String(),
  cards: Type.Integer(),
  savedBy: author,
  savedAt: timestamp(),
  /** The version that it brought back. */
  restoredFrom: nullable(Type.Integer()),
};
export const listedReportVersion = resource('report_versions', object(listedVersion));
export type ListedReportVersionResource = Static<typeof listedReportVersion>;
export const reportVersionDocument = document(
  resource('report_versions', object({ ...listedVersion, content: reportContent })),
);
