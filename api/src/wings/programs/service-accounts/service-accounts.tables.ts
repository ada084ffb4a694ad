import type { DataScope, ServiceRight } from '@headwater/shared/contract';
import type { ColumnType, Generated } from 'kysely';

/** Written as JSON text, so that a list isn't taken for an array of PostgreSQL. */
type Json<T> = ColumnType<T, string | null, string | null>;

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    service_accounts: {
      workspace_id: string;
      id: string;
      /** Unique within the workspace, whatever its case. */
      name: string;
      description: string;
      /** Null for everything. */
      scope: Json<DataScope | null>;
      rights: Generated<ServiceRight[]>;
      /** Empty for anywhere. */
      networks: Generated<string[]>;
      requests_max: Generated<number>;
      seconds_max: Generated<number>;
      disabled_at: Date | null;
      /** The creator's name. They may leave. */
      created_by: string;
      created_at: Generated<Date>;
      version: Generated<number>;
    };
    service_account_usage: {
      workspace_id: string;
      service_account_id: string;
      hour: Date;
      requests: number;
      refused: number;
      bytes: number;
    };
    service_account_tokens: {
      workspace_id: string;
      id: string;
      service_account_id: string;
      handle: string;
      sha256: Buffer;
      created_by: string;
      created_at: Generated<Date>;
      expires_at: Date;
      revoked_at: Date | null;
      last_used_at: Date | null;
      last_used_from: string | null;
      /** What the program called itself. */
      last_used_by: string | null;
      /** How many days before its end someone was last told about it. */
      noticed_days: number | null;
    };
  }
}
