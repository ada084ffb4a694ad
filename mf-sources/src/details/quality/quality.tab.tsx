import { useQuery } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import { QueryBoundary, Skeleton, Stack } from '@headwater/shared/ui';
import { EmptyState } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import type { SourceConnection } from '../../source.queries.ts';
import { useWorkspace } from '../../workspace.ts';
import { Completeness } from './completeness.tsx';
import { DriftTable } from './drift-table.tsx';
import { qualityQueries } from './quality.queries.ts';
import { TableDrawer } from './table-drawer.tsx';

/** Whether the last runs lost no rows, and which tables are not as they usually are. */
export function QualityTab({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const [query, setQuery] = useSearchParams();
  const quality = useQuery(qualityQueries.ofConnection(organizationId, source.id));
  const close = () => {
    const next = new URLSearchParams(query);
    next.delete('table');
    setQuery(next);
  };
  return (
    <QueryBoundary query={quality} thing={t('quality.thing')} loading={<QualityLoading />}>
      {({ runs, tables }) =>
        runs.length === 0 ? (
          <EmptyState title={t('quality.empty')}>{t('quality.empty_text')}</EmptyState>
        ) : (
          <Stack gap={6}>
            <Completeness source={source} runs={runs} />
            {tables.length > 0 && <DriftTable tables={tables} />}
            <TableDrawer source={source} tableName={query.get('table')} onClose={close} />
          </Stack>
        )
      }
    </QueryBoundary>
  );
}

function QualityLoading() {
  return (
    <Stack gap={6}>
      <Skeleton width="100%" height={236} />
      <Skeleton width="100%" height={180} />
    </Stack>
  );
}
