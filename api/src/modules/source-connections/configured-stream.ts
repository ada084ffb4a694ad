import type { StreamSettings } from '@headwater/shared/contract';
import type { ConfiguredStream } from '../../engine/protocol/protocol.ts';
import { fromStored } from '../../engine/protocol/storable.ts';
import type { StreamRow } from './streams.repository.ts';

/** Returns a stream with what people chose for it, in the form that its connector uses. */
export const configuredStream = (stream: StreamRow, settings: StreamSettings): ConfiguredStream => ({
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
  primaryKey: settings.primaryKey ?? stream.primary_key,
});
