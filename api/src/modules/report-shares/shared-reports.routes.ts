import {
  boundColumns,
  choicesIn,
  isComputed,
  sharedCardBody,
  sharedCardDocument,
  sharedReportBody,
  sharedReportDocument,
  sharedValuesBody,
  sharedValuesDocument,
  sharePassBody,
  sharePassDocument,
  withChoices,
} from '@headwater/shared/contract';
import { anonymous } from '../../http/access.ts';
import { defineRoute } from '../../http/define-route.ts';
import { fewAtOnce } from '../../platform/queue/few-at-once.ts';
import { Refusal } from '../../platform/refusals/refusal.ts';
import { computeCard, type ReportReading } from '../report-files/index.ts';
import { computeResult } from '../tables/index.ts';
import { findShare, openShare } from './open-share.ts';
import { noteUse } from './report-shares.repository.ts';
import { newPass } from './share-token.ts';
import { presentShared } from './shared-report.presenter.ts';

/** How many values of a column a viewer can choose from. */
const VALUES_SHOWN = 200;

/** Tokens are in bodies, because URLs are kept by proxies and logs. */
const open = defineRoute({
  method: 'POST',
  path: '/shared-reports',
  summary:
    'A report that is shared by a link, as its viewers see it. A link that has ended, was revoked, or never was is answered alike.',
  access: anonymous(),
  limit: 'shared',
  body: sharedReportBody,
  responses: { 200: sharedReportDocument },
  handler: async ({ body, request, services }) => {
    const opened = await openShare(services, body.data.attributes, request);
    if (!opened.share.isUseKnown) await opened.workspace.transaction((db) => noteUse(db, opened.share.id));
    return { data: presentShared(opened) };
  },
});

const unlock = defineRoute({
  method: 'POST',
  path: '/share-passes',
  summary: 'Exchange the password of a shared report for a pass, which opens it for some hours.',
  access: anonymous(),
  limit: 'share_password',
  body: sharePassBody,
  responses: { 201: sharePassDocument },
  handler: async ({ body, request, services }) => {
    const { token, password } = body.data.attributes;
    const { id, passwordHash } = await findShare(services, token, request);
    const isRight = await services.passwords.matches(password, passwordHash);
    if (!isRight) services.limits.spend('wrong_share_password', id);
    if (!isRight || passwordHash === null)
      throw new Refusal('share_password_wrong', { pointer: '/data/attributes/password' });
    const { pass, expiresAt } = newPass(services.keys.shares, { id, passwordHash });
    const attributes = { pass, expiresAt: expiresAt.toISOString() };
    return { data: { type: 'share_passes' as const, id, attributes } };
  },
});

const card = defineRoute({
  method: 'POST',
  path: '/shared-card-results',
  summary:
    'What a card of a shared report shows of the current data. Its query is the saved one: viewers choose only values of filters and the comparison, and only if the link lets them.',
  access: anonymous(),
  limit: 'shared',
  body: sharedCardBody,
  responses: { 200: sharedCardDocument },
  handler: async ({ body, request, services }) => {
    const { card: id, filters, ...key } = body.data.attributes;
    const { share, content, tables, workspace } = await openShare(services, key, request);
    const found = content.cards.filter(isComputed).find((one) => one.id === id);
    if (!found) throw new Refusal('not_found');
    if (!share.filtersOpen && filters !== '') throw new Refusal('share_filters_locked');
    const chosen = withChoices(new URLSearchParams(share.filters), new URLSearchParams(filters));
    const reading: ReportReading = {
      ...{ services, workspace, tables, signal: request.signal },
      ...choicesIn(chosen, content),
    };
    const { result, unbound } = await computeCard(reading, found).catch(hideReason);
    const { sql: _sql, version: _version, ...shown } = result;
    const attributes = { ...shown, unbound: unbound.map(({ label }) => label) };
    return { data: { type: 'shared_card_results' as const, id, attributes } };
  },
});

const values = defineRoute({
  method: 'POST',
  path: '/shared-filter-values',
  summary:
    'The values from which a viewer of a shared report can choose in a filter, the most frequent first.',
  access: anonymous(),
  limit: 'shared',
  body: sharedValuesBody,
  responses: { 200: sharedValuesDocument },
  handler: async ({ body, request, services }) => {
    const { filter: id, ...key } = body.data.attributes;
    const { share, content, tables, workspace } = await openShare(services, key, request);
    if (!share.filtersOpen) throw new Refusal('share_filters_locked');
    const filter = content.filters.find((one) => one.id === id);
    const [first, ...others] = filter ? boundColumns(filter, content, tables) : [];
    if (!first) throw new Refusal('not_found');
    const targets = [first, ...others.filter(({ column }) => column.type === first.column.type)];
    const lists = await fewAtOnce(targets, async ({ table, column }) => {
      if (table.version === null) return [];
      const query = {
        breakouts: [{ as: 'value', column: column.name }],
        measures: [{ as: 'rows', agg: 'count' as const }],
        limit: VALUES_SHOWN,
      };
      const asked = { ...table, number: table.version, query, pointer: '' };
      const { values: found } = await computeResult(services, workspace, asked, request.signal);
      return found[0]!.map((text, at) => ({ text, rows: Number(found[1]![at]) }));
    });
    const rows = new Map<string, number>();
    for (const { text, rows: count } of lists.flat())
      if (text !== null) rows.set(text, (rows.get(text) ?? 0) + count);
    const mostFirst = [...rows].toSorted(([, one], [, other]) => other - one).map(([text]) => text);
    const attributes = { values: mostFirst.slice(0, VALUES_SHOWN) };
    return { data: { type: 'shared_filter_values' as const, id, attributes } };
  },
});

/** Why something can't be computed names tables and columns, unless it's about this moment. */
const OF_THE_MOMENT: readonly string[] = [
  'version_gone',
  'installation_busy',
  'query_timed_out',
  'share_link_gone',
];

function hideReason(error: unknown): never {
  const isKnown = error instanceof Refusal && !OF_THE_MOMENT.includes(error.faults[0]!.code);
  throw isKnown ? new Refusal('share_card_unfit', { cause: error }) : error;
}

export const sharedReportRoutes = [open, unlock, card, values];
