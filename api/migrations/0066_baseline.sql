-- The schema that a new store begins with. Later changes are migrations of their own.

create collation alphabetical (provider = icu, locale = 'en-u-kn-true');

create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'audit_events takes new rows only';
    end $$;

create table account_codes (
  id text,
  user_id text not null,
  purpose text not null,
  code_hash bytea not null,
  email text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  constraint account_codes_pkey primary key (id),
  constraint account_codes_code_hash_key unique (code_hash),
  constraint account_codes_purpose_check check (purpose in ('confirm_email', 'change_email', 'reset_password'))
);
create index account_codes_of_user on account_codes (user_id, purpose, created_at desc);

create table all_reports (
  workspace_id text,
  id text,
  name text not null,
  version integer not null,
  created_by text,
  created_by_id text,
  changed_by text,
  changed_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  deleted_by text,
  constraint reports_pkey primary key (workspace_id, id),
  constraint all_reports_check check (((deleted_by is null) or (deleted_at is not null)))
);
create index reports_deleted on all_reports (deleted_at) where (deleted_at is not null);

create table all_source_connections (
  workspace_id text,
  id text,
  name text not null,
  connector text not null,
  configuration jsonb not null,
  address text not null,
  setup text not null,
  lifecycle text not null default 'active',
  schema_state text not null default 'unknown',
  schema_failure jsonb,
  discovery_started_at timestamp with time zone,
  discovered_at timestamp with time zone,
  version integer not null default 1,
  last_run_number integer not null default 0,
  last_lease_token integer not null default 0,
  created_at timestamp with time zone not null default now(),
  accepts_shrinking boolean not null default false,
  configured_at timestamp with time zone not null default now(),
  setup_at timestamp with time zone not null default now(),
  setup_failure jsonb,
  schema_at timestamp with time zone,
  pause jsonb,
  change_policy text not null default 'propagate_columns',
  versions_kept integer not null default 3,
  version_days integer not null default 0,
  deleted_at timestamp with time zone,
  deleted_by text,
  constraint source_connections_pkey primary key (workspace_id, id),
  constraint all_source_connections_check check (((deleted_at is null) or ((configuration = '{}'::jsonb) and (address = '')))),
  constraint source_connections_change_policy_check check (change_policy in ('propagate_columns', 'propagate_all', 'approve', 'pause')),
  constraint source_connections_lifecycle_check check (lifecycle in ('active', 'paused', 'deleting')),
  constraint source_connections_schema_state_check check (schema_state in ('unknown', 'discovering', 'ready', 'discover_failed')),
  constraint source_connections_setup_check check (setup in ('draft', 'unverified', 'connected', 'broken')),
  constraint source_connections_version_days_check check (((version_days >= 0) and (version_days <= 90))),
  constraint source_connections_versions_kept_check check (((versions_kept >= 1) and (versions_kept <= 50)))
);
create unique index one_connection_of_the_product on all_source_connections (workspace_id) where (connector = 'headwater');
create unique index one_connection_of_views on all_source_connections (workspace_id) where (connector = 'views');

create table analytics_events (
  id text,
  name text not null,
  user_id text,
  workspace_id text,
  created_at timestamp with time zone not null default now(),
  constraint analytics_events_pkey primary key (id)
);
create index analytics_events_by_age on analytics_events (created_at);

create table audit_events (
  id text,
  at timestamp with time zone not null default now(),
  actor_id text,
  workspace_id text,
  action text not null,
  outcome text not null,
  subject_type text,
  subject_id text,
  address text,
  request_id text,
  details jsonb not null default '{}'::jsonb,
  constraint audit_events_pkey primary key (id),
  constraint audit_events_outcome_check check (outcome in ('success', 'failure', 'denied'))
);
create index audit_events_by_action on audit_events (workspace_id, action, at desc, id desc);
create index audit_events_by_actor on audit_events (workspace_id, actor_id, at desc, id desc);
create index audit_events_by_subject on audit_events (workspace_id, subject_id, at desc) where (subject_id is not null);
create index audit_events_of_actor on audit_events (actor_id, at desc, id desc);
create index audit_events_of_workspace on audit_events (workspace_id, at desc, id desc);
create trigger audit_events_are_final before delete or update or truncate on audit_events for each statement execute function refuse_audit_change();

create table column_profiles (
  workspace_id text,
  table_id text,
  version integer,
  column_name text,
  facts jsonb,
  fault text,
  constraint column_profiles_pkey primary key (workspace_id, table_id, version, column_name),
  constraint column_profiles_check check (((facts is null) <> (fault is null)))
);

create table connection_checks (
  workspace_id text,
  id text,
  state text not null,
  steps jsonb not null,
  created_at timestamp with time zone not null default now(),
  fingerprint bytea,
  constraint connection_checks_pkey primary key (workspace_id, id),
  constraint connection_checks_state_check check (state in ('running', 'succeeded', 'failed', 'canceled'))
);

create table connection_schedules (
  workspace_id text,
  source_connection_id text,
  kind text not null,
  rule jsonb not null,
  zone text not null,
  next_run_at timestamp with time zone,
  planned_at timestamp with time zone not null default now(),
  quiet_hours jsonb,
  overlap text not null default 'skip',
  freshness_target_minutes integer,
  after_connection_id text,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  late_since timestamp with time zone,
  constraint connection_schedules_pkey primary key (workspace_id, source_connection_id),
  constraint connection_schedules_check check (((kind = 'after') or (after_connection_id is null))),
  constraint connection_schedules_freshness_target_minutes_check check ((freshness_target_minutes > 0)),
  constraint connection_schedules_kind_check check (kind in ('manual', 'interval', 'times', 'cron', 'after')),
  constraint connection_schedules_overlap_check check (overlap in ('skip', 'queue'))
);
create index schedules_after on connection_schedules (workspace_id, after_connection_id);
create index schedules_due on connection_schedules (next_run_at) where (next_run_at is not null);

