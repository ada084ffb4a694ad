import { ownValue } from '@headwater/shared/contract';
import type { StreamSettings, SystemCursor } from '@headwater/shared/contract';
import { canBeCursor, isBySystemCursor, isCursorValue } from '@headwater/protocol/cursor-types';
import type { ConnectorSpecification, StreamColumn } from '@headwater/protocol/protocol';
import { conditionFault } from '@headwater/protocol/row-filter';
import { Refusal, type Fault } from '@headwater/base/refusals/refusal';
import type { StreamRow } from './streams.repository.ts';

interface Stream {
  columns: readonly StreamColumn[];
  /** The source's own key. */
  primaryKey: readonly string[];
  systemCursor: SystemCursor | null;
}

interface StoredStream extends Stream {
  /** Stored ones. A column that the source has lost keeps its mask, for when it returns. */
  masks: StreamSettings['masks'];
}

/** Returns what settings are checked against. */
export const checkedStream = (row: StreamRow, masks: StreamSettings['masks']): StoredStream => ({
  columns: row.columns,
  primaryKey: row.primary_key,
  systemCursor: row.system_cursor,
  masks,
});

type Modes = Pick<ConnectorSpecification, 'supportedSyncModes'>;

/** Throws with everything that is wrong with a stream's settings, each with a pointer to its field. */
export function requireUsableSettings(
  settings: StreamSettings,
  stream: StoredStream,
  connector: Modes,
): void {
  const [first, ...others] = settingsFaults(settings, stream, connector, '/data/attributes');
  if (first) throw new Refusal([first, ...others]);
}

/** Returns everything that is wrong with a stream's settings. `pointer` is where they are in the request. */
export function settingsFaults(
  settings: StreamSettings,
  stream: StoredStream,
  connector: Modes,
  pointer: string,
): Fault[] {
  return [
    ...modeFaults(settings, connector),
    ...keyFaults(settings, stream),
    ...cursorFaults(settings, stream),
    ...filterFaults(settings, stream),
    ...maskFaults(settings, stream),
  ].map((fault) => ({ ...fault, pointer: pointer + fault.pointer }));
}

/** Returns what is wrong with settings whatever the stream's columns are. `pointer` is where they are in the request. */
export function contradictions(settings: StreamSettings, connector: Modes, pointer: string): Fault[] {
  const needed = [...(settings.primaryKey ?? []), settings.cursorColumn];
  return [
    ...modeFaults(settings, connector),
    ...missingCursorFaults(settings),
    ...Object.keys(settings.masks).flatMap((name) => (needed.includes(name) ? maskOnKey(name) : [])),
  ].map((fault) => ({ ...fault, pointer: pointer + fault.pointer }));
}

/** Whether a stream can't be synced with these settings, because its key, cursor, or filter doesn't fit its columns. */
export const needsOtherSettings = (settings: StreamSettings, stream: Stream): boolean =>
  [...keyFaults(settings, stream), ...cursorFaults(settings, stream), ...filterFaults(settings, stream)]
    .length > 0;

/** What can become of rows, by how they are read: only a read of all rows shows which ones are gone. */
const COMBINATIONS: Record<StreamSettings['syncMode'], readonly StreamSettings['destinationSyncMode'][]> = {
  full_refresh: ['overwrite', 'append', 'history'],
  incremental: ['append', 'append_dedup', 'history'],
};

function* modeFaults(
  { syncMode, destinationSyncMode }: StreamSettings,
  { supportedSyncModes }: Modes,
): Iterable<Fault> {
  if (!supportedSyncModes.includes(syncMode)) yield { code: 'sync_mode_unsupported', pointer: `/syncMode` };
  else if (!COMBINATIONS[syncMode].includes(destinationSyncMode))
    yield { code: 'sync_modes_incompatible', pointer: `/destinationSyncMode` };
}

function* keyFaults(settings: StreamSettings, stream: Stream): Iterable<Fault> {
  const pointer = `/primaryKey`;
  const unknown = settings.primaryKey?.find((name) => !find(stream, name));
  if (unknown !== undefined) yield columnUnknown(pointer, unknown);
  const isKeyed = ['append_dedup', 'history'].includes(settings.destinationSyncMode);
  if (isKeyed && keyOf(settings, stream).length === 0) yield { code: 'key_needed', pointer };
}

function* missingCursorFaults({ syncMode, cursorColumn, startFrom }: StreamSettings): Iterable<Fault> {
  if (cursorColumn !== null) return;
  if (syncMode === 'incremental') yield { code: 'cursor_needed', pointer: `/cursorColumn` };
  if (startFrom !== null) yield START_NEEDS_CURSOR;
}

const START_NEEDS_CURSOR: Fault = { code: 'start_needs_cursor', pointer: `/startFrom` };

function* cursorFaults(settings: StreamSettings, stream: Stream): Iterable<Fault> {
  const { cursorColumn, startFrom } = settings;
  const pointer = `/cursorColumn`;
  if (cursorColumn === null) return yield* missingCursorFaults(settings);
  if (isBySystemCursor({ cursorColumn, systemCursor: stream.systemCursor })) {
    if (startFrom !== null) yield START_NEEDS_CURSOR;
    return;
  }
  const column = find(stream, cursorColumn);
  if (!column) return yield columnUnknown(pointer, cursorColumn);
  const values = { column: column.name, type: column.sourceType };
  if (!canBeCursor(column)) yield { code: 'cursor_without_order', pointer, values };
  else if (startFrom !== null && !isCursorValue(column, startFrom))
    yield { code: 'start_invalid', pointer: `/startFrom`, values };
}

function* filterFaults({ rowFilter }: StreamSettings, stream: Stream): Iterable<Fault> {
  for (const [at, condition] of rowFilter.entries()) {
    const pointer = `/rowFilter/${at}`;
    const column = find(stream, condition.column);
    if (!column) {
      yield columnUnknown(pointer, condition.column);
      continue;
    }
    const fault = conditionFault(condition, column);
    const values = { column: column.name, type: column.sourceType };
    if (fault === 'operator') yield { code: 'condition_unusable', pointer: `${pointer}/operator`, values };
    if (fault === 'values') yield { code: 'condition_value_invalid', pointer: `${pointer}/values`, values };
  }
}

function* maskFaults(settings: StreamSettings, stream: StoredStream): Iterable<Fault> {
  const needed = [...keyOf(settings, stream), settings.cursorColumn];
  for (const name of Object.keys(settings.masks)) {
    if (!find(stream, name)) {
      if (!Object.hasOwn(stream.masks, name)) yield columnUnknown(pointerOfMask(name), name);
    } else if (needed.includes(name)) yield maskOnKey(name);
  }
  if (
    stream.columns.length > 0 &&
    stream.columns.every(({ name }) => ownValue(settings.masks, name) === 'drop')
  )
    yield { code: 'no_columns_left', pointer: `/masks` };
}

const pointerOfMask = (column: string) => `/masks/${column.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const maskOnKey = (column: string): Fault => ({
  code: 'mask_on_key',
  pointer: pointerOfMask(column),
  values: { column },
});

/** The key of the table, if its rows have one. */
const keyOf = ({ primaryKey }: StreamSettings, stream: Stream) => primaryKey ?? stream.primaryKey;

const find = ({ columns }: Stream, wanted: string) => columns.find(({ name }) => name === wanted);

const columnUnknown = (pointer: string, column: string): Fault => ({
  code: 'column_unknown',
  pointer,
  values: { column },
});
