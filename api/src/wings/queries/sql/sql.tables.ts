import type { ErrorObject, SQL_OUTCOMES } from '@headwater/shared/contract';
import type { JSONColumnType } from 'kysely';
import type { NullableJson } from '../../../platform/database/tables.ts';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    sql_runs: {
      workspace_id: string;
      id: string;
      user_id: string;
      sql: string;
      parameters: JSONColumnType<Record<string, string | null>>;
      outcome: (typeof SQL_OUTCOMES)[number];
      error: NullableJson<ErrorObject>;
      rows: number | null;
      milliseconds: number;
      started_at: Date;
    };
  }
}
