import type { Generated } from 'kysely';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    uploads: {
      workspace_id: string;
      id: string;
      file_name: string;
      bytes: number;
      sha256: string;
      created_at: Generated<Date>;
    };
  }
}
