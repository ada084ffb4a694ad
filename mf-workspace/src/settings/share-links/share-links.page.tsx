import { useInfiniteQuery } from '@headwater/shared/query';
import { paths, useParams, useSearchParams, useTitle } from '@headwater/shared/routing';
import { Button, Note, QueryBoundary, Skeleton } from '@headwater/shared/ui';
import { IconGlobe } from '@headwater/shared/ui/icons';
import { AddressSearch } from '@headwater/shared/ui/inputs';
import { EmptyState, Toolbar } from '@headwater/shared/ui/workspace';
import { shareMessages } from './messages.ts';
import { ShareLinkList } from './share-link-list.tsx';
import { shareLinksQuery } from './share-links.queries.ts';

/** All links by which people outside the workspace see reports of it. */
export function ShareLinksPage() {
  const t = shareMessages.use();
  const { organizationId = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const search = query.get('search') ?? '';
  const setSearch = (text: string) => setQuery(text ? { search: text } : {}, { replace: true });
  const links = useInfiniteQuery(shareLinksQuery(organizationId, search.trim()));
  useTitle(t('links.title'));
  return (
    <QueryBoundary query={links} thing={t('links.thing')} loading={<Skeleton width="100%" height={320} />}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.items);
        if (rows.length === 0 && search.trim() === '' && !links.isPlaceholderData)
          return (
            <EmptyState
              icon={<IconGlobe size={20} />}
              title={t('links.empty')}
              action={<Button to={paths.reports(organizationId)}>{t('links.reports')}</Button>}
            >
              {t('links.empty_text')}
            </EmptyState>
          );
        return (
          <>
            <Toolbar>
              <Note>{t('links.about')}</Note>
              <AddressSearch label={t('links.find')} value={search} onChange={setSearch} width={260} />
            </Toolbar>
            {rows.length === 0 && links.isPlaceholderData && <Skeleton width="100%" height={320} />}
            {rows.length === 0 && !links.isPlaceholderData && (
              <EmptyState
                icon={<IconGlobe size={20} />}
                title={t('links.none_found')}
                action={<Button onClick={() => setSearch('')}>{t('links.clear')}</Button>}
              >
                {t('links.none_found_text', { search: search.trim() })}
              </EmptyState>
            )}
            {rows.length > 0 && (
              <ShareLinkList
                rows={rows}
                total={pages[0]?.total ?? 0}
                list={links}
                busy={links.isPlaceholderData}
              />
            )}
          </>
        );
      }}
    </QueryBoundary>
  );
}
