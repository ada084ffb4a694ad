import { Type } from '@sinclair/typebox';
import { isPrepared, STREAMED_ROWS_MAX, type RowFormat } from '@headwater/shared/contract';
import { reader } from '../../../../http/access.ts';
import { textsParameter } from '../../../../http/csv-texts.ts';
import { defineRoute, fileContent } from '../../../../http/define-route.ts';
import { Download } from '../../../../http/download.ts';
import { isForPeople } from '../../../../http/principal.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { audit } from '../../../ground/audit/index.ts';
import { readVersions } from '../versions/read-versions.ts';
import { readingVersion } from '../versions/reading-version.ts';
import { rowFileName, rowFileRequest } from './row-file.ts';
import {
  columnsParameter,
  filterOf,
  filterParameter,
  sortParameter,
  versionParameter,
} from '../queries/table-query.ts';

const TABLE = '/organizations/:organizationId/source-connections/:sourceConnectionId/tables/:tableName';
const MEDIA_TYPES = {
  csv: 'text/csv',
  jsonl: 'application/x-ndjson',
  arrow: 'application/vnd.apache.arrow.stream',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
} as const;

const fileRoute = (format: RowFormat, name: string) =>
  defineRoute({
    method: 'GET',
    path: `${TABLE}/rows.${format}`,
    summary: `${isPrepared(format) ? `Up to ${STREAMED_ROWS_MAX} rows` : 'All rows'} that match, as ${name}, streamed. \`filter\`, \`sort\`, and \`columns\` as for a page of rows. A file that can't be completed ends with a broken connection.`,
    access: reader(),
    download: MEDIA_TYPES[format],
    query: Type.Object(
      {
        ...{ ...filterParameter, ...sortParameter, ...columnsParameter, ...versionParameter },
        ...textsParameter,
      },
      { additionalProperties: false },
    ),
    responses: { 200: fileContent },
    handler: async ({
      workspace,
      params,
      query: { version: number, texts = 'exact', ...rows },
      request,
      services,
    }) => {
      const { tableName } = params;
      const requester = { workspaceId: workspace.id, userId: workspace.principal.id };
      return readingVersion(workspace, { ...params, number, parameter: 'version' }, async (version) => {
        const asked = rowFileRequest(version, rows, {
          ...{ format, texts, tableName, rows: version.rows },
          isAlphabetical: isForPeople(workspace.principal),
        });
        if (isPrepared(format)) {
          const filter = filterOf(rows.filter ?? '');
          const count = await services.rowCounts.of(services, requester, version, filter, request.signal);
          const values = { rows: STREAMED_ROWS_MAX };
          if (count > STREAMED_ROWS_MAX) throw new Refusal('export_not_streamed', { values });
        }
        const content = await readVersions(services, workspace.id, [version], ([file]) =>
          services.exports.run({ ...asked, file: file! }, requester, request.signal),
        );
        const audited = workspace.transaction((db) =>
          audit(db, {
            action: 'table.export',
            actorId: workspace.principal.id,
            workspaceId: workspace.id,
            subject: { type: 'tables', id: version.tableId },
            request,
            details: { name: tableName, version: version.version, format },
          }),
        );
        await audited.catch((error: unknown) => {
          content.destroy();
          throw error;
        });
        return new Download(rowFileName(tableName, version, format), content);
      });
    },
  });

/** Rows of a table as files to save. */
export const rowFileRoutes = [
  fileRoute('csv', 'CSV'),
  fileRoute('jsonl', 'JSON Lines'),
  fileRoute('arrow', 'a stream of Apache Arrow'),
  fileRoute('xlsx', 'an Excel file'),
  fileRoute('parquet', 'Parquet'),
];
