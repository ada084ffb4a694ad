import type { ErrorObject } from '@headwater/shared/contract';
import type { Table } from '../../../platform/database/tables.ts';
import type { AskedRows } from '../tables/index.ts';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    row_exports: Table<'row_exports', { asked: AskedRows; error: ErrorObject }>;
  }
}
