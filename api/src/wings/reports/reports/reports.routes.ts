import {
  comparedWith,
  filteredQuery,
  isComputed,
  newReportBody,
  queryResultDocument,
  REPORT_BYTES_MAX,
  REPORTS_MAX,
  reportChangeBody,
  reportCollection,
  reportCopyBody,
  reportDocument,
  reportFavoriteBody,
  reportOpeningBody,
  type ReportContent,
  savedChoices,
} from '@headwater/shared/contract';
import { member, memberOrToken } from '../../../http/access.ts';
import { defineRoute, noContent } from '../../../http/define-route.ts';
import { expectedVersion } from '../../../http/if-match.ts';
import type { Principal } from '../../../http/principal.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { indexUses } from '../../ground/dependencies/index.ts';
import { parametersOfCard } from './parameters-of-card.ts';
import { computeResult, listTableNames } from '../../tables/tables/index.ts';
import { addReport } from './add-report.ts';
import { documentAfter, EMPTY, getLocked, getReport, noteChange, type Change } from './change-report.ts';
import { checkReport } from './check-report.ts';
import { markDeleted } from './deleted-reports.repository.ts';
import { indexReport } from './index-report.ts';
import { contentOf, presentListed, presentReport, presentSeen } from './report.presenter.ts';
import {
  appendVersion,
  countOpening,
  countReports,
  listFullReports,
  listReports,
  setFavorite,
} from './reports.repository.ts';
import { visibleReport } from './visible-report.ts';

const REPORTS = '/organizations/:organizationId/reports';
const ONE = `${REPORTS}/:reportId` as const;

const list = defineRoute({
  method: 'GET',
  path: REPORTS,
  summary: "The workspace's reports, by name.",
  access: memberOrToken('data:read', 'reports:read'),
  responses: { 200: reportCollection },
  handler: async ({ workspace }) =>
    workspace.transaction(async (db) => {
      const { id: userId, kind } = workspace.principal;
      const data =
        kind === 'user'
          ? (await listReports(db, userId)).map((row) => presentListed(row, userId))
          : await listSeen(db, workspace.principal);
      return { data, links: { next: null }, meta: { total: data.length } };
    }),
});

const create = defineRoute({
  method: 'POST',
  path: REPORTS,
  summary: 'Create a report: cards on a grid of twelve columns, and filters that are bound to their columns.',
  access: member('data:edit'),
  body: newReportBody,
  maxBytes: REPORT_BYTES_MAX,
  responses: { 201: reportDocument },
  handler: async ({ workspace, body, request, services }) =>
    workspace.transaction(async (db) => {
      const { name, content = EMPTY } = body.data.attributes;
      await checkReport(db, content, null);
      return add({ db, workspace, services, request }, name, content);
    }),
});

const read = defineRoute({
  method: 'GET',
  path: ONE,
  summary: 'A report with all of its cards and filters. What the cards show is computed by their queries.',
  access: memberOrToken('data:read', 'reports:read'),
  responses: { 200: reportDocument },
  handler: async ({ workspace, params }) =>
    workspace.transaction(async (db) => {
      const { principal } = workspace;
      const row = await getReport(db, params.reportId, workspace);
      return { data: presentReport(row, principal.id, await visibleReport(db, principal, contentOf(row))) };
    }),
});

const computeCard = defineRoute({
  method: 'GET',
  path: `${ONE}/cards/:cardId/query-results`,
  summary:
    'What a card of a report shows: the result of its query over the current version of its table, with the values that the filters of the report begin with.',
  access: memberOrToken('data:read', 'reports:read'),
  responses: { 200: queryResultDocument },
  handler: async ({ workspace, params, request, services }) => {
    const { card, table, seen } = await workspace.transaction(async (db) => {
      const row = await getReport(db, params.reportId, workspace);
      const seen = await visibleReport(db, workspace.principal, contentOf(row));
      const card = seen.cards.find(({ id }) => id === params.cardId);
      if (!card || !isComputed(card)) throw new Refusal('not_found');
      const [table] = await listTableNames(db, [card.table.id]);
      if (!table) throw new Refusal('not_found');
      return { card, table, seen };
    });
    const { filters, valueOf, comparison } = savedChoices(seen);
    const { query } = filteredQuery(card, filters, valueOf);
    const compare = comparedWith(card, comparison);
    const { chosen: parameters } = await parametersOfCard(workspace, card, { filters, valueOf });
    const asked = { ...table, number: undefined, query, isCard: true, compare, parameters, pointer: '' };
    const {
      tableId,
      zone: _zone,
      ...attributes
    } = await computeResult(services, workspace, asked, request.signal);
    const id = `${tableId}:${attributes.version}`;
    return { data: { type: 'query_results' as const, id, attributes } };
  },
});

