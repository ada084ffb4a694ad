import { Readable } from 'node:stream';
import { Type } from '@sinclair/typebox';
import {
  csvRow,
  newSyncRunBody,
  rejectedRowCollection,
  RUN_STATES,
  RUN_TRIGGERS,
  syncRunCancellationBody,
  syncRunCollection,
  syncRunDocument,
  word,
  type CsvTexts,
} from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { member, memberOrToken } from '../../../http/access.ts';
import { textsParameter } from '../../../http/csv-texts.ts';
import { defineRoute, fileContent, type Workspace } from '../../../http/define-route.ts';
import { Download } from '../../../http/download.ts';
import { idempotently } from '../../../http/idempotency.ts';
import { decodeCursor, encodeCursor, pageQuery } from '../../../http/paging.ts';
import { requireWholeConnection } from '../../../http/whole-connections.ts';
import { getSourceConnection } from '../../connections/source-connections/index.ts';
import { placeInLine } from './leases.ts';
import { countRejections, listRejections } from './rejected-rows.repository.ts';
import { presentListedRun, presentRun } from './sync-run.presenter.ts';
import { listAttempts } from './sync-attempts.repository.ts';
import { countRuns, getRun, listRuns, listRunStreams, totalRuns } from './sync-runs.repository.ts';

const LIST = '/organizations/:organizationId/source-connections/:sourceConnectionId/sync-runs';
const ONE = `${LIST}/:runId` as const;
/** Rows of a file that are read from the store at a time. */
const ROWS_AT_ONCE = 1_000;

const list = defineRoute({
  method: 'GET',
  path: LIST,
  summary: 'The runs of a connection, newest first, without their tables.',
  access: memberOrToken('sources:read', 'syncs:run'),
  query: Type.Object(
    {
      ...pageQuery,
      'filter[state]': Type.Optional(word(RUN_STATES)),
      'filter[trigger]': Type.Optional(word(RUN_TRIGGERS)),
    },
    { additionalProperties: false },
  ),
  responses: { 200: syncRunCollection },
  handler: async ({ workspace, params, query }) => {
    const size = query['page[size]'];
    const cursor = query['page[after]'];
    const before = cursor === undefined ? null : decodeCursor(cursor, ['int4'])[0];
    const filter = { state: query['filter[state]'], trigger: query['filter[trigger]'] };
    requireWholeConnection(workspace.principal, params.sourceConnectionId);
    return workspace.transaction(async (db) => {
      const connection = await getSourceConnection(db, params.sourceConnectionId);
      const found = await listRuns(db, connection.id, filter, before, size + 1);
      const page = found.slice(0, size);
      const totals = await totalRuns(
        db,
        page.map(({ id }) => id),
      );
      const last = page.at(-1);
      return {
        data: page.map((run) => presentListedRun(run, totals.get(run.id))),
        links: { next: found.length > size && last ? encodeCursor([last.number]) : null },
        meta: { total: await countRuns(db, connection.id, filter) },
      };
    });
  },
});

const create = defineRoute({
  method: 'POST',
  path: LIST,
  summary: 'Sync now: starts a run, or returns the active one, unless it reads something else.',
  access: memberOrToken('syncs:run', 'syncs:run'),
  body: newSyncRunBody,
  takes: 'Idempotency-Key',
  responses: { 202: syncRunDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    requireWholeConnection(workspace.principal, params.sourceConnectionId);
    return workspace.transaction((db) =>
      idempotently(db, request, workspace.principal.id, async () => {
        const { sourceConnectionId } = params;
        const { tables, refresh } = body.data.attributes;
        const id = await services.syncs.begin(db, sourceConnectionId, workspace.principal, {
          tables,
          fromScratch: refresh,
        });
        const details = { tables: tables?.length ?? null, refresh: refresh ?? false };
        await audit(db, { action: 'sync_run.start', ...about(id, workspace), request, details });
        await services.events.publishIn(db, { type: 'sync_runs', id, sourceConnectionId });
        await services.events.publishIn(db, {
          type: 'source_connections',
          id: sourceConnectionId,
          sourceConnectionId,
        });
        return present(db, sourceConnectionId, id);
      }),
    );
  },
});

const getOne = defineRoute({
  method: 'GET',
  path: ONE,
  summary: 'One run with what it has read of each table.',
  access: memberOrToken('sources:read', 'syncs:run'),
  responses: { 200: syncRunDocument },
  handler: async ({ workspace, params, services }) => {
    requireWholeConnection(workspace.principal, params.sourceConnectionId);
    const { run, streams, attempts } = await workspace.transaction((db) =>
      read(db, params.sourceConnectionId, params.runId),
    );
    const position = run.state === 'queued' ? await placeInLine(services.database, run.id) : null;
    return { data: presentRun(run, streams, attempts, position) };
  },
});

