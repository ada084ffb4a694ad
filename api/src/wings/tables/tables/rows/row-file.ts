import { Temporal } from 'temporal-polyfill';
import type { RowFormat } from '@headwater/shared/contract';
import type { ExportRequest } from '@headwater/warehouse';
import { fileNameOf } from '../../../../http/download.ts';
import { presentColumn } from '../../../connections/source-connections/index.ts';
import { namedColumns, requireQueryFits, tableQueryOf } from '../queries/table-query.ts';
import type { ReadableVersion } from '../versions/versions.repository.ts';

/** Which rows and columns of a version are written, as a URL has them. */
export interface RequestedRows {
  filter?: string;
  sort?: string;
  columns?: string;
}

/** Returns the request for a file of a version's rows. Throws everything that doesn't fit its columns. */
export function rowFileRequest(
  version: Pick<ReadableVersion, 'columns' | 'timeZone' | 'weekStart'>,
  { filter, sort, columns = '' }: RequestedRows,
  named: Pick<ExportRequest, 'format' | 'tableName' | 'rows' | 'texts' | 'isAlphabetical'>,
): Omit<ExportRequest, 'file'> {
  const asked = tableQueryOf({ filter, sort });
  const query = asked && requireQueryFits(asked, version);
  const shown = namedColumns(columns, version.columns).map(presentColumn);
  return { ...named, columns: version.columns.map(presentColumn), shown, query };
}

/** Returns the name of a file, which says how old its data are, by the clock of the workspace: `orders 2026-11-20 13.00 UTC+1.csv`. */
export function rowFileName(
  tableName: string,
  { freshAsOf, timeZone }: Pick<ReadableVersion, 'freshAsOf' | 'timeZone'>,
  format: RowFormat,
): string {
  const moment = Temporal.Instant.from(freshAsOf).toZonedDateTimeISO(timeZone ?? 'UTC');
  const time = moment.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
  const offset = moment.offset.replace(/^([+-])0?(\d+)(:00)?/, '$1$2').replace(/^[+-]0$/, '');
  return `${fileNameOf(tableName, 'table')} ${`${time} UTC${offset}`.replaceAll(':', '.')}.${format}`;
}
