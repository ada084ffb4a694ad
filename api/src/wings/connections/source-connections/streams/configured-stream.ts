import type { StreamSettings } from '@headwater/shared/contract';
import type { ConfiguredStream } from '@headwater/protocol/protocol';
import { filterInZone, startInZone } from '@headwater/protocol/row-filter';
import { fromStored } from '@headwater/protocol/storable';
import type { StreamRow } from './streams.repository.ts';

/**
 * Returns a stream with what people chose for it, in the form that its connector uses. Days and times without an offset
 * are those of the zone's clocks.
 */
export const configuredStream = (
  stream: StreamRow,
  settings: StreamSettings,
  zone: string,
): ConfiguredStream => ({
  namespace: stream.namespace,
  name: stream.name,
  tableName: stream.table_name,
  suggestedTableName: stream.table_name,
  columns: stream.columns,
  estimatedRows: stream.estimated_rows,
  estimatedBytes: stream.estimated_bytes,
  problem: stream.problem,
  source: fromStored(stream.source),
  systemCursor: stream.system_cursor,
  ...settings,
  rowFilter: filterInZone(settings.rowFilter, stream.columns, zone),
  startFrom: startOf(stream, settings, zone),
  primaryKey: settings.primaryKey ?? stream.primary_key,
});

function startOf(
  { columns }: StreamRow,
  { cursorColumn, startFrom }: StreamSettings,
  zone: string,
): string | null {
  const column = columns.find(({ name }) => name === cursorColumn);
  return column && startFrom !== null ? startInZone(startFrom, column, zone) : startFrom;
}
