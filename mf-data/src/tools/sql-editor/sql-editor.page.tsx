import { useQuery } from '@headwater/shared/query';
import { useParams, useSearchParams } from '@headwater/shared/routing';
import { QueryBoundary, Skeleton, styled } from '@headwater/shared/ui';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { savedQueries, sqlViewQueries } from '@headwater/shared/figures';
import { readDraft } from './draft.ts';
import { draftOf } from './saved/draft-of.ts';
import { SqlEditor } from './sql-editor.tsx';

/** A query over all tables of the workspace, and its result. The URL may name a saved query, or a view to edit. */
export function SqlEditorPage() {
  const { organizationId = '' } = useParams();
  const [query] = useSearchParams();
  const id = query.get('query');
  const viewId = query.get('view');
  if (viewId !== null)
    return <OpenedView key={`${organizationId} ${viewId}`} organizationId={organizationId} id={viewId} />;
  // What someone does with one query says nothing about another.
  return <OpenedQuery key={`${organizationId} ${id}`} organizationId={organizationId} id={id} />;
}

/** Opens the query of a view. Drafts of other queries are left alone. */
function OpenedView({ organizationId, id }: { organizationId: string; id: string }) {
  const t = messages.use();
  const view = useQuery(sqlViewQueries.one(organizationId, id));
  return (
    <QueryBoundary query={view} thing={t('view.thing')} loading={<PageLoading />}>
      {(found) => (
        <SqlEditor
          organizationId={organizationId}
          first={{ ...readDraft(organizationId), base: null, sql: found.sql }}
          view={found}
        />
      )}
    </QueryBoundary>
  );
}

/** Opens a saved query, unless the tab still has what someone has made of it. */
function OpenedQuery({ organizationId, id }: { organizationId: string; id: string | null }) {
  const t = messages.use();
  const [kept] = useState(() => readDraft(organizationId));
  const saved = useQuery({ ...savedQueries.one(organizationId, id ?? ''), enabled: id !== null });
  if (id === null) return <SqlEditor organizationId={organizationId} first={{ ...kept, base: null }} />;
  return (
    <QueryBoundary query={saved} thing={t('saved.one_thing')} loading={<PageLoading />}>
      {(found) => (
        <SqlEditor
          organizationId={organizationId}
          first={kept.base?.id === id ? kept : { ...kept, ...draftOf(found) }}
          saved={found}
        />
      )}
    </QueryBoundary>
  );
}

const PageLoading = () => (
  <Loading>
    <Skeleton width="40%" height={28} />
    <Skeleton width="100%" height={272} />
  </Loading>
);

const Loading = styled('div')({ display: 'grid', gap: 10, padding: 12 });