create table connection_secrets (
  workspace_id text,
  source_connection_id text,
  field text,
  sealed bytea not null,
  constraint connection_secrets_pkey primary key (workspace_id, source_connection_id, field)
);

create table demo_codes (
  id text,
  code_hash bytea not null,
  label text not null,
  max_uses integer not null,
  uses integer not null default 0,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  constraint demo_codes_pkey primary key (id),
  constraint demo_codes_code_hash_key unique (code_hash),
  constraint demo_codes_check check ((uses <= max_uses)),
  constraint demo_codes_max_uses_check check ((max_uses > 0))
);

create table dependencies (
  workspace_id text,
  source_connection_id text,
  table_name text default '',
  column_name text default '',
  dependent_type text,
  dependent_id text,
  dependent_name text,
  dependent_parts jsonb not null default '[]'::jsonb,
  constraint dependencies_pkey primary key (workspace_id, source_connection_id, table_name, column_name, dependent_type, dependent_id)
);
create index dependencies_of_dependent on dependencies (workspace_id, dependent_type, dependent_id);

create table google_attempts (
  id text,
  purpose text not null,
  browser_hmac bytea not null,
  state_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  identity jsonb,
  hand_off_hash bytea,
  hand_off_expires_at timestamp with time zone,
  constraint google_attempts_pkey primary key (id),
  constraint google_attempts_hand_off_hash_key unique (hand_off_hash),
  constraint google_attempts_state_hash_key unique (state_hash),
  constraint google_attempts_purpose_check check (purpose in ('login', 'signup', 'link'))
);
create index google_attempts_by_age on google_attempts (expires_at);

