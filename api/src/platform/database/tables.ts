import type { JSONColumnType } from 'kysely';

/**
 * The tables that a workspace-scoped transaction can use, all under row-level security. Each module adds its
 * own next to its repository: `declare module './tables.ts' { interface WorkspaceTables { … } }`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by the modules, see above
export interface WorkspaceTables {}

/**
 * Tables outside any workspace (people, sessions, analytics), seen only by identity,
 * superuser, and the schedulers.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by the modules, see above
export interface InstallationTables {}

/** A jsonb column that may be NULL: read as the object, written as its text. */
export type NullableJson<T extends object> = JSONColumnType<T | null, string | null, string | null>;
