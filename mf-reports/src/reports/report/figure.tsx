import { columnName } from '@headwater/shared/charts';
import type { QueryResult, ReportCard } from '@headwater/shared/contract';
import { styled, Text } from '@headwater/shared/ui';
import {
  autoMark,
  BigNumber,
  Chart,
  chartData,
  fitOf,
  useHeight,
  type ChartData,
  type Mark,
} from '@headwater/shared/ui/charts';
import { useMemo } from 'react';
import { messages } from '../../messages.ts';
import {
  ChartNotes,
  Comparison,
  Twin,
  useChartPhrases,
  useChartSummary,
  useChartWords,
} from '@headwater/shared/figures';

interface FigureProps {
  title: string;
  kind: Exclude<ReportCard['kind'], 'text'>;
  /** Null for the mark that fits best. */
  mark: Mark | null;
  /** How it's computed, if that is an aggregate. Null for rows as they are, which are a table. */
  measure: { as: string; agg?: string | null } | null;
  result: QueryResult;
  isTable: boolean;
  /** Returns the URL of the rows that a row of the table is about, or null if nothing says which those are. */
  rowsOf?: ((row: number) => string | null) | undefined;
  /** Opens what a place is about. */
  onOpen?(data: ChartData, at: number, series: number | null): void;
}

const FIRST_HEIGHT = 240;
const LEAST = 120;

/** What a query has computed, as a chart, a number, or a table, as high as its place. */
export function Figure({ measure, ...rest }: FigureProps) {
  // What is still shown may be of another query.
  const hasMeasure = rest.result.columns.some(({ role }) => role === 'measure');
  return measure === null || !hasMeasure ? <Rows {...rest} /> : <Measured {...rest} measure={measure} />;
}

/** Rows as they are. */
function Rows({ title, result, rowsOf }: Pick<FigureProps, 'title' | 'result' | 'rowsOf'>) {
  const t = messages.use();
  const [place, height] = useHeight<HTMLDivElement>(FIRST_HEIGHT);
  if (result.rows === 0) return <Text tone="dim">{t('chart.none')}</Text>;
  return (
    <>
      <Place ref={place}>
        <Twin
          title={title || t('reports.card')}
          result={result}
          height={Math.max(LEAST, height)}
          rowsOf={rowsOf}
        />
      </Place>
      <ChartNotes result={result} />
    </>
  );
}

function Measured({
  title,
  kind,
  mark: chosen,
  measure: { agg },
  result,
  isTable,
  rowsOf,
  onOpen,
}: FigureProps & { measure: NonNullable<FigureProps['measure']> }) {
  const t = messages.use();
  const phrases = useChartPhrases();
  const isAdditive = agg === 'count' || agg === 'sum';
  const data = useMemo(() => chartData(result), [result]);
  const measure = columnName(data.measure, phrases);
  const words = useChartWords(data, measure);
  const [place, height] = useHeight<HTMLDivElement>(FIRST_HEIGHT);
  const wanted = (kind === 'query' ? chosen : kind) ?? autoMark(data, isAdditive);
  const fitting = fitOf(wanted, data, isAdditive) === 'fits' ? wanted : autoMark(data, isAdditive);
  const mark = isTable ? 'table' : fitting;
  const summary = useChartSummary(data, mark, words, isAdditive);
  const name = title || measure;
  if (data.x !== null && result.rows === 0) return <Text tone="dim">{t('chart.none')}</Text>;
  if (mark === 'number')
    return (
      <Number data-compared={result.comparison ? '' : undefined}>
        <BigNumber label={name}>{words.exact(data.series[0]?.texts[0] ?? null)}</BigNumber>
        {result.comparison && (
          <Comparison
            comparison={result.comparison}
            now={data.series[0]?.texts[0] ?? null}
            measure={data.measure}
            words={words}
          />
        )}
        <ChartNotes result={result} />
      </Number>
    );
  const room = Math.max(LEAST, height);
  return (
    <>
      {mark !== 'table' && <Summary>{summary.all}</Summary>}
      {mark === 'table' && summary.earlier !== null && <Summary>{summary.earlier}</Summary>}
      <Place ref={place}>
        {mark === 'table' ? (
          <Twin title={name} result={result} height={room} rowsOf={rowsOf} />
        ) : (
          <Chart
            label={name}
            mark={mark}
            data={data}
            words={words}
            height={room}
            hasLegendWithin
            {...(onOpen && { onOpen: (at, series) => onOpen(data, at, series) })}
          />
        )}
      </Place>
      <ChartNotes result={result} />
    </>
  );
}

// Without padding, which would count as height that a chart can take.
const Place = styled('div')({ flex: 1, minHeight: LEAST, overflow: 'hidden auto', marginTop: 4 });
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
  '--number-size': '32px',
  // What it's compared with stays in reach in a low card.
  '&[data-compared]': {
    '--number-size': '28px',
    minHeight: 0,
    overflow: 'hidden auto',
    alignContent: 'safe center',
  },
});
