-- What the migrations add up to. Written by the tests: UPDATE_SCHEMA=yes npm test -w api

create table account_codes (
  id text not null,
  user_id text not null,
  purpose text not null,
  code_hash bytea not null,
  email text not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (code_hash),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  CHECK ((purpose = ANY (ARRAY['confirm_email'::text, 'change_email'::text, 'reset_password'::text])))
);
CREATE INDEX account_codes_of_user ON public.account_codes USING btree (user_id, purpose, created_at DESC);

create table all_reports (
  workspace_id text not null,
  id text not null,
  name text not null,
  version integer not null,
  created_by text,
  created_by_id text,
  changed_by text,
  changed_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  deleted_by text,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CHECK (((deleted_by IS NULL) OR (deleted_at IS NOT NULL)))
);
CREATE INDEX reports_deleted ON public.all_reports USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
alter table all_reports enable row level security, force row level security;
create policy one_workspace on all_reports using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column all_reports.created_by is 'A user''s name at that time.';

create table all_source_connections (
  workspace_id text not null,
  id text not null,
  name text not null,
  connector text not null,
  configuration jsonb not null,
  address text not null,
  setup text not null,
  lifecycle text not null default 'active'::text,
  schema_state text not null default 'unknown'::text,
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
  change_policy text not null default 'propagate_columns'::text,
  versions_kept integer not null default 3,
  version_days integer not null default 0,
  deleted_at timestamp with time zone,
  deleted_by text,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CHECK (((deleted_at IS NULL) OR ((configuration = '{}'::jsonb) AND (address = ''::text)))),
  CHECK ((change_policy = ANY (ARRAY['propagate_columns'::text, 'propagate_all'::text, 'approve'::text, 'pause'::text]))),
  CHECK ((lifecycle = ANY (ARRAY['active'::text, 'paused'::text, 'deleting'::text]))),
  CHECK ((schema_state = ANY (ARRAY['unknown'::text, 'discovering'::text, 'ready'::text, 'discover_failed'::text]))),
  CHECK ((setup = ANY (ARRAY['draft'::text, 'unverified'::text, 'connected'::text, 'broken'::text]))),
  CHECK (((version_days >= 0) AND (version_days <= 90))),
  CHECK (((versions_kept >= 1) AND (versions_kept <= 50)))
);
CREATE UNIQUE INDEX one_connection_of_the_product ON public.all_source_connections USING btree (workspace_id) WHERE (connector = 'headwater'::text);
CREATE UNIQUE INDEX one_connection_of_views ON public.all_source_connections USING btree (workspace_id) WHERE (connector = 'views'::text);
alter table all_source_connections enable row level security, force row level security;
create policy one_workspace on all_source_connections using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on table all_source_connections is 'Also contains deleted connections with tables that are kept. `source_connections` shows the others.';
comment on column all_source_connections.configured_at is 'When the configuration was last saved.';
comment on column all_source_connections.setup_failure is 'Why a check or a run found it broken.';
comment on column all_source_connections.schema_at is 'When the last discovery ended, successfully or not.';
comment on column all_source_connections.pause is 'Why it is paused.';
comment on column all_source_connections.versions_kept is 'How many of a table''s newest versions are kept.';
comment on column all_source_connections.version_days is 'For how many days all others are kept.';
comment on column all_source_connections.deleted_by is 'A user''s name at that time.';

create table analytics_events (
  id text not null,
  name text not null,
  user_id text,
  workspace_id text,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  FOREIGN KEY (workspace_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX analytics_events_by_age ON public.analytics_events USING btree (created_at);

create table audit_events (
  id text not null,
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
  PRIMARY KEY (id),
  CHECK ((outcome = ANY (ARRAY['success'::text, 'failure'::text, 'denied'::text])))
);
CREATE INDEX audit_events_by_action ON public.audit_events USING btree (workspace_id, action, at DESC, id DESC);
CREATE INDEX audit_events_by_actor ON public.audit_events USING btree (workspace_id, actor_id, at DESC, id DESC);
CREATE INDEX audit_events_by_subject ON public.audit_events USING btree (workspace_id, subject_id, at DESC) WHERE (subject_id IS NOT NULL);
CREATE INDEX audit_events_of_actor ON public.audit_events USING btree (actor_id, at DESC, id DESC);
CREATE INDEX audit_events_of_workspace ON public.audit_events USING btree (workspace_id, at DESC, id DESC);
alter table audit_events enable row level security, force row level security;
create policy one_workspace on audit_events using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
CREATE TRIGGER audit_events_are_final BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

create table column_profiles (
  workspace_id text not null,
  table_id text not null,
  version integer not null,
  column_name text not null,
  facts jsonb,
  fault text,
  PRIMARY KEY (workspace_id, table_id, version, column_name),
  FOREIGN KEY (workspace_id, table_id, version) REFERENCES table_profiles(workspace_id, table_id, version) ON DELETE CASCADE,
  CHECK (((facts IS NULL) <> (fault IS NULL)))
);
alter table column_profiles enable row level security, force row level security;
create policy one_workspace on column_profiles using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));

create table connection_checks (
  workspace_id text not null,
  id text not null,
  state text not null,
  steps jsonb not null,
  created_at timestamp with time zone not null default now(),
  fingerprint bytea,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CHECK ((state = ANY (ARRAY['running'::text, 'succeeded'::text, 'failed'::text, 'canceled'::text])))
);
alter table connection_checks enable row level security, force row level security;
create policy one_workspace on connection_checks using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));

