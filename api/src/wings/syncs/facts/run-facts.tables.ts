import type { Table } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    run_facts: Table<'run_facts'>;
  }
}