const change = defineRoute({
  method: 'PATCH',
  path: ONE,
  summary: 'Rename a report, or replace its content. The former content stays as a version.',
  access: member('data:edit'),
  body: reportChangeBody,
  maxBytes: REPORT_BYTES_MAX,
  takes: 'If-Match',
  responses: { 200: reportDocument },
  handler: async ({ workspace, params, body, request, services }) =>
    workspace.transaction(async (db) => {
      const saved = await getLocked(db, params.reportId, workspace);
      if (saved.version !== expectedVersion(request))
        throw new Refusal('version_conflict', { parameter: 'If-Match' });
      const former = contentOf(saved);
      const { name = saved.name, content = former } = body.data.attributes;
      await checkReport(db, content, former);
      await appendVersion(db, saved.id, { name, content, by: workspace.principal });
      await indexReport(db, { id: saved.id, name }, content);
      return documentAfter({ db, workspace, services, request }, 'report.update', saved.id);
    }),
});

const copy = defineRoute({
  method: 'POST',
  path: `${ONE}/copies`,
  summary: 'Create a report with the same cards and filters.',
  access: member('data:edit'),
  body: reportCopyBody,
  responses: { 201: reportDocument },
  handler: async ({ workspace, params, body, request, services }) =>
    workspace.transaction(async (db) => {
      const original = await getReport(db, params.reportId, workspace);
      const { name } = body.data.attributes;
      return add({ db, workspace, services, request }, name, contentOf(original));
    }),
});

const remove = defineRoute({
  method: 'DELETE',
  path: ONE,
  summary:
    'Delete a report with everything that belongs to it. For 30 days, it can be brought back; meanwhile its links, deliveries, and alerts stop.',
  access: member('data:edit'),
  responses: { 204: noContent },
  handler: async ({ workspace, params, request, services }) => {
    await workspace.transaction(async (db) => {
      const { id, name } = await getLocked(db, params.reportId, workspace);
      await markDeleted(db, id, workspace.principal.name);
      await indexUses(db, { type: 'report', id, name }, []);
      await noteChange({ db, workspace, services, request }, 'report.delete', id, { name });
    });
    return undefined;
  },
});

const mark = defineRoute({
  method: 'POST',
  path: `${ONE}/favorites`,
  summary: "Make a report one of the caller's favorites.",
  access: member('data:read'),
  body: reportFavoriteBody,
  responses: { 204: noContent },
  handler: async ({ workspace, params }) => {
    await workspace.transaction(async (db) => {
      const { id } = await getReport(db, params.reportId, workspace);
      await setFavorite(db, id, workspace.principal.id, true);
    });
    return undefined;
  },
});

const unmark = defineRoute({
  method: 'DELETE',
  path: `${ONE}/favorites`,
  summary: "Remove a report from the caller's favorites.",
  access: member('data:read'),
  responses: { 204: noContent },
  handler: async ({ workspace, params }) => {
    await workspace.transaction(async (db) => {
      const { id } = await getReport(db, params.reportId, workspace);
      await setFavorite(db, id, workspace.principal.id, false);
    });
    return undefined;
  },
});

const open = defineRoute({
  method: 'POST',
  path: `${ONE}/openings`,
  summary: 'Count that the caller has opened a report. Only the number of the day is kept.',
  access: member('data:read'),
  body: reportOpeningBody,
  responses: { 204: noContent },
  handler: async ({ workspace, params }) => {
    await workspace.transaction(async (db) => {
      const { id } = await getReport(db, params.reportId, workspace);
      await countOpening(db, id);
    });
    return undefined;
  },
});

export const reportRoutes = [list, create, read, computeCard, change, copy, remove, mark, unmark, open];

/** Lists the reports with what someone sees of each. */
async function listSeen(db: WorkspaceDb, principal: Principal) {
  const found = await listFullReports(db, principal.id);
  return Promise.all(
    found.map(async (row) =>
      presentSeen(row, principal.id, await visibleReport(db, principal, contentOf(row))),
    ),
  );
}

async function add(change: Change, name: string, content: ReportContent) {
  const { db, workspace } = change;
  if ((await countReports(db)) >= REPORTS_MAX)
    throw new Refusal('too_many_reports', { values: { most: REPORTS_MAX } });
  const id = await addReport(db, { name, content, by: workspace.principal });
  return documentAfter(change, 'report.create', id);
}
