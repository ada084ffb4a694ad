/**
 * A workspace's tables, for the remotes that show them. This door is compiled into each of these remotes, so it imports
 * the rest of shared through its doors: they are singletons, and a second copy would have separate state.
 */
export {
  decideHeldVersion,
  deleteKeptTables,
  tablePath,
  tableQueries,
  type IndexSearch,
  type Table,
  type TableAddress,
} from './table.queries.ts';
export { tableMessages } from './table-messages.ts';
export { UnsyncedActions } from './unsynced-actions.tsx';
export { UnsyncedTag } from './unsynced-tag.tsx';