create table idempotency_keys (
  workspace_id text,
  user_id text,
  key text,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamp with time zone not null default now(),
  caller_id text,
  constraint idempotency_keys_pkey primary key (workspace_id, caller_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

create table key_checks (
  singleton boolean default true,
  check_value bytea not null,
  constraint key_checks_pkey primary key (singleton),
  constraint key_checks_singleton_check check (singleton)
);

create table login_failures (
  account bytea,
  failures integer not null,
  first_failed_at timestamp with time zone not null,
  blocked_until timestamp with time zone,
  constraint login_failures_pkey primary key (account)
);

create table memberships (
  workspace_id text,
  user_id text,
  role text not null,
  created_at timestamp with time zone not null default now(),
  constraint memberships_pkey primary key (workspace_id, user_id),
  constraint memberships_role_check check (role in ('admin', 'editor', 'runner', 'reader'))
);
create index memberships_of_user on memberships (user_id);

create table notification_channels (
  workspace_id text,
  id text,
  kind text not null,
  name text not null,
  triggers text[] not null,
  member_ids text[] not null,
  addresses text[] not null,
  language text not null,
  sealed bytea,
  url_hint text,
  pause jsonb,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint notification_channels_pkey primary key (workspace_id, id),
  constraint notification_channels_check check (((kind = 'webhook') = (sealed is not null))),
  constraint notification_channels_check1 check (((kind = 'webhook') = (url_hint is not null))),
  constraint notification_channels_kind_check check (kind in ('email', 'webhook'))
);
create unique index notification_channels_by_name on notification_channels (workspace_id, lower(name));

create table notification_deliveries (
  workspace_id text,
  id text,
  channel_id text not null,
  trigger text not null,
  subject text not null,
  body text,
  state text not null,
  created_at timestamp with time zone not null default now(),
  attempts integer not null default 0,
  attempted_at timestamp with time zone,
  next_at timestamp with time zone,
  status integer,
  fault text,
  recipients integer,
  constraint notification_deliveries_pkey primary key (workspace_id, id)
);
create index notification_deliveries_by_channel on notification_deliveries (workspace_id, channel_id, created_at desc, id desc);
create index notification_deliveries_by_time on notification_deliveries (workspace_id, created_at desc, id desc);

create table organizations (
  id text,
  name text not null,
  created_by text,
  created_at timestamp with time zone not null default now(),
  time_zone text,
  currency text,
  week_start text not null default 'monday',
  deleted_at timestamp with time zone,
  deleted_by text,
  constraint organizations_pkey primary key (id),
  constraint organizations_check check (((deleted_by is null) or (deleted_at is not null))),
  constraint organizations_currency_check check ((currency ~ '^[A-Z]{3}$')),
  constraint organizations_week_start_check check (week_start in ('monday', 'sunday'))
);
create index organizations_by_age on organizations (created_at desc, id desc);
create index organizations_deleted on organizations (deleted_at) where (deleted_at is not null);

create table rejected_rows (
  workspace_id text,
  run_id text,
  "position" bigint generated always as identity,
  table_name text not null,
  line bigint,
  column_name text,
  reason text not null,
  raw text not null,
  code text,
  reason_values jsonb not null default '{}'::jsonb,
  constraint rejected_rows_pkey primary key (workspace_id, run_id, "position")
);

create table report_alert_events (
  workspace_id text,
  id text,
  alert_id text not null,
  state text not null,
  reason text,
  value text,
  was_told boolean not null,
  at timestamp with time zone not null default now(),
  constraint report_alert_events_pkey primary key (workspace_id, id)
);
create index report_alert_events_by_alert on report_alert_events (workspace_id, alert_id, at desc);

create table report_alerts (
  workspace_id text,
  id text,
  report_id text not null,
  card_id text not null,
  owner_id text,
  owner_name text not null,
  measure text not null,
  rule jsonb not null,
  filters text not null,
  paused_at timestamp with time zone,
  state text not null default 'unknown',
  reason text,
  value text,
  holds integer not null default 0,
  pin text,
  was_triggered boolean not null default false,
  told_at timestamp with time zone,
  looked_at timestamp with time zone,
  due_at timestamp with time zone default now(),
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint report_alerts_pkey primary key (workspace_id, id)
);
create index report_alerts_by_owner on report_alerts (workspace_id, owner_id);
create index report_alerts_by_report on report_alerts (workspace_id, report_id, created_at);
create index report_alerts_due on report_alerts (due_at) where (due_at is not null);

create table report_deliveries (
  workspace_id text,
  id text,
  subscription_id text not null,
  occurrence text not null,
  cause text not null,
  state text not null,
  fault text,
  created_at timestamp with time zone not null default now(),
  due_at timestamp with time zone,
  wait_until timestamp with time zone not null,
  attempts integer not null default 0,
  ended_at timestamp with time zone,
  pins text,
  constraint report_deliveries_pkey primary key (workspace_id, id),
  constraint report_deliveries_workspace_id_subscription_id_occurrence_key unique (workspace_id, subscription_id, occurrence),
  constraint report_deliveries_cause_check check (cause in ('schedule', 'sync'))
);
create index report_deliveries_by_time on report_deliveries (workspace_id, subscription_id, created_at desc, id desc);
create index report_deliveries_due on report_deliveries (due_at) where (due_at is not null);

create table report_favorites (
  workspace_id text,
  report_id text,
  user_id text,
  constraint report_favorites_pkey primary key (workspace_id, report_id, user_id)
);
create index report_favorites_of_user on report_favorites (user_id);

create table report_mails (
  workspace_id text,
  delivery_id text,
  user_id text,
  is_refused boolean not null,
  constraint report_mails_pkey primary key (workspace_id, delivery_id, user_id)
);
create index report_mails_by_member on report_mails (workspace_id, user_id);

create table report_openings (
  workspace_id text,
  report_id text,
  day date,
  openings integer not null,
  by_links integer not null default 0,
  constraint report_openings_pkey primary key (workspace_id, report_id, day)
);

create table report_recipients (
  workspace_id text,
  subscription_id text,
  user_id text,
  constraint report_recipients_pkey primary key (workspace_id, subscription_id, user_id)
);
create index report_recipients_by_member on report_recipients (workspace_id, user_id);

create table report_shares (
  workspace_id text,
  id text,
  report_id text not null,
  sha256 bytea not null,
  password_hash text,
  filters_open boolean not null,
  filters text not null,
  created_by_id text not null,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint report_shares_pkey primary key (workspace_id, id),
  constraint report_shares_sha256_key unique (sha256)
);
create index report_shares_by_maker on report_shares (workspace_id, created_by_id);
create index report_shares_by_report on report_shares (workspace_id, report_id, created_at desc);

create table report_subscriptions (
  workspace_id text,
  id text,
  report_id text not null,
  owner_id text,
  owner_name text not null,
  schedule jsonb,
  zone text not null,
  filters text not null,
  only_fresh boolean not null,
  skip_empty boolean not null,
  skip_unchanged boolean not null,
  attach_pdf boolean not null,
  paused_by text,
  paused_at timestamp with time zone,
  next_at timestamp with time zone,
  seen jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint report_subscriptions_pkey primary key (workspace_id, id)
);
create index report_subscriptions_by_owner on report_subscriptions (workspace_id, owner_id);
create index report_subscriptions_by_report on report_subscriptions (workspace_id, report_id, created_at);
create index report_subscriptions_due on report_subscriptions (next_at) where (next_at is not null);

create table report_versions (
  workspace_id text,
  report_id text,
  version integer,
  name text not null,
  content text not null,
  cards integer not null,
  table_ids text[] not null,
  saved_by text,
  saved_at timestamp with time zone not null default now(),
  restored_from integer,
  constraint report_versions_pkey primary key (workspace_id, report_id, version)
);
create index report_versions_by_age on report_versions (saved_at);

create table row_exports (
  workspace_id text,
  id text,
  table_id text not null,
  user_id text not null,
  version integer not null,
  format text not null,
  asked jsonb not null,
  file_name text not null,
  rows bigint not null,
  left_out bigint not null,
  state text not null default 'queued',
  attempts integer not null default 0,
  share double precision not null default 0,
  bytes bigint,
  error jsonb,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default (now() + '24:00:00'::interval),
  constraint row_exports_pkey primary key (workspace_id, id),
  constraint row_exports_format_check check (format in ('xlsx', 'parquet')),
  constraint row_exports_state_check check (state in ('queued', 'running', 'ready', 'failed'))
);
create index row_exports_by_expiry on row_exports (expires_at);
create index row_exports_of_table on row_exports (workspace_id, table_id);
create index row_exports_of_user on row_exports (workspace_id, user_id);

create table run_fact_changes (
  workspace_id text,
  "position" bigint generated always as identity,
  constraint run_fact_changes_pkey primary key (workspace_id, "position")
);

create table run_facts (
  workspace_id text,
  table_id text not null,
  next_at timestamp with time zone not null default now(),
  constraint run_facts_pkey primary key (workspace_id)
);

create table saved_queries (
  workspace_id text,
  id text,
  name text not null,
  version integer not null default 1,
  constraint saved_queries_pkey primary key (workspace_id, id)
);
create unique index saved_queries_by_name on saved_queries (workspace_id, lower(name));

create table saved_query_versions (
  workspace_id text,
  saved_query_id text,
  version integer,
  name text not null,
  description text not null,
  sql text not null,
  parameters jsonb not null,
  saved_by text not null,
  saved_at timestamp with time zone not null default now(),
  restored_version integer,
  constraint saved_query_versions_pkey primary key (workspace_id, saved_query_id, version)
);

create table schema_changes (
  workspace_id text,
  id text,
  source_connection_id text not null,
  stream_key text not null,
  table_name text not null,
  diff jsonb not null,
  breaking boolean not null,
  impact jsonb not null,
  state text not null,
  found_at timestamp with time zone not null default now(),
  decided_at timestamp with time zone,
  decided_by text,
  baseline jsonb,
  constraint schema_changes_pkey primary key (workspace_id, id),
  constraint schema_changes_state_check check (state in ('pending', 'applied', 'approved', 'ignored'))
);
create index schema_changes_of_connection on schema_changes (workspace_id, source_connection_id, found_at desc);
create unique index one_pending_change on schema_changes (workspace_id, source_connection_id, stream_key) where (state = 'pending');

create table service_account_tokens (
  workspace_id text,
  id text,
  service_account_id text not null,
  handle text not null,
  sha256 bytea not null,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  last_used_from text,
  noticed_days integer,
  last_used_by text,
  constraint service_account_tokens_pkey primary key (workspace_id, id),
  constraint service_account_tokens_handle_key unique (handle)
);
create index service_account_tokens_by_account on service_account_tokens (workspace_id, service_account_id, created_at desc);

create table service_account_usage (
  workspace_id text,
  service_account_id text,
  hour timestamp with time zone,
  requests bigint not null,
  refused bigint not null,
  bytes bigint not null,
  constraint service_account_usage_pkey primary key (workspace_id, service_account_id, hour)
);
create index service_account_usage_by_hour on service_account_usage (hour);

create table service_accounts (
  workspace_id text,
  id text,
  name text not null,
  description text not null,
  scope jsonb,
  disabled_at timestamp with time zone,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  version integer not null default 1,
  rights text[] not null default '{data:read}'::text[],
  networks text[] not null default '{}'::text[],
  requests_max smallint not null default 5,
  seconds_max smallint not null default 60,
  constraint service_accounts_pkey primary key (workspace_id, id)
);
create unique index service_accounts_by_name on service_accounts (workspace_id, lower(name));

create table sessions (
  id text,
  user_id text not null,
  token_hmac bytea not null,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  user_agent text,
  address text,
  first_id text collate "C" not null,
  constraint sessions_pkey primary key (id),
  constraint sessions_token_hmac_key unique (token_hmac)
);
create index sessions_by_first_id on sessions (first_id);
create index sessions_of_user on sessions (user_id, created_at desc);

create table sign_up_invitations (
  id text,
  email text not null,
  email_folded text not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  constraint sign_up_invitations_pkey primary key (id),
  constraint sign_up_invitations_code_hash_key unique (code_hash)
);

create table sql_runs (
  workspace_id text,
  id text,
  user_id text not null,
  sql text not null,
  parameters jsonb not null,
  outcome text not null,
  error jsonb,
  rows integer,
  milliseconds integer not null,
  started_at timestamp with time zone not null,
  constraint sql_runs_pkey primary key (workspace_id, id),
  constraint sql_runs_outcome_check check (outcome in ('succeeded', 'failed', 'canceled'))
);
create index sql_runs_by_age on sql_runs (started_at);
create index sql_runs_of_user on sql_runs (workspace_id, user_id, started_at desc, id desc);

create table sql_view_inputs (
  workspace_id text,
  view_id text,
  schema_name text,
  name text,
  table_id text not null,
  catalog_name text default '',
  constraint sql_view_inputs_pkey primary key (workspace_id, view_id, catalog_name, schema_name, name)
);
create index views_of_table on sql_view_inputs (workspace_id, table_id);

create table sql_view_refreshes (
  workspace_id text,
  id text,
  view_id text not null,
  token integer not null,
  state text not null,
  requested_by text,
  started_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  alive_until timestamp with time zone not null,
  version integer,
  rows bigint,
  failure jsonb,
  zone text,
  constraint sql_view_refreshes_pkey primary key (workspace_id, id),
  constraint sql_view_refreshes_state_check check (state in ('running', 'succeeded', 'failed'))
);
create index refreshes_of_view on sql_view_refreshes (workspace_id, view_id, started_at desc);
create unique index one_running_refresh on sql_view_refreshes (workspace_id, view_id) where (state = 'running');

create table sql_views (
  workspace_id text,
  id text,
  sql text not null,
  version integer not null default 1,
  requested_by text,
  attempted jsonb,
  waits_for text[] not null default '{}'::text[],
  retry_at timestamp with time zone,
  parameters jsonb not null default '{}'::jsonb,
  saved_query_id text,
  constraint sql_views_pkey primary key (workspace_id, id)
);
create unique index view_of_saved_query on sql_views (workspace_id, saved_query_id) where (saved_query_id is not null);

create table stream_settings (
  workspace_id text,
  source_connection_id text,
  stream_key text,
  selected boolean not null,
  deselected boolean not null default false,
  sync_mode text not null default 'full_refresh',
  destination_sync_mode text not null default 'overwrite',
  cursor_column text,
  key_columns jsonb,
  null_cursor text not null default 'load',
  overlap bigint,
  row_filter jsonb,
  start_from text,
  row_cap bigint,
  masks jsonb not null default '{}'::jsonb,
  updated_at timestamp with time zone not null default now(),
  constraint stream_settings_pkey primary key (workspace_id, source_connection_id, stream_key),
  constraint stream_settings_check check (((sync_mode = 'full_refresh') or (cursor_column is not null))),
  constraint stream_settings_destination_sync_mode_check check (destination_sync_mode in ('overwrite', 'append', 'append_dedup', 'history')),
  constraint stream_settings_null_cursor_check check (null_cursor in ('load', 'skip', 'fail')),
  constraint stream_settings_overlap_check check ((overlap >= 0)),
  constraint stream_settings_row_cap_check check ((row_cap > 0)),
  constraint stream_settings_sync_mode_check check (sync_mode in ('full_refresh', 'incremental'))
);

create table streams (
  workspace_id text,
  source_connection_id text,
  table_name text,
  namespace text,
  name text not null,
  columns jsonb not null,
  primary_key jsonb not null,
  estimated_rows bigint,
  estimated_bytes bigint,
  problem jsonb,
  source jsonb not null,
  findings jsonb not null default '[]'::jsonb,
  stream_key text not null,
  suggested_cursor text,
  system_cursor text,
  comments jsonb not null default '{}'::jsonb,
  constraint streams_pkey primary key (workspace_id, source_connection_id, table_name)
);
create unique index one_stream on streams (workspace_id, source_connection_id, stream_key);

create table sync_attempts (
  workspace_id text,
  run_id text,
  number integer,
  started_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  outcome text,
  failure jsonb,
  constraint sync_attempts_pkey primary key (workspace_id, run_id, number),
  constraint sync_attempts_outcome_check check (outcome in ('succeeded', 'partially_succeeded', 'incomplete', 'failed', 'canceled', 'lost', 'interrupted'))
);

create table sync_run_streams (
  workspace_id text,
  run_id text,
  table_name text,
  state text not null,
  phase text not null,
  rows_read bigint not null default 0,
  rows_loaded bigint not null default 0,
  rows_rejected bigint not null default 0,
  estimated_rows bigint,
  failure jsonb,
  mode text not null default 'full_refresh_overwrite',
  rows_deduplicated bigint not null default 0,
  rows_filtered bigint not null default 0,
  table_rows bigint,
  null_counts jsonb,
  schema_refreshed boolean not null default false,
  limited_until timestamp with time zone,
  bytes_written bigint,
  constraint sync_run_streams_pkey primary key (workspace_id, run_id, table_name),
  constraint sync_run_streams_phase_check check (phase in ('waiting', 'reading', 'loading', 'checking', 'committing', 'done')),
  constraint sync_run_streams_state_check check (state in ('pending', 'running', 'rate_limited', 'complete', 'incomplete'))
);

create table sync_runs (
  workspace_id text,
  id text,
  source_connection_id text not null,
  number integer not null,
  state text not null,
  trigger text not null,
  started_by text,
  attempt integer not null default 0,
  failure jsonb,
  retry_at timestamp with time zone,
  lease_token integer,
  lease_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  attempts_with_progress integer not null default 0,
  attempts_without_progress integer not null default 0,
  attempts_without_progress_in_a_row integer not null default 0,
  progressed boolean not null default false,
  leased_at timestamp with time zone,
  deadline timestamp with time zone,
  started_by_id text,
  scope jsonb,
  from_scratch boolean not null default false,
  constraint sync_runs_pkey primary key (workspace_id, id),
  constraint sync_runs_state_check check (state in ('pending', 'queued', 'running', 'succeeded', 'partially_succeeded', 'incomplete', 'failed', 'canceling', 'canceled')),
  constraint sync_runs_trigger_check check (trigger in ('manual', 'first_sync', 'retry', 'schedule', 'after'))
);
create index runs_by_lease on sync_runs (workspace_id, leased_at);
create index runs_of_connection on sync_runs (workspace_id, source_connection_id, number desc);
create index runs_to_do on sync_runs (state) where (state in ('queued', 'running', 'canceling', 'incomplete'));
create unique index one_active_run on sync_runs (workspace_id, source_connection_id) where (state in ('pending', 'queued', 'running', 'canceling', 'incomplete'));

create table table_descriptions (
  workspace_id text,
  table_id text,
  description text not null default '',
  owner_id text,
  tags text[] not null default '{}'::text[],
  columns jsonb not null default '{}'::jsonb,
  version integer not null default 1,
  constraint table_descriptions_pkey primary key (workspace_id, table_id)
);
create index table_descriptions_of_owner on table_descriptions (workspace_id, owner_id);

create table table_profiles (
  workspace_id text,
  table_id text,
  version integer,
  state text not null,
  requested boolean not null default false,
  sampled_rows bigint,
  fault text,
  created_at timestamp with time zone not null default now(),
  alive_until timestamp with time zone,
  profiled_at timestamp with time zone,
  constraint table_profiles_pkey primary key (workspace_id, table_id, version),
  constraint table_profiles_state_check check (state in ('queued', 'running', 'complete', 'failed'))
);
create index open_profiles on table_profiles (created_at) where (state in ('queued', 'running'));

create table table_versions (
  workspace_id text,
  table_id text,
  version integer,
  run_id text not null,
  rows bigint not null,
  bytes bigint not null,
  columns jsonb not null,
  primary_key jsonb not null,
  committed_at timestamp with time zone not null default now(),
  generation integer not null default 1,
  state jsonb,
  loaded_with jsonb,
  checked_at timestamp with time zone,
  null_counts jsonb,
  restored_from integer,
  restored_by text,
  damaged_at timestamp with time zone,
  made_of jsonb,
  constraint table_versions_pkey primary key (workspace_id, table_id, version)
);

create table table_views (
  workspace_id text,
  id text,
  table_id text not null,
  name text not null,
  query text not null,
  version integer not null default 1,
  constraint table_views_pkey primary key (workspace_id, id)
);
create unique index table_views_by_name on table_views (workspace_id, table_id, lower(name));

create table tables (
  workspace_id text,
  id text,
  source_connection_id text not null,
  table_name text not null,
  current_version integer,
  stale boolean not null default false,
  held_version integer,
  stream_key text,
  stored_bytes bigint not null default 0,
  comments jsonb not null default '{}'::jsonb,
  constraint tables_pkey primary key (workspace_id, id),
  constraint tables_workspace_id_source_connection_id_table_name_key unique (workspace_id, source_connection_id, table_name)
);
create unique index one_table on tables (workspace_id, source_connection_id, stream_key);

create table tool_run_tables (
  workspace_id text,
  run_id text,
  table_id text,
  version integer,
  columns jsonb not null,
  loaded_with jsonb,
  constraint tool_run_tables_pkey primary key (workspace_id, run_id, table_id, version)
);
create index tool_runs_of_table on tool_run_tables (workspace_id, table_id);

create table tool_runs (
  workspace_id text,
  id text,
  tool text not null,
  setup_id text,
  config jsonb not null,
  is_sample boolean not null,
  started_by text,
  started_by_id text,
  state text not null default 'queued',
  attempts integer not null default 0,
  share double precision not null default 0,
  tables_read integer not null default 0,
  outcome text,
  figures jsonb,
  result jsonb,
  error jsonb,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint tool_runs_pkey primary key (workspace_id, id),
  constraint tool_runs_outcome_check check (outcome in ('clean', 'found')),
  constraint tool_runs_state_check check (state in ('queued', 'running', 'done', 'failed', 'canceled'))
);
create index tool_runs_by_age on tool_runs (created_at);
create index tool_runs_by_time on tool_runs (workspace_id, tool, created_at desc);
create index tool_runs_of_setup on tool_runs (workspace_id, setup_id, created_at desc);

create table tool_setup_tables (
  workspace_id text,
  setup_id text,
  table_id text,
  seen_version integer,
  constraint tool_setup_tables_pkey primary key (workspace_id, setup_id, table_id)
);
create index tool_setups_of_table on tool_setup_tables (workspace_id, table_id);

create table tool_setups (
  workspace_id text,
  id text,
  tool text not null,
  name text not null,
  config jsonb not null,
  after_sync boolean not null default false,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint tool_setups_pkey primary key (workspace_id, id)
);
create index tool_setups_after_sync on tool_setups (workspace_id) where after_sync;
create unique index tool_setups_by_name on tool_setups (workspace_id, tool, lower(name));

create table uploads (
  workspace_id text,
  id text,
  file_name text not null,
  bytes bigint not null,
  sha256 text not null,
  created_at timestamp with time zone not null default now(),
  constraint uploads_pkey primary key (workspace_id, id)
);

create table user_identities (
  issuer text,
  subject text,
  user_id text not null,
  email text not null,
  created_at timestamp with time zone not null default now(),
  constraint user_identities_pkey primary key (issuer, subject),
  constraint user_identities_user_id_issuer_key unique (user_id, issuer)
);

create table users (
  id text,
  email text not null,
  email_folded text not null,
  name text not null,
  password_hash text,
  is_superuser boolean not null default false,
  created_at timestamp with time zone not null default now(),
  last_sign_in_at timestamp with time zone,
  email_confirmed_at timestamp with time zone,
  language text,
  theme text,
  time_zone text,
  demo_ends_at timestamp with time zone,
  constraint users_pkey primary key (id),
  constraint users_email_folded_key unique (email_folded),
  constraint users_language_check check (language in ('en', 'de')),
  constraint users_theme_check check (theme in ('light', 'dark', 'system'))
);
create index users_by_age on users (created_at desc, id desc);
create index users_of_the_demo on users (demo_ends_at) where (demo_ends_at is not null);

create table version_files (
  workspace_id text,
  table_id text,
  version integer,
  "position" integer,
  role text not null,
  token integer not null,
  sha256 bytea,
  rows bigint not null,
  bytes bigint not null,
  verified_at timestamp with time zone,
  constraint version_files_pkey primary key (workspace_id, table_id, version, "position"),
  constraint version_files_role_check check (role in ('base', 'delta', 'deletes'))
);

create table workspace_invitations (
  workspace_id text,
  id text,
  email text not null,
  email_folded text not null,
  role text not null,
  code_hash bytea not null,
  by_mail boolean not null,
  invited_by text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  canceled_at timestamp with time zone,
  constraint workspace_invitations_pkey primary key (workspace_id, id),
  constraint workspace_invitations_code_hash_key unique (code_hash),
  constraint workspace_invitations_role_check check (role in ('admin', 'editor', 'runner', 'reader'))
);
create unique index workspace_invitations_open on workspace_invitations (workspace_id, email_folded) where ((accepted_at is null) and (canceled_at is null));

alter table account_codes add constraint account_codes_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table all_reports add constraint reports_workspace_id_fkey foreign key (workspace_id) references organizations(id) on delete cascade;
alter table all_source_connections add constraint source_connections_workspace_id_fkey foreign key (workspace_id) references organizations(id) on delete cascade;
alter table analytics_events add constraint analytics_events_user_id_fkey foreign key (user_id) references users(id) on delete set null;
alter table analytics_events add constraint analytics_events_workspace_id_fkey foreign key (workspace_id) references organizations(id) on delete cascade;
alter table column_profiles add constraint column_profiles_workspace_id_table_id_version_fkey foreign key (workspace_id, table_id, version) references table_profiles(workspace_id, table_id, version) on delete cascade;
alter table connection_checks add constraint connection_checks_workspace_id_fkey foreign key (workspace_id) references organizations(id) on delete cascade;
alter table connection_schedules add constraint connection_schedules_workspace_id_after_connection_id_fkey foreign key (workspace_id, after_connection_id) references all_source_connections(workspace_id, id) on delete set null (after_connection_id);
alter table connection_schedules add constraint connection_schedules_workspace_id_source_connection_id_fkey foreign key (workspace_id, source_connection_id) references all_source_connections(workspace_id, id) on delete cascade;
alter table connection_secrets add constraint connection_secrets_workspace_id_source_connection_id_fkey foreign key (workspace_id, source_connection_id) references all_source_connections(workspace_id, id) on delete cascade;
alter table dependencies add constraint dependencies_workspace_id_source_connection_id_fkey foreign key (workspace_id, source_connection_id) references all_source_connections(workspace_id, id) on delete cascade;
alter table idempotency_keys add constraint idempotency_keys_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table idempotency_keys add constraint idempotency_keys_workspace_id_fkey foreign key (workspace_id) references organizations(id) on delete cascade;
alter table memberships add constraint memberships_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table memberships add constraint memberships_workspace_id_fkey foreign key (workspace_id) references organizations(id) on delete cascade;
alter table notification_channels add constraint notification_channels_workspace_id_fkey foreign key (workspace_id) references organizations(id) on delete cascade;
alter table notification_deliveries add constraint notification_deliveries_workspace_id_channel_id_fkey foreign key (workspace_id, channel_id) references notification_channels(workspace_id, id) on delete cascade;
alter table organizations add constraint organizations_created_by_fkey foreign key (created_by) references users(id) on delete set null;
alter table rejected_rows add constraint rejected_rows_workspace_id_run_id_fkey foreign key (workspace_id, run_id) references sync_runs(workspace_id, id) on delete cascade;
alter table report_alert_events add constraint report_alert_events_workspace_id_alert_id_fkey foreign key (workspace_id, alert_id) references report_alerts(workspace_id, id) on delete cascade;
alter table report_alerts add constraint report_alerts_workspace_id_owner_id_fkey foreign key (workspace_id, owner_id) references memberships(workspace_id, user_id) on delete set null (owner_id);
alter table report_alerts add constraint report_alerts_workspace_id_report_id_fkey foreign key (workspace_id, report_id) references all_reports(workspace_id, id) on delete cascade;
alter table report_deliveries add constraint report_deliveries_workspace_id_subscription_id_fkey foreign key (workspace_id, subscription_id) references report_subscriptions(workspace_id, id) on delete cascade;
alter table report_favorites add constraint report_favorites_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table report_favorites add constraint report_favorites_workspace_id_report_id_fkey foreign key (workspace_id, report_id) references all_reports(workspace_id, id) on delete cascade;
alter table report_mails add constraint report_mails_workspace_id_delivery_id_fkey foreign key (workspace_id, delivery_id) references report_deliveries(workspace_id, id) on delete cascade;
alter table report_mails add constraint report_mails_workspace_id_user_id_fkey foreign key (workspace_id, user_id) references memberships(workspace_id, user_id) on delete cascade;
alter table report_openings add constraint report_openings_workspace_id_report_id_fkey foreign key (workspace_id, report_id) references all_reports(workspace_id, id) on delete cascade;
alter table report_recipients add constraint report_recipients_workspace_id_subscription_id_fkey foreign key (workspace_id, subscription_id) references report_subscriptions(workspace_id, id) on delete cascade;
alter table report_recipients add constraint report_recipients_workspace_id_user_id_fkey foreign key (workspace_id, user_id) references memberships(workspace_id, user_id) on delete cascade;
alter table report_shares add constraint report_shares_workspace_id_created_by_id_fkey foreign key (workspace_id, created_by_id) references memberships(workspace_id, user_id) on delete cascade;
alter table report_shares add constraint report_shares_workspace_id_report_id_fkey foreign key (workspace_id, report_id) references all_reports(workspace_id, id) on delete cascade;
alter table report_subscriptions add constraint report_subscriptions_workspace_id_owner_id_fkey foreign key (workspace_id, owner_id) references memberships(workspace_id, user_id) on delete set null (owner_id);
alter table report_subscriptions add constraint report_subscriptions_workspace_id_report_id_fkey foreign key (workspace_id, report_id) references all_reports(workspace_id, id) on delete cascade;
alter table report_versions add constraint report_versions_workspace_id_report_id_fkey foreign key (workspace_id, report_id) references all_reports(workspace_id, id) on delete cascade;
alter table row_exports add constraint row_exports_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table row_exports add constraint row_exports_workspace_id_fkey foreign key (workspace_id) references organizations(id) on delete cascade;
alter table row_exports add constraint row_exports_workspace_id_table_id_fkey foreign key (workspace_id, table_id) references tables(workspace_id, id) on delete cascade;
alter table run_fact_changes add constraint run_fact_changes_workspace_id_fkey foreign key (workspace_id) references run_facts(workspace_id) on delete cascade;
alter table run_facts add constraint run_facts_workspace_id_table_id_fkey foreign key (workspace_id, table_id) references tables(workspace_id, id) on delete cascade;
alter table saved_queries add constraint saved_queries_workspace_id_fkey foreign key (workspace_id) references organizations(id) on delete cascade;
alter table saved_query_versions add constraint saved_query_versions_workspace_id_saved_query_id_fkey foreign key (workspace_id, saved_query_id) references saved_queries(workspace_id, id) on delete cascade;
alter table schema_changes add constraint schema_changes_workspace_id_source_connection_id_fkey foreign key (workspace_id, source_connection_id) references all_source_connections(workspace_id, id) on delete cascade;
alter table service_account_tokens add constraint service_account_tokens_workspace_id_service_account_id_fkey foreign key (workspace_id, service_account_id) references service_accounts(workspace_id, id) on delete cascade;
alter table service_account_usage add constraint service_account_usage_workspace_id_service_account_id_fkey foreign key (workspace_id, service_account_id) references service_accounts(workspace_id, id) on delete cascade;
alter table service_accounts add constraint service_accounts_workspace_id_fkey foreign key (workspace_id) references organizations(id) on delete cascade;
alter table sessions add constraint sessions_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table sql_runs add constraint sql_runs_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table sql_runs add constraint sql_runs_workspace_id_fkey foreign key (workspace_id) references organizations(id) on delete cascade;
alter table sql_view_inputs add constraint sql_view_inputs_workspace_id_table_id_fkey foreign key (workspace_id, table_id) references tables(workspace_id, id) on delete cascade;
alter table sql_view_inputs add constraint sql_view_inputs_workspace_id_view_id_fkey foreign key (workspace_id, view_id) references sql_views(workspace_id, id) on delete cascade;
alter table sql_view_refreshes add constraint sql_view_refreshes_workspace_id_view_id_fkey foreign key (workspace_id, view_id) references sql_views(workspace_id, id) on delete cascade;
alter table sql_views add constraint sql_views_workspace_id_id_fkey foreign key (workspace_id, id) references tables(workspace_id, id) on delete cascade;
alter table sql_views add constraint sql_views_workspace_id_saved_query_id_fkey foreign key (workspace_id, saved_query_id) references saved_queries(workspace_id, id) on delete set null (saved_query_id);
alter table stream_settings add constraint stream_settings_workspace_id_source_connection_id_fkey foreign key (workspace_id, source_connection_id) references all_source_connections(workspace_id, id) on delete cascade;
alter table streams add constraint streams_workspace_id_source_connection_id_fkey foreign key (workspace_id, source_connection_id) references all_source_connections(workspace_id, id) on delete cascade;
alter table sync_attempts add constraint sync_attempts_workspace_id_run_id_fkey foreign key (workspace_id, run_id) references sync_runs(workspace_id, id) on delete cascade;
alter table sync_run_streams add constraint sync_run_streams_workspace_id_run_id_fkey foreign key (workspace_id, run_id) references sync_runs(workspace_id, id) on delete cascade;
alter table sync_runs add constraint sync_runs_workspace_id_source_connection_id_fkey foreign key (workspace_id, source_connection_id) references all_source_connections(workspace_id, id) on delete cascade;
alter table table_descriptions add constraint table_descriptions_workspace_id_owner_id_fkey foreign key (workspace_id, owner_id) references memberships(workspace_id, user_id) on delete set null (owner_id);
alter table table_descriptions add constraint table_descriptions_workspace_id_table_id_fkey foreign key (workspace_id, table_id) references tables(workspace_id, id) on delete cascade;
alter table table_profiles add constraint table_profiles_workspace_id_table_id_version_fkey foreign key (workspace_id, table_id, version) references table_versions(workspace_id, table_id, version) on delete cascade;
alter table table_versions add constraint table_versions_workspace_id_table_id_fkey foreign key (workspace_id, table_id) references tables(workspace_id, id) on delete cascade;
alter table table_views add constraint table_views_workspace_id_fkey foreign key (workspace_id) references organizations(id) on delete cascade;
alter table table_views add constraint table_views_workspace_id_table_id_fkey foreign key (workspace_id, table_id) references tables(workspace_id, id) on delete cascade;
alter table tables add constraint tables_workspace_id_source_connection_id_fkey foreign key (workspace_id, source_connection_id) references all_source_connections(workspace_id, id) on delete cascade;
alter table tool_run_tables add constraint tool_run_tables_workspace_id_run_id_fkey foreign key (workspace_id, run_id) references tool_runs(workspace_id, id) on delete cascade;
alter table tool_run_tables add constraint tool_run_tables_workspace_id_table_id_fkey foreign key (workspace_id, table_id) references tables(workspace_id, id) on delete cascade;
alter table tool_runs add constraint tool_runs_workspace_id_fkey foreign key (workspace_id) references organizations(id) on delete cascade;
alter table tool_runs add constraint tool_runs_workspace_id_setup_id_fkey foreign key (workspace_id, setup_id) references tool_setups(workspace_id, id) on delete cascade;
alter table tool_setup_tables add constraint tool_setup_tables_workspace_id_setup_id_fkey foreign key (workspace_id, setup_id) references tool_setups(workspace_id, id) on delete cascade;
alter table tool_setup_tables add constraint tool_setup_tables_workspace_id_table_id_fkey foreign key (workspace_id, table_id) references tables(workspace_id, id) on delete cascade;
alter table tool_setups add constraint tool_setups_workspace_id_fkey foreign key (workspace_id) references organizations(id) on delete cascade;
alter table uploads add constraint uploads_workspace_id_fkey foreign key (workspace_id) references organizations(id) on delete cascade;
alter table user_identities add constraint user_identities_user_id_fkey foreign key (user_id) references users(id) on delete cascade;
alter table version_files add constraint version_files_workspace_id_table_id_version_fkey foreign key (workspace_id, table_id, version) references table_versions(workspace_id, table_id, version) on delete cascade;
alter table workspace_invitations add constraint workspace_invitations_workspace_id_fkey foreign key (workspace_id) references organizations(id) on delete cascade;

create view reports with (security_invoker=true) as
 select workspace_id,
    id,
    name,
    version,
    created_by,
    created_by_id,
    changed_by,
    changed_at
   from all_reports
  where deleted_at is null;

create view source_connections with (security_invoker=true) as
 select workspace_id,
    id,
    name,
    connector,
    configuration,
    address,
    setup,
    lifecycle,
    schema_state,
    schema_failure,
    discovery_started_at,
    discovered_at,
    version,
    last_run_number,
    last_lease_token,
    created_at,
    accepts_shrinking,
    configured_at,
    setup_at,
    setup_failure,
    schema_at,
    pause,
    change_policy,
    versions_kept,
    version_days
   from all_source_connections
  where deleted_at is null and (connector <> all (array['views', 'headwater']));

create view workspace_members with (security_invoker=true) as
 select memberships.workspace_id,
    memberships.user_id,
    memberships.role,
    users.email,
    users.name,
    memberships.created_at
   from memberships
     join users on users.id = memberships.user_id;
