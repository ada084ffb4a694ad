import { useQuery } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { CompactSelect, Note, QueryBoundary, Row, Skeleton, Spacer, Text } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { sqlViewQueries } from '@headwater/shared/figures';
import { ColumnImpact } from './column-impact.tsx';
import { impactOf, viewsUsing } from './impact.ts';
import { levelsOf } from './levels.ts';
import { pathTo } from './lineage-box.tsx';
import { LineageList } from './lineage-list.tsx';
import { LineageMap } from './lineage-map.tsx';
import { ShapeSwitch } from './shape-switch.tsx';
import { useIsNarrow } from './use-is-narrow.ts';

/** Where a table's rows come from, and what is made of them. */
export function TableLineage({ address, table }: { address: TableAddress; table: Table }) {
  const t = messages.use();
  const lineage = useQuery(sqlViewQueries.lineage(address));
  const [query, setQuery] = useSearchParams();
  const { organizationId } = address;
  const chosen = query.get('column') ?? '';
  const column = table.columns.some(({ name }) => name === chosen) ? chosen : '';
  const isNarrow = useIsNarrow();
  const isList = isNarrow || query.get('as') === 'list';
  const show = (key: 'column' | 'as', value: string) =>
    setQuery(
      (latest) => {
        if (value === '') latest.delete(key);
        else latest.set(key, value);
        return latest;
      },
      { replace: true },
    );
  return (
    <QueryBoundary
      query={lineage}
      thing={t('lineage.thing')}
      loading={<Skeleton width="100%" height={160} />}
    >
      {(found) => {
        const drawn = levelsOf(found);
        const concerned =
          column === ''
            ? null
            : new Set(impactOf(found.documents, column).map(({ document }) => document.id));
        const views = viewsUsing(found, column);
        const { report: reports, saved_query: queries, service_account: accounts } = found.counts;
        const unlisted = reports + queries + accounts - found.documents.length;
        return (
          <>
            <Row>
              <Text tone="muted" size={13}>
                {t('lineage.summary', {
                  views: found.tables.filter(({ id, isView }) => isView && id !== table.id).length,
                  ...{ reports, queries, accounts },
                })}
              </Text>
              <Spacer />
              {(found.documents.length > 0 || found.views.length > 0) && (
                <CompactSelect
                  label={t('lineage.column')}
                  value={column}
                  options={[
                    { value: '', label: t('lineage.all_columns') },
                    ...table.columns.map(({ name }) => ({ value: name, label: name })),
                  ]}
                  onChange={(name) => show('column', name)}
                />
              )}
              {!isNarrow && (
                <ShapeSwitch isList={isList} onChange={(list) => show('as', list ? 'list' : '')} />
              )}
            </Row>
            {isList ? (
              <LineageList {...{ organizationId, concerned }} current={table.id} {...drawn} />
            ) : (
              <LineageMap {...{ organizationId, concerned }} current={table.id} {...drawn} />
            )}
            {column !== '' && (
              <ColumnImpact
                column={column}
                documents={found.documents}
                count={found.columnUses.find(({ name }) => name === column)?.documents ?? 0}
                views={views}
                pathOf={({ id, type, name }) =>
                  pathTo(organizationId, { id, kind: type, name, sourceConnectionId: null })
                }
              />
            )}
            {unlisted > 0 && <Note>{t('lineage.more', { count: unlisted })}</Note>}
            {!drawn.links.some(({ from }) => from === table.id) && (
              <Note>{t('lineage.unused', { table: table.tableName })}</Note>
            )}
          </>
        );
      }}
    </QueryBoundary>
  );
}
