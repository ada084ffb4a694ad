/**
 * Closed lists and limits that screens use as values too. Apart from the shapes: a browser that imports a value from a
 * file with a shape would carry the schema library.
 */
export const ROLES = ['admin', 'editor', 'runner', 'reader'] as const;

export const LANGUAGES = ['en', 'de'] as const;

/**
 * The frame around an area's pages. A workspace's is for its members, the superuser's for superusers; an area in one of
 * the others has an audience.
 */
export const AREA_GROUPS = ['public', 'standalone', 'workspace', 'superuser'] as const;

/**
 * Whom an area outside of a workspace is for. Who isn't signed in is asked to log in where that is needed; who is, is led
 * on from what is for the others. A visitor of the demo is signed in, without an account.
 */
export const AUDIENCES = ['everyone', 'signed-in', 'signed-out', 'without-account'] as const;

/** Menus that remotes have entries in, each in the frame of the group of the same name. */
export const MENU_PLACES = ['workspace', 'superuser'] as const;

/** What the shell can draw beside an entry. `layers` says nothing in particular. */
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
 * Derived, first match wins: running, queued, failed (somebody must act), paused, incomplete (will be retried), pending
 * (no run yet, or a change or tables left behind since the last one), synced.
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

export const SCHEMA_STATES = ['unknown', 'discovering', 'ready', 'discover_failed'] as const;

export const CHECK_STEPS = [
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
  'cancelling',
  'cancelled',
] as const;

export const STREAM_STATES = ['pending', 'running', 'rate_limited', 'complete', 'incomplete'] as const;

/** What a cell is to a reader; the exact DuckDB type stands beside it. */
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

export const UPLOAD_MAX_BYTES = 2 * 1024 ** 3;

export const TABLE_SELECTIONS = ['selected', 'deselected', 'gone'] as const;
