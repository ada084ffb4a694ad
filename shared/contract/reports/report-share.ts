import { Type, type Static } from '@sinclair/typebox';
import {
  collection,
  document,
  id,
  nullable,
  object,
  requestBody,
  resource,
  timestamp,
  word,
} from '../ground/json-api.ts';
import { queryResultAttributes } from '../tables/query.ts';
import { cardLayout, filterValue } from './report.ts';
import {
  CARD_TEXT_MAX,
  CARD_TITLE_MAX,
  SHARE_DAYS_MAX,
  SHARE_PASSWORD_MAX,
  SHARE_PASSWORD_MIN,
} from './report-limits.ts';
import { AGGREGATES, CHART_MARKS, REPORT_COMPARISONS } from '../ground/words.ts';

/** The most links of a report. */
export const SHARES_MAX = 20;

const filtersText = Type.String({ maxLength: 8_000 });

export const newShareLinkBody = requestBody(
  'share_links',
  object({
    days: Type.Integer({ minimum: 1, maximum: SHARE_DAYS_MAX }),
    password: Type.Optional(Type.String({ minLength: SHARE_PASSWORD_MIN, maxLength: SHARE_PASSWORD_MAX })),
    /** Whether viewers may choose other values of the report's filters, and another comparison. */
    filtersOpen: Type.Boolean(),
    /** What viewers see, or see first, as the report's URL has it. */
    filters: filtersText,
  }),
);

const linkFacts = {
  hasPassword: Type.Boolean(),
  filtersOpen: Type.Boolean(),
  createdBy: Type.String(),
  createdAt: timestamp(),
  expiresAt: timestamp(),
  isExpired: Type.Boolean(),
  /** Whether it would work if it hadn't expired: its maker may still edit reports. */
  isBacked: Type.Boolean(),
  lastUsedAt: nullable(timestamp()),
};
export const shareLink = resource('share_links', object(linkFacts));
export type ShareLinkResource = Static<typeof shareLink>;
export const shareLinkCollection = object({
  data: Type.Array(shareLink),
  links: object({ next: Type.Null() }),
  meta: object({ total: Type.Integer() }),
});
/** A link in the list of all reports' links. */
const workspaceShareLink = resource(
  'share_links',
  object({ ...linkFacts, report: object({ id: id('rep'), name: Type.String() }) }),
);
export type WorkspaceShareLinkResource = Static<typeof workspaceShareLink>;
export const workspaceShareLinkCollection = collection(workspaceShareLink);
/** Only whoever creates a link gets its token, once. */
export const newShareLinkDocument = document(
  resource('share_links', object({ ...linkFacts, token: Type.String() })),
);

/** What opens a shared report: the link's token and, if it has a password, a pass. */
const key = {
  token: Type.String({ maxLength: 200 }),
  pass: Type.Optional(Type.String({ maxLength: 200 })),
};
export const sharedReportBody = requestBody(
  'shared_reports',
  object({
    ...key,
    /** Set by a page that shows the report already. It isn't counted as an opening. */
    again: Type.Optional(Type.Boolean()),
  }),
);
export const sharePassBody = requestBody(
  'share_passes',
  object({ token: key.token, password: Type.String({ minLength: 1, maxLength: SHARE_PASSWORD_MAX }) }),
);
export const sharePassDocument = document(
  resource('share_passes', object({ pass: Type.String(), expiresAt: timestamp() })),
);

const sharedCard = object({
  id: Type.String(),
  kind: word(['query', 'number', 'table', 'text']),
  title: Type.String({ maxLength: CARD_TITLE_MAX }),
  layout: cardLayout,
  mark: nullable(word(CHART_MARKS)),
  text: Type.String({ maxLength: CARD_TEXT_MAX }),
  /** The first measure, which says what values are. */
  measure: nullable(
    object({ as: Type.String(), agg: nullable(word(AGGREGATES)), column: nullable(Type.String()) }),
  ),
  state: word(['ready', 'gone', 'empty']),
  /** Increases with the data. */
  version: nullable(Type.Integer()),
  freshAsOf: nullable(timestamp()),
  isLate: Type.Boolean(),
});
export type SharedCard = Static<typeof sharedCard>;

const sharedFilter = object({
  id: Type.String(),
  label: Type.String(),
  value: nullable(filterValue),
  /** What a viewer may choose. */
  offers: word(['nothing', 'values', 'ranges']),
  /** Whether it sets parameters of queries, which have those that were saved as long as nothing is chosen. */
  setsParameters: Type.Boolean(),
});
export type SharedFilter = Static<typeof sharedFilter>;

export const sharedReport = resource(
  'shared_reports',
  object({
    name: Type.String(),
    workspace: Type.String(),
    freshAsOf: nullable(timestamp()),
    isLate: Type.Boolean(),
    cards: Type.Array(sharedCard),
    filters: Type.Array(sharedFilter),
    /** What all cards are compared with, and what a viewer may choose for that. */
    comparison: object({
      value: word(REPORT_COMPARISONS),
      offers: Type.Array(word(REPORT_COMPARISONS)),
    }),
  }),
);
export type SharedReportResource = Static<typeof sharedReport>;
export const sharedReportDocument = document(sharedReport);

export const sharedCardBody = requestBody(
  'shared_card_results',
  object({ ...key, card: Type.String({ maxLength: 32 }), filters: filtersText }),
);
export const sharedCardAttributes = object({
  ...Type.Omit(queryResultAttributes, ['sql', 'version']).properties,
  /** The labels of filters that have a value and don't concern the card. */
  unbound: Type.Array(Type.String()),
  /** The values that its saved query was run with. */
  parameters: Type.Array(object({ name: Type.String(), value: nullable(Type.String()) })),
});
export type SharedCardResult = Static<typeof sharedCardAttributes>;
export const sharedCardDocument = document(resource('shared_card_results', sharedCardAttributes));

export const sharedValuesBody = requestBody(
  'shared_filter_values',
  object({
    ...key,
    filter: Type.String({ maxLength: 32 }),
    /** What a viewer has chosen in the report's filters, as for its cards. */
    filters: Type.Optional(filtersText),
  }),
);
export const sharedValuesDocument = document(
  resource('shared_filter_values', object({ values: Type.Array(nullable(Type.String())) })),
);
