/**
 * Tables of a workspace, for every remote that shows them. Compiled into each of them, so what it needs of shared it
 * imports through its doors: those are singletons, and a second one of them would be another.
 */
export {
  decideHeldVersion,
  tablePath,
  tableQueries,
  type Table,
  type TableAddress,
} from './table.queries.ts';
export { tableMessages } from './table-messages.ts';
export { UnsyncedActions } from './unsynced-actions.tsx';
export { UnsyncedTag } from './unsynced-tag.tsx';
