import type { Table } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface InstallationTables {
    analytics_events: Table<'analytics_events'>;
  }
}
