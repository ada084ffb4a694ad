import type { Generated } from 'kysely';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    organizations: {
      id: string;
      name: string;
      created_by: string | null;
      created_at: Generated<Date>;
      time_zone: string | null;
      currency: string | null;
      week_start: Generated<'monday' | 'sunday'>;
      deleted_at: Generated<Date | null>;
      /** The name of whoever deleted it. */
      deleted_by: Generated<string | null>;
    };
  }
}
