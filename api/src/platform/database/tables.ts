import type { JSONColumnType } from 'kysely';

/**
 * The tables that a workspace-scoped transaction knows, all under row-level security.
 * Each noun adds its own beside its repository: `declare module './tables.ts' { interface WorkspaceTables { … } }`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by the nouns, see above
export interface WorkspaceTables {}

/** Tables outside of any workspace (people, sessions, analytics): only identity, superuser and the schedulers see these. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by the nouns, see above
export interface InstallationTables {}

/** A jsonb column that may be NULL: read as the object, written as its text. */
export type NullableJson<T extends object> = JSONColumnType<T | null, string | null, string | null>;
