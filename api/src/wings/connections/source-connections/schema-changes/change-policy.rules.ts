import type { ChangePolicy, DependentType } from '@headwater/shared/contract';
import type { SchemaDiff } from './schema-diff.ts';

/** What depends on a table. */
export interface TableUses {
  /** An empty column stands for the table as a whole. */
  uses: readonly { type: DependentType; column: string }[];
  /** Its rows are recognized by the source's own key, not by a chosen one. */
  followsSourceKey: boolean;
}

/** What rows are read or recognized by, so that a table can't be synced without it, and what people have made of it. */
const NEEDED: ReadonlySet<DependentType> = new Set([
  ...(['stream_key', 'stream_cursor', 'stream_filter'] as const),
  ...(['saved_query', 'view', 'report', 'tool_setup', 'service_account'] as const),
]);
/** Without these, later runs could miss rows. */
const PAUSING: ReadonlySet<DependentType> = new Set(['stream_key', 'stream_cursor']);

/**
 * Whether someone has to decide, whatever the policy is: the table is gone, a column that something needs is, a type
 * holds less than before or something else, or rows are recognized by a key that is another one now.
 */
export const isBreaking = (diff: SchemaDiff, table: TableUses): boolean =>
  diff.table === 'removed' || losesType(diff) || losesKey(diff, table) || loses(diff, table, NEEDED);

/** Whether the connection pauses until someone has looked at the change. */
export const pauses = (diff: SchemaDiff, table: TableUses, policy: ChangePolicy): boolean =>
  policy === 'pause' || losesType(diff) || losesKey(diff, table) || loses(diff, table, PAUSING);

/** Whether a change is applied without asking. */
export const appliesItself = (isBreakingChange: boolean, policy: ChangePolicy): boolean =>
  !isBreakingChange && (policy === 'propagate_columns' || policy === 'propagate_all');

/**
 * Whether the table isn't synced while the change waits. Only what leaves its columns as they are lets it go on: new
 * columns, which stay out meanwhile, another key that nothing uses, and other marks for NULL.
 */
export const holdsTable = (diff: SchemaDiff, isBreakingChange: boolean): boolean =>
  isBreakingChange || diff.removed.length > 0 || diff.retyped.length > 0;

const losesType = ({ retyped }: SchemaDiff) => retyped.some(({ change }) => change !== 'widened');

const losesKey = ({ key }: SchemaDiff, { followsSourceKey }: TableUses) => key !== null && followsSourceKey;

function loses({ removed }: SchemaDiff, { uses }: TableUses, types: ReadonlySet<DependentType>): boolean {
  const gone = new Set(removed.map(({ name }) => name));
  return uses.some(({ type, column }) => types.has(type) && gone.has(column));
}
