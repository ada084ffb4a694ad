import type { Generated } from 'kysely';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    report_shares: {
      workspace_id: string;
      id: string;
      report_id: string;
      sha256: Buffer;
      password_hash: string | null;
      filters_open: boolean;
      filters: string;
      created_by_id: string;
      /** A user's name at that time. */
      created_by: string;
      created_at: Generated<Date>;
      expires_at: Date;
      last_used_at: Date | null;
    };
  }
}