create table connection_schedules (
  workspace_id text not null,
  source_connection_id text not null,
  kind text not null,
  rule jsonb not null,
  zone text not null,
  next_run_at timestamp with time zone,
  planned_at timestamp with time zone not null default now(),
  quiet_hours jsonb,
  overlap text not null default 'skip'::text,
  freshness_target_minutes integer,
  after_connection_id text,
  version integer not null default 1,
  updated_at timestamp with time zone not null default now(),
  late_since timestamp with time zone,
  PRIMARY KEY (workspace_id, source_connection_id),
  FOREIGN KEY (workspace_id, after_connection_id) REFERENCES all_source_connections(workspace_id, id) ON DELETE SET NULL (after_connection_id),
  FOREIGN KEY (workspace_id, source_connection_id) REFERENCES all_source_connections(workspace_id, id) ON DELETE CASCADE,
  CHECK (((kind = 'after'::text) OR (after_connection_id IS NULL))),
  CHECK ((freshness_target_minutes > 0)),
  CHECK ((kind = ANY (ARRAY['manual'::text, 'interval'::text, 'times'::text, 'cron'::text, 'after'::text]))),
  CHECK ((overlap = ANY (ARRAY['skip'::text, 'queue'::text])))
);
CREATE INDEX schedules_after ON public.connection_schedules USING btree (workspace_id, after_connection_id);
CREATE INDEX schedules_due ON public.connection_schedules USING btree (next_run_at) WHERE (next_run_at IS NOT NULL);
alter table connection_schedules enable row level security, force row level security;
create policy one_workspace on connection_schedules using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column connection_schedules.rule is 'The part of the choices that belongs to the kind.';
comment on column connection_schedules.next_run_at is 'The truth about the next run. Null if nothing is planned.';
comment on column connection_schedules.planned_at is 'When the next run was planned.';
comment on column connection_schedules.late_since is 'Since when the connection misses its freshness target. Null while it is on time.';

create table connection_secrets (
  workspace_id text not null,
  source_connection_id text not null,
  field text not null,
  sealed bytea not null,
  PRIMARY KEY (workspace_id, source_connection_id, field),
  FOREIGN KEY (workspace_id, source_connection_id) REFERENCES all_source_connections(workspace_id, id) ON DELETE CASCADE
);
alter table connection_secrets enable row level security, force row level security;
create policy one_workspace on connection_secrets using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));

create table demo_codes (
  id text not null,
  code_hash bytea not null,
  label text not null,
  max_uses integer not null,
  uses integer not null default 0,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (code_hash),
  CHECK ((uses <= max_uses)),
  CHECK ((max_uses > 0))
);

create table dependencies (
  workspace_id text not null,
  source_connection_id text not null,
  table_name text not null default ''::text,
  column_name text not null default ''::text,
  dependent_type text not null,
  dependent_id text not null,
  dependent_name text,
  dependent_parts jsonb not null default '[]'::jsonb,
  PRIMARY KEY (workspace_id, source_connection_id, table_name, column_name, dependent_type, dependent_id),
  FOREIGN KEY (workspace_id, source_connection_id) REFERENCES all_source_connections(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX dependencies_of_dependent ON public.dependencies USING btree (workspace_id, dependent_type, dependent_id);
alter table dependencies enable row level security, force row level security;
create policy one_workspace on dependencies using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column dependencies.table_name is 'An empty name stands for the connection as a whole.';
comment on column dependencies.column_name is 'An empty name stands for the table as a whole.';
comment on column dependencies.dependent_name is 'Null for what belongs to the table itself, and for connections, which have their own.';
comment on column dependencies.dependent_parts is 'Which parts of the document use the column, as DependentPart[]. Empty if it has no parts that people see.';

create table google_attempts (
  id text not null,
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
  PRIMARY KEY (id),
  UNIQUE (hand_off_hash),
  UNIQUE (state_hash),
  CHECK ((purpose = ANY (ARRAY['login'::text, 'signup'::text, 'link'::text])))
);
CREATE INDEX google_attempts_by_age ON public.google_attempts USING btree (expires_at);
comment on column google_attempts.expires_at is 'Until when the provider''s response is accepted. It is accepted only once.';

create table idempotency_keys (
  workspace_id text not null,
  user_id text,
  key text not null,
  request_hash bytea not null,
  answer jsonb not null,
  created_at timestamp with time zone not null default now(),
  caller_id text not null,
  PRIMARY KEY (workspace_id, caller_id, key),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_keys USING btree (created_at);
alter table idempotency_keys enable row level security, force row level security;
create policy one_workspace on idempotency_keys using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column idempotency_keys.user_id is 'Null for a service account.';

create table key_checks (
  singleton boolean not null default true,
  check_value bytea not null,
  PRIMARY KEY (singleton),
  CHECK (singleton)
);

create table login_failures (
  account bytea not null,
  failures integer not null,
  first_failed_at timestamp with time zone not null,
  blocked_until timestamp with time zone,
  PRIMARY KEY (account)
);

create table memberships (
  workspace_id text not null,
  user_id text not null,
  role text not null,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (workspace_id, user_id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'runner'::text, 'reader'::text])))
);
CREATE INDEX memberships_of_user ON public.memberships USING btree (user_id);
alter table memberships enable row level security, force row level security;
create policy one_workspace on memberships using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));

create table notification_channels (
  workspace_id text not null,
  id text not null,
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
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CHECK (((kind = 'webhook'::text) = (sealed IS NOT NULL))),
  CHECK (((kind = 'webhook'::text) = (url_hint IS NOT NULL))),
  CHECK ((kind = ANY (ARRAY['email'::text, 'webhook'::text])))
);
CREATE UNIQUE INDEX notification_channels_by_name ON public.notification_channels USING btree (workspace_id, lower(name));
alter table notification_channels enable row level security, force row level security;
create policy one_workspace on notification_channels using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column notification_channels.language is 'In which emails to `addresses` are written.';
comment on column notification_channels.sealed is 'The URL and the secret of a webhook.';
comment on column notification_channels.created_by is 'The creator''s name. They may leave.';

