import { CARD_TITLE_MAX, type Query, type QueryFilter, type QueryResult } from '@headwater/shared/contract';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { styled } from '@headwater/shared/ui';
import { autoMark, BigNumber, Chart, chartData, fitOf } from '@headwater/shared/ui/charts';
import { EmptyState } from '@headwater/shared/ui/workspace';
import { useMemo } from 'react';
import { messages } from '../../messages.ts';
import {
  type ChartChoice,
  ChartNotes,
  Comparison,
  isAdditive,
  kindFor,
  type NewCard,
  Twin,
  TwinSwitch,
  useChartSummary,
  useChartWords,
  useRowLinks,
} from '@headwater/shared/figures';
import { AddToReport } from '../../add-to-report.tsx';
import { ShowSql } from './show-sql.tsx';
import { useChartTitle } from './use-chart-title.ts';

interface ChartViewProps {
  address: TableAddress;
  table: Table;
  query: Query;
  choice: ChartChoice;
  filter: QueryFilter;
  result: QueryResult;
  /** Whether it's still shown while the chosen one is computed. */
  isOld: boolean;
  onMark(mark: ChartChoice['mark']): void;
}

const HEIGHT = 380;

/** The chart with its title, the sentence that says what it shows, and the same as a table. */
export function ChartView({ address, table, query, choice, result, isOld, onMark }: ChartViewProps) {
  const t = messages.use();
  const { measure, title } = useChartTitle(choice);
  const data = useMemo(() => chartData(result), [result]);
  const words = useChartWords(data, measure);
  const additive = isAdditive(choice.y);
  const wanted = choice.mark ?? autoMark(data, additive);
  const mark = fitOf(wanted, data, additive) === 'fits' ? wanted : autoMark(data, additive);
  const { open, rowsOf } = useRowLinks(address, table, query);
  const summary = useChartSummary(data, mark, words, additive);
  const isEmpty = data.x !== null && result.rows === 0;
  return (
    <Root data-old={isOld || undefined}>
      <header>
        <h2>{title}</h2>
        <TwinSwitch isTable={mark === 'table'} onChange={(isTable) => onMark(isTable ? 'table' : null)} />
        <ShowSql organizationId={address.organizationId} sql={result.sql} />
        <AddToReport title={title} cardOf={() => cardOf(title, table, query, choice)} />
      </header>
      {isEmpty ? (
        <EmptyState title={t('chart.none')}>{t('chart.none_text')}</EmptyState>
      ) : (
        <>
          {mark !== 'number' && <p>{summary.all}</p>}
          {mark === 'number' && (
            <BigNumber label={title}>{words.exact(data.series[0]?.texts[0] ?? null)}</BigNumber>
          )}
          {mark === 'number' && result.comparison && (
            <Comparison
              comparison={result.comparison}
              now={data.series[0]?.texts[0] ?? null}
              measure={data.measure}
              words={words}
            />
          )}
          {mark === 'table' && (
            <Twin title={title} result={result} rowsOf={rowsOf && ((row) => rowsOf(result, row))} />
          )}
          {mark !== 'number' && mark !== 'table' && (
            <Chart
              label={title}
              mark={mark}
              data={data}
              words={words}
              height={HEIGHT}
              onOpen={(at, series) => open(data, at, series)}
            />
          )}
        </>
      )}
      <ChartNotes result={result} />
    </Root>
  );
}

const cardOf = (title: string, table: Table, query: Query, choice: ChartChoice) => ({
  card: {
    ...kindFor(choice),
    ...{ title: title.slice(0, CARD_TITLE_MAX), table: { id: table.id, name: table.tableName }, query },
    ...(choice.compare && { compare: choice.compare }),
  } as NewCard,
  columns: table.columns.map(({ name }) => name),
});

const Root = styled('div')({
  display: 'grid',
  gap: 12,
  alignContent: 'start',
  minWidth: 0,
  transition: 'opacity var(--calm)',
  '&[data-old]': { opacity: 0.5 },
  '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, minHeight: 32 },
  // Where there is no room beside it, what can be done goes below.
  '& > header > h2': {
    flex: '1 1 220px',
    margin: 0,
    minWidth: 0,
    fontSize: 'var(--size-16)',
    fontWeight: 'var(--weight-strong)',
    overflowWrap: 'anywhere',
  },
  '& > p': { margin: 0, fontSize: 'var(--size-13)', color: 'var(--text-2)', overflowWrap: 'anywhere' },
});
