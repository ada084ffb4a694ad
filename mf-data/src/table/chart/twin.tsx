import type { QueryResult } from '@headwater/shared/contract';
import { earlierColumns, localeOf, percentWords } from '@headwater/shared/charts';
import { useLanguage } from '@headwater/shared/messages';
import { styled } from '@headwater/shared/ui';
import { DataGrid } from '@headwater/shared/ui/table';
import { useMemo } from 'react';
import { messages } from '../../messages.ts';
import { useSayComparison } from './use-say-comparison.ts';

interface TwinProps {
  title: string;
  result: QueryResult;
  /** In px; by default, of a page. */
  height?: number;
}

/** The same figures as a table, with those of an earlier period beside them. */
export function Twin({ title, result: alone, height = 420 }: TwinProps) {
  const t = messages.use();
  const language = useLanguage();
  const say = useSayComparison();
  const result = useMemo(() => earlierColumns(alone, say), [alone, say]);
  const rows = useMemo(() => {
    const percents = percentWords(localeOf(language));
    return Array.from({ length: result.rows }, (_, row) =>
      result.columns.map(({ others, percent }, at) => {
        if (others.includes(row)) return t('chart.other');
        const text = result.values[at]![row] ?? null;
        return percent && text !== null ? percents(Number(text)) : text;
      }),
    );
  }, [result, language, t]);
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