create table notification_deliveries (
  workspace_id text not null,
  id text not null,
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
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, channel_id) REFERENCES notification_channels(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX notification_deliveries_by_channel ON public.notification_deliveries USING btree (workspace_id, channel_id, created_at DESC, id DESC);
CREATE INDEX notification_deliveries_by_time ON public.notification_deliveries USING btree (workspace_id, created_at DESC, id DESC);
alter table notification_deliveries enable row level security, force row level security;
create policy one_workspace on notification_deliveries using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column notification_deliveries.body is 'What a webhook gets with each attempt.';

create table organizations (
  id text not null,
  name text not null,
  created_by text,
  created_at timestamp with time zone not null default now(),
  time_zone text,
  currency text,
  week_start text not null default 'monday'::text,
  deleted_at timestamp with time zone,
  deleted_by text,
  PRIMARY KEY (id),
  FOREIGN KEY (created_by) REFERENCES users(id) ON DELETE SET NULL,
  CHECK (((deleted_by IS NULL) OR (deleted_at IS NOT NULL))),
  CHECK ((currency ~ '^[A-Z]{3}$'::text)),
  CHECK ((week_start = ANY (ARRAY['monday'::text, 'sunday'::text])))
);
CREATE INDEX organizations_by_age ON public.organizations USING btree (created_at DESC, id DESC);
CREATE INDEX organizations_deleted ON public.organizations USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
alter table organizations enable row level security, force row level security;
create policy one_workspace on organizations using (((id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column organizations.deleted_by is 'The name of whoever deleted it.';

create table rejected_rows (
  workspace_id text not null,
  run_id text not null,
  position bigint not null generated always as identity,
  table_name text not null,
  line bigint,
  column_name text,
  reason text not null,
  raw text not null,
  code text,
  reason_values jsonb not null default '{}'::jsonb,
  PRIMARY KEY (workspace_id, run_id, "position"),
  FOREIGN KEY (workspace_id, run_id) REFERENCES sync_runs(workspace_id, id) ON DELETE CASCADE
);
alter table rejected_rows enable row level security, force row level security;
create policy one_workspace on rejected_rows using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));

create table report_alert_events (
  workspace_id text not null,
  id text not null,
  alert_id text not null,
  state text not null,
  reason text,
  value text,
  was_told boolean not null,
  at timestamp with time zone not null default now(),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, alert_id) REFERENCES report_alerts(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX report_alert_events_by_alert ON public.report_alert_events USING btree (workspace_id, alert_id, at DESC);
alter table report_alert_events enable row level security, force row level security;
create policy one_workspace on report_alert_events using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));

create table report_alerts (
  workspace_id text not null,
  id text not null,
  report_id text not null,
  card_id text not null,
  owner_id text,
  owner_name text not null,
  measure text not null,
  rule jsonb not null,
  filters text not null,
  paused_at timestamp with time zone,
  state text not null default 'unknown'::text,
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
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, owner_id) REFERENCES memberships(workspace_id, user_id) ON DELETE SET NULL (owner_id),
  FOREIGN KEY (workspace_id, report_id) REFERENCES all_reports(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX report_alerts_by_owner ON public.report_alerts USING btree (workspace_id, owner_id);
CREATE INDEX report_alerts_by_report ON public.report_alerts USING btree (workspace_id, report_id, created_at);
CREATE INDEX report_alerts_due ON public.report_alerts USING btree (due_at) WHERE (due_at IS NOT NULL);
alter table report_alerts enable row level security, force row level security;
create policy one_workspace on report_alerts using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column report_alerts.owner_name is 'A user''s name at that time.';

create table report_deliveries (
  workspace_id text not null,
  id text not null,
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
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, subscription_id, occurrence),
  FOREIGN KEY (workspace_id, subscription_id) REFERENCES report_subscriptions(workspace_id, id) ON DELETE CASCADE,
  CHECK ((cause = ANY (ARRAY['schedule'::text, 'sync'::text])))
);
CREATE INDEX report_deliveries_by_time ON public.report_deliveries USING btree (workspace_id, subscription_id, created_at DESC, id DESC);
CREATE INDEX report_deliveries_due ON public.report_deliveries USING btree (due_at) WHERE (due_at IS NOT NULL);
alter table report_deliveries enable row level security, force row level security;
create policy one_workspace on report_deliveries using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));

create table report_favorites (
  workspace_id text not null,
  report_id text not null,
  user_id text not null,
  PRIMARY KEY (workspace_id, report_id, user_id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, report_id) REFERENCES all_reports(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX report_favorites_of_user ON public.report_favorites USING btree (user_id);
alter table report_favorites enable row level security, force row level security;
create policy one_workspace on report_favorites using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));

create table report_mails (
  workspace_id text not null,
  delivery_id text not null,
  user_id text not null,
  is_refused boolean not null,
  PRIMARY KEY (workspace_id, delivery_id, user_id),
  FOREIGN KEY (workspace_id, delivery_id) REFERENCES report_deliveries(workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, user_id) REFERENCES memberships(workspace_id, user_id) ON DELETE CASCADE
);
CREATE INDEX report_mails_by_member ON public.report_mails USING btree (workspace_id, user_id);
alter table report_mails enable row level security, force row level security;
create policy one_workspace on report_mails using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));

create table report_openings (
  workspace_id text not null,
  report_id text not null,
  day date not null,
  openings integer not null,
  by_links integer not null default 0,
  PRIMARY KEY (workspace_id, report_id, day),
  FOREIGN KEY (workspace_id, report_id) REFERENCES all_reports(workspace_id, id) ON DELETE CASCADE
);
alter table report_openings enable row level security, force row level security;
create policy one_workspace on report_openings using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on table report_openings is 'How often members opened a report on a day in UTC, and others by a shared link.';

create table report_recipients (
  workspace_id text not null,
  subscription_id text not null,
  user_id text not null,
  PRIMARY KEY (workspace_id, subscription_id, user_id),
  FOREIGN KEY (workspace_id, subscription_id) REFERENCES report_subscriptions(workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, user_id) REFERENCES memberships(workspace_id, user_id) ON DELETE CASCADE
);
CREATE INDEX report_recipients_by_member ON public.report_recipients USING btree (workspace_id, user_id);
alter table report_recipients enable row level security, force row level security;
create policy one_workspace on report_recipients using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));

