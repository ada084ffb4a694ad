import { useQuery } from '@headwater/shared/query';
import { paths } from '@headwater/shared/routing';
import type { Table } from '@headwater/shared/tables';
import { QueryBoundary, Skeleton, Stack, styled, Text, TextLink } from '@headwater/shared/ui';
import { DataGrid } from '@headwater/shared/ui/table';
import { Frame } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { markCut } from '../../table/rows/mark-cut.ts';
import { rowQueries, type QueryText } from '@headwater/shared/figures';

const ROWS = 5;
/** Of these rows with their head, and with a bar to scroll sideways. */
const HEIGHT = 186;

interface FirstRowsProps {
  organizationId: string;
  /** Of the service account. */
  name: string;
  table: Table;
  /** What the account sees of it. */
  seen: QueryText;
}

/** The first rows that a program would read, before there is one. */
export function FirstRows({ organizationId, name, table, seen }: FirstRowsProps) {
  const t = messages.use();
  const { sourceConnectionId, tableName } = table;
  const address = { organizationId, sourceConnectionId, tableName };
  const page = useQuery(rowQueries.page(address, { ...seen, size: ROWS, after: null }));
  const query = new URLSearchParams(Object.entries(seen).filter(([, text]) => text !== ''));
  const title = t('connect.first_rows', { table: tableName });
  return (
    <Stack gap={2} role="region" aria-label={title}>
      <Head>
        <h2>{title}</h2>
        <TextLink to={`${paths.table(organizationId, sourceConnectionId, tableName)}?${query}`}>
          {t('connect.all_rows')}
        </TextLink>
      </Head>
      <Text tone="dim" size={13}>
        {t('connect.first_rows_text', { name })}
      </Text>
      <QueryBoundary
        query={page}
        thing={t('connect.rows_thing')}
        loading={<Skeleton width="100%" height={HEIGHT} />}
      >
        {(found) =>
          found.rows.length === 0 ? (
            <Text tone="dim">{t('connect.no_rows')}</Text>
          ) : (
            <Frame>
              <Rows>
                <DataGrid
                  label={title}
                  columns={found.columns}
                  rows={markCut(found)}
                  firstRow={0}
                  totalRows={found.rows.length}
                  busy={page.isPlaceholderData}
                  density="compact"
                />
              </Rows>
            </Frame>
          )
        }
      </QueryBoundary>
    </Stack>
  );
}

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  gap: '4px 12px',
});
const Rows = styled('div')({ display: 'flex', flexDirection: 'column', maxHeight: HEIGHT, minWidth: 0 });
