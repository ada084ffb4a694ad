import { sql, type Kysely } from 'kysely';

/**
 * Setups of tools and service accounts are among what a change of a source affects. Those that were saved before get
 * their columns here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into dependencies
      (workspace_id, source_connection_id, table_name, column_name, dependent_type, dependent_id, dependent_name)
    select account.workspace_id, connection.id, seen ->> 'tableName', used.column_name, 'service_account',
      account.id, account.name
    from service_accounts account, jsonb_path_query(scope, '$[*]') entry,
      jsonb_path_query(entry, '$.tables[*] ? (exists (@.tableName))') seen, lateral (
        select column_name #>> '{}' from jsonb_path_query(seen, '$.columns[*] ? (@ != null)') column_name
        union select '' where not jsonb_path_exists(seen, '$.columns[*] ? (@ != null)')
        union select column_name #>> '{}' from jsonb_path_query(seen, '$.filter[*][*].column') column_name
      ) used (column_name), all_source_connections connection
    where connection.workspace_id = account.workspace_id and connection.id = entry ->> 'sourceConnectionId'
    on conflict do nothing`.execute(db);
  await sql`
    insert into dependencies
      (workspace_id, source_connection_id, table_name, column_name, dependent_type, dependent_id, dependent_name)
    select setup.workspace_id, tables.source_connection_id, tables.table_name, used.column_name, 'tool_setup',
      setup.id, setup.name
    from tool_setups setup, lateral (
      -- Where each tool names columns of its only table.
      select config ->> 'tableId', column_name #>> '{}'
      from (values
        ('profiler', '$.checks[*].column'),
        ('duplicate-finder', '$.columns[*]'),
        ('duplicate-finder', '$.similar.within ? (@ != null)'),
        ('json-flattener', '$.column'),
        ('json-flattener', '$.keep[*]')
      ) named (by_tool, path), jsonb_path_query(config, path::jsonpath) column_name
      where by_tool = tool
      union select config ->> 'tableId', ''
      where tool = 'pii-scanner' or (tool = 'profiler' and not jsonb_path_exists(config, '$.checks[*].column'))
      union select config #>> array[side, 'tableId'], pair ->> side
      from unnest(array['left', 'right']) side,
        jsonb_path_query((config -> 'key') || (config -> 'columns'), '$[*]') pair
      where tool = 'compare' and config #>> array[side, 'version'] is null
      union select joined ->> 'tableId', column_name #>> '{}'
      from jsonb_path_query(jsonb_build_array(config) || (config -> 'joins'), '$[*]') with ordinality list (joined, place),
        (values
          ('$.joins[*].keys[*].left ? (@.table == $at).column'),
          ('$.columns[*] ? (@.table == $at).column'),
          ('$.joins[$at - 1].keys[*].right')
        ) named (path),
        jsonb_path_query(config, path::jsonpath, jsonb_build_object('at', place - 1)) column_name
      where tool = 'join-builder'
    ) used (table_id, column_name), tables
    where tables.workspace_id = setup.workspace_id and tables.id = used.table_id
    on conflict do nothing`.execute(db);
}