create table report_shares (
  workspace_id text not null,
  id text not null,
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
  PRIMARY KEY (workspace_id, id),
  UNIQUE (sha256),
  FOREIGN KEY (workspace_id, created_by_id) REFERENCES memberships(workspace_id, user_id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, report_id) REFERENCES all_reports(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX report_shares_by_maker ON public.report_shares USING btree (workspace_id, created_by_id);
CREATE INDEX report_shares_by_report ON public.report_shares USING btree (workspace_id, report_id, created_at DESC);
alter table report_shares enable row level security, force row level security;
create policy one_workspace on report_shares using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column report_shares.created_by is 'A user''s name at that time.';

create table report_subscriptions (
  workspace_id text not null,
  id text not null,
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
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, owner_id) REFERENCES memberships(workspace_id, user_id) ON DELETE SET NULL (owner_id),
  FOREIGN KEY (workspace_id, report_id) REFERENCES all_reports(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX report_subscriptions_by_owner ON public.report_subscriptions USING btree (workspace_id, owner_id);
CREATE INDEX report_subscriptions_by_report ON public.report_subscriptions USING btree (workspace_id, report_id, created_at);
CREATE INDEX report_subscriptions_due ON public.report_subscriptions USING btree (next_at) WHERE (next_at IS NOT NULL);
alter table report_subscriptions enable row level security, force row level security;
create policy one_workspace on report_subscriptions using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column report_subscriptions.owner_name is 'A user''s name at that time.';

create table report_versions (
  workspace_id text not null,
  report_id text not null,
  version integer not null,
  name text not null,
  content text not null,
  cards integer not null,
  table_ids text[] not null,
  saved_by text,
  saved_at timestamp with time zone not null default now(),
  restored_from integer,
  PRIMARY KEY (workspace_id, report_id, version),
  FOREIGN KEY (workspace_id, report_id) REFERENCES all_reports(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX report_versions_by_age ON public.report_versions USING btree (saved_at);
alter table report_versions enable row level security, force row level security;
create policy one_workspace on report_versions using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column report_versions.content is 'A ReportContent as JSON.';

create table row_exports (
  workspace_id text not null,
  id text not null,
  table_id text not null,
  user_id text not null,
  version integer not null,
  format text not null,
  asked jsonb not null,
  file_name text not null,
  rows bigint not null,
  left_out bigint not null,
  state text not null default 'queued'::text,
  attempts integer not null default 0,
  share double precision not null default 0,
  bytes bigint,
  error jsonb,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null default (now() + '24:00:00'::interval),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id) REFERENCES organizations(id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, table_id) REFERENCES tables(workspace_id, id) ON DELETE CASCADE,
  CHECK ((format = ANY (ARRAY['xlsx'::text, 'parquet'::text]))),
  CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'ready'::text, 'failed'::text])))
);
CREATE INDEX row_exports_by_expiry ON public.row_exports USING btree (expires_at);
CREATE INDEX row_exports_of_table ON public.row_exports USING btree (workspace_id, table_id);
CREATE INDEX row_exports_of_user ON public.row_exports USING btree (workspace_id, user_id);
alter table row_exports enable row level security, force row level security;
create policy one_workspace on row_exports using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column row_exports.user_id is 'The only one who sees it.';

create table run_fact_changes (
  workspace_id text not null,
  position bigint not null generated always as identity,
  PRIMARY KEY (workspace_id, "position"),
  FOREIGN KEY (workspace_id) REFERENCES run_facts(workspace_id) ON DELETE CASCADE
);
alter table run_fact_changes enable row level security, force row level security;
create policy one_workspace on run_fact_changes using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on table run_fact_changes is 'A row for each change of ended runs, as long as the table of the workspace''s runs doesn''t show it.';

create table run_facts (
  workspace_id text not null,
  table_id text not null,
  next_at timestamp with time zone not null default now(),
  PRIMARY KEY (workspace_id),
  FOREIGN KEY (workspace_id, table_id) REFERENCES tables(workspace_id, id) ON DELETE CASCADE
);
alter table run_facts enable row level security, force row level security;
create policy one_workspace on run_facts using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column run_facts.table_id is 'The table that readers see.';
comment on column run_facts.next_at is 'When it may be made again.';

create table saved_queries (
  workspace_id text not null,
  id text not null,
  name text not null,
  version integer not null default 1,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_queries_by_name ON public.saved_queries USING btree (workspace_id, lower(name));
alter table saved_queries enable row level security, force row level security;
create policy one_workspace on saved_queries using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column saved_queries.name is 'Unique within the workspace, whatever its case.';

create table saved_query_versions (
  workspace_id text not null,
  saved_query_id text not null,
  version integer not null,
  name text not null,
  description text not null,
  sql text not null,
  parameters jsonb not null,
  saved_by text not null,
  saved_at timestamp with time zone not null default now(),
  restored_version integer,
  PRIMARY KEY (workspace_id, saved_query_id, version),
  FOREIGN KEY (workspace_id, saved_query_id) REFERENCES saved_queries(workspace_id, id) ON DELETE CASCADE
);
alter table saved_query_versions enable row level security, force row level security;
create policy one_workspace on saved_query_versions using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));

create table schema_changes (
  workspace_id text not null,
  id text not null,
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
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, source_connection_id) REFERENCES all_source_connections(workspace_id, id) ON DELETE CASCADE,
  CHECK ((state = ANY (ARRAY['pending'::text, 'applied'::text, 'approved'::text, 'ignored'::text])))
);
CREATE INDEX schema_changes_of_connection ON public.schema_changes USING btree (workspace_id, source_connection_id, found_at DESC);
CREATE UNIQUE INDEX one_pending_change ON public.schema_changes USING btree (workspace_id, source_connection_id, stream_key) WHERE (state = 'pending'::text);
alter table schema_changes enable row level security, force row level security;
create policy one_workspace on schema_changes using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on table schema_changes is 'A change that a discovery found in a selected stream, or a new table.';
comment on column schema_changes.impact is 'As of the decision.';
comment on column schema_changes.decided_by is 'A user''s name at that time. Null if the policy decided.';
comment on column schema_changes.baseline is 'What a pending change is compared with. Null for a new table.';

