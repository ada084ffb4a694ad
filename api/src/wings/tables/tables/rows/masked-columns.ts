import { MASK_STRENGTH } from '@headwater/shared/contract';
import { sql, type RawBuilder } from 'kysely';
import { ADDED_COLUMNS } from '@headwater/warehouse';

const STRENGTH = JSON.stringify(MASK_STRENGTH);

/** Columns with these names are renamed when they are loaded, so they can't be found by name. */
const RENAMED = ['rowid', ...ADDED_COLUMNS];

const strengthOf = (mask: RawBuilder<unknown>) => sql`(${STRENGTH}::jsonb ->> ${mask})::integer`;

/**
 * SQL for the columns, as an array, that are masked by now but less or not at all in the version `found` of a table in
 * `tables`. Masks are a promise: such a version may be neither read nor brought back once it isn't the current one. A
 * view's version may not be read at all: its rows come from versions of other tables that may no longer be read.
 */
export const columnsMaskedSince = sql`array(
  select masks.name
  from stream_settings settings, jsonb_each_text(settings.masks) as masks(name, mask)
  where settings.workspace_id = tables.workspace_id
    and settings.source_connection_id = tables.source_connection_id
    and settings.stream_key = tables.stream_key
    and coalesce(${strengthOf(sql`(found.loaded_with -> 'masks' ->> masks.name)`)}, 0) < ${strengthOf(sql`masks.mask`)}
    and (
      found.columns @> jsonb_build_array(jsonb_build_object('name', masks.name))
      or lower(masks.name) = any(${RENAMED}::text[])
    )
  union
  select part_table.table_name || '.' || masks.name
  from jsonb_to_recordset(found.made_of) as part("tableId" text, version integer, masks jsonb)
  join tables as part_table on part_table.workspace_id = tables.workspace_id and part_table.id = part."tableId"
    and part_table.current_version is distinct from part.version
  join stream_settings settings on settings.workspace_id = part_table.workspace_id
    and settings.source_connection_id = part_table.source_connection_id
    and settings.stream_key = part_table.stream_key,
  jsonb_each_text(settings.masks) as masks(name, mask)
  where coalesce(${strengthOf(sql`(part.masks ->> masks.name)`)}, 0) < ${strengthOf(sql`masks.mask`)}
  order by 1
)`;

/** SQL for whether the version `found` of a table in `tables` may be read. */
export const isReadableNow = sql`(
  (found.version = tables.current_version and found.made_of is null) or cardinality(${columnsMaskedSince}) = 0
)`;
