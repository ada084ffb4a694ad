import { useQuery } from '@headwater/shared/query';
import { NewColumnsNotice } from '../new-columns-notice.tsx';
import type { SourceConnection } from '../source.queries.ts';
import { tablesOf } from '../table.queries.ts';
import { useWorkspace } from '../workspace.ts';

/** Columns that the last syncs of the connection's tables didn't include. */
export function NewColumns({ source }: { source: SourceConnection }) {
  const { organizationId } = useWorkspace();
  const tables = useQuery(tablesOf(organizationId, source.id)).data ?? [];
  return (
    <NewColumnsNotice
      source={source}
      tables={tables.map((table) => ({ ...table, readAt: table.freshAsOf }))}
    />
  );
}