create table service_account_tokens (
  workspace_id text not null,
  id text not null,
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
  PRIMARY KEY (workspace_id, id),
  UNIQUE (handle),
  FOREIGN KEY (workspace_id, service_account_id) REFERENCES service_accounts(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX service_account_tokens_by_account ON public.service_account_tokens USING btree (workspace_id, service_account_id, created_at DESC);
alter table service_account_tokens enable row level security, force row level security;
create policy one_workspace on service_account_tokens using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column service_account_tokens.noticed_days is 'How many days before its end someone was last told about it.';
comment on column service_account_tokens.last_used_by is 'What the program called itself.';

create table service_account_usage (
  workspace_id text not null,
  service_account_id text not null,
  hour timestamp with time zone not null,
  requests bigint not null,
  refused bigint not null,
  bytes bigint not null,
  PRIMARY KEY (workspace_id, service_account_id, hour),
  FOREIGN KEY (workspace_id, service_account_id) REFERENCES service_accounts(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX service_account_usage_by_hour ON public.service_account_usage USING btree (hour);
alter table service_account_usage enable row level security, force row level security;
create policy one_workspace on service_account_usage using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));

create table service_accounts (
  workspace_id text not null,
  id text not null,
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
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX service_accounts_by_name ON public.service_accounts USING btree (workspace_id, lower(name));
alter table service_accounts enable row level security, force row level security;
create policy one_workspace on service_accounts using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column service_accounts.name is 'Unique within the workspace, whatever its case.';
comment on column service_accounts.scope is 'Null for everything.';
comment on column service_accounts.created_by is 'The creator''s name. They may leave.';
comment on column service_accounts.networks is 'Empty for anywhere.';

create table sessions (
  id text not null,
  user_id text not null,
  token_hmac bytea not null,
  created_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  user_agent text,
  address text,
  first_id text not null,
  PRIMARY KEY (id),
  UNIQUE (token_hmac),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_first_id ON public.sessions USING btree (first_id);
CREATE INDEX sessions_of_user ON public.sessions USING btree (user_id, created_at DESC);
comment on column sessions.first_id is 'Under which it began. It gets a new ID, and keeps this one, when its user proves again who they are.';

create table sign_up_invitations (
  id text not null,
  email text not null,
  email_folded text not null,
  code_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (code_hash)
);

create table sql_runs (
  workspace_id text not null,
  id text not null,
  user_id text not null,
  sql text not null,
  parameters jsonb not null,
  outcome text not null,
  error jsonb,
  rows integer,
  milliseconds integer not null,
  started_at timestamp with time zone not null,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CHECK ((outcome = ANY (ARRAY['succeeded'::text, 'failed'::text, 'canceled'::text])))
);
CREATE INDEX sql_runs_by_age ON public.sql_runs USING btree (started_at);
CREATE INDEX sql_runs_of_user ON public.sql_runs USING btree (workspace_id, user_id, started_at DESC, id DESC);
alter table sql_runs enable row level security, force row level security;
create policy one_workspace on sql_runs using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));

create table sql_view_inputs (
  workspace_id text not null,
  view_id text not null,
  schema_name text not null,
  name text not null,
  table_id text not null,
  catalog_name text not null default ''::text,
  PRIMARY KEY (workspace_id, view_id, catalog_name, schema_name, name),
  FOREIGN KEY (workspace_id, table_id) REFERENCES tables(workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, view_id) REFERENCES sql_views(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX views_of_table ON public.sql_view_inputs USING btree (workspace_id, table_id);
alter table sql_view_inputs enable row level security, force row level security;
create policy one_workspace on sql_view_inputs using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column sql_view_inputs.catalog_name is 'What the statement calls the table: `catalog.schema.name`, without what it leaves out.';

create table sql_view_refreshes (
  workspace_id text not null,
  id text not null,
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
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, view_id) REFERENCES sql_views(workspace_id, id) ON DELETE CASCADE,
  CHECK ((state = ANY (ARRAY['running'::text, 'succeeded'::text, 'failed'::text])))
);
CREATE INDEX refreshes_of_view ON public.sql_view_refreshes USING btree (workspace_id, view_id, started_at DESC);
CREATE UNIQUE INDEX one_running_refresh ON public.sql_view_refreshes USING btree (workspace_id, view_id) WHERE (state = 'running'::text);
alter table sql_view_refreshes enable row level security, force row level security;
create policy one_workspace on sql_view_refreshes using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column sql_view_refreshes.token is 'Of the file that it writes.';
comment on column sql_view_refreshes.requested_by is 'A user''s name at that time. Null if its tables had changed.';
comment on column sql_view_refreshes.zone is 'In which its query ran. Null for one that made nothing, and for those from before views had a zone: UTC.';

create table sql_views (
  workspace_id text not null,
  id text not null,
  sql text not null,
  version integer not null default 1,
  requested_by text,
  attempted jsonb,
  waits_for text[] not null default '{}'::text[],
  retry_at timestamp with time zone,
  parameters jsonb not null default '{}'::jsonb,
  saved_query_id text,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, id) REFERENCES tables(workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, saved_query_id) REFERENCES saved_queries(workspace_id, id) ON DELETE SET NULL (saved_query_id)
);
CREATE UNIQUE INDEX view_of_saved_query ON public.sql_views USING btree (workspace_id, saved_query_id) WHERE (saved_query_id IS NOT NULL);
alter table sql_views enable row level security, force row level security;
create policy one_workspace on sql_views using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column sql_views.id is 'The table that readers see.';
comment on column sql_views.requested_by is 'Somebody waits for a refresh: a user''s name at that time.';
comment on column sql_views.attempted is 'What the last refresh was made of. Null if there was none since the last edit.';
comment on column sql_views.waits_for is 'Names in lower case that no table had.';
comment on column sql_views.retry_at is 'When a refresh is tried again that failed for reasons that pass.';
comment on column sql_views.parameters is 'The values of `$name` in the statement.';
comment on column sql_views.saved_query_id is 'The saved query that it follows.';

create table stream_settings (
  workspace_id text not null,
  source_connection_id text not null,
  stream_key text not null,
  selected boolean not null,
  deselected boolean not null default false,
  sync_mode text not null default 'full_refresh'::text,
  destination_sync_mode text not null default 'overwrite'::text,
  cursor_column text,
  key_columns jsonb,
  null_cursor text not null default 'load'::text,
  overlap bigint,
  row_filter jsonb,
  start_from text,
  row_cap bigint,
  masks jsonb not null default '{}'::jsonb,
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (workspace_id, source_connection_id, stream_key),
  FOREIGN KEY (workspace_id, source_connection_id) REFERENCES all_source_connections(workspace_id, id) ON DELETE CASCADE,
  CHECK (((sync_mode = 'full_refresh'::text) OR (cursor_column IS NOT NULL))),
  CHECK ((destination_sync_mode = ANY (ARRAY['overwrite'::text, 'append'::text, 'append_dedup'::text, 'history'::text]))),
  CHECK ((null_cursor = ANY (ARRAY['load'::text, 'skip'::text, 'fail'::text]))),
  CHECK ((overlap >= 0)),
  CHECK ((row_cap > 0)),
  CHECK ((sync_mode = ANY (ARRAY['full_refresh'::text, 'incremental'::text])))
);
alter table stream_settings enable row level security, force row level security;
create policy one_workspace on stream_settings using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on table stream_settings is 'What people chose for a stream. A stream without settings isn''t selected.';
comment on column stream_settings.deselected is 'Set if someone deselected it: a file that becomes readable again isn''t selected automatically then.';
comment on column stream_settings.key_columns is 'The source''s own if null.';

create table streams (
  workspace_id text not null,
  source_connection_id text not null,
  table_name text not null,
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
  PRIMARY KEY (workspace_id, source_connection_id, table_name),
  FOREIGN KEY (workspace_id, source_connection_id) REFERENCES all_source_connections(workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX one_stream ON public.streams USING btree (workspace_id, source_connection_id, stream_key);
alter table streams enable row level security, force row level security;
create policy one_workspace on streams using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column streams.stream_key is 'Identifies the stream in its connection, whatever its table is called.';
comment on column streams.suggested_cursor is 'Null if none of its columns is one, or its connector can''t use it.';
comment on column streams.system_cursor is 'By what its source finds new and changed rows, besides columns.';
comment on column streams.comments is 'Its source''s own.';

create table sync_attempts (
  workspace_id text not null,
  run_id text not null,
  number integer not null,
  started_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  outcome text,
  failure jsonb,
  PRIMARY KEY (workspace_id, run_id, number),
  FOREIGN KEY (workspace_id, run_id) REFERENCES sync_runs(workspace_id, id) ON DELETE CASCADE,
  CHECK ((outcome = ANY (ARRAY['succeeded'::text, 'partially_succeeded'::text, 'incomplete'::text, 'failed'::text, 'canceled'::text, 'lost'::text, 'interrupted'::text])))
);
alter table sync_attempts enable row level security, force row level security;
create policy one_workspace on sync_attempts using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));

create table sync_run_streams (
  workspace_id text not null,
  run_id text not null,
  table_name text not null,
  state text not null,
  phase text not null,
  rows_read bigint not null default 0,
  rows_loaded bigint not null default 0,
  rows_rejected bigint not null default 0,
  estimated_rows bigint,
  failure jsonb,
  mode text not null default 'full_refresh_overwrite'::text,
  rows_deduplicated bigint not null default 0,
  rows_filtered bigint not null default 0,
  table_rows bigint,
  null_counts jsonb,
  schema_refreshed boolean not null default false,
  limited_until timestamp with time zone,
  bytes_written bigint,
  PRIMARY KEY (workspace_id, run_id, table_name),
  FOREIGN KEY (workspace_id, run_id) REFERENCES sync_runs(workspace_id, id) ON DELETE CASCADE,
  CHECK ((phase = ANY (ARRAY['waiting'::text, 'reading'::text, 'loading'::text, 'checking'::text, 'committing'::text, 'done'::text]))),
  CHECK ((state = ANY (ARRAY['pending'::text, 'running'::text, 'rate_limited'::text, 'complete'::text, 'incomplete'::text])))
);
alter table sync_run_streams enable row level security, force row level security;
create policy one_workspace on sync_run_streams using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column sync_run_streams.mode is 'The sync mode and the destination sync mode.';
comment on column sync_run_streams.table_rows is 'How many rows the table had after the run. Null unless it was counted.';
comment on column sync_run_streams.null_counts is 'How many of them are NULL, by column. Null if the run didn''t change the table, or before this was stored.';
comment on column sync_run_streams.schema_refreshed is 'The tables of the source were listed again in this run because this one had changed.';
comment on column sync_run_streams.limited_until is 'Until when the source makes it wait. Only has a meaning while it''s rate limited.';
comment on column sync_run_streams.bytes_written is 'The size of the version that the run has written. 0 if it changed nothing, null before this was stored.';

create table sync_runs (
  workspace_id text not null,
  id text not null,
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
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, source_connection_id) REFERENCES all_source_connections(workspace_id, id) ON DELETE CASCADE,
  CHECK ((state = ANY (ARRAY['pending'::text, 'queued'::text, 'running'::text, 'succeeded'::text, 'partially_succeeded'::text, 'incomplete'::text, 'failed'::text, 'canceling'::text, 'canceled'::text]))),
  CHECK ((trigger = ANY (ARRAY['manual'::text, 'first_sync'::text, 'retry'::text, 'schedule'::text, 'after'::text])))
);
CREATE INDEX runs_by_lease ON public.sync_runs USING btree (workspace_id, leased_at);
CREATE INDEX runs_of_connection ON public.sync_runs USING btree (workspace_id, source_connection_id, number DESC);
CREATE INDEX runs_to_do ON public.sync_runs USING btree (state) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text, 'canceling'::text, 'incomplete'::text]));
CREATE UNIQUE INDEX one_active_run ON public.sync_runs USING btree (workspace_id, source_connection_id) WHERE (state = ANY (ARRAY['pending'::text, 'queued'::text, 'running'::text, 'canceling'::text, 'incomplete'::text]));
alter table sync_runs enable row level security, force row level security;
create policy one_workspace on sync_runs using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column sync_runs.started_by is 'A user''s name at that time. Null for runs that start automatically.';
comment on column sync_runs.scope is 'The only tables to read, by name. All selected ones if null.';
comment on column sync_runs.from_scratch is 'Stored states are ignored.';

