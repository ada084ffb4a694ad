import { MASK_STRENGTH } from '@headwater/shared/contract';
import { sql } from 'kysely';
import { ADDED_COLUMNS } from '../../engine/warehouse/index.ts';

const STRENGTH = JSON.stringify(MASK_STRENGTH);

/** Columns with these names are renamed when they are loaded, so they can't be found by name. */
const RENAMED = ['rowid', ...ADDED_COLUMNS];

/**
 * SQL for the columns, as an array, that are masked by now but less or not at all in the version `found` of a table in
 * `tables`. Masks are a promise: such a version may be neither read nor brought back once it isn't the current one.
 */
export const columnsMaskedSince = sql`array(
  select masks.name
  from stream_settings settings, jsonb_each_text(settings.masks) as masks(name, mask)
  where settings.workspace_id = tables.workspace_id
    and settings.source_connection_id = tables.source_connection_id
    and settings.stream_key = tables.stream_key
    and coalesce((${STRENGTH}::jsonb ->> (found.loaded_with -> 'masks' ->> masks.name))::integer, 0)
      < (${STRENGTH}::jsonb ->> masks.mask)::integer
    and (
      found.columns @> jsonb_build_array(jsonb_build_object('name', masks.name))
      or lower(masks.name) = any(${RENAMED}::text[])
    )
  order by masks.name
)`;
