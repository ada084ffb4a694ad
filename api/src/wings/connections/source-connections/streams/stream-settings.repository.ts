import { sql, type Selectable } from 'kysely';
import { DEFAULT_STREAM_SETTINGS, type StreamSettings } from '@headwater/shared/contract';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { partsOf } from '@headwater/base/parts';
import { indexStreamSettings } from '../schema-changes/dependencies.repository.ts';
import type { StreamSettingsTable, StreamTable } from '../source-connections.tables.ts';
import type { Choice, NamedStream } from './stream-names.ts';

/** Returns whether people want the streams, by key, including streams that the source no longer has. */
export async function listChoices(db: WorkspaceDb, sourceConnectionId: string): Promise<Map<string, Choice>> {
  const rows = await db
    .selectFrom('stream_settings')
    .select(['stream_key', 'selected', 'deselected'])
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .execute();
  return new Map(rows.map(({ stream_key, ...choice }) => [stream_key, choice]));
}

/** Stores what a discovery decided. A stream that replaces another takes over its settings. */
export async function storeChoices(
  db: WorkspaceDb,
  sourceConnectionId: string,
  named: readonly NamedStream[],
): Promise<void> {
  const replacing = named.filter(({ replaces }) => replaces !== null);
  await sql`
    update stream_settings set stream_key = change.after
    from unnest(${replacing.map(({ replaces }) => replaces!)}::text[], ${replacing.map(({ streamKey }) => streamKey)}::text[])
      as change (before, after)
    where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}
      and stream_key = change.before`.execute(db);
  const chosen = named.filter(({ selected, deselected }) => selected || deselected);
  await sql`
    insert into stream_settings (workspace_id, source_connection_id, stream_key, selected, deselected)
    select ${db.workspaceId}, ${sourceConnectionId}, stream_key, selected, deselected
    from unnest(${chosen.map(({ streamKey }) => streamKey)}::text[], ${chosen.map(({ selected }) => selected)}::boolean[],
      ${chosen.map(({ deselected }) => deselected)}::boolean[]) as chosen (stream_key, selected, deselected)
    on conflict (workspace_id, source_connection_id, stream_key)
    do update set selected = excluded.selected, deselected = excluded.deselected
    where (stream_settings.selected, stream_settings.deselected) <> (excluded.selected, excluded.deselected)`.execute(
    db,
  );
}

/** Selects some tables and deselects others. Returns which of them exist, and how many are selected now. */
export async function changeSelection(
  db: WorkspaceDb,
  sourceConnectionId: string,
  add: readonly string[],
  remove: readonly string[],
): Promise<{ known: Set<string>; selected: number }> {
  const { rows } = await sql<{ table_name: string }>`
    with changed as (
      select table_name, stream_key, table_name = any(${[...add]}::text[]) as selected from streams
      where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}
        and table_name = any(${[...add, ...remove]}::text[])
    ), stored as (
      insert into stream_settings (workspace_id, source_connection_id, stream_key, selected, deselected)
      select ${db.workspaceId}, ${sourceConnectionId}, stream_key, selected, not selected from changed
      on conflict (workspace_id, source_connection_id, stream_key)
      do update set selected = excluded.selected, deselected = excluded.deselected, updated_at = now()
    )
    select table_name from changed`.execute(db);
  await indexStreamSettings(db, sourceConnectionId);
  const known = new Set(rows.map(({ table_name }) => table_name));
  return { known, selected: await countSelected(db, sourceConnectionId) };
}

/** Selects one stream or deselects it, whether or not the source still has it. */
export async function selectStream(
  db: WorkspaceDb,
  sourceConnectionId: string,
  streamKey: string,
  selected: boolean,
): Promise<void> {
  await sql`
    insert into stream_settings (workspace_id, source_connection_id, stream_key, selected, deselected)
    values (${db.workspaceId}, ${sourceConnectionId}, ${streamKey}, ${selected}, ${!selected})
    on conflict (workspace_id, source_connection_id, stream_key)
    do update set selected = excluded.selected, deselected = excluded.deselected, updated_at = now()`.execute(
    db,
  );
}

/** Leaves these columns of a stream out, as if someone had deselected them. */
export async function dropColumns(
  db: WorkspaceDb,
  sourceConnectionId: string,
  streamKey: string,
  columns: readonly string[],
): Promise<void> {
  const masks = JSON.stringify(Object.fromEntries(columns.map((name) => [name, 'drop'])));
  await sql`
    update stream_settings set masks = ${masks}::jsonb || masks, updated_at = now()
    where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId}
      and stream_key = ${streamKey}`.execute(db);
}