create table table_descriptions (
  workspace_id text not null,
  table_id text not null,
  description text not null default ''::text,
  owner_id text,
  tags text[] not null default '{}'::text[],
  columns jsonb not null default '{}'::jsonb,
  version integer not null default 1,
  PRIMARY KEY (workspace_id, table_id),
  FOREIGN KEY (workspace_id, owner_id) REFERENCES memberships(workspace_id, user_id) ON DELETE SET NULL (owner_id),
  FOREIGN KEY (workspace_id, table_id) REFERENCES tables(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX table_descriptions_of_owner ON public.table_descriptions USING btree (workspace_id, owner_id);
alter table table_descriptions enable row level security, force row level security;
create policy one_workspace on table_descriptions using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on table table_descriptions is 'What people say about tables and their columns.';
comment on column table_descriptions.owner_id is 'A member of the workspace.';
comment on column table_descriptions.columns is 'By name.';

create table table_profiles (
  workspace_id text not null,
  table_id text not null,
  version integer not null,
  state text not null,
  requested boolean not null default false,
  sampled_rows bigint,
  fault text,
  created_at timestamp with time zone not null default now(),
  alive_until timestamp with time zone,
  profiled_at timestamp with time zone,
  PRIMARY KEY (workspace_id, table_id, version),
  FOREIGN KEY (workspace_id, table_id, version) REFERENCES table_versions(workspace_id, table_id, version) ON DELETE CASCADE,
  CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'complete'::text, 'failed'::text])))
);
CREATE INDEX open_profiles ON public.table_profiles USING btree (created_at) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
alter table table_profiles enable row level security, force row level security;
create policy one_workspace on table_profiles using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column table_profiles.requested is 'Somebody has asked for it. Otherwise, it''s made because the version is the current one.';
comment on column table_profiles.sampled_rows is 'How many rows were read. Null if all were.';
comment on column table_profiles.alive_until is 'Until when its worker counts as alive.';

