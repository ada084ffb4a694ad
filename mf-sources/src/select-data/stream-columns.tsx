import type { CatalogStream } from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { QueryBoundary, Cut, Skeleton, styled } from '@headwater/shared/ui';
import { IconKey } from '@headwater/shared/ui/icons';
import { KindIcon } from '@headwater/shared/ui/table';
import { catalogQueries } from '../catalog.queries.ts';
import { messages } from '../messages.ts';
import { useWorkspace } from '../workspace.ts';

const ROW_HEIGHT = 44;
/** More placeholders would be out of sight. */
const MAX_PLACEHOLDERS = 20;

interface StreamColumnsProps {
  sourceConnectionId: string;
  stream: CatalogStream;
}

/** The columns of one table with their types. While they are loading, the list already has its final height. */
export function StreamColumns({
  sourceConnectionId,
  stream: { tableName, columnCount, primaryKey },
}: StreamColumnsProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const query = useQuery(catalogQueries.columns(organizationId, sourceConnectionId, tableName));
  const placeholders = Array.from({ length: Math.min(columnCount, MAX_PLACEHOLDERS) }, (_, at) => at);
  const loading = (
    <Columns as="div" style={{ height: columnCount * ROW_HEIGHT }}>
      {placeholders.map((at) => (
        <div key={at}>
          <Skeleton width={14} height={14} />
          <Skeleton width={`${40 + ((at * 23) % 40)}%`} />
          <Skeleton width={72} />
        </div>
      ))}
    </Columns>
  );
  return (
    <QueryBoundary query={query} thing={t('columns.thing')} loading={loading}>
      {(columns) => (
        <Columns>
          {columns.map(({ name, kind, type, sourceType, nullable }) => (
            <li key={name}>
              {primaryKey.includes(name) ? (
                <IconKey size={14} label={t('tables.col_key')} />
              ) : (
                <KindIcon kind={kind} />
              )}
              <span>
                <Cut title={name}>{name}</Cut>
                <small>{t(nullable ? 'tables.may_be_null' : 'tables.not_null')}</small>
              </span>
              <span>
                <Cut title={`${t('tables.type')}: ${type}`}>{type}</Cut>
                <Cut as="small" title={`${t('tables.source_type')}: ${sourceType}`}>
                  {sourceType}
                </Cut>
              </span>
            </li>
          ))}
        </Columns>
      )}
    </QueryBoundary>
  );
}

const Columns = styled('ul')({
  '& > *': {
    display: 'grid',
    gridTemplateColumns: '16px minmax(0, 1fr) minmax(0, auto)',
    gap: 8,
    alignItems: 'center',
    minHeight: ROW_HEIGHT,
    borderBottom: 'var(--hair)',
    fontSize: 12.5,
    fontFamily: 'var(--font-mono)',
  },
  '& > li > .hw-icon': { color: 'var(--icon)' },
  '& > li > span': { display: 'grid', minWidth: 0, lineHeight: 1.4 },
  '& > li > span:last-of-type': {
    justifyItems: 'end',
    maxWidth: 'min(190px, 48vw)',
    '& > *': { maxWidth: '100%' },
  },
  '& small': { color: 'var(--text-3)', fontSize: 'var(--size-12)', fontFamily: 'var(--font-sans)' },
});