/** Counts the selected streams that the source has. */
export async function countSelected(db: WorkspaceDb, sourceConnectionId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from streams join stream_settings using (workspace_id, source_connection_id, stream_key)
    where workspace_id = ${db.workspaceId} and source_connection_id = ${sourceConnectionId} and selected`.execute(
    db,
  );
  return Number(rows[0]!.count);
}

interface StreamWithSettings {
  stream: Selectable<StreamTable>;
  settings: StreamSettings;
}

/** Returns the stream of a table, and how it's read and kept. A stream that no one has changed is read as a whole. */
export async function findStreamWithSettings(
  db: WorkspaceDb,
  sourceConnectionId: string,
  tableName: string,
): Promise<StreamWithSettings | undefined> {
  return (await listStreamsWithSettings(db, sourceConnectionId, [tableName])).get(tableName);
}

/** Returns the streams of these tables with their settings, by table. */
export async function listStreamsWithSettings(
  db: WorkspaceDb,
  sourceConnectionId: string,
  tableNames: readonly string[],
): Promise<Map<string, StreamWithSettings>> {
  const streams = await db
    .selectFrom('streams')
    .selectAll()
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .where('table_name', 'in', tableNames)
    .execute();
  if (streams.length === 0) return new Map();
  const rows = await db
    .selectFrom('stream_settings')
    .selectAll()
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .where(
      'stream_key',
      'in',
      streams.map(({ stream_key: key }) => key),
    )
    .execute();
  const chosen = new Map(rows.map((row) => [row.stream_key, settingsOf(row)]));
  return new Map(
    streams.map((stream) => {
      const settings = chosen.get(stream.stream_key) ?? DEFAULT_STREAM_SETTINGS;
      return [stream.table_name, { stream, settings }];
    }),
  );
}

/** Returns what people chose for a stream. */
export const settingsOf = (row: Selectable<StreamSettingsTable>): StreamSettings => ({
  syncMode: row.sync_mode,
  destinationSyncMode: row.destination_sync_mode,
  cursorColumn: row.cursor_column,
  primaryKey: row.key_columns,
  nullCursor: row.null_cursor,
  overlap: row.overlap,
  rowFilter: row.row_filter ?? [],
  startFrom: row.start_from,
  rowCap: row.row_cap,
  masks: row.masks,
});

/** Stores the settings of streams, by key. Whether they are selected stays as it is. */
export async function storeStreamSettings(
  db: WorkspaceDb,
  sourceConnectionId: string,
  changed: readonly (readonly [streamKey: string, settings: StreamSettings])[],
): Promise<void> {
  const rows = changed.map(([streamKey, settings]) => ({
    workspace_id: db.workspaceId,
    source_connection_id: sourceConnectionId,
    stream_key: streamKey,
    selected: false,
    ...columnsOf(settings),
  }));
  await db
    .insertInto('stream_settings')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'source_connection_id', 'stream_key'])
        .doUpdateSet(({ ref }) =>
          Object.fromEntries(SETTING_COLUMNS.map((name) => [name, ref(`excluded.${name}`)])),
        ),
    )
    .execute();
  await indexStreamSettings(db, sourceConnectionId);
}

/** What people chose for a stream. */
export interface ChosenStream {
  streamKey: string;
  selected: boolean;
  settings: StreamSettings;
}

/** Lists what people chose for streams, including those that the source no longer has. */
export async function listChosenStreams(
  db: WorkspaceDb,
  sourceConnectionId: string,
): Promise<(ChosenStream & { deselected: boolean })[]> {
  const rows = await db
    .selectFrom('stream_settings')
    .selectAll()
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .execute();
  return rows.map((row) => ({
    streamKey: row.stream_key,
    selected: row.selected,
    deselected: row.deselected,
    settings: settingsOf(row),
  }));
}

/** How many rows a statement inserts, because PostgreSQL limits the number of values. */
const AT_ONCE = 1_000;

/** Stores what was chosen for streams of a new connection, before its first discovery finds them. */
export async function insertChosenStreams(
  db: WorkspaceDb,
  sourceConnectionId: string,
  chosen: readonly ChosenStream[],
): Promise<void> {
  for (const part of partsOf(chosen, { items: AT_ONCE })) {
    const rows = part.map(({ streamKey, selected, settings }) => ({
      workspace_id: db.workspaceId,
      source_connection_id: sourceConnectionId,
      stream_key: streamKey,
      selected,
      deselected: !selected,
      ...columnsOf(settings),
    }));
    await db.insertInto('stream_settings').values(rows).execute();
  }
}

const columnsOf = (settings: StreamSettings) => ({
  sync_mode: settings.syncMode,
  destination_sync_mode: settings.destinationSyncMode,
  cursor_column: settings.cursorColumn,
  key_columns: settings.primaryKey && JSON.stringify(settings.primaryKey),
  null_cursor: settings.nullCursor,
  overlap: settings.overlap,
  row_filter: JSON.stringify(settings.rowFilter),
  start_from: settings.startFrom,
  row_cap: settings.rowCap,
  masks: JSON.stringify(settings.masks),
});
const SETTING_COLUMNS = Object.keys(columnsOf(DEFAULT_STREAM_SETTINGS)) as (keyof ReturnType<
  typeof columnsOf
>)[];
