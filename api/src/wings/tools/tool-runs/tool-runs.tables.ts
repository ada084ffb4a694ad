import type { ErrorObject, ToolRunAttributes } from '@headwater/shared/contract';
import type { Generated, JSONColumnType } from 'kysely';
import type { NullableJson } from '../../../platform/database/tables.ts';
import type { ToolConfig } from './tools.ts';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    tool_setups: {
      workspace_id: string;
      id: string;
      tool: string;
      /** Unique within the tool, whatever its case. */
      name: string;
      config: JSONColumnType<ToolConfig>;
      after_sync: boolean;
      version: Generated<number>;
      created_at: Generated<Date>;
      updated_at: Generated<Date>;
    };
    tool_setup_tables: {
      workspace_id: string;
      setup_id: string;
      table_id: string;
      /** The version for which it has run by itself, or from which on it does. */
      seen_version: number | null;
    };
    tool_runs: {
      workspace_id: string;
      id: string;
      tool: string;
      setup_id: string | null;
      config: JSONColumnType<ToolConfig>;
      is_sample: boolean;
      /** Who started it. Null if a sync did. */
      started_by: string | null;
      started_by_id: string | null;
      state: Generated<ToolRunAttributes['state']>;
      attempts: Generated<number>;
      share: Generated<number>;
      tables_read: Generated<number>;
      outcome: ToolRunAttributes['outcome'];
      figures: NullableJson<Record<string, number>>;
      result: NullableJson<Record<string, unknown>>;
      error: NullableJson<ErrorObject>;
      created_at: Generated<Date>;
      started_at: Date | null;
      ended_at: Date | null;
    };
    tool_run_tables: {
      workspace_id: string;
      run_id: string;
      table_id: string;
      version: number;
      columns: JSONColumnType<{ name: string }[]>;
      loaded_with: NullableJson<object>;
    };
  }
}
