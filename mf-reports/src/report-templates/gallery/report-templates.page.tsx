import { useLanguage } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { useParams, useTitle } from '@headwater/shared/routing';
import { Button, Page, QueryBoundary, Skeleton, styled } from '@headwater/shared/ui';
import { EmptyState, PageHead } from '@headwater/shared/ui/workspace';
import {
  type MatchedTable,
  type Readiness,
  readinessOf,
  TEMPLATES,
} from '@headwater/shared/report-templates';
import { tableQueries } from '@headwater/shared/tables';
import { useMemo } from 'react';
import { ListFilterBar } from '../../list-filter/list-filter-bar.tsx';
import { useListFilter } from '../../list-filter/use-list-filter.ts';
import { messages } from '../../messages.ts';
import { TemplateCard } from './template-card.tsx';

const SHOWN = ['all', 'ready', 'almost', 'missing'] as const;

/** The report templates, and how ready each is with this workspace's tables. */
export function ReportTemplatesPage() {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const tables = useQuery(tableQueries.all(organizationId));
  useTitle(t('templates.area'));
  return (
    <Page>
      <PageHead title={t('templates.area')} meta={<span>{t('templates.text')}</span>} />
      <QueryBoundary query={tables} thing={t('list.thing')} loading={<Skeleton width="100%" height={320} />}>
        {(all) => <Gallery organizationId={organizationId} tables={all} />}
      </QueryBoundary>
    </Page>
  );
}

function Gallery({ organizationId, tables }: { organizationId: string; tables: readonly MatchedTable[] }) {
  const t = messages.use();
  const language = useLanguage();
  const filter = useListFilter(SHOWN);
  const { shown, search } = filter;
  const all = useMemo(
    () => TEMPLATES.map((template) => ({ template, readiness: readinessOf(template, tables) })),
    [tables],
  );
  const isShown = (one: (typeof SHOWN)[number], { state }: Readiness) => one === 'all' || one === state;
  const found = all.filter(
    ({ template: { name, question }, readiness }) =>
      isShown(shown, readiness) &&
      `${name[language]} ${question[language]}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return (
    <>
      <ListFilterBar
        filter={filter}
        label={t('templates.show')}
        searchLabel={t('templates.find')}
        nameOf={(one) => t(`templates.show_${one}`)}
        countOf={(one) => all.filter(({ readiness }) => isShown(one, readiness)).length}
      />
      {found.length === 0 ? (
        <EmptyState
          title={search ? t('templates.none_found', { search }) : t('templates.none_shown')}
          action={<Button onClick={filter.clear}>{t('templates.show_everything')}</Button>}
        />
      ) : (
        <List>
          {found.map(({ template, readiness }) => (
            <li key={template.slug}>
              <TemplateCard organizationId={organizationId} template={template} readiness={readiness} />
            </li>
          ))}
        </List>
      )}
    </>
  );
}

const List = styled('ul')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(300px, 100%), 1fr))',
  gap: 16,
  '& > li': { display: 'grid' },
});
