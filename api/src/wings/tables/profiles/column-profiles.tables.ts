import type { ColumnFacts, ProfileFault } from '@headwater/shared/contract';
import type { Generated } from 'kysely';
import type { NullableJson } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    table_profiles: {
      workspace_id: string;
      table_id: string;
      version: number;
      state: 'queued' | 'running' | 'complete' | 'failed';
      /** Somebody has asked for it. Otherwise, it's made because the version is the current one. */
      requested: Generated<boolean>;
      /** How many rows were read. Null if all were. */
      sampled_rows: number | null;
      fault: ProfileFault | null;
      created_at: Generated<Date>;
      /** Until when its worker counts as alive. */
      alive_until: Date | null;
      profiled_at: Date | null;
    };
    column_profiles: {
      workspace_id: string;
      table_id: string;
      version: number;
      column_name: string;
      facts: NullableJson<ColumnFacts>;
      fault: ProfileFault | null;
    };
  }
}
