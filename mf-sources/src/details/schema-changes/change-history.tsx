import { useInfiniteQuery } from '@headwater/shared/query';
import { Mono, QueryBoundary, Skeleton, styled, Text, TwoLines } from '@headwater/shared/ui';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import { Frame, FrameFoot, MoreButton, RelativeTime } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import type { SourceConnection } from '../../source.queries.ts';
import { useWorkspace } from '../../workspace.ts';
import { schemaChangesOf, type SchemaChange } from './schema-changes.queries.ts';
import { ChangeLines } from './change-lines.tsx';
import { useDecisionText } from './use-change-lines.ts';

/** The changes that were applied or decided, the latest first. */
export function ChangeHistory({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const changes = useInfiniteQuery(schemaChangesOf(organizationId, source.id, false));
  const columns = useColumns();
  return (
    <QueryBoundary
      query={changes}
      thing={t('schema_changes.thing')}
      loading={<Skeleton width="100%" height={80} />}
    >
      {({ pages }) => {
        const all = pages.flatMap(({ items }) => items);
        if (all.length === 0) return <Text tone="muted">{t('schema_changes.none_before')}</Text>;
        return (
          <Frame bleed>
            <DataTable
              label={t('schema_changes.history')}
              columns={columns}
              rows={all}
              rowKey={({ id }) => id}
              density="roomy"
            />
            {changes.hasNextPage && (
              <FrameFoot>
                <MoreButton list={changes}>{t('schema_changes.more')}</MoreButton>
              </FrameFoot>
            )}
          </Frame>
        );
      }}
    </QueryBoundary>
  );
}

function useColumns(): DataTableColumn<SchemaChange>[] {
  const t = messages.use();
  const decisionOf = useDecisionText();
  return [
    {
      id: 'table',
      head: t('schema_changes.col_table'),
      rowHead: true,
      cell: ({ tableName }) => <Mono>{tableName}</Mono>,
    },
    {
      id: 'change',
      head: t('schema_changes.col_change'),
      cell: (change) => (
        <Wrapped>
          <ChangeLines change={change} />
          {change.fromVersion !== null && (
            <Text tone="dim" size={12}>
              {t('schema_changes.from_version', { version: change.fromVersion })}
            </Text>
          )}
        </Wrapped>
      ),
    },
    {
      id: 'decision',
      head: t('schema_changes.col_decision'),
      cell: (change) => (
        <TwoLines>
          <span>{change.state !== 'pending' && t(`schema_changes.state_${change.state}`)}</span>
          <span>{decisionOf(change)}</span>
        </TwoLines>
      ),
    },
    {
      id: 'found',
      head: t('schema_changes.col_found'),
      cell: ({ foundAt }) => <RelativeTime iso={foundAt} />,
      hideBelow: 900,
    },
  ];
}

const Wrapped = styled('div')({ display: 'grid', gap: 2, paddingBlock: 8, overflowWrap: 'anywhere' });
