import { Type } from '@sinclair/typebox';
import type { RowFormat } from '@headwater/shared/contract';
import { member } from '../../http/access.ts';
import { defineRoute, fileContent } from '../../http/define-route.ts';
import { Download, fileNameOf } from '../../http/download.ts';
import { audit } from '../audit/index.ts';
import { presentColumn } from '../source-connections/index.ts';
import { readVersions } from './damage.ts';
import { readingVersion } from './reading-version.ts';
import {
  columnsParameter,
  filterParameter,
  namedColumns,
  requireQueryFits,
  sortParameter,
  tableQueryOf,
  versionParameter,
} from './table-query.ts';

const TABLE = '/organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName';
const MEDIA_TYPES = { csv: 'text/csv', jsonl: 'application/x-ndjson' } as const;

const fileRoute = (format: RowFormat, name: string) =>
  defineRoute({
    method: 'GET',
    path: `${TABLE}/rows.${format}`,
    summary: `All rows that match, as ${name}, streamed. \`filter\`, \`sort\`, and \`columns\` as for a page of rows. A file that can't be completed ends with a broken connection.`,
    access: member('data:read'),
    download: MEDIA_TYPES[format],
    query: Type.Object(
      { ...filterParameter, ...sortParameter, ...columnsParameter, ...versionParameter },
      { additionalProperties: false },
    ),
    responses: { 200: fileContent },
    handler: async ({ workspace, params, query: parameters, request, services }) => {
      const query = tableQueryOf(parameters);
      const asked = { ...params, number: parameters.version, parameter: 'version' };
      return readingVersion(workspace, asked, async (version) => {
        if (query) requireQueryFits(query, version.columns);
        const shown = namedColumns(parameters.columns ?? '', version.columns).map(presentColumn);
        const columns = version.columns.map(presentColumn);
        const asker = { workspaceId: workspace.id, userId: workspace.principal.id };
        const content = await readVersions(services, workspace.id, [version], ([file]) =>
          services.exports.run({ file: file!, columns, shown, query, format }, asker, request.signal),
        );
        const audited = workspace.transaction((db) =>
          audit(db, {
            action: 'table.export',
            actorId: workspace.principal.id,
            workspaceId: workspace.id,
            subject: { type: 'tables', id: version.tableId },
            request,
            details: { name: params.tableName, version: version.version, format },
          }),
        );
        await audited.catch((error: unknown) => {
          content.destroy();
          throw error;
        });
        // The file says how old its data are.
        const time = new Date(version.freshAsOf)
          .toISOString()
          .slice(0, 16)
          .replace('T', ' ')
          .replace(':', '.');
        return new Download(`${fileNameOf(params.tableName, 'table')} ${time} UTC.${format}`, content);
      });
    },
  });

/** Rows of a table as files to save. */
export const rowFileRoutes = [fileRoute('csv', 'CSV'), fileRoute('jsonl', 'JSON Lines')];
