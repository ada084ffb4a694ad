import { useQuery } from '@headwater/shared/query';
import { paths } from '@headwater/shared/routing';
import { Banner, Button } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { tableQueries } from '../table.queries.ts';
import { useWorkspace } from '../workspace.ts';

const NAMED = 5;

/** Columns that came at the source after its tables were listed: no sync reads them until the list is refreshed. */
export function NewColumns({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const tables = useQuery(tableQueries.list(organizationId)).data ?? [];
  const names = tables
    .filter((table) => table.sourceConnectionId === source.id)
    .flatMap(({ tableName, newColumns }) => newColumns.map((name) => `${tableName}.${name}`));
  if (names.length === 0) return null;
  const action = source.can.edit && (
    <Button size="small" to={paths.selectData(organizationId, source.id)}>
      {t('new_columns.refresh')}
    </Button>
  );
  return (
    <Banner tone="info" role="note" action={action}>
      {t('new_columns.text', {
        count: names.length,
        names: names.slice(0, NAMED).join(', '),
        more: Math.max(0, names.length - NAMED),
      })}
    </Banner>
  );
}
