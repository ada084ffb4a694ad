import type { Table } from '../../../platform/database/tables.ts';
import type { DependentType } from '@headwater/shared/contract';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    dependencies: Table<'dependencies', { dependent_type: DependentType; dependent_parts: string }>;
  }
}
