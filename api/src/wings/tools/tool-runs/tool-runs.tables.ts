import type { ErrorObject } from '@headwater/shared/contract';
import type { Table } from '../../../platform/database/tables.ts';
import type { WithTransitions } from '../../../platform/database/transitions.ts';
import type { ToolConfig } from './tools.ts';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    tool_setups: Table<'tool_setups', { config: ToolConfig }>;
    tool_setup_tables: Table<'tool_setup_tables'>;
    tool_runs: WithTransitions<
      Table<
        'tool_runs',
        {
          config: ToolConfig;
          figures: Record<string, number>;
          result: Record<string, unknown>;
          error: ErrorObject;
        }
      >
    >;
    tool_run_tables: Table<'tool_run_tables', { columns: { name: string }[]; loaded_with: object }>;
  }
}