create table table_versions (
  workspace_id text not null,
  table_id text not null,
  version integer not null,
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
  PRIMARY KEY (workspace_id, table_id, version),
  FOREIGN KEY (workspace_id, table_id) REFERENCES tables(workspace_id, id) ON DELETE CASCADE
);
alter table table_versions enable row level security, force row level security;
create policy one_workspace on table_versions using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column table_versions.generation is 'Increases with each load from scratch. Versions of one generation build on each other.';
comment on column table_versions.state is 'The connector''s state as of this version, from which the next incremental read continues.';
comment on column table_versions.loaded_with is 'What the version was loaded with. Null for versions from before this was stored.';
comment on column table_versions.checked_at is 'When a run last found that the source had no changes since.';
comment on column table_versions.null_counts is 'How many rows have NULL, by column. Null for versions from before this was stored.';
comment on column table_versions.restored_from is 'The version whose data it brought back.';
comment on column table_versions.restored_by is 'A user''s name at that time.';
comment on column table_versions.damaged_at is 'When its files were found missing or altered.';
comment on column table_versions.made_of is 'Only of a view.';

create table table_views (
  workspace_id text not null,
  id text not null,
  table_id text not null,
  name text not null,
  query text not null,
  version integer not null default 1,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES organizations(id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, table_id) REFERENCES tables(workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX table_views_by_name ON public.table_views USING btree (workspace_id, table_id, lower(name));
alter table table_views enable row level security, force row level security;
create policy one_workspace on table_views using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column table_views.name is 'Unique within the table, whatever its case.';

create table tables (
  workspace_id text not null,
  id text not null,
  source_connection_id text not null,
  table_name text not null,
  current_version integer,
  stale boolean not null default false,
  held_version integer,
  stream_key text,
  stored_bytes bigint not null default 0,
  comments jsonb not null default '{}'::jsonb,
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, source_connection_id, table_name),
  FOREIGN KEY (workspace_id, source_connection_id) REFERENCES all_source_connections(workspace_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX one_table ON public.tables USING btree (workspace_id, source_connection_id, stream_key);
alter table tables enable row level security, force row level security;
create policy one_workspace on tables using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column tables.stream_key is 'The stream that it''s loaded from. Null if that was gone before this was stored.';
comment on column tables.stored_bytes is 'How much its versions take, files that they share once.';
comment on column tables.comments is 'What its source says about it and its columns, as it was last known.';

create table tool_run_tables (
  workspace_id text not null,
  run_id text not null,
  table_id text not null,
  version integer not null,
  columns jsonb not null,
  loaded_with jsonb,
  PRIMARY KEY (workspace_id, run_id, table_id, version),
  FOREIGN KEY (workspace_id, run_id) REFERENCES tool_runs(workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, table_id) REFERENCES tables(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX tool_runs_of_table ON public.tool_run_tables USING btree (workspace_id, table_id);
alter table tool_run_tables enable row level security, force row level security;
create policy one_workspace on tool_run_tables using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));

create table tool_runs (
  workspace_id text not null,
  id text not null,
  tool text not null,
  setup_id text,
  config jsonb not null,
  is_sample boolean not null,
  started_by text,
  started_by_id text,
  state text not null default 'queued'::text,
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
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES organizations(id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, setup_id) REFERENCES tool_setups(workspace_id, id) ON DELETE CASCADE,
  CHECK ((outcome = ANY (ARRAY['clean'::text, 'found'::text]))),
  CHECK ((state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text, 'canceled'::text])))
);
CREATE INDEX tool_runs_by_age ON public.tool_runs USING btree (created_at);
CREATE INDEX tool_runs_by_time ON public.tool_runs USING btree (workspace_id, tool, created_at DESC);
CREATE INDEX tool_runs_of_setup ON public.tool_runs USING btree (workspace_id, setup_id, created_at DESC);
alter table tool_runs enable row level security, force row level security;
create policy one_workspace on tool_runs using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column tool_runs.started_by is 'Who started it. Null if a sync did.';

create table tool_setup_tables (
  workspace_id text not null,
  setup_id text not null,
  table_id text not null,
  seen_version integer,
  PRIMARY KEY (workspace_id, setup_id, table_id),
  FOREIGN KEY (workspace_id, setup_id) REFERENCES tool_setups(workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, table_id) REFERENCES tables(workspace_id, id) ON DELETE CASCADE
);
CREATE INDEX tool_setups_of_table ON public.tool_setup_tables USING btree (workspace_id, table_id);
alter table tool_setup_tables enable row level security, force row level security;
create policy one_workspace on tool_setup_tables using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column tool_setup_tables.seen_version is 'The version for which it has run by itself, or from which on it does.';

create table tool_setups (
  workspace_id text not null,
  id text not null,
  tool text not null,
  name text not null,
  config jsonb not null,
  after_sync boolean not null default false,
  version integer not null default 1,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES organizations(id) ON DELETE CASCADE
);
CREATE INDEX tool_setups_after_sync ON public.tool_setups USING btree (workspace_id) WHERE after_sync;
CREATE UNIQUE INDEX tool_setups_by_name ON public.tool_setups USING btree (workspace_id, tool, lower(name));
alter table tool_setups enable row level security, force row level security;
create policy one_workspace on tool_setups using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on column tool_setups.name is 'Unique within the tool, whatever its case.';

create table uploads (
  workspace_id text not null,
  id text not null,
  file_name text not null,
  bytes bigint not null,
  sha256 text not null,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id) REFERENCES organizations(id) ON DELETE CASCADE
);
alter table uploads enable row level security, force row level security;
create policy one_workspace on uploads using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));

