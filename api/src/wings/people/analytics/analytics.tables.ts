import type { Generated } from 'kysely';

declare module '../../../platform/database/tables.ts' {
  interface InstallationTables {
    analytics_events: {
      id: string;
      name: string;
      user_id: string | null;
      workspace_id: string | null;
      created_at: Generated<Date>;
    };
  }
}
