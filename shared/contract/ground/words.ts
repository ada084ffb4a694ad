/**
 * Closed lists that screens also use as values. They are separate from the schemas, because importing a value
 * from a file with a schema would put the schema library into the browser's bundle.
 */
export const ROLES = ['admin', 'editor', 'runner', 'reader'] as const;

/**
 * How texts leave in CSV: as they are, or safe to open in a spreadsheet, where a text that it would run as a formula has
 * an apostrophe in front.
 */
export const CSV_TEXTS = ['exact', 'spreadsheet'] as const;

/** What the index of tables can be narrowed to. `unsynced`: no longer selected, gone at the source, or without a source. */
export const TABLE_INDEX_STATES = ['tables', 'views', 'delayed', 'never', 'unsynced'] as const;
export type TableIndexState = (typeof TABLE_INDEX_STATES)[number];

/** The days on which weeks can begin. */
export const WEEK_STARTS = ['monday', 'sunday'] as const;

/** With which period of the past a number or a series in a report can be compared. */
export const COMPARED_PERIODS = ['previous', 'year_ago'] as const;
/** What all cards of a report are compared with. */
export const REPORT_COMPARISONS = ['cards', 'none', ...COMPARED_PERIODS] as const;

/** Whether something is compared with an earlier period, or why it can't be. */
export const COMPARISON_STATES = [
  'compared',
  'no_range',
  'several_ranges',
  'not_one_number',
  'not_over_time',
  'other_time',
  'other_zone',
  'too_many_periods',
] as const;

export const LANGUAGES = ['en', 'de'] as const;

/**
 * The frame around an area's pages. The workspace frame is for the workspace's members and the superuser frame for
 * superusers; an area in one of the other frames has an audience.
 */
export const AREA_GROUPS = ['public', 'standalone', 'workspace', 'superuser'] as const;

/**
 * The people that an area in a public or standalone frame is for. Visitors who aren't signed in are sent to the login if
 * necessary, and signed-in users are redirected from pages for others. A visitor of the demo is signed in without an
 * account.
 */
export const AUDIENCES = ['everyone', 'signed-in', 'signed-out', 'without-account'] as const;

/** The menus that remotes can have entries in, each in the frame of the group of the same name. */
export const MENU_PLACES = ['workspace', 'superuser'] as const;

/** The icons that the shell can show next to an entry. `layers` is the generic one. */
export const MENU_ICONS = [
  'sources',
  'data',
  'reports',
  'templates',
  'tools',
  'key',
  'users',
  'building',
  'calendar',
  'history',
  'settings',
  'layers',
] as const;

export const THEMES = ['light', 'dark', 'system'] as const;

/**
 * A connection's derived status. The first that matches wins: running, queued, failed (someone has to act), paused,
 * incomplete (will be retried), pending (not run since it was set up or changed, or tables left behind), synced.
 */
export const CONNECTION_STATUSES = [
  'running',
  'queued',
  'failed',
  'paused',
  'pending',
  'incomplete',
  'synced',
] as const;

/** Why a connection is paused. */
export const PAUSE_CODES = ['person', 'rows_could_be_missed', 'auto_paused', 'schema_changed'] as const;

export const SCHEMA_STATES = ['unknown', 'discovering', 'ready', 'discover_failed'] as const;

/** What happens when tables or columns change at the source. Breaking changes need a decision under each of them. */
export const CHANGE_POLICIES = ['propagate_columns', 'propagate_all', 'approve', 'pause'] as const;

/** `applied` and `ignored` by the policy, or `approved` and `ignored` by someone. */
export const SCHEMA_CHANGE_STATES = ['pending', 'applied', 'approved', 'ignored'] as const;

/** What a table in the list says about changes at the source. */
export const STREAM_CHANGES = ['waits', 'new'] as const;

/** What uses a table: how it's read, the schedule of a connection that follows, or a document. */
export const DEPENDENT_TYPES = [
  'stream_key',
  'stream_cursor',
  'stream_filter',
  'stream_mask',
  'schedule',
  'saved_query',
  'view',
  'report',
  'tool_setup',
  'service_account',
] as const;

export const DEPENDENT_PARTS = ['card', 'filter', 'template'] as const;

