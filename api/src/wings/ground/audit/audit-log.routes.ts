import { Readable } from 'node:stream';
import { Type } from '@sinclair/typebox';
import { momentWords } from '@headwater/shared/charts';
import {
  AUDIT_ACTIONS,
  AUDIT_OUTCOMES,
  auditEventCollection,
  auditFacetDocument,
  timestamp,
  word,
} from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { textsParameter } from '../../../http/csv-texts.ts';
import { defineRoute, fileContent } from '../../../http/define-route.ts';
import { Download } from '../../../http/download.ts';
import { newestFirst, pageOf, pageQuery } from '../../../http/paging.ts';
import type { NewestFirst } from '../../../platform/database/newest-first.ts';
import { audit } from './audit.ts';
import {
  auditCsvHead,
  auditCsvRow,
  presentActor,
  presentAuditEvent,
  type AuditCsv,
} from './audit-log.presenter.ts';
import {
  countAuditLog,
  listAuditFacets,
  listAuditLog,
  zoneIn,
  type AuditFilter,
  type AuditLogRow,
} from './audit-log.repository.ts';

const LOG = '/organizations/:organizationId/audit-events';
/** Rows of a file that are read from the store at a time. */
const ROWS_AT_ONCE = 1_000;

const filterQuery = {
  'filter[actor]': Type.Optional(Type.String({ pattern: '^(product|(usr|sva)_[0-9a-z]{26})$' })),
  'filter[action]': Type.Optional(word(AUDIT_ACTIONS)),
  'filter[outcome]': Type.Optional(word(AUDIT_OUTCOMES)),
  'filter[since]': Type.Optional(timestamp()),
  'filter[until]': Type.Optional(timestamp()),
};

const filterOf = (query: {
  'filter[actor]'?: string;
  'filter[action]'?: AuditFilter['action'];
  'filter[outcome]'?: AuditFilter['outcome'];
  'filter[since]'?: string;
  'filter[until]'?: string;
}): AuditFilter => ({
  actorId: query['filter[actor]'],
  action: query['filter[action]'],
  outcome: query['filter[outcome]'],
  since: query['filter[since]'],
  until: query['filter[until]'],
});

const list = defineRoute({
  method: 'GET',
  path: LOG,
  summary: 'What was done in the workspace and by whom, newest first.',
  access: member('audit:read'),
  query: Type.Object({ ...pageQuery, ...filterQuery }, { additionalProperties: false }),
  responses: { 200: auditEventCollection },
  handler: async ({ workspace, query }) => {
    const size = query['page[size]'];
    const before = newestFirst(query['page[after]']);
    const filter = filterOf(query);
    return workspace.transaction(async (db) => {
      const { page, next } = pageOf(await listAuditLog(db, filter, before, size + 1), size);
      return {
        data: page.map(presentAuditEvent),
        links: { next },
        meta: { total: await countAuditLog(db, filter) },
      };
    });
  },
});

const facets = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/audit-facets',
  summary:
    'Whoever has done something in the workspace, and which actions are recorded, to filter the log by.',
  access: member('audit:read'),
  responses: { 200: auditFacetDocument },
  handler: async ({ workspace }) =>
    workspace.transaction(async (db) => {
      const { actors, actions } = await listAuditFacets(db);
      const attributes = { actors: actors.map(({ id, name }) => presentActor(id, name)), actions };
      return { data: { type: 'audit_facets' as const, id: workspace.id, attributes } };
    }),
});

const file = defineRoute({
  method: 'GET',
  path: '/organizations/:organizationId/audit-events.csv',
  summary: 'All events that match as a CSV file, streamed, newest first.',
  access: member('audit:read'),
  download: 'text/csv',
  query: Type.Object({ ...filterQuery, ...textsParameter }, { additionalProperties: false }),
  responses: { 200: fileContent },
  handler: async ({ workspace, query: { texts = 'exact', ...query }, request }) => {
    const filter = filterOf(query);
    const zone = await workspace.transaction(async (db) => {
      await audit(db, {
        action: 'audit_log.export',
        actorId: workspace.principal.id,
        workspaceId: workspace.id,
        request,
      });
      return zoneIn(db);
    });
    const pageBefore = (before: NewestFirst | null) =>
      workspace.transaction((db) => listAuditLog(db, filter, before, ROWS_AT_ONCE));
    const [day = ''] = momentWords(zone)(new Date().toISOString()).split(' ');
    return new Download(`audit-log-${day}.csv`, Readable.from(linesOf(pageBefore, { texts, zone })));
  },
});

/** Yields the lines of a CSV file, page by page, so that no more than a page is in memory. */
async function* linesOf(pageBefore: (before: NewestFirst | null) => Promise<AuditLogRow[]>, file: AuditCsv) {
  yield auditCsvHead(file);
  let before: NewestFirst | null = null;
  do {
    const rows: AuditLogRow[] = await pageBefore(before);
    if (rows.length > 0) yield rows.map((row) => auditCsvRow(row, file)).join('');
    before = rows.length === ROWS_AT_ONCE ? rows.at(-1)! : null;
  } while (before);
}

export const auditLogRoutes = [list, facets, file];
