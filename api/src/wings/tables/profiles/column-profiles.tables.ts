import type { ColumnFacts, ProfileFault } from '@headwater/shared/contract';
import type { Table } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    table_profiles: Table<'table_profiles', { fault: ProfileFault }>;
    column_profiles: Table<'column_profiles', { facts: ColumnFacts; fault: ProfileFault }>;
  }
}
