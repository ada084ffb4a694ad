import { useQuery } from '@headwater/shared/query';
import { paths, useParams, useTitle } from '@headwater/shared/routing';
import { QueryBoundary, Button, Page, Skeleton, Stack } from '@headwater/shared/ui';
import { EmptyState, PageHead } from '@headwater/shared/ui/workspace';
import { IconData } from '@headwater/shared/ui/icons';
import { messages } from '../messages.ts';
import { tableQueries } from '@headwater/shared/tables';
import { TableList } from './table-list.tsx';

/** All tables of the workspace, grouped by connection. */
export function DataPage() {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const tables = useQuery(tableQueries.list(organizationId));
  useTitle(t('list.title'));
  return (
    <Page>
      <PageHead title={t('list.title')} />
      <QueryBoundary query={tables} thing={t('list.thing')} loading={<ListLoading />}>
        {(all) =>
          all.length === 0 ? <NoTables organizationId={organizationId} /> : <TableList tables={all} />
        }
      </QueryBoundary>
    </Page>
  );
}

function NoTables({ organizationId }: { organizationId: string }) {
  const t = messages.use();
  const button = (
    <Button variant="primary" to={paths.sourceConnections(organizationId)}>
      {t('list.to_sources')}
    </Button>
  );
  return (
    <EmptyState icon={<IconData size={20} />} title={t('list.empty')} action={button}>
      {t('list.empty_text')}
    </EmptyState>
  );
}

function ListLoading() {
  return (
    <Stack gap={3}>
      <Skeleton width={240} height={28} />
      <Skeleton width="100%" height={44} />
      <Skeleton width="100%" height={36} />
      <Skeleton width="100%" height={36} />
      <Skeleton width="100%" height={36} />
    </Stack>
  );
}
