import type { Generated } from 'kysely';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    run_facts: {
      workspace_id: string;
      /** The table that readers see. */
      table_id: string;
      /** When it may be made again. */
      next_at: Generated<Date>;
    };
  }
}
