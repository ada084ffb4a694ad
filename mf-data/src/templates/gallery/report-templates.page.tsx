import { useLanguage } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import { useParams, useSearchParams, useTitle } from '@headwater/shared/routing';
import { Button, Page, QueryBoundary, Skeleton, styled } from '@headwater/shared/ui';
import { AddressSearch } from '@headwater/shared/ui/inputs';
import { Chips, EmptyState, FilterChip, PageHead, Toolbar } from '@headwater/shared/ui/workspace';
import { useMemo } from 'react';
import { messages } from '../../messages.ts';
import { tablesQuery } from '../../reports/tables.query.ts';
import { TEMPLATES } from '../library/index.ts';
import { readinessOf, type MatchedTable, type Readiness } from '../match.ts';
import { TemplateCard } from './template-card.tsx';

const SHOWN = ['all', 'ready', 'almost', 'missing'] as const;

/** The report templates, and how ready each is with this workspace's tables. */
export function ReportTemplatesPage() {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const tables = useQuery(tablesQuery(organizationId));
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

/** What is shown, and what is searched for, are in the URL. */
function Gallery({ organizationId, tables }: { organizationId: string; tables: readonly MatchedTable[] }) {
  const t = messages.use();
  const language = useLanguage();
  const [query, setQuery] = useSearchParams();
  const search = query.get('q') ?? '';
  const shown = SHOWN.find((one) => one === query.get('show')) ?? 'all';
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
  const set = (key: string, text: string) => {
    const next = new URLSearchParams(query);
    if (text === '') next.delete(key);
    else next.set(key, text);
    setQuery(next, { replace: true });
  };
  return (
    <>
      <Toolbar>
        <Chips role="group" aria-label={t('templates.show')}>
          {SHOWN.map((one) => (
            <FilterChip
              key={one}
              pressed={one === shown}
              count={all.filter(({ readiness }) => isShown(one, readiness)).length}
              onClick={() => set('show', one === 'all' ? '' : one)}
            >
              {t(`templates.show_${one}`)}
            </FilterChip>
          ))}
        </Chips>
        <AddressSearch
          label={t('templates.find')}
          value={search}
          onChange={(text) => set('q', text)}
          width={240}
        />
      </Toolbar>
      {found.length === 0 ? (
        <EmptyState
          title={search ? t('templates.none_found', { search }) : t('templates.none_shown')}
          action={
            <Button onClick={() => setQuery({}, { replace: true })}>{t('templates.show_everything')}</Button>
          }
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
