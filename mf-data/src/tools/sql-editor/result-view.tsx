import type { SqlRunAttributes, SqlTable } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useCalendar } from '@headwater/shared/session';
import { Button, Row, Skeleton, styled } from '@headwater/shared/ui';
import { DataGrid } from '@headwater/shared/ui/table';
import { EmptyState, Freshness } from '@headwater/shared/ui/workspace';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { rowQuery, usualRows } from '../../reports/row-query.ts';
import { TwinSwitch } from '../../table/chart/twin-switch.tsx';
import { markCut } from '../../table/rows/mark-cut.ts';
import { codeOf, WithCode } from '../../table/with-code.tsx';
import { IconTerminal } from '../tools.ts';
import type { ResultChoice } from './chart/choice.ts';
import { DownloadResult } from './download-result.tsx';
import { examplesOf } from './examples.ts';
import { Failure } from './failure.tsx';
import { QueryToReport, type ShownQuery } from './query-to-report.tsx';
import { withDays } from './result-days.ts';
import type { SqlRunState } from './use-sql-run.ts';

const code = codeOf(
  'sql-chart',
  () => import(/* webpackChunkName: "sql-chart" */ './chart/result-chart-view.tsx'),
);

interface ResultViewProps extends SqlRunState {
  /** Null for a view, which is a table already. */
  query: ShownQuery | null;
  /** Null for a table. */
  chart: ResultChoice | null;
  onChart(choice: ResultChoice | null): void;
  onGoTo(position: number): void;
  /** What is written. */
  sql: string;
  /** What SQL can name, once that is known. */
  tables: readonly SqlTable[] | undefined;
  /** Writes another query, and runs it. */
  onTry(sql: string): void;
  onExplain(): void;
}

/** What came of the last run, and how it went. */
export function ResultView(props: ResultViewProps) {
  const { runningSince, result, error, query, chart, onChart, onGoTo, sql, tables, onTry, onExplain } = props;
  const t = messages.use();
  const { zone } = useCalendar();
  return (
    <Out aria-busy={runningSince !== null}>
      <StatusLine runningSince={runningSince} result={result}>
        {result && (
          <TwinSwitch isTable={chart === null} onChange={(isTable) => onChart(isTable ? null : {})} />
        )}
        {result && query && chart === null && (
          <QueryToReport
            query={query}
            cardOf={(table) => ({ kind: 'table', query: rowQuery(usualRows(table.columns), [], zone) })}
          />
        )}
        {result && <DownloadResult result={result} name={query?.saved?.name ?? t('sql.file')} />}
      </StatusLine>
      {error ? (
        <Failure error={error} sql={sql} onGoTo={onGoTo} onTry={onTry} onExplain={onExplain} />
      ) : result && chart ? (
        <WithCode code={code} thing={t('chart.thing')} loading={<Skeleton width="100%" height={320} />}>
          {({ ResultChartView }) => (
            <ResultChartView result={result} query={query} choice={chart} onChoose={onChart} />
          )}
        </WithCode>
      ) : (
        <Rows
          result={result}
          busy={runningSince !== null}
          examples={<Examples tables={sql.trim() === '' ? tables : undefined} onTry={onTry} />}
        />
      )}
    </Out>
  );
}

interface StatusLineProps extends Pick<ResultViewProps, 'runningSince' | 'result'> {
  /** At its end. */
  children: ReactNode;
}

function StatusLine({ runningSince, result, children }: StatusLineProps) {
  const t = messages.use();
  const { number } = useFormat();
  const seconds = (milliseconds: number) => number(Math.round(milliseconds / 10) / 100);
  const oldest = result?.tables.map(({ freshAsOf }) => freshAsOf).sort()[0];
  return (
    <Bar>
      <h2>{t('sql.result_head')}</h2>
      <span role="status">
        {runningSince !== null ? (
          <Elapsed since={runningSince} />
        ) : (
          result && t('sql.summary', { count: result.rows.length, seconds: seconds(result.milliseconds) })
        )}
      </span>
      {result && result.tables.length > 0 && (
        <Tables title={result.tables.map(({ tableName }) => tableName).join(', ')}>
          {t('sql.from_tables', { count: result.tables.length })}
        </Tables>
      )}
      {result && oldest && <Freshness asOf={oldest} wordy />}
      <End>{children}</End>
    </Bar>
  );
}

/** Not read aloud every second. */
function Elapsed({ since }: { since: number }) {
  const t = messages.use();
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      {t('sql.running')}{' '}
      <span aria-hidden>{t('sql.elapsed', { seconds: Math.round((now - since) / 1_000) })}</span>
    </>
  );
}

interface RowsProps {
  result: SqlRunAttributes | null;
  busy: boolean;
  /** What can be tried before anything has run. */
  examples: ReactNode;
}

function Rows({ result, busy, examples }: RowsProps) {
  const t = messages.use();
  const { number } = useFormat();
  const shown = useMemo(
    () => result && withDays({ ...result, rows: [...markCut(result)] as typeof result.rows }),
    [result],
  );
  const columns = useMemo(
    () => shown?.columns.map((column) => ({ ...column, zone: shown.zone })) ?? [],
    [shown],
  );
  if (!result || !shown)
    return (
      <EmptyState icon={<IconTerminal size={20} />} title={t('sql.nothing_yet')} action={examples}>
        {t('sql.nothing_yet_text')}
      </EmptyState>
    );
  return (
    <>
      <DataGrid
        label={t('sql.result')}
        columns={columns}
        rows={shown.rows}
        firstRow={0}
        totalRows={result.isCutBy ? null : result.rows.length}
        busy={busy}
      />
      {(result.isCutBy || result.rows.length === 0) && (
        <Foot>
          {result.rows.length === 0 && t('sql.no_rows')}
          {result.isCutBy === 'limit' && t('sql.cut_by_limit', { count: number(result.rows.length) })}
          {result.isCutBy === 'size' && t('sql.cut_by_size')}
        </Foot>
      )}
    </>
  );
}

interface ExamplesProps {
  /** Undefined if there is nothing to try. */
  tables: readonly SqlTable[] | undefined;
  onTry(sql: string): void;
}

/** Queries over a table of the workspace, for whoever hasn't written one. */
function Examples({ tables, onTry }: ExamplesProps) {
  const t = messages.use();
  const examples = useMemo(() => examplesOf(tables ?? []), [tables]);
  return (
    <Row>
      {examples.map(({ kind, table, sql }) => (
        <Button key={kind} size="small" onClick={() => onTry(sql)}>
          {t(`sql.example_${kind}`, { table })}
        </Button>
      ))}
    </Row>
  );
}

const Out = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 240,
  flex: 1,
  borderTop: '1px solid var(--line-2)',
});
const Bar = styled('div')({
  display: 'flex',
  flex: 'none',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 12px',
  minHeight: 40,
  padding: '4px 16px',
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
  borderBottom: 'var(--hair)',
  '& h2': { fontSize: 'var(--size-13)', fontWeight: 'var(--weight-strong)', color: 'var(--text)' },
});
const Tables = styled('span')({ '@media (max-width: 600px)': { display: 'none' } });
const End = styled('div')({ display: 'flex', alignItems: 'center', gap: 8, marginInlineStart: 'auto' });
const Foot = styled('div')({
  padding: '8px 16px',
  minHeight: 36,
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
  borderTop: 'var(--hair)',
});
