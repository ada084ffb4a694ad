// What the migrations add up to. Written by the tests: UPDATE_SCHEMA=yes npm test -w api
import type { Generated } from 'kysely';
import type { Json } from './json-column.ts';

export interface Schema {
  account_codes: {
    id: string;
    user_id: string;
    purpose: 'confirm_email' | 'change_email' | 'reset_password';
    code_hash: Buffer;
    email: string;
    created_at: Generated<Date>;
    expires_at: Date;
    spent_at: Date | null;
  };
  all_reports: {
    workspace_id: string;
    id: string;
    name: string;
    version: number;
    /** A user's name at that time. */
    created_by: string | null;
    created_by_id: string | null;
    changed_by: string | null;
    changed_at: Generated<Date>;
    deleted_at: Date | null;
    deleted_by: string | null;
  };
  /** Also contains deleted connections with tables that are kept. `source_connections` shows the others. */
  all_source_connections: {
    workspace_id: string;
    id: string;
    name: string;
    connector: string;
    configuration: Json;
    address: string;
    setup: 'draft' | 'unverified' | 'connected' | 'broken';
    lifecycle: Generated<'active' | 'paused' | 'deleting'>;
    schema_state: Generated<'unknown' | 'discovering' | 'ready' | 'discover_failed'>;
    schema_failure: Json<null>;
    discovery_started_at: Date | null;
    discovered_at: Date | null;
    version: Generated<number>;
    last_run_number: Generated<number>;
    last_lease_token: Generated<number>;
    created_at: Generated<Date>;
    accepts_shrinking: Generated<boolean>;
    /** When the configuration was last saved. */
    configured_at: Generated<Date>;
    setup_at: Generated<Date>;
    /** Why a check or a run found it broken. */
    setup_failure: Json<null>;
    /** When the last discovery ended, successfully or not. */
    schema_at: Date | null;
    /** Why it is paused. */
    pause: Json<null>;
    change_policy: Generated<'propagate_columns' | 'propagate_all' | 'approve' | 'pause'>;
    /** How many of a table's newest versions are kept. */
    versions_kept: Generated<number>;
    /** For how many days all others are kept. */
    version_days: Generated<number>;
    deleted_at: Date | null;
    /** A user's name at that time. */
    deleted_by: string | null;
  };
  analytics_events: {
    id: string;
    name: string;
    user_id: string | null;
    workspace_id: string | null;
    created_at: Generated<Date>;
  };
  audit_events: {
    id: string;
    at: Generated<Date>;
    actor_id: string | null;
    workspace_id: string | null;
    action: string;
    outcome: 'success' | 'failure' | 'denied';
    subject_type: string | null;
    subject_id: string | null;
    address: string | null;
    request_id: string | null;
    details: Json<undefined>;
  };
  column_profiles: {
    workspace_id: string;
    table_id: string;
    version: number;
    column_name: string;
    facts: Json<null>;
    fault: string | null;
  };
  connection_checks: {
    workspace_id: string;
    id: string;
    state: 'running' | 'succeeded' | 'failed' | 'canceled';
    steps: Json;
    created_at: Generated<Date>;
    fingerprint: Buffer | null;
  };
  connection_schedules: {
    workspace_id: string;
    source_connection_id: string;
    kind: 'manual' | 'interval' | 'times' | 'cron' | 'after';
    /** The part of the choices that belongs to the kind. */
    rule: Json;
    zone: string;
    /** The truth about the next run. Null if nothing is planned. */
    next_run_at: Date | null;
    /** When the next run was planned. */
    planned_at: Generated<Date>;
    quiet_hours: Json<null>;
    overlap: Generated<'skip' | 'queue'>;
    freshness_target_minutes: number | null;
    after_connection_id: string | null;
    version: Generated<number>;
    updated_at: Generated<Date>;
    /** Since when the connection misses its freshness target. Null while it is on time. */
    late_since: Date | null;
  };
  connection_secrets: {
    workspace_id: string;
    source_connection_id: string;
    field: string;
    sealed: Buffer;
  };
  demo_codes: {
    id: string;
    code_hash: Buffer;
    label: string;
    max_uses: number;
    uses: Generated<number>;
    created_at: Generated<Date>;
    expires_at: Date | null;
  };
  dependencies: {
    workspace_id: string;
    source_connection_id: string;
    /** An empty name stands for the connection as a whole. */
    table_name: Generated<string>;
    /** An empty name stands for the table as a whole. */
    column_name: Generated<string>;
    dependent_type: string;
    dependent_id: string;
    /** Null for what belongs to the table itself, and for connections, which have their own. */
    dependent_name: string | null;
    /** Which parts of the document use the column, as DependentPart[]. Empty if it has no parts that people see. */
    dependent_parts: Json<undefined>;
  };
  google_attempts: {
    id: string;
    purpose: 'login' | 'signup' | 'link';
    browser_hmac: Buffer;
    state_hash: Buffer;
    nonce: string;
    code_verifier: string;
    created_at: Generated<Date>;
    /** Until when the provider's response is accepted. It is accepted only once. */
    expires_at: Date;
    identity: Json<null>;
    hand_off_hash: Buffer | null;
    hand_off_expires_at: Date | null;
  };
  idempotency_keys: {
    workspace_id: string;
    /** Null for a service account. */
    user_id: string | null;
    key: string;
    request_hash: Buffer;
    answer: Json;
    created_at: Generated<Date>;
    caller_id: string;
  };
  key_checks: {
    singleton: Generated<boolean>;
    check_value: Buffer;
  };
  login_failures: {
    account: Buffer;
    failures: number;
    first_failed_at: Date;
    blocked_until: Date | null;
  };
  memberships: {
    workspace_id: string;
    user_id: string;
    role: 'admin' | 'editor' | 'runner' | 'reader';
    created_at: Generated<Date>;
  };
  notification_channels: {
    workspace_id: string;
    id: string;
    kind: 'email' | 'webhook';
    name: string;
    triggers: string[];
    member_ids: string[];
    addresses: string[];
    /** In which emails to `addresses` are written. */
    language: string;
    /** The URL and the secret of a webhook. */
    sealed: Buffer | null;
    url_hint: string | null;
    pause: Json<null>;
    /** The creator's name. They may leave. */
    created_by: string;
    created_at: Generated<Date>;
    version: Generated<number>;
  };
  notification_deliveries: {
    workspace_id: string;
    id: string;
    channel_id: string;
    trigger: string;
    subject: string;
    /** What a webhook gets with each attempt. */
    body: string | null;
    state: string;
    created_at: Generated<Date>;
    attempts: Generated<number>;
    attempted_at: Date | null;
    next_at: Date | null;
    status: number | null;
    fault: string | null;
    recipients: number | null;
  };
  organizations: {
    id: string;
    name: string;
    created_by: string | null;
    created_at: Generated<Date>;
    time_zone: string | null;
    currency: string | null;
    week_start: Generated<'monday' | 'sunday'>;
    deleted_at: Date | null;
    /** The name of whoever deleted it. */
    deleted_by: string | null;
  };
  rejected_rows: {
    workspace_id: string;
    run_id: string;
    position: Generated<number>;
    table_name: string;
    line: number | null;
    column_name: string | null;
    reason: string;
    raw: string;
    code: string | null;
    reason_values: Json<undefined>;
  };
  report_alert_events: {
    workspace_id: string;
    id: string;
    alert_id: string;
    state: string;
    reason: string | null;
    value: string | null;
    was_told: boolean;
    at: Generated<Date>;
  };
  report_alerts: {
    workspace_id: string;
    id: string;
    report_id: string;
    card_id: string;
    owner_id: string | null;
    /** A user's name at that time. */
    owner_name: string;
    measure: string;
    rule: Json;
    filters: string;
    paused_at: Date | null;
    state: Generated<string>;
    reason: string | null;
    value: string | null;
    holds: Generated<number>;
    pin: string | null;
    was_triggered: Generated<boolean>;
    told_at: Date | null;
    looked_at: Date | null;
    due_at: Generated<Date | null>;
    created_at: Generated<Date>;
    version: Generated<number>;
  };
  report_deliveries: {
    workspace_id: string;
    id: string;
    subscription_id: string;
    occurrence: string;
    cause: 'schedule' | 'sync';
    state: string;
    fault: string | null;
    created_at: Generated<Date>;
    due_at: Date | null;
    wait_until: Date;
    attempts: Generated<number>;
    ended_at: Date | null;
    pins: string | null;
  };
  report_favorites: {
    workspace_id: string;
    report_id: string;
    user_id: string;
  };
  report_mails: {
    workspace_id: string;
    delivery_id: string;
    user_id: string;
    is_refused: boolean;
  };
  /** How often members opened a report on a day in UTC, and others by a shared link. */
  report_openings: {
    workspace_id: string;
    report_id: string;
    day: Date;
    openings: number;
    by_links: Generated<number>;
  };
  report_recipients: {
    workspace_id: string;
    subscription_id: string;
    user_id: string;
  };
  report_shares: {
    workspace_id: string;
    id: string;
    report_id: string;
    sha256: Buffer;
    password_hash: string | null;
    filters_open: boolean;
    filters: string;
    created_by_id: string;
    /** A user's name at that time. */
    created_by: string;
    created_at: Generated<Date>;
    expires_at: Date;
    last_used_at: Date | null;
  };
  report_subscriptions: {
    workspace_id: string;
    id: string;
    report_id: string;
    owner_id: string | null;
    /** A user's name at that time. */
    owner_name: string;
    schedule: Json<null>;
    zone: string;
    filters: string;
    only_fresh: boolean;
    skip_empty: boolean;
    skip_unchanged: boolean;
    attach_pdf: boolean;
    paused_by: string | null;
    paused_at: Date | null;
    next_at: Date | null;
    seen: Json<undefined>;
    created_at: Generated<Date>;
    version: Generated<number>;
  };
  report_versions: {
    workspace_id: string;
    report_id: string;
    version: number;
    name: string;
    /** A ReportContent as JSON. */
    content: string;
    cards: number;
    table_ids: string[];
    saved_by: string | null;
    saved_at: Generated<Date>;
    restored_from: number | null;
  };
  /** Those that aren't deleted. */
  reports: {
    workspace_id: string;
    id: string;
    name: string;
    version: number;
    /** A user's name at that time. */
    created_by: string | null;
    created_by_id: string | null;
    changed_by: string | null;
    changed_at: Generated<Date>;
  };
  row_exports: {
    workspace_id: string;
    id: string;
    table_id: string;
    /** The only one who sees it. */
    user_id: string;
    version: number;
    format: 'xlsx' | 'parquet';
    asked: Json;
    file_name: string;
    rows: number;
    left_out: number;
    state: Generated<'queued' | 'running' | 'ready' | 'failed'>;
    attempts: Generated<number>;
    share: Generated<number>;
    bytes: number | null;
    error: Json<null>;
    created_at: Generated<Date>;
    expires_at: Generated<Date>;
  };
  /** A row for each change of ended runs, as long as the table of the workspace's runs doesn't show it. */
  run_fact_changes: {
    workspace_id: string;
    position: Generated<number>;
  };
  run_facts: {
    workspace_id: string;
    /** The table that readers see. */
    table_id: string;
    /** When it may be made again. */
    next_at: Generated<Date>;
  };
  saved_queries: {
    workspace_id: string;
    id: string;
    /** Unique within the workspace, whatever its case. */
    name: string;
    version: Generated<number>;
  };
  saved_query_versions: {
    workspace_id: string;
    saved_query_id: string;
    version: number;
    name: string;
    description: string;
    sql: string;
    parameters: Json;
    saved_by: string;
    saved_at: Generated<Date>;
    restored_version: number | null;
  };
  /** A change that a discovery found in a selected stream, or a new table. */
  schema_changes: {
    workspace_id: string;
    id: string;
    source_connection_id: string;
    stream_key: string;
    table_name: string;
    diff: Json;
    breaking: boolean;
    /** As of the decision. */
    impact: Json;
    state: 'pending' | 'applied' | 'approved' | 'ignored';
    found_at: Generated<Date>;
    decided_at: Date | null;
    /** A user's name at that time. Null if the policy decided. */
    decided_by: string | null;
    /** What a pending change is compared with. Null for a new table. */
    baseline: Json<null>;
  };
  service_account_tokens: {
    workspace_id: string;
    id: string;
    service_account_id: string;
    handle: string;
    sha256: Buffer;
    created_by: string;
    created_at: Generated<Date>;
    expires_at: Date;
    revoked_at: Date | null;
    last_used_at: Date | null;
    last_used_from: string | null;
    /** How many days before its end someone was last told about it. */
    noticed_days: number | null;
    /** What the program called itself. */
    last_used_by: string | null;
  };
  service_account_usage: {
    workspace_id: string;
    service_account_id: string;
    hour: Date;
    requests: number;
    refused: number;
    bytes: number;
  };
  service_accounts: {
    workspace_id: string;
    id: string;
    /** Unique within the workspace, whatever its case. */
    name: string;
    description: string;
    /** Null for everything. */
    scope: Json<null>;
    disabled_at: Date | null;
    /** The creator's name. They may leave. */
    created_by: string;
    created_at: Generated<Date>;
    version: Generated<number>;
    rights: Generated<string[]>;
    /** Empty for anywhere. */
    networks: Generated<string[]>;
    requests_max: Generated<number>;
    seconds_max: Generated<number>;
  };
  sessions: {
    id: string;
    user_id: string;
    token_hmac: Buffer;
    created_at: Generated<Date>;
    last_seen_at: Generated<Date>;
    expires_at: Date;
    user_agent: string | null;
    address: string | null;
    /** Under which it began. It gets a new ID, and keeps this one, when its user proves again who they are. */
    first_id: string;
  };
  sign_up_invitations: {
    id: string;
    email: string;
    email_folded: string;
    code_hash: Buffer;
    created_at: Generated<Date>;
    expires_at: Date;
    accepted_at: Date | null;
  };
  source_connections: {
    workspace_id: string;
    id: string;
    name: string;
    connector: string;
    configuration: Json;
    address: string;
    setup: 'draft' | 'unverified' | 'connected' | 'broken';
    lifecycle: Generated<'active' | 'paused' | 'deleting'>;
    schema_state: Generated<'unknown' | 'discovering' | 'ready' | 'discover_failed'>;
    schema_failure: Json<null>;
    discovery_started_at: Date | null;
    discovered_at: Date | null;
    version: Generated<number>;
    last_run_number: Generated<number>;
    last_lease_token: Generated<number>;
    created_at: Generated<Date>;
    accepts_shrinking: Generated<boolean>;
    /** When the configuration was last saved. */
    configured_at: Generated<Date>;
    setup_at: Generated<Date>;
    /** Why a check or a run found it broken. */
    setup_failure: Json<null>;
    /** When the last discovery ended, successfully or not. */
    schema_at: Date | null;
    /** Why it is paused. */
    pause: Json<null>;
    change_policy: Generated<'propagate_columns' | 'propagate_all' | 'approve' | 'pause'>;
    /** How many of a table's newest versions are kept. */
    versions_kept: Generated<number>;
    /** For how many days all others are kept. */
    version_days: Generated<number>;
  };
  sql_runs: {
    workspace_id: string;
    id: string;
    user_id: string;
    sql: string;
    parameters: Json;
    outcome: 'succeeded' | 'failed' | 'canceled';
    error: Json<null>;
    rows: number | null;
    milliseconds: number;
    started_at: Date;
  };
  sql_view_inputs: {
    workspace_id: string;
    view_id: string;
    schema_name: string;
    name: string;
    table_id: string;
    /** What the statement calls the table: `catalog.schema.name`, without what it leaves out. */
    catalog_name: Generated<string>;
  };
  sql_view_refreshes: {
    workspace_id: string;
    id: string;
    view_id: string;
    /** Of the file that it writes. */
    token: number;
    state: 'running' | 'succeeded' | 'failed';
    /** A user's name at that time. Null if its tables had changed. */
    requested_by: string | null;
    started_at: Generated<Date>;
    ended_at: Date | null;
    alive_until: Date;
    version: number | null;
    rows: number | null;
    failure: Json<null>;
    /** In which its query ran. Null for one that made nothing, and for those from before views had a zone: UTC. */
    zone: string | null;
  };
  sql_views: {
    workspace_id: string;
    /** The table that readers see. */
    id: string;
    sql: string;
    version: Generated<number>;
    /** Somebody waits for a refresh: a user's name at that time. */
    requested_by: string | null;
    /** What the last refresh was made of. Null if there was none since the last edit. */
    attempted: Json<null>;
    /** Names in lower case that no table had. */
    waits_for: Generated<string[]>;
    /** When a refresh is tried again that failed for reasons that pass. */
    retry_at: Date | null;
    /** The values of `$name` in the statement. */
    parameters: Json<undefined>;
    /** The saved query that it follows. */
    saved_query_id: string | null;
  };
  /** What people chose for a stream. A stream without settings isn't selected. */
  stream_settings: {
    workspace_id: string;
    source_connection_id: string;
    stream_key: string;
    selected: boolean;
    /** Set if someone deselected it: a file that becomes readable again isn't selected automatically then. */
    deselected: Generated<boolean>;
    sync_mode: Generated<'full_refresh' | 'incremental'>;
    destination_sync_mode: Generated<'overwrite' | 'append' | 'append_dedup' | 'history'>;
    cursor_column: string | null;
    /** The source's own if null. */
    key_columns: Json<null>;
    null_cursor: Generated<'load' | 'skip' | 'fail'>;
    overlap: number | null;
    row_filter: Json<null>;
    start_from: string | null;
    row_cap: number | null;
    masks: Json<undefined>;
    updated_at: Generated<Date>;
  };
  streams: {
    workspace_id: string;
    source_connection_id: string;
    table_name: string;
    namespace: string | null;
    name: string;
    columns: Json;
    primary_key: Json;
    estimated_rows: number | null;
    estimated_bytes: number | null;
    problem: Json<null>;
    source: Json;
    findings: Json<undefined>;
    /** Identifies the stream in its connection, whatever its table is called. */
    stream_key: string;
    /** Null if none of its columns is one, or its connector can't use it. */
    suggested_cursor: string | null;
    /** By what its source finds new and changed rows, besides columns. */
    system_cursor: string | null;
    /** Its source's own. */
    comments: Json<undefined>;
  };
  sync_attempts: {
    workspace_id: string;
    run_id: string;
    number: number;
    started_at: Generated<Date>;
    ended_at: Date | null;
    outcome:
      | 'succeeded'
      | 'partially_succeeded'
      | 'incomplete'
      | 'failed'
      | 'canceled'
      | 'lost'
      | 'interrupted'
      | null;
    failure: Json<null>;
  };
  sync_run_streams: {
    workspace_id: string;
    run_id: string;
    table_name: string;
    state: 'pending' | 'running' | 'rate_limited' | 'complete' | 'incomplete';
    phase: 'waiting' | 'reading' | 'loading' | 'checking' | 'committing' | 'done';
    rows_read: Generated<number>;
    rows_loaded: Generated<number>;
    rows_rejected: Generated<number>;
    estimated_rows: number | null;
    failure: Json<null>;
    /** The sync mode and the destination sync mode. */
    mode: Generated<string>;
    rows_deduplicated: Generated<number>;
    rows_filtered: Generated<number>;
    /** How many rows the table had after the run. Null unless it was counted. */
    table_rows: number | null;
    /** How many of them are NULL, by column. Null if the run didn't change the table, or before this was stored. */
    null_counts: Json<null>;
    /** The tables of the source were listed again in this run because this one had changed. */
    schema_refreshed: Generated<boolean>;
    /** Until when the source makes it wait. Only has a meaning while it's rate limited. */
    limited_until: Date | null;
    /** The size of the version that the run has written. 0 if it changed nothing, null before this was stored. */
    bytes_written: number | null;
  };
  sync_runs: {
    workspace_id: string;
    id: string;
    source_connection_id: string;
    number: number;
    state:
      | 'pending'
      | 'queued'
      | 'running'
      | 'succeeded'
      | 'partially_succeeded'
      | 'incomplete'
      | 'failed'
      | 'canceling'
      | 'canceled';
    trigger: 'manual' | 'first_sync' | 'retry' | 'schedule' | 'after';
    /** A user's name at that time. Null for runs that start automatically. */
    started_by: string | null;
    attempt: Generated<number>;
    failure: Json<null>;
    retry_at: Date | null;
    lease_token: number | null;
    lease_until: Date | null;
    created_at: Generated<Date>;
    started_at: Date | null;
    ended_at: Date | null;
    attempts_with_progress: Generated<number>;
    attempts_without_progress: Generated<number>;
    attempts_without_progress_in_a_row: Generated<number>;
    progressed: Generated<boolean>;
    leased_at: Date | null;
    deadline: Date | null;
    started_by_id: string | null;
    /** The only tables to read, by name. All selected ones if null. */
    scope: Json<null>;
    /** Stored states are ignored. */
    from_scratch: Generated<boolean>;
  };
  /** What people say about tables and their columns. */
  table_descriptions: {
    workspace_id: string;
    table_id: string;
    description: Generated<string>;
    /** A member of the workspace. */
    owner_id: string | null;
    tags: Generated<string[]>;
    /** By name. */
    columns: Json<undefined>;
    version: Generated<number>;
  };
  table_profiles: {
    workspace_id: string;
    table_id: string;
    version: number;
    state: 'queued' | 'running' | 'complete' | 'failed';
    /** Somebody has asked for it. Otherwise, it's made because the version is the current one. */
    requested: Generated<boolean>;
    /** How many rows were read. Null if all were. */
    sampled_rows: number | null;
    fault: string | null;
    created_at: Generated<Date>;
    /** Until when its worker counts as alive. */
    alive_until: Date | null;
    profiled_at: Date | null;
  };
  table_versions: {
    workspace_id: string;
    table_id: string;
    version: number;
    run_id: string;
    rows: number;
    bytes: number;
    columns: Json;
    primary_key: Json;
    committed_at: Generated<Date>;
    /** Increases with each load from scratch. Versions of one generation build on each other. */
    generation: Generated<number>;
    /** The connector's state as of this version, from which the next incremental read continues. */
    state: Json<null>;
    /** What the version was loaded with. Null for versions from before this was stored. */
    loaded_with: Json<null>;
    /** When a run last found that the source had no changes since. */
    checked_at: Date | null;
    /** How many rows have NULL, by column. Null for versions from before this was stored. */
    null_counts: Json<null>;
    /** The version whose data it brought back. */
    restored_from: number | null;
    /** A user's name at that time. */
    restored_by: string | null;
    /** When its files were found missing or altered. */
    damaged_at: Date | null;
    /** Only of a view. */
    made_of: Json<null>;
  };
  table_views: {
    workspace_id: string;
    id: string;
    table_id: string;
    /** Unique within the table, whatever its case. */
    name: string;
    query: string;
    version: Generated<number>;
  };
  tables: {
    workspace_id: string;
    id: string;
    source_connection_id: string;
    table_name: string;
    current_version: number | null;
    stale: Generated<boolean>;
    held_version: number | null;
    /** The stream that it's loaded from. Null if that was gone before this was stored. */
    stream_key: string | null;
    /** How much its versions take, files that they share once. */
    stored_bytes: Generated<number>;
    /** What its source says about it and its columns, as it was last known. */
    comments: Json<undefined>;
  };
  tool_run_tables: {
    workspace_id: string;
    run_id: string;
    table_id: string;
    version: number;
    columns: Json;
    loaded_with: Json<null>;
  };
  tool_runs: {
    workspace_id: string;
    id: string;
    tool: string;
    setup_id: string | null;
    config: Json;
    is_sample: boolean;
    /** Who started it. Null if a sync did. */
    started_by: string | null;
    started_by_id: string | null;
    state: Generated<'queued' | 'running' | 'done' | 'failed' | 'canceled'>;
    attempts: Generated<number>;
    share: Generated<number>;
    tables_read: Generated<number>;
    outcome: 'clean' | 'found' | null;
    figures: Json<null>;
    result: Json<null>;
    error: Json<null>;
    created_at: Generated<Date>;
    started_at: Date | null;
    ended_at: Date | null;
  };
  tool_setup_tables: {
    workspace_id: string;
    setup_id: string;
    table_id: string;
    /** The version for which it has run by itself, or from which on it does. */
    seen_version: number | null;
  };
  tool_setups: {
    workspace_id: string;
    id: string;
    tool: string;
    /** Unique within the tool, whatever its case. */
    name: string;
    config: Json;
    after_sync: Generated<boolean>;
    version: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  uploads: {
    workspace_id: string;
    id: string;
    file_name: string;
    bytes: number;
    sha256: string;
    created_at: Generated<Date>;
  };
  user_identities: {
    issuer: string;
    subject: string;
    user_id: string;
    email: string;
    created_at: Generated<Date>;
  };
  users: {
    id: string;
    email: string;
    email_folded: string;
    name: string;
    /** Null for users who sign in only with Google. */
    password_hash: string | null;
    is_superuser: Generated<boolean>;
    created_at: Generated<Date>;
    last_sign_in_at: Date | null;
    email_confirmed_at: Date | null;
    language: 'en' | 'de' | null;
    theme: 'light' | 'dark' | 'system' | null;
    time_zone: string | null;
    demo_ends_at: Date | null;
  };
  /** Versions that build on each other share files. */
  version_files: {
    workspace_id: string;
    table_id: string;
    version: number;
    position: number;
    role: 'base' | 'delta' | 'deletes';
    /** Of the lease that wrote the file, which it names. */
    token: number;
    /** Null for files from before it was stored. */
    sha256: Buffer | null;
    rows: number;
    bytes: number;
    /** When the file was last compared with its hash. */
    verified_at: Date | null;
  };
  workspace_invitations: {
    workspace_id: string;
    id: string;
    email: string;
    email_folded: string;
    role: 'admin' | 'editor' | 'runner' | 'reader';
    code_hash: Buffer;
    by_mail: boolean;
    invited_by: string;
    created_at: Generated<Date>;
    expires_at: Date;
    accepted_at: Date | null;
    canceled_at: Date | null;
  };
  /** A view of users as their workspaces may see them. */
  workspace_members: {
    workspace_id: string;
    user_id: string;
    role: 'admin' | 'editor' | 'runner' | 'reader';
    email: string;
    name: string;
    created_at: Generated<Date>;
  };
}
