import type { SqlRunAttributes } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useCalendar } from '@headwater/shared/session';
import { CompactSelect, styled } from '@headwater/shared/ui';
import { BigNumber, Chart, fitOf, summaryOf } from '@headwater/shared/ui/charts';
import { EmptyState } from '@headwater/shared/ui/workspace';
import { useMemo, type ReactNode } from 'react';
import { messages } from '../../../messages.ts';
import { MarkPicker, Twin, useChartWords } from '@headwater/shared/figures';
import {
  axesOf,
  bestMark,
  chartOf,
  numbersOf,
  type ChosenColumns,
  type ResultChart,
} from './result-chart.ts';
import { QueryToReport, type ShownQuery } from '../query-to-report.tsx';
import { cardOfChart } from './card-of-chart.ts';
import type { ResultChoice } from './choice.ts';

interface ResultChartViewProps {
  result: SqlRunAttributes;
  /** Null for a view, which is a table already. */
  query: ShownQuery | null;
  choice: ResultChoice;
  onChoose(next: ResultChoice): void;
}

const HEIGHT = 320;

/** The rows of a result as a chart, with what it shows chosen beside it. */
export function ResultChartView({ result, query, choice, onChoose }: ResultChartViewProps) {
  const t = messages.use();
  const chart = useMemo(() => chartOf(result, choice), [result, choice]);
  const choose = (next: ResultChoice) => onChoose({ ...choice, ...next });
  const data = chart.state === 'drawn' ? chart.data : undefined;
  const isFit = data && choice.mark !== undefined && fitOf(choice.mark, data, true) === 'fits';
  const mark = isFit ? choice.mark! : data && bestMark(data);
  const { x, y, group } = chart.columns;
  return (
    <Split>
      <Choices aria-label={t('sql.chart_choices')}>
        <Pick
          title={t('chart.y')}
          value={y}
          columns={numbersOf(result)}
          onPick={(name) => choose({ y: name })}
        />
        <Pick
          title={t('chart.x')}
          value={x}
          columns={axesOf(result)}
          onPick={(name) => choose({ x: name, group: undefined })}
        />
        {x !== null && (
          <Pick
            title={t('chart.group')}
            value={group}
            columns={axesOf(result).filter(({ name }) => name !== x)}
            none={t('chart.nothing')}
            onPick={(name) => choose({ group: name === '' ? null : name })}
          />
        )}
        {data && (
          <Part title={t('chart.mark')}>
            <MarkPicker
              data={data}
              chosen={choice.mark ?? null}
              current={mark}
              isAdditive
              onChoose={(next) => choose({ mark: next })}
            />
          </Part>
        )}
      </Choices>
      <Picture>
        {chart.state === 'drawn' ? (
          <Drawn
            chart={chart}
            mark={mark!}
            query={query}
            isCut={result.isCutBy !== null}
            all={result.rows.length}
          />
        ) : (
          <EmptyState title={t(`sql.chart.${chart.state}`)}>
            {t(`sql.chart.${chart.state}_text`, { x: x ?? '' })}
          </EmptyState>
        )}
      </Picture>
    </Split>
  );
}

interface DrawnProps {
  chart: Extract<ResultChart, { state: 'drawn' }>;
  mark: NonNullable<ResultChoice['mark']>;
  query: ShownQuery | null;
  /** Whether the query has more rows than the result. */
  isCut: boolean;
  /** How many rows the result has. */
  all: number;
}

function Drawn({ chart: { data, result, columns, shown }, mark, query, isCut, all }: DrawnProps) {
  const t = messages.use();
  const { zone } = useCalendar();
  const { number } = useFormat();
  const title = useTitle(columns);
  const words = useChartWords(data, columns.y!);
  const { message, values } = summaryOf(data, words, false);
  return (
    <>
      <header>
        <h3>{title}</h3>
        {query && (
          <QueryToReport
            query={query}
            cardOf={(table) => cardOfChart(columns, result, mark, table.columns, zone)}
          />
        )}
      </header>
      {mark !== 'number' && <p>{t(`chart.summary.${message}`, values)}</p>}
      {mark === 'number' && (
        <BigNumber label={title}>{words.exact(data.series[0]?.texts[0] ?? null)}</BigNumber>
      )}
      {mark === 'table' && <Twin title={title} result={result} height={HEIGHT} />}
      {mark !== 'number' && mark !== 'table' && (
        <Chart label={title} mark={mark} data={data} words={words} height={HEIGHT} />
      )}
      {(isCut || shown < all) && <small>{t('sql.chart_of_first', { count: number(shown) })}</small>}
    </>
  );
}

function useTitle({ x, y, group }: ChosenColumns): string {
  const t = messages.use();
  const measure = y!;
  if (x === null) return measure;
  return group === null
    ? t('chart.title', { measure, by: x })
    : t('chart.title_group', { measure, by: x, group });
}

interface PickProps {
  title: string;
  value: string | null;
  columns: readonly { name: string }[];
  /** What no column is called. Without it, there has to be one. */
  none?: string;
  onPick(name: string): void;
}

function Pick({ title, value, columns, none, onPick }: PickProps) {
  const t = messages.use();
  const empty = none ?? (value === null ? t('chart.nothing') : undefined);
  return (
    <Part title={title}>
      <CompactSelect
        label={title}
        value={value ?? ''}
        options={[
          ...(empty === undefined ? [] : [{ value: '', label: empty }]),
          ...columns.map(({ name }) => ({ value: name, label: name })),
        ]}
        onChange={onPick}
      />
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3>{title}</h3>
      {children}
    </div>
  );
}

const Split = styled('div')({
  display: 'grid',
  gridTemplateColumns: '248px minmax(0, 1fr)',
  flex: '1 1 0',
  minHeight: 460,
  overflowY: 'auto',
  '& h3': { margin: '0 0 6px', fontSize: 'var(--size-13)', fontWeight: 'var(--weight-strong)' },
  '@media (max-width: 1000px)': { gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' },
});
const Choices = styled('section')({
  display: 'grid',
  gap: 16,
  alignContent: 'start',
  padding: 16,
  borderRight: 'var(--hair)',
  '@media (max-width: 1000px)': { order: 1, borderRight: 0, borderTop: 'var(--hair)' },
});
const Picture = styled('div')({
  display: 'grid',
  gap: 8,
  alignContent: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  padding: '16px 24px 24px',
  minWidth: 0,
  '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, minHeight: 32 },
  '& > header > h3': { flex: '1 1 220px', margin: 0, minWidth: 0, overflowWrap: 'anywhere' },
  '& p, & small': { margin: 0, fontSize: 'var(--size-13)', color: 'var(--text-2)', overflowWrap: 'anywhere' },
});
