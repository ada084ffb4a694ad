import type { Table } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface InstallationTables {
    demo_codes: Table<'demo_codes'>;
  }
}
