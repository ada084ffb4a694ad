import { useQuery } from '@headwater/shared/query';
import { paths, useParams, useSearchParams, useTitle } from '@headwater/shared/routing';
import { tableQueries } from '@headwater/shared/tables';
import { QueryBoundary, Button, Page, Skeleton, Stack } from '@headwater/shared/ui';
import { EmptyState, PageHead } from '@headwater/shared/ui/workspace';
import { IconData } from '@headwater/shared/ui/icons';
import { messages } from '../messages.ts';
import { isSearch, searchIn } from './index-address.ts';
import { IndexToolbar } from './index-toolbar.tsx';
import { SourceGroup } from './source-group.tsx';

/** The tables of the workspace by connection, with a search, which is in the URL. */
export function DataPage() {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const search = searchIn(query);
  const index = useQuery(tableQueries.index(organizationId, search));
  useTitle(t('list.title'));
  return (
    <Page>
      <PageHead title={t('list.title')} />
      <QueryBoundary query={index} thing={t('list.thing')} loading={<ListLoading />}>
        {(found) => {
          if (found.groups.length === 0 && !isSearch(search))
            return <NoTables organizationId={organizationId} />;
          return (
            <>
              <IndexToolbar index={found} search={search} />
              {found.groups.length === 0 ? (
                <EmptyState
                  title={search.text ? t('list.none_found', { search: search.text }) : t('list.none_fit')}
                  action={<Button onClick={() => setQuery({})}>{t('list.show_all')}</Button>}
                />
              ) : (
                <Stack gap={6}>
                  {found.groups.map((group) => (
                    <SourceGroup key={group.sourceConnectionId} group={group} search={search} />
                  ))}
                </Stack>
              )}
            </>
          );
        }}
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