/** What a column's new type means for the values that the table has: see type-change.ts in the API. */
export const TYPE_CHANGES = ['widened', 'narrowed', 'changed'] as const;

export const CHECK_STEPS = [
  'manifest',
  'resolve',
  'reach',
  'tls',
  'sign_in',
  'version',
  'list',
  'read_one_row',
  'scan',
] as const;

export const RUN_STATES = [
  'pending',
  'queued',
  'running',
  'succeeded',
  'partially_succeeded',
  'incomplete',
  'failed',
  'canceling',
  'canceled',
] as const;

/** What starts a run: a user, the setup of its connection, its schedule, or another connection's run. */
export const RUN_TRIGGERS = ['manual', 'first_sync', 'retry', 'schedule', 'after'] as const;

/** How an attempt of a run ended; `interrupted` by a restart, after which the same attempt continues. */
export const ATTEMPT_OUTCOMES = [
  'succeeded',
  'partially_succeeded',
  'incomplete',
  'failed',
  'canceled',
  'lost',
  'interrupted',
] as const;

export const STREAM_STATES = ['pending', 'running', 'rate_limited', 'complete', 'incomplete'] as const;

/** How serious a line of a log is. */
export const LOG_LEVELS = ['info', 'warn', 'error'] as const;

/** Whether a column that the source no longer has is empty, or only stopped being filled. */
export const LOST_COLUMNS = ['empty', 'stopped'] as const;

/** What a column's cells are to a reader; a column also has the exact DuckDB type. */
export const COLUMN_KINDS = [
  'text',
  'number',
  'boolean',
  'timestamp',
  'date',
  'time',
  'json',
  'uuid',
  'list',
  'binary',
] as const;

/** How a column differs between two versions of a table. */
export const COLUMN_CHANGES = ['added', 'removed', 'retyped'] as const;

/** Where a search finds tables, apart from their names. */
export const TABLE_MATCHES = [
  'description',
  'comment',
  'tag',
  'column',
  'column_description',
  'column_comment',
] as const;
/** Who describes a table or a column: people here, or its source with a comment of its own. */
export const DESCRIBED_BY = ['people', 'source'] as const;

export const TABLE_SELECTIONS = [
  'selected',
  'deselected',
  'gone',
  'connection_deleted',
  'view',
  'built_in',
] as const;

/**
 * Whether a view shows what its query makes of its tables: it does, it will soon, it is being made, or that failed and
 * an older version is shown.
 */
export const SQL_VIEW_STATES = ['current', 'outdated', 'refreshing', 'failed'] as const;

/** Whether a run reads a whole table, or the rows whose cursor value is new. */
export const SYNC_MODES = ['full_refresh', 'incremental'] as const;

/** What happens to the rows that a table already has: see docs/glossary.md. */
export const DESTINATION_SYNC_MODES = ['overwrite', 'append', 'append_dedup', 'history'] as const;

/**
 * Why a cursor is the best one: it's a column named like a time of change or creation, or a key that grows, or it's the
 * source's own, which notices every change.
 */
export const CURSOR_REASONS = ['time_of_change', 'time_of_creation', 'growing_key', 'system_cursor'] as const;

/** Cursors that aren't columns: `xmin`, by which PostgreSQL knows the transaction that wrote a row. */
export const SYSTEM_CURSORS = ['xmin'] as const;

/** What a read by a cursor doesn't notice: rows that change, and rows without a value. */
export const CURSOR_MISSES = ['changes', 'nulls'] as const;

/** What happens to rows without a cursor value: they are read in each run, never, or the run fails. */
export const NULL_CURSOR_RULES = ['load', 'skip', 'fail'] as const;

/** What a masked column holds: nothing, the end of each value, or its keyed hash. With `drop`, it isn't read at all. */
export const MASKS = ['drop', 'null', 'partial', 'hash'] as const;
/** How much a mask hides. A hash can be compared with guesses, and a partial value shows characters. */
export const MASK_STRENGTH: Record<(typeof MASKS)[number], number> = {
  partial: 1,
  hash: 2,
  null: 3,
  drop: 3,
};

/** How a column is compared with a condition's value. */
export const FILTER_OPERATORS = [
  'equals',
  'not_equals',
  'less',
  'less_or_equal',
  'greater',
  'greater_or_equal',
  'one_of',
  'is_null',
  'is_not_null',
] as const;

