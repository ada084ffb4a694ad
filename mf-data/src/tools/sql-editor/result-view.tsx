import type { SqlTable } from '@headwater/shared/contract';
import { useCalendar } from '@headwater/shared/session';
import { Skeleton, styled } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';
import { codeOf, rowQuery, usualRows, WithCode } from '@headwater/shared/figures';
import type { ResultChoice } from './chart/choice.ts';
import { DownloadResult } from './download-result.tsx';
import { Examples } from './examples.tsx';
import { ExplainView, type Explained } from './explain-view.tsx';
import { Failure } from './failure.tsx';
import { QueryToReport, type ShownQuery } from './query-to-report.tsx';
import { ResultRows } from './result-rows.tsx';
import { ResultStatus } from './result-status.tsx';
import { ResultSwitch, type ResultShape } from './result-switch.tsx';
import type { SqlRunState } from './use-sql-run.ts';

const code = codeOf(
  'sql-chart',
  () => import(/* webpackChunkName: "sql-chart" */ './chart/result-chart-view.tsx'),
);

interface ResultViewProps extends SqlRunState {
  organizationId: string;
  /** Null for a view, which is a table already. */
  query: ShownQuery | null;
  /** Null for a table. */
  chart: ResultChoice | null;
  onChart(choice: ResultChoice | null): void;
  /** Null while the result is shown. */
  explained: Explained | null;
  /** Shows how what is written would run, in place of the result. */
  onExplain(): void;
  /** Shows the result again. */
  onResult(): void;
  onGoTo(position: number): void;
  /** What is written. */
  sql: string;
  /** What SQL can name, once that is known. */
  tables: readonly SqlTable[] | undefined;
  /** Writes another query, and runs it. */
  onTry(sql: string): void;
}

/** What came of the last run, or how the query would run. */
export function ResultView(props: ResultViewProps) {
  const { organizationId, runningSince, result, error, query, chart, onChart } = props;
  const { explained, onExplain, onResult, onGoTo, sql, tables, onTry } = props;
  const t = messages.use();
  const { zone } = useCalendar();
  const shape: ResultShape = explained ? 'explain' : chart ? 'chart' : 'grid';
  const choose = (next: ResultShape) => {
    if (next === 'explain') return onExplain();
    onResult();
    if ((chart !== null) !== (next === 'chart')) onChart(next === 'chart' ? {} : null);
  };
  return (
    <Out aria-busy={runningSince !== null}>
      <ResultStatus
        runningSince={runningSince}
        result={result}
        lead={
          (result ?? explained) && (
            <ResultSwitch shape={shape} isEmpty={sql.trim() === ''} onChange={choose} />
          )
        }
      >
        {result && query && shape === 'grid' && (
          <QueryToReport
            query={query}
            cardOf={(table) => ({ kind: 'table', query: rowQuery(usualRows(table.columns), [], zone) })}
          />
        )}
        {result && <DownloadResult result={result} name={query?.saved?.name ?? t('sql.file')} />}
      </ResultStatus>
      {explained ? (
        <ExplainView {...{ organizationId, explained, sql, onExplain, onGoTo }} />
      ) : error ? (
        <Failure error={error} sql={sql} onGoTo={onGoTo} onTry={onTry} onExplain={onExplain} />
      ) : result && chart ? (
        <WithCode code={code} thing={t('chart.thing')} loading={<Skeleton width="100%" height={320} />}>
          {({ ResultChartView }) => (
            <ResultChartView result={result} query={query} choice={chart} onChoose={onChart} />
          )}
        </WithCode>
      ) : (
        <ResultRows
          result={result}
          busy={runningSince !== null}
          examples={<Examples tables={sql.trim() === '' ? tables : undefined} onTry={onTry} />}
        />
      )}
    </Out>
  );
}

const Out = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 240,
  flex: 1,
  borderTop: '1px solid var(--line-2)',
  '--inset': '16px',
});
