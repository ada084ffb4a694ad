import { sql, type Kysely } from 'kysely';

/** Says what tables and columns mean in the store itself, as far as their names don't. Types and drawings repeat it. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [subject, text] of Object.entries(COMMENTS))
    await sql`comment on ${sql.raw(subject)} is ${sql.lit(text)}`.execute(db);
}

const COMMENTS: Readonly<Record<string, string>> = {
  'column all_reports.created_by': "A user's name at that time.",
  'table all_source_connections':
    'Also contains deleted connections with tables that are kept. `source_connections` shows the others.',
  'column all_source_connections.configured_at': 'When the configuration was last saved.',
  'column all_source_connections.setup_failure': 'Why a check or a run found it broken.',
  'column all_source_connections.pause': 'Why it is paused.',
  'column all_source_connections.schema_at': 'When the last discovery ended, successfully or not.',
  'column all_source_connections.versions_kept': "How many of a table's newest versions are kept.",
  'column all_source_connections.version_days': 'For how many days all others are kept.',
  'column all_source_connections.deleted_by': "A user's name at that time.",
  'column connection_schedules.rule': 'The part of the choices that belongs to the kind.',
  'column connection_schedules.next_run_at': 'The truth about the next run. Null if nothing is planned.',
  'column connection_schedules.planned_at': 'When the next run was planned.',
  'column connection_schedules.late_since':
    'Since when the connection misses its freshness target. Null while it is on time.',
  'column dependencies.table_name': 'An empty name stands for the connection as a whole.',
  'column dependencies.column_name': 'An empty name stands for the table as a whole.',
  'column dependencies.dependent_name':
    'Null for what belongs to the table itself, and for connections, which have their own.',
  'column dependencies.dependent_parts':
    'Which parts of the document use the column, as DependentPart[]. Empty if it has no parts that people see.',
  'column google_attempts.expires_at':
    "Until when the provider's response is accepted. It is accepted only once.",
  'column idempotency_keys.user_id': 'Null for a service account.',
  'column notification_channels.language': 'In which emails to `addresses` are written.',
  'column notification_channels.sealed': 'The URL and the secret of a webhook.',
  'column notification_channels.created_by': "The creator's name. They may leave.",
  'column notification_deliveries.body': 'What a webhook gets with each attempt.',
  'column organizations.deleted_by': 'The name of whoever deleted it.',
  'column report_alerts.owner_name': "A user's name at that time.",
  'table report_openings': 'How often members opened a report on a day in UTC, and others by a shared link.',
  'column report_shares.created_by': "A user's name at that time.",
  'column report_subscriptions.owner_name': "A user's name at that time.",
  'column report_versions.content': 'A ReportContent as JSON.',
  'view reports': "Those that aren't deleted.",
  'column row_exports.user_id': 'The only one who sees it.',
  'table run_fact_changes':
    "A row for each change of ended runs, as long as the table of the workspace's runs doesn't show it.",
  'column run_facts.table_id': 'The table that readers see.',
  'column run_facts.next_at': 'When it may be made again.',
  'column saved_queries.name': 'Unique within the workspace, whatever its case.',
  'table schema_changes': 'A change that a discovery found in a selected stream, or a new table.',
  'column schema_changes.baseline': 'What a pending change is compared with. Null for a new table.',
  'column schema_changes.impact': 'As of the decision.',
  'column schema_changes.decided_by': "A user's name at that time. Null if the policy decided.",
  'column service_account_tokens.last_used_by': 'What the program called itself.',
  'column service_account_tokens.noticed_days':
    'How many days before its end someone was last told about it.',
  'column service_accounts.name': 'Unique within the workspace, whatever its case.',
  'column service_accounts.scope': 'Null for everything.',
  'column service_accounts.networks': 'Empty for anywhere.',
  'column service_accounts.created_by': "The creator's name. They may leave.",
  'column sessions.first_id':
    'Under which it began. It gets a new ID, and keeps this one, when its user proves again who they are.',
  'column sql_view_inputs.catalog_name':
    'What the statement calls the table: `catalog.schema.name`, without what it leaves out.',
  'column sql_view_refreshes.token': 'Of the file that it writes.',
  'column sql_view_refreshes.requested_by': "A user's name at that time. Null if its tables had changed.",
  'column sql_view_refreshes.zone':
    'In which its query ran. Null for one that made nothing, and for those from before views had a zone: UTC.',
  'column sql_views.id': 'The table that readers see.',
  'column sql_views.parameters': 'The values of `$name` in the statement.',
  'column sql_views.saved_query_id': 'The saved query that it follows.',
  'column sql_views.requested_by': "Somebody waits for a refresh: a user's name at that time.",
  'column sql_views.attempted':
    'What the last refresh was made of. Null if there was none since the last edit.',
  'column sql_views.waits_for': 'Names in lower case that no table had.',
  'column sql_views.retry_at': 'When a refresh is tried again that failed for reasons that pass.',
  'table stream_settings': "What people chose for a stream. A stream without settings isn't selected.",
  'column stream_settings.deselected':
    "Set if someone deselected it: a file that becomes readable again isn't selected automatically then.",
  'column stream_settings.key_columns': "The source's own if null.",
  'column streams.suggested_cursor': "Null if none of its columns is one, or its connector can't use it.",
  'column streams.system_cursor': 'By what its source finds new and changed rows, besides columns.',
  'column streams.comments': "Its source's own.",
  'column streams.stream_key': 'Identifies the stream in its connection, whatever its table is called.',
  'column sync_run_streams.mode': 'The sync mode and the destination sync mode.',
  'column sync_run_streams.limited_until':
    "Until when the source makes it wait. Only has a meaning while it's rate limited.",
  'column sync_run_streams.schema_refreshed':
    'The tables of the source were listed again in this run because this one had changed.',
  'column sync_run_streams.table_rows':
    'How many rows the table had after the run. Null unless it was counted.',
  'column sync_run_streams.null_counts':
    "How many of them are NULL, by column. Null if the run didn't change the table, or before this was stored.",
  'column sync_run_streams.bytes_written':
    'The size of the version that the run has written. 0 if it changed nothing, null before this was stored.',
  'column sync_runs.started_by': "A user's name at that time. Null for runs that start automatically.",
  'column sync_runs.scope': 'The only tables to read, by name. All selected ones if null.',
  'column sync_runs.from_scratch': 'Stored states are ignored.',
  'table table_descriptions': 'What people say about tables and their columns.',
  'column table_descriptions.owner_id': 'A member of the workspace.',
  'column table_descriptions.columns': 'By name.',
  'column table_profiles.requested':
    "Somebody has asked for it. Otherwise, it's made because the version is the current one.",
  'column table_profiles.sampled_rows': 'How many rows were read. Null if all were.',
  'column table_profiles.alive_until': 'Until when its worker counts as alive.',
  'column table_versions.generation':
    'Increases with each load from scratch. Versions of one generation build on each other.',
  'column table_versions.state':
    "The connector's state as of this version, from which the next incremental read continues.",
  'column table_versions.loaded_with':
    'What the version was loaded with. Null for versions from before this was stored.',
  'column table_versions.checked_at': 'When a run last found that the source had no changes since.',
  'column table_versions.null_counts':
    'How many rows have NULL, by column. Null for versions from before this was stored.',
  'column table_versions.restored_from': 'The version whose data it brought back.',
  'column table_versions.restored_by': "A user's name at that time.",
  'column table_versions.made_of': 'Only of a view.',
  'column table_versions.damaged_at': 'When its files were found missing or altered.',
  'column table_views.name': 'Unique within the table, whatever its case.',
  'column tables.stream_key':
    "The stream that it's loaded from. Null if that was gone before this was stored.",
  'column tables.stored_bytes': 'How much its versions take, files that they share once.',
  'column tables.comments': 'What its source says about it and its columns, as it was last known.',
  'column tool_runs.started_by': 'Who started it. Null if a sync did.',
  'column tool_setup_tables.seen_version':
    'The version for which it has run by itself, or from which on it does.',
  'column tool_setups.name': 'Unique within the tool, whatever its case.',
  'column users.password_hash': 'Null for users who sign in only with Google.',
  'table version_files': 'Versions that build on each other share files.',
  'column version_files.token': 'Of the lease that wrote the file, which it names.',
  'column version_files.sha256': 'Null for files from before it was stored.',
  'column version_files.verified_at': 'When the file was last compared with its hash.',
  'view workspace_members': 'A view of users as their workspaces may see them.',
};
