import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import {
  newRowExportBody,
  ROW_EXPORTS_MAX,
  rowExportCollection,
  rowExportDocument,
  SHEET_ROWS_MAX,
} from '@headwater/shared/contract';
import { member } from '../../../http/access.ts';
import { defineRoute, fileContent, noContent } from '../../../http/define-route.ts';
import { Download } from '../../../http/download.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit } from '../../ground/audit/index.ts';
import { filterOf, readingVersion, rowFileName, rowFileRequest } from '../tables/index.ts';
import { presentExport } from './row-export.presenter.ts';
import {
  deleteExport,
  findExport,
  insertExport,
  listExports,
  lockExportsOf,
} from './row-exports.repository.ts';

const EXPORTS = '/organizations/:organizationId/row-exports';
const ONE = `${EXPORTS}/:rowExportId` as const;

const list = defineRoute({
  method: 'GET',
  path: EXPORTS,
  summary: 'The caller’s own exports that are prepared in the background or ready, newest first.',
  access: member('data:read'),
  responses: { 200: rowExportCollection },
  handler: async ({ workspace }) =>
    workspace.transaction(async (db) => {
      const found = await listExports(db, workspace.principal.id);
      return { data: found.map(presentExport), links: { next: null }, meta: { total: found.length } };
    }),
});

const create = defineRoute({
  method: 'POST',
  path: '/organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName/row-exports',
  summary: `Prepare a file with all rows that match, in the background. It is kept for 24 hours after it's ready. An Excel file has the first ${SHEET_ROWS_MAX}.`,
  access: member('data:read'),
  body: newRowExportBody,
  responses: { 202: rowExportDocument },
  handler: async ({ workspace, params, body, request, services }) => {
    const { format, version: number, ...asked } = body.data.attributes;
    const { tableName } = params;
    const requester = { workspaceId: workspace.id, userId: workspace.principal.id };
    return readingVersion(workspace, { ...params, number, parameter: 'version' }, async (version) => {
      rowFileRequest(version, asked, {
        ...{ format, texts: 'exact', tableName, rows: 0, isAlphabetical: true },
      });
      const filter = filterOf(asked.filter ?? '');
      const count = await services.rowCounts.of(services, requester, version, filter, request.signal);
      const rows = format === 'xlsx' ? Math.min(count, SHEET_ROWS_MAX) : count;
      return workspace.transaction(async (db) => {
        await requireRoom(db, requester.userId);
        const id = newId('exp');
        await insertExport(db, {
          id,
          table_id: version.tableId,
          user_id: requester.userId,
          version: version.version,
          format,
          asked: JSON.stringify(asked),
          file_name: rowFileName(tableName, version, format),
          rows,
          left_out: count - rows,
        });
        await services.jobs.enqueue(db, 'write-row-export', { workspaceId: workspace.id, id });
        await audit(db, {
          action: 'table.export',
          actorId: workspace.principal.id,
          workspaceId: workspace.id,
          subject: { type: 'tables', id: version.tableId },
          request,
          details: { name: tableName, version: version.version, format },
        });
        return { data: presentExport((await findExport(db, id, requester.userId))!) };
      });
    });
  },
});

async function requireRoom(db: WorkspaceDb, userId: string): Promise<void> {
  await lockExportsOf(db, userId);
  if ((await listExports(db, userId)).length >= ROW_EXPORTS_MAX)
    throw new Refusal('row_exports_reached', { values: { limit: ROW_EXPORTS_MAX } });
}

const download = defineRoute({
  method: 'GET',
  path: `${ONE}/file`,
  summary: 'The file of an export that is ready. Only whoever asked for it gets it.',
  access: member('data:read'),
  download: 'application/octet-stream',
  responses: { 200: fileContent },
  handler: async ({ workspace, params: { rowExportId: id }, services }) => {
    const found = await workspace.transaction((db) => findExport(db, id, workspace.principal.id));
    if (found?.state !== 'ready') throw new Refusal('not_found');
    const path = services.rowExportFiles.path(workspace.id, id);
    const isWhole = await stat(path).then(
      ({ size }) => size === found.bytes,
      () => false,
    );
    if (!isWhole) throw new Refusal('not_found');
    return new Download(found.file_name, createReadStream(path));
  },
});

const remove = defineRoute({
  method: 'DELETE',
  path: ONE,
  summary: 'Delete an export with its file, or cancel it.',
  access: member('data:read'),
  responses: { 204: noContent },
  handler: async ({ workspace, params: { rowExportId: id }, request, services }) => {
    await workspace.transaction(async (db) => {
      const found = await findExport(db, id, workspace.principal.id);
      if (!found) throw new Refusal('not_found');
      await deleteExport(db, id);
      await audit(db, {
        action: 'table.export_delete',
        actorId: workspace.principal.id,
        workspaceId: workspace.id,
        subject: { type: 'tables', id: found.table_id },
        request,
        details: { name: found.table_name, version: found.version, format: found.format },
      });
    });
    services.rowExports.cancel(id);
    await services.rowExportFiles.remove(workspace.id, id);
    return undefined;
  },
});

export const rowExportRoutes = [list, create, download, remove];