/** How a value of a table's row is compared by whoever looks for rows. */
export const QUERY_OPERATORS = [
  ...FILTER_OPERATORS,
  'none_of',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'in_range',
] as const;

/** What ranges of time that move with the clock are counted in. */
export const TIME_UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;

/** Into which periods moments are grouped. `auto` is the finest with a readable number of them. */
export const GRAINS = ['auto', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

/** What is computed of the rows of a group. */
export const AGGREGATES = ['count', 'sum', 'avg', 'min', 'max', 'distinct', 'median'] as const;

/** What is computed of another measure: its part of the whole, its sum so far, and how much it has changed. */
export const CALCULATIONS = ['share', 'running', 'change'] as const;

/** How a chart looks. */
export const CHART_MARKS = [
  'columns',
  'line',
  'area',
  'bars',
  'pie',
  'points',
  'heatmap',
  'number',
  'table',
] as const;

/**
 * What a result says about rows that it doesn't contain: those without a moment, without a finite number, without a value
 * in a column that all counted rows need, and those of a time after the last read.
 */
export const QUERY_NOTES = ['without_moment', 'not_finite', 'without_value', 'after_last_read'] as const;

/** What a service account may do, each for itself, with what it sees. */
export const SERVICE_RIGHTS = ['data:read', 'sql:run', 'reports:read', 'sources:read', 'syncs:run'] as const;
export type ServiceRight = (typeof SERVICE_RIGHTS)[number];

/** Formats whose larger files are prepared in the background, because they aren't lines of text. */
export const PREPARED_FORMATS = ['xlsx', 'parquet'] as const;
/** In which formats rows of a table are exported. */
export const ROW_FORMATS = ['csv', 'jsonl', 'arrow', ...PREPARED_FORMATS] as const;
export const ROW_EXPORT_STATES = ['queued', 'running', 'ready', 'failed'] as const;

/** How a connection's runs are scheduled. `times` are times of day on some days of the week. */
export const SCHEDULE_KINDS = ['manual', 'interval', 'times', 'cron', 'after'] as const;

/** The minutes between two runs of an interval. Each divides a day, so that runs line up with the clock. */
export const SCHEDULE_INTERVALS = [5, 15, 30, 60, 120, 180, 360, 480, 720, 1440] as const;

/** Which end of another connection's run starts a run of this one. */
export const AFTER_ENDS = ['succeeded', 'succeeded_or_part', 'ended'] as const;

export const QUIET_DAYS = ['every_day', 'weekdays', 'weekends'] as const;

/** Whether there is a profile of a version of a table. `none` stays so until somebody asks for one. */
export const PROFILE_STATES = ['none', 'queued', 'running', 'complete', 'failed'] as const;

/** Why a table or a column of it has no profile. */
export const PROFILE_FAULTS = ['version_damaged', 'timed_out', 'too_large', 'failed'] as const;

export const TOOL_RUN_STATES = ['queued', 'running', 'done', 'failed', 'canceled'] as const;

/** Kinds of personal data that the PII scanner knows. */
export const PERSONAL_KINDS = [
  'email',
  'iban',
  'card',
  'ip_address',
  'social_security',
  'phone',
  'person_name',
  'birth_date',
  'postal_address',
] as const;
export type PersonalKind = (typeof PERSONAL_KINDS)[number];

/** How certain a finding is, the most certain first. */
export const CONFIDENCES = ['high', 'medium', 'low'] as const;

/** Whether a tool has found something to look at. */
export const TOOL_OUTCOMES = ['clean', 'found'] as const;

/** What a check of a version has shown. */
export const CHECK_STATES = ['passed', 'failed', 'unknown', 'not_tried'] as const;

/** What a workspace may have a limited number of. */
export const LIMITED_NOUNS = [
  'connections',
  'uploads',
  'service_accounts',
  'reports',
  'saved_queries',
  'sql_views',
] as const;

/** What a search of the workspace finds, in the order in which it's shown. */
export const SEARCH_KINDS = [
  'connection',
  'table',
  'column',
  'report',
  'saved_query',
  'service_account',
] as const;

/** The maximum length of what someone searches for, in any list. */
export const SEARCH_TEXT_MAX = 200;
