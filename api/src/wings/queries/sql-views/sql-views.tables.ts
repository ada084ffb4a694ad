import type { ErrorObject } from '@headwater/shared/contract';
import type { Generated, JSONColumnType } from 'kysely';
import type { NullableJson } from '../../../platform/database/tables.ts';

/** The versions of a view's tables by their IDs, and as `zone` the workspace's zone, unless that is UTC. */
export type Signature = Readonly<Record<string, number | string>>;

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    sql_views: {
      workspace_id: string;
      /** The table that readers see. */
      id: string;
      sql: string;
      /** The values of `$name` in the statement. */
      parameters: JSONColumnType<Record<string, string | null>, string | undefined, string>;
      /** The saved query that it follows. */
      saved_query_id: string | null;
      version: Generated<number>;
      /** Somebody waits for a refresh: a user's name at that time. */
      requested_by: string | null;
      /** What the last refresh was made of. Null if there was none since the last edit. */
      attempted: NullableJson<Signature>;
      /** Names in lower case that no table had. */
      waits_for: Generated<string[]>;
      /** When a refresh is tried again that failed for reasons that pass. */
      retry_at: Date | null;
    };
    sql_view_inputs: {
      workspace_id: string;
      view_id: string;
      /** What the statement calls the table: `catalog.schema.name`, without what it leaves out. */
      catalog_name: Generated<string>;
      schema_name: string;
      name: string;
      table_id: string;
    };
    sql_view_refreshes: {
      workspace_id: string;
      id: string;
      view_id: string;
      /** Of the file that it writes. */
      token: number;
      state: 'running' | 'succeeded' | 'failed';
      /** A user's name at that time. Null if its tables had changed. */
      requested_by: string | null;
      started_at: Generated<Date>;
      ended_at: Date | null;
      alive_until: Date;
      version: number | null;
      rows: number | null;
      /** In which its query ran. Null for one that made nothing, and for those from before views had a zone: UTC. */
      zone: string | null;
      failure: NullableJson<ErrorObject>;
    };
  }
}
