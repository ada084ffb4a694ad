import { isDeepStrictEqual } from 'node:util';
import {
  choicesIn,
  filterValueIn,
  isComputed,
  offeredRows,
  setsParameters,
  sharedCardBody,
  sharedCardDocument,
  sharedReportBody,
  sharedReportDocument,
  sharedValuesBody,
  sharedValuesDocument,
  sharePassBody,
  sharePassDocument,
  withChoices,
  type OfferedRows,
  type ReportContent,
} from '@headwater/shared/contract';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { anonymous } from '../../../http/access.ts';
import { defineRoute, type Workspace } from '../../../http/define-route.ts';
import type { Services } from '../../../http/services.ts';
import { fewAtOnce } from '@headwater/base/queue/few-at-once';
import { Refusal } from '@headwater/base/refusals/refusal';
import { computeCard, type ReportReading } from '../files/index.ts';
import { countOpening } from '../reports/index.ts';
import { computeResult, type TableRow } from '../../tables/tables/index.ts';
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
    const { again = false, ...key } = body.data.attributes;
    const opened = await openShare(services, key, request);
    const { id, reportId, isUseKnown } = opened.share;
    if (!again || !isUseKnown)
      await opened.workspace.transaction(async (db) => {
        if (!isUseKnown) await noteUse(db, id);
        if (!again) await countOpening(db, reportId, 'by_links');
      });
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
    // Before it is compared: whoever guesses must not learn above the limit that a password is right.
    services.limits.spend('wrong_share_password', id);
    const isRight = await services.passwords.matches(password, passwordHash);
    if (isRight) services.limits.giveBack('wrong_share_password', id);
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
    requireOffered(share, content, filters);
    const reading: ReportReading = {
      ...{ services, workspace, tables, signal: request.signal },
      ...choicesIn(chosenIn(share, filters), content),
    };
    const { result, unbound, parameters } = await computeCard(reading, found).catch(hideReason);
    const { sql: _sql, version: _version, ...shown } = result;
    const attributes = { ...shown, unbound: unbound.map(({ label }) => label), parameters };
    return { data: { type: 'shared_card_results' as const, id, attributes } };
  },
});

const values = defineRoute({
  method: 'POST',
  path: '/shared-filter-values',
  summary:
    'The values from which a viewer of a shared report can choose in a filter, the most frequent first: those of the rows that its cards can show with what is chosen in the other filters. Null stands for rows without a value.',
  access: anonymous(),
  limit: 'shared',
  body: sharedValuesBody,
  responses: { 200: sharedValuesDocument },
  handler: async ({ body, request, services }) => {
    const { filter: id, filters, ...key } = body.data.attributes;
    const { share, content, tables, workspace } = await openShare(services, key, request);
    if (!share.filtersOpen) throw new Refusal('share_filters_locked');
    const filter = content.filters.find((one) => one.id === id);
    if (filter && setsParameters(filter)) {
      const attributes = { values: filter.offers ?? [] };
      return { data: { type: 'shared_filter_values' as const, id, attributes } };
    }
    const { valueOf } = choicesIn(chosenIn(share, filters ?? ''), content);
    const [first, ...others] = filter ? offeredRows(filter, content, tables, valueOf) : [];
    if (!first) throw new Refusal('not_found');
    const targets = [first, ...others.filter(({ column }) => column.type === first.column.type)];
    const lists = await fewAtOnce(targets, (rows) => valuesIn(services, workspace, rows, request.signal));
    const rows = new Map<string | null, number>();
    for (const { text, rows: count } of lists.flat()) rows.set(text, (rows.get(text) ?? 0) + count);
    const mostFirst = [...rows].toSorted(([, one], [, other]) => other - one).map(([text]) => text);
    const attributes = { values: mostFirst.slice(0, VALUES_SHOWN) };
    return { data: { type: 'shared_filter_values' as const, id, attributes } };
  },
});

/** Returns what a viewer has chosen, and otherwise what the link says. */
const chosenIn = (share: { filters: string }, filters: string) =>
  withChoices(new URLSearchParams(share.filters), new URLSearchParams(filters));

/**
 * Throws if a viewer has chosen a value of a parameter that isn't offered. Of a column, any value narrows what the link
 * shows anyway, but a saved query can have other rows for another value, and for the one that was saved with it.
 */
function requireOffered(share: { filters: string }, { filters }: ReportContent, chosen: string): void {
  const [linked, asked] = [new URLSearchParams(share.filters), new URLSearchParams(chosen)];
  for (const filter of filters.filter(setsParameters)) {
    const value = filterValueIn(withChoices(linked, asked), filter);
    if (isDeepStrictEqual(value, filterValueIn(linked, filter))) continue;
    const offers = new Set(filter.offers);
    if (value?.operator !== 'one_of' || value.orNull || !value.values.every((one) => offers.has(one)))
      throw new Refusal('share_value_not_offered', { values: { filter: filter.label } });
  }
}

/** Returns the most frequent values in rows that a card can show. Of a card that can't be computed, there are none. */
async function valuesIn(
  services: Services,
  workspace: Workspace,
  { table, column, filter, query: { zone } }: OfferedRows<TableRow, StreamColumn>,
  signal: AbortSignal,
): Promise<{ text: string | null; rows: number }[]> {
  if (table.version === null) return [];
  const query = {
    ...{ filter: filter.map((group) => group.map((one) => ({ ...one, values: [...one.values] }))) },
    breakouts: [{ as: 'value', column: column.name }],
    measures: [{ as: 'rows', agg: 'count' as const }],
    limit: VALUES_SHOWN,
    ...(zone !== undefined && { zone }),
  };
  const asked = { ...table, number: table.version, query, isCard: true, pointer: '' };
  const { values: found } = await computeResult(services, workspace, asked, signal).catch(
    (error: unknown) => {
      if (isOfTheMoment(error)) throw error;
      return { values: [[], []] };
    },
  );
  return found[0]!.map((text, at) => ({ text, rows: Number(found[1]![at]) }));
}

/** Why something can't be computed names tables and columns, unless it's about this moment. */
const OF_THE_MOMENT: readonly string[] = [
  'version_gone',
  'installation_busy',
  'query_timed_out',
  'share_link_gone',
  // They name filters, which viewers see.
  'share_value_not_offered',
  'report_parameter_missing',
  'report_parameter_single',
  'report_parameter_separator',
  'report_parameter_unfit',
];

const isOfTheMoment = (error: unknown): boolean =>
  !(error instanceof Refusal) || OF_THE_MOMENT.includes(error.faults[0]!.code);

function hideReason(error: unknown): never {
  throw isOfTheMoment(error) ? error : new Refusal('share_card_unfit', { cause: error });
}

export const sharedReportRoutes = [open, unlock, card, values];