create table user_identities (
  issuer text not null,
  subject text not null,
  user_id text not null,
  email text not null,
  created_at timestamp with time zone not null default now(),
  PRIMARY KEY (issuer, subject),
  UNIQUE (user_id, issuer),
  FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table users (
  id text not null,
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
  PRIMARY KEY (id),
  UNIQUE (email_folded),
  CHECK ((language = ANY (ARRAY['en'::text, 'de'::text]))),
  CHECK ((theme = ANY (ARRAY['light'::text, 'dark'::text, 'system'::text])))
);
CREATE INDEX users_by_age ON public.users USING btree (created_at DESC, id DESC);
CREATE INDEX users_of_the_demo ON public.users USING btree (demo_ends_at) WHERE (demo_ends_at IS NOT NULL);
comment on column users.password_hash is 'Null for users who sign in only with Google.';

create table version_files (
  workspace_id text not null,
  table_id text not null,
  version integer not null,
  position integer not null,
  role text not null,
  token integer not null,
  sha256 bytea,
  rows bigint not null,
  bytes bigint not null,
  verified_at timestamp with time zone,
  PRIMARY KEY (workspace_id, table_id, version, "position"),
  FOREIGN KEY (workspace_id, table_id, version) REFERENCES table_versions(workspace_id, table_id, version) ON DELETE CASCADE,
  CHECK ((role = ANY (ARRAY['base'::text, 'delta'::text, 'deletes'::text])))
);
alter table version_files enable row level security, force row level security;
create policy one_workspace on version_files using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));
comment on table version_files is 'Versions that build on each other share files.';
comment on column version_files.token is 'Of the lease that wrote the file, which it names.';
comment on column version_files.sha256 is 'Null for files from before it was stored.';
comment on column version_files.verified_at is 'When the file was last compared with its hash.';

create table workspace_invitations (
  workspace_id text not null,
  id text not null,
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
  PRIMARY KEY (workspace_id, id),
  UNIQUE (code_hash),
  FOREIGN KEY (workspace_id) REFERENCES organizations(id) ON DELETE CASCADE,
  CHECK ((role = ANY (ARRAY['admin'::text, 'editor'::text, 'runner'::text, 'reader'::text])))
);
CREATE UNIQUE INDEX workspace_invitations_open ON public.workspace_invitations USING btree (workspace_id, email_folded) WHERE ((accepted_at IS NULL) AND (canceled_at IS NULL));
alter table workspace_invitations enable row level security, force row level security;
create policy one_workspace on workspace_invitations using (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text))) with check (((workspace_id = current_setting('app.ws'::text, true)) OR (current_setting('app.ws'::text, true) = '*'::text)));

create view reports with (security_invoker=true) as
 SELECT workspace_id,
    id,
    name,
    version,
    created_by,
    created_by_id,
    changed_by,
    changed_at
   FROM all_reports
  WHERE deleted_at IS NULL;

create view source_connections with (security_invoker=true) as
 SELECT workspace_id,
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
   FROM all_source_connections
  WHERE deleted_at IS NULL AND (connector <> ALL (ARRAY['views'::text, 'headwater'::text]));

create view workspace_members with (security_invoker=true) as
 SELECT memberships.workspace_id,
    memberships.user_id,
    memberships.role,
    users.email,
    users.name,
    memberships.created_at
   FROM memberships
     JOIN users ON users.id = memberships.user_id;
