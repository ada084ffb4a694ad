import type { QueryResult } from '@headwater/shared/contract';
import { columnName, periodWords, resultTable, valueWords } from '@headwater/shared/charts';
import { localeOf, useLanguage } from '@headwater/shared/messages';
import { useCalendar } from '@headwater/shared/session';
import { Button, styled } from '@headwater/shared/ui';
import { DataGrid, WholeValue } from '@headwater/shared/ui/table';
import { useMemo } from 'react';
import { figureMessages } from '../figure-messages.ts';
import { useChartPhrases } from './use-chart-phrases.ts';

interface TwinProps {
  title: string;
  result: QueryResult;
  /** In px; by default, of a page. */
  height?: number;
  /** Returns the URL of the table's rows that a row is about, or null if nothing says which those are. */
  rowsOf?: ((row: number) => string | null) | undefined;
}

/** The same figures as a table, with those of an earlier period beside them. */
export function Twin({ title, result: alone, height = 420, rowsOf }: TwinProps) {
  const t = figureMessages.use();
  const language = useLanguage();
  const { zone: timeZone } = useCalendar();
  const phrases = useChartPhrases();
  const result = useMemo(() => resultTable(alone, phrases), [alone, phrases]);
  const rows = useMemo(() => {
    const own = new Set(alone.columns.map((column) => columnName(column, phrases)));
    const period = periodWords({ language, timeZone, phrases });
    return Array.from({ length: result.rows }, (_, row) =>
      result.columns.map((column, at) => {
        if (column.others.includes(row)) return phrases.other;
        const text = result.values[at]![row] ?? null;
        // What can't be computed isn't a NULL of the data: a change from 0, a period without an earlier one.
        if (text === null) return column.percent || !own.has(column.as) ? '–' : null;
        return column.grain === null ? text : period(text, column);
      }),
    );
  }, [alone, phrases, result, language, timeZone]);
  const columns = useMemo(() => {
    const value = valueWords(localeOf(language));
    return result.columns.map((column) => ({
      ...{ name: column.as, kind: column.kind, type: column.type },
      // Of all others, and of what can't be computed, there's a word in place of a number.
      ...(column.kind === 'number' && {
        write: (text: string) => (Number.isNaN(Number(text)) ? text : value(text, column)),
      }),
    }));
  }, [result, language]);
  return (
    <GridBox style={{ height }}>
      <DataGrid
        label={title}
        columns={columns}
        rows={rows}
        firstRow={0}
        totalRows={result.rows}
        fills
        opensAll={rowsOf !== undefined}
        wholeValue={(props) => {
          const to = props.column && rowsOf?.(props.row - 1);
          return <WholeValue {...props} more={to && <Button to={to}>{t('chart.to_rows')}</Button>} />;
        }}
      />
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
