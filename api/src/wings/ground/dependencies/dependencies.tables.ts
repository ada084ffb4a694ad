import type { DependentType } from '@headwater/shared/contract';
import type { Generated } from 'kysely';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    dependencies: {
      workspace_id: string;
      source_connection_id: string;
      /** An empty name stands for the connection as a whole. */
      table_name: string;
      /** An empty name stands for the table as a whole. */
      column_name: string;
      dependent_type: DependentType;
      dependent_id: string;
      /** Null for what belongs to the table itself, and for connections, which have their own. */
      dependent_name: Generated<string | null>;
      /** Which parts of the document use the column, as DependentPart[]. Empty if it has no parts that people see. */
      dependent_parts: Generated<string>;
    };
  }
}
