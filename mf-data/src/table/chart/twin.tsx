import type { QueryResult } from '@headwater/shared/contract';
import { styled } from '@headwater/shared/ui';
import { DataGrid } from '@headwater/shared/ui/table';
import { useMemo } from 'react';
import { messages } from '../../messages.ts';

interface TwinProps {
  title: string;
  result: QueryResult;
  /** In px; by default, of a page. */
  height?: number;
}

/** The same figures as a table. */
export function Twin({ title, result, height = 420 }: TwinProps) {
  const t = messages.use();
  const rows = useMemo(
    () =>
      Array.from({ length: result.rows }, (_, row) =>
        result.columns.map(({ others }, at) =>
          others.includes(row) ? t('chart.other') : (result.values[at]![row] ?? null),
        ),
      ),
    [result, t],
  );
  const columns = result.columns.map(({ as, kind, type }) => ({ name: as, kind, type }));
  return (
    <GridBox style={{ height }}>
      <DataGrid label={title} columns={columns} rows={rows} firstRow={0} totalRows={result.rows} />
    </GridBox>
  );
}

const GridBox = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  border: 'var(--hair)',
  borderRadius: 'var(--radius)',
  overflow: 'hidden',
});