const cancel = defineRoute({
  method: 'POST',
  path: `${ONE}/cancellations`,
  summary: 'Cancel a run. Tables that it has committed stay.',
  access: member('syncs:run'),
  body: syncRunCancellationBody,
  responses: { 202: syncRunDocument },
  handler: async ({ workspace, params, request, services }) => {
    const { sourceConnectionId, runId } = params;
    const response = await workspace.transaction(async (db) => {
      await services.syncs.cancel(db, await getRun(db, sourceConnectionId, runId));
      await audit(db, { action: 'sync_run.cancel', ...about(runId, workspace), request });
      await services.events.publishIn(db, { type: 'sync_runs', id: runId, sourceConnectionId });
      await services.events.publishIn(db, {
        type: 'source_connections',
        id: sourceConnectionId,
        sourceConnectionId,
      });
      return present(db, sourceConnectionId, runId);
    });
    services.syncs.stop(runId);
    return response;
  },
});

const rejectedRows = defineRoute({
  method: 'GET',
  path: `${ONE}/rejected-rows`,
  summary: 'Rows that a run could not load, each with its reason.',
  access: member('data:read'),
  query: Type.Object(pageQuery, { additionalProperties: false }),
  responses: { 200: rejectedRowCollection },
  handler: async ({ workspace, params, query }) => {
    const size = query['page[size]'];
    const cursor = query['page[after]'];
    const after = cursor === undefined ? 0 : decodeCursor(cursor, ['int8'])[0];
    return workspace.transaction(async (db) => {
      const run = await getRun(db, params.sourceConnectionId, params.runId);
      const found = await listRejections(db, run.id, after, size + 1);
      const page = found.slice(0, size);
      const last = page.at(-1);
      return {
        data: page.map((row) => ({
          type: 'rejected_rows' as const,
          id: String(row.position),
          attributes: {
            tableName: row.table_name,
            line: row.line,
            column: row.column_name,
            code: row.code,
            reason: row.reason,
            values: row.reason_values,
            raw: row.raw,
          },
        })),
        links: { next: found.length > size && last ? encodeCursor([last.position]) : null },
        meta: { total: await countRejections(db, run.id) },
      };
    });
  },
});

const rejectedRowFile = defineRoute({
  method: 'GET',
  path: `${ONE}/rejected-row-file`,
  summary: 'All kept rejected rows of a run as a CSV file.',
  access: member('data:read'),
  download: 'text/csv',
  query: Type.Object(textsParameter, { additionalProperties: false }),
  responses: { 200: fileContent },
  handler: async ({ workspace, params: { sourceConnectionId, runId }, query: { texts = 'exact' } }) => {
    const { number } = await workspace.transaction((db) => getRun(db, sourceConnectionId, runId));
    const pageAfter = (position: number) =>
      workspace.transaction((db) => listRejections(db, runId, position, ROWS_AT_ONCE));
    return new Download(`run-${number}-rejected-rows.csv`, Readable.from(rejectionLines(pageAfter, texts)));
  },
});

/** Yields the lines of a CSV file, page by page, so that no more than a page is in memory. */
async function* rejectionLines(
  pageAfter: (position: number) => ReturnType<typeof listRejections>,
  texts: CsvTexts,
) {
  yield csvRow(['table', 'line', 'column', 'reason', 'row'], texts);
  for (let last = 0, size = ROWS_AT_ONCE; size === ROWS_AT_ONCE;) {
    const rows = await pageAfter(last);
    yield rows
      .map((row) => csvRow([row.table_name, row.line, row.column_name, row.reason, row.raw], texts))
      .join('');
    size = rows.length;
    last = rows.at(-1)?.position ?? last;
  }
}

const about = (runId: string, { id: workspaceId, principal: { id: actorId } }: Workspace) => ({
  actorId,
  workspaceId,
  subject: { type: 'sync_runs', id: runId },
});

async function read(db: WorkspaceDb, sourceConnectionId: string, id: string) {
  const run = await getRun(db, sourceConnectionId, id);
  const streams = (await listRunStreams(db, [id])).get(id) ?? [];
  return { run, streams, attempts: await listAttempts(db, id) };
}

async function present(db: WorkspaceDb, sourceConnectionId: string, id: string) {
  const { run, streams, attempts } = await read(db, sourceConnectionId, id);
  return { data: presentRun(run, streams, attempts) };
}

export const syncRunRoutes = [list, create, getOne, cancel, rejectedRows, rejectedRowFile];
