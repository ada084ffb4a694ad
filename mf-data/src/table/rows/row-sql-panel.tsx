import { api } from '@headwater/shared/api';
import type { RowSqlAttributes } from '@headwater/shared/contract';
import { queryOptions, useQuery } from '@headwater/shared/query';
import { paths, useSearchParams } from '@headwater/shared/routing';
import { tablePath, type TableAddress } from '@headwater/shared/tables';
import { QueryBoundary, Skeleton, TextLink } from '@headwater/shared/ui';
import { PopoverBody } from '@headwater/shared/ui/menu';
import { CodeBlock } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { pageOf } from './paging.ts';
import type { QueryText } from '@headwater/shared/figures';

/** Longer statements don't fit into every URL. They can be copied. */
const LINKED_LENGTH_MAX = 4_000;

/** The rows on screen as a statement. Under the key `tables`, which server events invalidate. */
const rowSql = (table: TableAddress, { filter, sort, columns }: QueryText) =>
  queryOptions({
    queryKey: ['tables', table.organizationId, 'row-sql', table, filter, sort, columns],
    queryFn: ({ signal }) => {
      const given = Object.entries({ filter, sort, columns }).filter(([, value]) => value !== '');
      return api.get<RowSqlAttributes>(`${tablePath(table)}/row-sql?${new URLSearchParams(given)}`, {
        signal,
      });
    },
  });

/** Shows which rows are on screen as SQL, which the SQL editor runs as it is. */
export function RowSqlPanel({ address }: { address: TableAddress }) {
  const t = messages.use();
  const [query] = useSearchParams();
  const statement = useQuery(rowSql(address, pageOf(query)));
  return (
    <PopoverBody>
      <QueryBoundary
        query={statement}
        thing={t('rows.sql_thing')}
        loading={<Skeleton width="100%" height={120} />}
      >
        {({ sql }) => (
          <>
            <CodeBlock code={sql} caption={t('rows.sql_caption')} />
            {sql.length <= LINKED_LENGTH_MAX && (
              <TextLink to={paths.sqlEditor(address.organizationId, { sql })}>{t('chart.open_sql')}</TextLink>
            )}
          </>
        )}
      </QueryBoundary>
    </PopoverBody>
  );
}
