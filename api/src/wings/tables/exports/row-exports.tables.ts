import type { ErrorObject } from '@headwater/shared/contract';
import type { Table } from '../../../platform/database/tables.ts';
import type { RequestedRows } from '../tables/index.ts';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    row_exports: Table<'row_exports', { asked: RequestedRows; error: ErrorObject }>;
  }
}
