import type { ComputedCard, Query, QueryResult } from '@headwater/shared/contract';
import { writeFilter } from '@headwater/shared/contract';
import { paths, useNavigate } from '@headwater/shared/routing';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { styled, Text } from '@headwater/shared/ui';
import { autoMark, BigNumber, Chart, chartData, fitOf, summaryOf } from '@headwater/shared/ui/charts';
import { useMemo } from 'react';
import { messages } from '../../messages.ts';
import { ChartNotes } from '../../table/chart/chart-notes.tsx';
import { drillTo } from '../../table/chart/drill.ts';
import { Twin } from '../../table/chart/twin.tsx';
import { useChartWords } from '../../table/chart/use-chart-words.ts';
import { useHeight } from './use-height.ts';

interface CardResultProps {
  address: TableAddress;
  table: Table;
  card: ComputedCard;
  /** The card's, with what the report's filters add. */
  query: Query;
  result: QueryResult;
  isTable: boolean;
}

const FIRST_HEIGHT = 240;
const LEGEND = 28;
const LEAST = 120;

/** What a card has computed, as a chart, a number, or a table, as high as its place. */
export function CardResult({ address, table, card, query, result, isTable }: CardResultProps) {
  const t = messages.use();
  const navigate = useNavigate();
  const measured = query.measures[0]!;
  const [agg, column] = 'agg' in measured ? [measured.agg, measured.column] : [null, undefined];
  const isAdditive = agg === 'count' || agg === 'sum';
  const measure =
    agg === null || column === undefined
      ? agg === 'count'
        ? t('chart.rows')
        : measured.as
      : t(`chart.measured.${agg}`, { column });
  const data = useMemo(() => chartData(result), [result]);
  const words = useChartWords(data, measure);
  const [place, height] = useHeight<HTMLDivElement>(FIRST_HEIGHT);
  const types = useMemo(() => new Map(table.columns.map(({ name, type }) => [name, type])), [table.columns]);
  if (data.x !== null && result.rows === 0) return <Text tone="dim">{t('chart.none')}</Text>;
  const wanted = (card.kind === 'query' ? card.mark : card.kind) ?? autoMark(data, isAdditive);
  const fitting = fitOf(wanted, data, isAdditive) === 'fits' ? wanted : autoMark(data, isAdditive);
  const mark = isTable ? 'table' : fitting;
  const open = (at: number, series: number | null) => {
    const filter = query.shape ? null : drillTo(query, data, types, at, series);
    if (filter === null) return;
    const rows = paths.table(address.organizationId, address.sourceConnectionId, address.tableName);
    void navigate(`${rows}?${new URLSearchParams({ filter: writeFilter(filter) })}`);
  };
  const name = card.title || measure;
  if (mark === 'number')
    return (
      <Number>
        <BigNumber label={name}>{words.exact(data.series[0]?.texts[0] ?? null)}</BigNumber>
        <ChartNotes result={result} />
      </Number>
    );
  const { message, values } = summaryOf(data, words, isAdditive);
  const room = Math.max(LEAST, height - (mark !== 'table' && data.series.length > 1 ? LEGEND : 0));
  return (
    <>
      {mark !== 'table' && <Summary>{t(`chart.summary.${message}`, values)}</Summary>}
      <Place ref={place}>
        {mark === 'table' ? (
          <Twin title={name} result={result} height={room} />
        ) : (
          <Chart label={name} mark={mark} data={data} words={words} height={room} onOpen={open} />
        )}
      </Place>
      <ChartNotes result={result} />
    </>
  );
}

const Place = styled('div')({ flex: 1, minHeight: LEAST, overflow: 'hidden', paddingTop: 4 });
const Summary = styled('p')({
  flex: 'none',
  margin: 0,
  paddingBottom: 4,
  fontSize: 'var(--size-13)',
  color: 'var(--text-2)',
  overflowWrap: 'anywhere',
});
const Number = styled('div')({
  flex: 1,
  display: 'grid',
  alignContent: 'center',
  '& figure': { padding: 0 },
  '& figure > span': { fontSize: 'clamp(24px, 3vw, 36px)' },
});
