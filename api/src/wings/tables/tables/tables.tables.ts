import type { Table } from '../../../platform/database/tables.ts';
import type { SourceComments } from '@headwater/protocol/source-comments';
import type { LoadedWith, StreamColumn, StreamState } from '@headwater/protocol/protocol';

import type { SourceVersion } from './versions/source-version.ts';

declare module '../../../platform/database/tables.ts' {
  interface WorkspaceTables {
    tables: Table<'tables', { comments: SourceComments }>;
    table_versions: Table<
      'table_versions',
      {
        columns: StreamColumn[];
        primary_key: string[];
        state: StreamState;
        loaded_with: LoadedWith;
        null_counts: Record<string, number>;
        made_of: SourceVersion[];
      }
    >;
    table_descriptions: Table<'table_descriptions', { columns: Record<string, string> }>;
    version_files: Table<'version_files'>;
  }
}
