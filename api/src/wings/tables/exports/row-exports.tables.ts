import type { Generated, JSONColumnType } from 'kysely';
import type { ErrorObject, PreparedFormat, RowExportAttributes } from '@headwater/shared/contract';
import type { NullableJson } from '../../../platform/database/tables.ts';
import type { AskedRows } from '../tables/index.ts';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    row_exports: {
      workspace_id: string;
      id: string;
      table_id: string;
      /** The only one who sees it. */
      user_id: string;
      version: number;
      format: PreparedFormat;
      asked: JSONColumnType<AskedRows>;
      file_name: string;
      rows: number;
      left_out: number;
      state: Generated<RowExportAttributes['state']>;
      attempts: Generated<number>;
      share: Generated<number>;
      bytes: number | null;
      error: NullableJson<ErrorObject>;
      created_at: Generated<Date>;
      expires_at: Generated<Date>;
    };
  }
}
