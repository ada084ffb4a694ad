import type { ErrorObject } from '@headwater/shared/contract';
import type { Table } from '../../../platform/database/tables.ts';
import type { WithTransitions } from '../../../platform/database/transitions.ts';

/** The versions of a view's tables by their IDs, and as `zone` the workspace's zone, unless that is UTC. */
export type Signature = Readonly<Record<string, number | string>>;

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    sql_views: Table<'sql_views', { parameters: Record<string, string | null>; attempted: Signature }>;
    sql_view_inputs: Table<'sql_view_inputs'>;
    sql_view_refreshes: WithTransitions<Table<'sql_view_refreshes', { failure: ErrorObject }>>;
  }
}
