import { useQuery } from '@headwater/shared/query';
import { paths, useParams, useSearchParams, useTitle } from '@headwater/shared/routing';
import { useMay } from '@headwater/shared/session';
import { tableQueries } from '@headwater/shared/tables';
import { QueryBoundary, Button, Page, Skeleton, Stack } from '@headwater/shared/ui';
import { EmptyState, PageHead } from '@headwater/shared/ui/workspace';
import { IconData, IconUpload } from '@headwater/shared/ui/icons';
import { messages } from '../messages.ts';
import { isSearch, searchIn } from './index-address.ts';
import { IndexToolbar } from './index-toolbar.tsx';
import { IndexTable } from './index-table.tsx';

/** The tables of the workspace by connection, with a search, which is in the URL. */
export function DataPage() {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const search = searchIn(query);
  const index = useQuery(tableQueries.index(organizationId, search));
  useTitle(t('list.title'));
  const isEmpty = index.data?.groups.length === 0 && !isSearch(search);
  return (
    <Page>
      <PageHead
        title={t('list.title')}
        actions={!isEmpty && <ImportFile organizationId={organizationId} />}
      />
      <QueryBoundary query={index} thing={t('list.thing')} loading={<ListLoading />}>
        {(found) => {
          if (isEmpty) return <NoTables organizationId={organizationId} />;
          return (
            <>
              {found.facets && <IndexToolbar facets={found.facets} search={search} />}
              {found.groups.length === 0 ? (
                <EmptyState
                  title={search.text ? t('list.none_found', { search: search.text }) : t('list.none_fit')}
                  action={<Button onClick={() => setQuery({})}>{t('list.show_all')}</Button>}
                />
              ) : (
                <IndexTable index={found} search={search} />
              )}
            </>
          );
        }}
      </QueryBoundary>
    </Page>
  );
}

/** Leads to the tool that makes a table of a file. */
function ImportFile({ organizationId }: { organizationId: string }) {
  const t = messages.use();
  if (!useMay('sources:edit')) return null;
  return (
    <Button icon={<IconUpload />} to={paths.fileImport(organizationId)}>
      {t('list.import')}
    </Button>
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
