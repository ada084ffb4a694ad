import type { Table } from '../../../platform/database/tables.ts';
import type { DataScope, ServiceRight } from '@headwater/shared/contract';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    service_accounts: Table<'service_accounts', { scope: DataScope; rights: ServiceRight[] }>;
    service_account_usage: Table<'service_account_usage'>;
    service_account_tokens: Table<'service_account_tokens'>;
  }
}
