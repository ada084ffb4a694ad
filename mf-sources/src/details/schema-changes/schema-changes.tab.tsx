import { useInfiniteQuery, useQuery } from '@headwater/shared/query';
import { Button, QueryBoundary, Row, Skeleton, Stack, styled } from '@headwater/shared/ui';
import { EmptyState, MoreButton } from '@headwater/shared/ui/workspace';
import { useState } from 'react';
import { catalogQueries } from '../../catalog.queries.ts';
import { CatalogAge } from '../../discovery/catalog-age.tsx';
import { DiscoveryFailure } from '../../discovery/discovery-failure.tsx';
import { RefreshCatalog } from '../../discovery/refresh-catalog.tsx';
import { messages } from '../../messages.ts';
import type { SourceConnection } from '../../source.queries.ts';
import { useWorkspace } from '../../workspace.ts';
import { ChangeHistory } from './change-history.tsx';
import { ChangePolicyForm } from './change-policy.form.tsx';
import { DecideAllDialog } from './decide-all.dialog.tsx';
import { PendingChange } from './pending-change.tsx';
import { schemaChangesOf, type Decision } from './schema-changes.queries.ts';

/** What has changed at the source: what waits for a decision, what happens by itself, and what was decided. */
export function SchemaChangesTab({ source }: { source: SourceConnection }) {
  const t = messages.use();
  return (
    <Stack gap={6}>
      <Stack gap={4}>
        <LastLook source={source} />
        <Pending source={source} />
      </Stack>
      <ChangePolicyForm source={source} />
      <Stack gap={2}>
        <h2>{t('schema_changes.history')}</h2>
        <ChangeHistory source={source} />
      </Stack>
    </Stack>
  );
}

/** When the source's tables were last compared with ours, and a button that does it now. */
function LastLook({ source }: { source: SourceConnection }) {
  const { organizationId } = useWorkspace();
  const { data: catalog } = useQuery(catalogQueries.one(organizationId, source.id));
  return (
    <>
      <Look>
        {catalog && (
          <>
            <CatalogAge catalog={catalog} />
            <RefreshCatalog source={source} catalog={catalog} />
          </>
        )}
      </Look>
      {catalog && <DiscoveryFailure source={source} catalog={catalog} />}
    </>
  );
}

const Look = styled(Row)({ minHeight: 32, fontSize: 'var(--size-13)', color: 'var(--text-2)' });

function Pending({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const changes = useInfiniteQuery(schemaChangesOf(organizationId, source.id, true));
  return (
    <QueryBoundary
      query={changes}
      thing={t('schema_changes.thing')}
      loading={<Skeleton width="100%" height={120} />}
    >
      {({ pages }) => {
        const all = pages.flatMap(({ items }) => items);
        if (all.length === 0)
          return <EmptyState title={t('schema_changes.none')}>{t('schema_changes.none_text')}</EmptyState>;
        return (
          <Stack gap={3}>
            <Row justify="between">
              <h2>{t('schema_changes.pending')}</h2>
              {all.length > 1 && source.can.edit && <DecideAll source={source} />}
            </Row>
            {all.map((change) => (
              <PendingChange key={change.id} source={source} change={change} />
            ))}
            <MoreButton list={changes}>{t('schema_changes.more')}</MoreButton>
          </Stack>
        );
      }}
    </QueryBoundary>
  );
}

function DecideAll({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const [asking, setAsking] = useState<Decision | null>(null);
  return (
    <Row>
      {(['approve', 'ignore'] as const).map((decision) => (
        <Button key={decision} size="small" onClick={() => setAsking(decision)}>
          {t(`schema_changes.${decision}_all`)}
        </Button>
      ))}
      {asking && <DecideAllDialog source={source} decision={asking} onClose={() => setAsking(null)} />}
    </Row>
  );
}
